import assert from 'node:assert/strict';
import { eventually } from '../run/waiting.ts';
import { FakeHost, text } from './fakeHost.ts';
import { drawn, type WebviewPage } from './harness.ts';
import { closeAfterEach, harnessOfSuite } from './suite.ts';

describe('results view: many rows', () => {
  const harness = harnessOfSuite('results');
  let view: WebviewPage;
  let host: FakeHost;
  const columns = Array.from({ length: 30 }, (_, index) => ({ name: `c${index}`, numeric: false }));

  beforeEach(async () => {
    host = new FakeHost();
    host.makeRow = (row) => columns.map((_, column) => text(`${row}.${column}`));
    view = await harness.open({ connect: host.connect });
  });
  closeAfterEach(() => view);

  const show = (rowCount: number): Promise<void> => {
    host.showRows(columns, [], { rowCount, totalRows: rowCount });
    return view.page.getByText('0.0', { exact: true }).waitFor();
  };
  const scroll = (part: number): Promise<void> =>
    view.page.getByRole('grid').evaluate((grid, to) => {
      grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * to;
    }, part);
  /** Rows whole visible: number and first cell. */
  const inSight = (): Promise<string[]> =>
    view.page.evaluate(() => {
      const grid = document.querySelector('.grid');
      const box = grid?.getBoundingClientRect();
      return [...document.querySelectorAll('.body .row:not([hidden])')]
        .filter((row) => {
          const at = row.getBoundingClientRect();
          return box && at.top >= box.top + 25 && at.bottom <= box.bottom + 1;
        })
        .map(
          (row) =>
            `${row.querySelector('.number')?.textContent} ${row.querySelector('[role=gridcell]')?.textContent}`,
        )
        .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
    });

  /** The same once each of them is drawn: the rows of one screen may come with two answers. */
  const allDrawn = (): Promise<string[]> =>
    eventually('every row drawn', async () => {
      const rows = await inSight();
      return rows.every((row) => /^\d+ \S/.test(row)) && rows;
    });

  for (const count of [100_000, 1_000_000, 3_000_000]) {
    it(`scrolls through ${count.toLocaleString('en-US')} rows from the first to the last`, async () => {
      await show(count);
      for (const part of [0.25, 0.5, 0.75, 1]) {
        await scroll(part);
        const middle = Math.round(part * (count - 16)) + (part === 1 ? 15 : 8);
        await view.page.getByText(`${middle}.0`, { exact: true }).waitFor();
        const seen = await allDrawn();
        assert.ok(seen.length >= 13, seen.join());
        for (const [offset, row] of seen.entries()) {
          const [number, cell] = row.split(' ');
          assert.equal(cell, `${Number(number) - 1}.0`);
          assert.equal(Number(number), Number.parseInt(seen[0] ?? '', 10) + offset, 'no row is missing');
        }
      }
      assert.equal((await allDrawn()).at(-1), `${count} ${count - 1}.0`);
      assert.ok(host.mostInFlight <= 3, `${host.mostInFlight} in flight`);
      assert.ok((await view.page.locator('.body .row').count()) < 60);
    });

    it(`reaches the last of ${count.toLocaleString('en-US')} rows and every row from there by keys`, async () => {
      await show(count);
      await view.page.getByRole('grid').focus();
      await view.page.keyboard.press('Control+ArrowDown');
      await view.page.getByText(`${count - 1}.0`, { exact: true }).waitFor();
      for (let step = 1; step <= 20; step++) {
        await view.page.keyboard.press('ArrowUp');
        const cell = view.page.locator(`#cell-${count - 1 - step}-0`);
        await cell.getByText(`${count - 1 - step}.0`, { exact: true }).waitFor();
        const visible = await cell.evaluate((element) => {
          const box = element.getBoundingClientRect();
          const grid = element.closest('.grid')?.getBoundingClientRect();
          return grid !== undefined && box.top >= grid.top + 25 && box.bottom <= grid.bottom + 1;
        });
        assert.equal(visible, true, `row ${count - 1 - step}`);
      }
      await view.page.keyboard.press('Control+Home');
      await view.page.getByText('0.0', { exact: true }).waitFor();
    });
  }

  it('moves by the pixel under the wheel, however many rows there are', async () => {
    await show(3_000_000);
    await scroll(0.5);
    await view.page.getByText('1500000.0', { exact: true }).waitFor();
    const first = async (): Promise<number> => Number.parseInt((await allDrawn())[0] ?? '', 10);
    const before = await first();
    await view.page.getByRole('grid').hover();
    await view.page.mouse.wheel(0, 48);
    await view.page.waitForFunction('new Promise((done) => requestAnimationFrame(() => done(true)))');
    assert.equal(await first(), before + 2);
    for (let step = 0; step < 10; step++) await view.page.mouse.wheel(0, -24);
    await view.page.waitForFunction('new Promise((done) => requestAnimationFrame(() => done(true)))');
    assert.equal(await first(), before - 8);
  });

  it('does not ask for what only flew by', async () => {
    await show(1_000_000);
    const before = host.called('fetchRows').length;
    // No answer comes meanwhile: on a slow machine each of the steps could else be a place of rest.
    const { promise, resolve } = Promise.withResolvers<void>();
    host.gate = promise;
    for (let step = 1; step <= 20; step++) await scroll(step / 20);
    await drawn(view.page);
    resolve();
    await view.page.getByText('999999.0', { exact: true }).waitFor();
    // Those that were on their way, and the blocks of the end with those beside them: not one for each step.
    const asked = host.called('fetchRows').length - before;
    assert.ok(asked < 20, `${asked} requests`);
    assert.ok(host.mostInFlight <= 3);
  });

  it('keeps the active cell in the document when it is scrolled away', async () => {
    await show(100_000);
    await view.page.getByRole('grid').focus();
    await view.page.keyboard.press('ArrowDown');
    await scroll(0.5);
    await view.page.getByText('50000.0', { exact: true }).waitFor();
    const active = await view.page.getByRole('grid').getAttribute('aria-activedescendant');
    assert.equal(active, 'cell-1-0');
    assert.equal(await view.page.locator('#cell-1-0').textContent(), '1.0');
    await view.page.keyboard.press('ArrowDown');
    await view.page.getByText('2.0', { exact: true }).waitFor();
  });

  it('has rows and cells in the order in which they are seen, once at rest', async () => {
    await show(1_000);
    const grid = view.page.getByRole('grid');
    await grid.focus();
    for (const [left, top] of [
      [900, 3_000],
      [300, 700],
      [1_200, 1_500],
    ]) {
      await grid.evaluate((scroller, to) => scroller.scrollTo(to[0] ?? 0, to[1] ?? 0), [left, top] as const);
      await drawn(view.page);
    }
    const ascending = (numbers: readonly number[]): boolean =>
      numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
    await eventually('rows and cells in order', async () => {
      const order = await view.page.locator('[role=row]:not([hidden])').evaluateAll((rows) =>
        rows.map((row) => ({
          row: Number(row.ariaRowIndex),
          columns: [...row.querySelectorAll('[aria-colindex]')].map((cell) => Number(cell.ariaColIndex)),
        })),
      );
      const inOrder = ascending(order.map(({ row }) => row)) && order.every((row) => ascending(row.columns));
      return order.length > 15 && inOrder;
    });
  });

  it('keeps place and rows while more rows arrive', async () => {
    host.showRows(columns, [], { rowCount: 1_000, dataRev: 7 });
    await view.page.getByText('0.0', { exact: true }).waitFor();
    await scroll(0.5);
    await view.page.getByText('500.0', { exact: true }).waitFor();
    const before = await allDrawn();
    const asked = host.called('fetchRows').length;
    for (let rowCount = 2_000; rowCount <= 10_000; rowCount += 1_000)
      host.send({ rowCount, status: `${rowCount} rows` });
    await view.page.getByText('10000 rows').waitFor();
    assert.deepEqual(await allDrawn(), before);
    assert.ok(host.called('fetchRows').length - asked <= 2);
    await scroll(1);
    await view.page.getByText('9999.0', { exact: true }).waitFor();
  });
});
