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

  it('have room for the name beside its sort and its menu', async () => {
    const columns = [
      { name: 'state', numeric: false },
      { name: 'income', numeric: true },
      { name: 'updated_at', numeric: false },
      { name: 'occurrences', numeric: true },
    ];
    const row: readonly Cell[] = columns.map(({ numeric }) => ({ k: numeric ? 'number' : 'text', t: '7' }));
    for (const [at, { name }] of columns.entries()) {
      const arranged = { sorts: [{ column: at, descending: true }], filters: [] };
      host.showRows(columns, [row, row], { can: { ...can(), sort: true }, arranged });
      const header = view.page.getByRole('columnheader', { name, exact: true });
      const arrow = header.locator('.codicon-arrow-down');
      await arrow.waitFor();
      await header.hover();
      const opener = await header.locator('.opener').boundingBox();
      assert.ok(opener);
      const value = header.locator('.value');
      const lacks = await value.evaluate((node) => node.scrollWidth - node.clientWidth);
      assert.ok(lacks <= 0, `${name} lacks ${lacks} px`);
      for (const part of [value, arrow]) {
        const box = await part.boundingBox();
        const isFree = box && (box.x + box.width <= opener.x || box.x >= opener.x + opener.width);
        assert.ok(isFree, `${name}: ${JSON.stringify(box)} under ${JSON.stringify(opener)}`);
      }
    }
    await view.picture('headers-sorted');
  });
});
