import assert from 'node:assert/strict';
import { FakeHost } from './fakeHost.ts';
import type { WebviewPage } from './harness.ts';
import { can, columns, samplePage } from './sample.ts';
import { closeAfterEach, harnessOfSuite } from './suite.ts';

describe('results view: paging', () => {
  const harness = harnessOfSuite('results');
  let view: WebviewPage;
  let host: FakeHost;
  let page = 0;
  const last = 2;

  function show(): void {
    const rest = [
      ...(page < last ? ['next' as const] : []),
      ...(page > 0 ? (['previous', 'first'] as const) : []),
    ];
    host.showRows(columns, samplePage(page * 25), {
      firstRowNumber: page * 25 + 1,
      totalRows: page === last ? 75 : -1,
      status: `Rows ${page * 25 + 1}–${page * 25 + 25}`,
      can: can(...rest),
    });
  }

  beforeEach(async () => {
    page = 0;
    host = new FakeHost();
    host.onAction = (action) => {
      page = action === 'next' ? page + 1 : action === 'previous' ? page - 1 : 0;
      host.send({ phase: 'loading', can: can('cancel') });
      show();
    };
    view = await harness.open({ connect: host.connect });
    show();
    await view.page.getByText('1001', { exact: true }).waitFor();
  });
  closeAfterEach(() => view);

  const focused = (): Promise<string | null> =>
    view.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);

  it('goes forward to the end and back, by its buttons', async () => {
    const { page: at } = view;
    await at.getByRole('button', { name: 'Next page' }).click();
    await at.getByRole('rowheader', { name: '26', exact: true }).waitFor();
    // The number of a row may be drawn before its values have come.
    await at.getByText('1026', { exact: true }).waitFor();
    assert.equal(await at.getByText('1001', { exact: true }).count(), 0);
    await at.getByRole('button', { name: 'Previous page' }).click();
    await at.getByText('1001', { exact: true }).waitFor();
    await at.getByRole('button', { name: 'Next page' }).click();
    await at.getByText('1026', { exact: true }).waitFor();
    await at.getByRole('button', { name: 'Next page' }).click();
    await at.getByText('1051', { exact: true }).waitFor();
    assert.equal(await at.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled'), 'true');
    await at.getByRole('button', { name: 'First page' }).click();
    await at.getByText('1001', { exact: true }).waitFor();
    assert.deepEqual(
      host.called('action').map((call) => (call as { action: string }).action),
      ['next', 'previous', 'next', 'next', 'first'],
    );
  });

  it('keeps the focus on the button, even where it ends disabled, and asks nothing more', async () => {
    await view.page.getByRole('button', { name: 'Next page' }).focus();
    for (const id of ['1026', '1051']) {
      await view.page.keyboard.press('Enter');
      await view.page.getByText(id, { exact: true }).waitFor();
      assert.equal(await focused(), 'Next page');
    }
    await view.page.keyboard.press('Enter');
    assert.equal(host.called('action').length, 2);
    assert.equal(await focused(), 'Next page');
  });

  it('pages from within the grid by keys and keeps focus and column', async () => {
    const grid = view.page.getByRole('grid', { name: 'Query results' });
    await grid.focus();
    await view.page.keyboard.press('ArrowRight');
    await view.page.keyboard.press('ArrowRight');
    await view.page.keyboard.press('ArrowDown');
    await view.page.keyboard.press('Alt+PageDown');
    await view.page.getByText('1026', { exact: true }).waitFor();
    assert.equal(await focused(), 'Query results');
    assert.equal(await grid.getAttribute('aria-activedescendant'), 'cell-0-2');
    assert.equal(await view.page.locator('#cell-0-2').getAttribute('aria-rowindex'), null);
    await view.page.keyboard.press('Alt+PageUp');
    await view.page.getByText('1001', { exact: true }).waitFor();
    await view.page.keyboard.press('Alt+PageUp');
    assert.equal(host.called('action').length, 2, 'there is no page before the first');
  });

  it('never shows the numbers of one page beside the rows of another', async () => {
    await view.page.evaluate(`
      window.seen = new Set();
      const look = () => {
        for (const row of document.querySelectorAll('.body .row:not([hidden])')) {
          const [number, id] = [row.querySelector('.number'), row.querySelector('[role=gridcell]')];
          // Rows that come late are blank for a while, which the next test is about.
          if (!id.classList.contains('waiting')) window.seen.add(number.textContent + ' ' + id.textContent);
        }
        requestAnimationFrame(look);
      };
      look();
    `);
    for (const id of ['1026', '1051']) {
      await view.page.getByRole('button', { name: 'Next page' }).click();
      await view.page.getByText(id, { exact: true }).waitFor();
    }
    const seen = await view.page.evaluate<string[]>('[...window.seen]');
    assert.ok(seen.length > 30);
    for (const pair of seen) {
      const [number, id] = pair.split(' ');
      assert.equal(id, String(Number(number) + 1_000), pair);
    }
  });

  it('shows the new page with its rows still missing when they are late, and fills them in', async () => {
    let open: () => void = () => undefined;
    host.gate = new Promise((resolve) => {
      open = resolve;
    });
    await view.page.setViewportSize({ width: 900, height: 240 });
    await view.page.getByRole('button', { name: 'Next page' }).click();
    await view.page.getByRole('rowheader', { name: '26', exact: true }).waitFor();
    await view.page.setViewportSize({ width: 900, height: 700 });
    await view.page.getByRole('rowheader', { name: '45', exact: true }).waitFor();
    assert.equal(await view.page.locator('.cell.waiting').first().isVisible(), true);
    assert.equal(await view.page.locator('[role=gridcell]:not(.waiting)').count(), 0);
    assert.equal(await view.page.getByText('1001', { exact: true }).count(), 0);
    open();
    await view.page.getByText('1026', { exact: true }).waitFor();
  });

  it('drops answers of another revision or question', async () => {
    host.spoil = (answer) => ({ ...(answer as object), seq: 999, rows: samplePage(500) });
    await view.page.getByRole('button', { name: 'Next page' }).click();
    await view.page.getByRole('rowheader', { name: '26', exact: true }).waitFor();
    assert.equal(await view.page.getByText('1501', { exact: true }).count(), 0);
    host.spoil = (answer) => ({ ...(answer as object), rev: 1, rows: samplePage(500) });
    page = 0;
    show();
    await view.page.getByRole('rowheader', { name: '1', exact: true }).waitFor();
    assert.equal(await view.page.getByText('1501', { exact: true }).count(), 0);
  });

  it('gives longer values of a later page the room that is free', async () => {
    const two = [
      { name: 'id', numeric: true },
      { name: 'city', numeric: false },
    ];
    const city = (t: string) => [[{ k: 'number', t: '1' } as const, { k: 'text', t } as const]];
    host.showRows(two, city('Ulm'));
    await view.page.getByText('Ulm', { exact: true }).waitFor();
    const long = 'Llanfairpwllgwyngyll upon Sea';
    host.showRows(two, city(long), { firstRowNumber: 26 });
    const value = view.page.getByText(long, { exact: true });
    await value.waitFor();
    await view.page.waitForFunction((text) => {
      const found = [...document.querySelectorAll('.value')].find((one) => one.textContent === text);
      return found !== undefined && found.scrollWidth <= found.clientWidth;
    }, long);
  });

  it('has the time of the request whole in any width, beside the state', async () => {
    const request = { time: '2,345 ms', id: '0123456789abcdef0123456789abcdef' };
    host.send({ status: 'Rows 1–25 · more available', request });
    const time = view.page.getByText(request.time, { exact: true });
    await time.waitFor();
    for (let width = 1000; width >= 280; width -= 40) {
      await view.page.setViewportSize({ width, height: 400 });
      const lacks = await time.evaluate((node) => node.scrollWidth - node.clientWidth);
      const box = await time.boundingBox();
      assert.ok(lacks <= 0 && box && box.x + box.width <= width, `${width}: ${JSON.stringify(box)}`);
      const status = await view.page.getByRole('status').first().boundingBox();
      assert.ok((status?.width ?? 0) > 60, `${width}: ${status?.width} pixels of status`);
    }
  });
});
