import assert from 'node:assert/strict';
import type { Cell } from '../../src/protocol/results.ts';
import { FakeHost } from './fakeHost.ts';
import type { WebviewPage } from './harness.ts';
import { can } from './sample.ts';
import { closeAfterEach, harnessOfSuite } from './suite.ts';

describe('results view: headers', () => {
  const harness = harnessOfSuite('results');
  let view: WebviewPage;
  let host: FakeHost;

  beforeEach(async () => {
    host = new FakeHost();
    view = await harness.open({ connect: host.connect });
  });
  closeAfterEach(() => view);

  it('have room for the name beside its sort, and beside its menu', async () => {
    const columns = [
      { name: 'state', numeric: false },
      { name: 'income', numeric: true },
      { name: 'updated_at', numeric: false },
      { name: 'occurrences', numeric: true },
    ];
    const row: readonly Cell[] = columns.map(({ numeric }) => ({ k: numeric ? 'number' : 'text', t: '7' }));
    for (const [at, { name }] of columns.entries())
      for (const isSorted of [false, true]) {
        const sorts = isSorted ? [{ column: at, descending: true }] : [];
        host.showRows(columns, [row, row], {
          can: { ...can(), sort: true },
          arrangement: { sorts, filters: [] },
        });
        const header = view.page.getByRole('columnheader', { name, exact: true });
        await header.locator('.codicon-arrow-down').waitFor({ state: isSorted ? 'visible' : 'hidden' });
        await header.hover();
        const value = header.locator('.value');
        const lacks = await value.evaluate((node) => node.scrollWidth - node.clientWidth);
        assert.ok(lacks <= 0, `${name} lacks ${lacks} px`);
        // What opens the menu may lie over the arrow while the header is pointed at, never over the name.
        const [opener, box] = [await header.locator('.opener').boundingBox(), await value.boundingBox()];
        assert.ok(opener && box);
        const isFree = box.x + box.width <= opener.x || box.x >= opener.x + opener.width;
        assert.ok(isFree, `${name}: ${JSON.stringify([box, opener])}`);
      }
    await view.picture('headers-sorted');
  });
});
