import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Cell, ColumnSort } from '../../src/protocol/results.ts';
import { FakeHost, text } from './fakeHost.ts';
import { everything, toolsOf } from './fakeTools.ts';
import { drawn, pressIn, type WebviewPage } from './harness.ts';
import { can, columns as sampleColumns, samplePage } from './sample.ts';
import { closeAfterEach, harnessOfSuite } from './suite.ts';

interface Box {
  readonly x: number;
  readonly width: number;
}

describe('results view: headers', () => {
  const harness = harnessOfSuite('results');
  let view: WebviewPage;
  let host: FakeHost;

  beforeEach(async () => {
    host = new FakeHost();
    host.tools = toolsOf(host);
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
    const row: readonly Cell[] = columns.map(({ numeric }) => ({
      k: numeric ? 'number' : 'text',
      t: '7',
    }));
    for (const [at, { name }] of columns.entries())
      for (const isSorted of [false, true]) {
        const sorts = isSorted ? [{ column: at, descending: true }] : [];
        host.showRows(columns, [row, row], {
          can: { ...can(), sort: true },
          arrangement: { sorts, filters: [] },
        });
        const header = view.page.getByRole('columnheader', {
          name,
          exact: true,
        });
        await header.locator('.codicon-arrow-down').waitFor({ state: isSorted ? 'visible' : 'hidden' });
        await header.hover();
        const value = header.locator('.value');
        const lacks = await value.evaluate((node) => node.scrollWidth - node.clientWidth);
        assert.ok(lacks <= 0, `${name} lacks ${lacks} px`);
        await assertApart(header.locator('.opener'), value, header.locator('.codicon-arrow-down'));
      }
    await view.picture('headers-sorted');
  });

  /** Asserts that no two of these that are visible overlap. */
  async function assertApart(...parts: readonly Locator[]): Promise<void> {
    const boxes: Box[] = [];
    for (const part of parts) {
      const box = (await part.isVisible()) ? await part.boundingBox() : undefined;
      if (box) boxes.push(box);
    }
    for (const [at, a] of boxes.entries())
      for (const b of boxes.slice(at + 1)) {
        const isFree = a.x + a.width <= b.x + 0.5 || b.x + b.width <= a.x + 0.5;
        assert.ok(isFree, JSON.stringify([a, b]));
      }
  }

  const header = (name: string) =>
    view.page.locator('.header [role=columnheader]').filter({
      has: view.page.locator('.value').getByText(name, { exact: true }),
    });
  const press = (...keys: readonly string[]): Promise<void> => pressIn(view, keys);
  const sorts = () => (host.called('sort') as { sorts: readonly ColumnSort[] }[]).map((call) => call.sorts);
  const said = (words: string) =>
    view.page.locator('[aria-live]').filter({ hasText: words }).waitFor({ state: 'attached' });
  const selectedCount = (): Promise<number> => view.page.locator('[aria-selected=true]').count();

  /** Shows the sample in a host that sorts. */
  async function showSample(): Promise<void> {
    host.showRows(sampleColumns, samplePage(0), {
      can: { ...can(), ...everything },
      scope: '',
    });
    await view.page.getByText('1001', { exact: true }).waitFor();
  }

  it('sort by a click: ascending, descending, and in the original order again', async () => {
    await showSample();
    const income = header('income');
    await income.click();
    await income.and(view.page.locator('[aria-sort=ascending]')).waitFor();
    assert.equal(await selectedCount(), 0, 'sorted, not selected');
    await said('Sorted by income, ascending');
    await income.click();
    await income.and(view.page.locator('[aria-sort=descending]')).waitFor();
    await income.click();
    await view.page.locator('[aria-sort]').waitFor({ state: 'detached' });
    await said('Original order');
    assert.deepEqual(sorts(), [[{ column: 7, descending: false }], [{ column: 7, descending: true }], []]);
    // The keyboard is on the header that was clicked.
    await press('Enter');
    await income.and(view.page.locator('[aria-sort=ascending]')).waitFor();
    await press(' ');
    await income.and(view.page.locator('[aria-sort=descending]')).waitFor();
  });

  it('sort by further columns by Shift+click and Shift+Space', async () => {
    await showSample();
    await header('active').click();
    await view.page.locator('[aria-sort=ascending]').waitFor();
    await header('name').click({ modifiers: ['Shift'] });
    await header('name').locator('.codicon-arrow-up').waitFor();
    await press('ArrowLeft', 'Shift+Space');
    await header('id').locator('.codicon-arrow-up').waitFor();
    assert.deepEqual(sorts().at(-1), [
      { column: 5, descending: false },
      { column: 1, descending: false },
      { column: 0, descending: false },
    ]);
    await header('name').click({ modifiers: ['Shift'] });
    await header('name').locator('.codicon-arrow-down').waitFor();
    assert.deepEqual(sorts().at(-1)?.[1], { column: 1, descending: true });
    await header('email').click();
    await header('email').and(view.page.locator('[aria-sort=ascending]')).waitFor();
    assert.deepEqual(sorts().at(-1), [{ column: 2, descending: false }]);
  });

  it('do not sort by a drag, an edge, the empty space beside them, or a right-click', async () => {
    await showSample();
    const { mouse } = view.page;
    const id = (await header('id').boundingBox()) ?? assert.fail();
    const name = (await header('name').boundingBox()) ?? assert.fail();
    const y = id.y + 10;
    const drag = async (from: number, to: number): Promise<void> => {
      await mouse.move(from, y);
      await mouse.down();
      await mouse.move(to, y, { steps: 6 });
      await mouse.up();
      await drawn(view.page);
    };
    await drag(id.x + 10, id.x + 30);
    await drag(id.x + id.width - 1, id.x + id.width + 30);
    await drag(name.x + 40, id.x + 10);
    assert.ok(((await header('name').boundingBox())?.x ?? 0) < ((await header('id').boundingBox())?.x ?? 0));
    await header('name').click({ button: 'right' });
    await view.page.getByRole('menu').waitFor();
    await press('Escape');
    host.showRows([{ name: 'only', numeric: false }], [[text('one')]], {
      can: { ...can(), ...everything },
    });
    await header('only').waitFor();
    await mouse.click(900, y);
    await drawn(view.page);
    assert.deepEqual(sorts(), []);
  });

  it('select their column by the menu, and a cell’s column by Ctrl+Space', async () => {
    await showSample();
    await header('email').click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Select column' }).click();
    await said('25 × 1 cells selected');
    await press('Shift+ArrowRight', 'Control+c');
    await view.page.getByRole('gridcell', { name: '1001', exact: true }).click();
    await press('Control+Space', 'Control+c', 'ArrowUp', 'Control+c');
    assert.deepEqual(
      (
        host.called('copy') as {
          fromRow: number;
          toRow: number;
          columns: number[];
        }[]
      ).map(({ fromRow, toRow, columns }) => [fromRow, toRow, columns]),
      [
        [0, 25, [2, 3]],
        [0, 25, [0]],
      ],
      'on a header alone nothing is selected',
    );
  });

  it('are moved among the pinned columns or among the others, not from one to the other', async () => {
    const columns = ['a', 'b', 'c'].map((name) => ({ name, numeric: false }));
    host.showRows(columns, [[text('1'), text('2'), text('3')]]);
    const choose = async (header: string, item: string): Promise<void> => {
      await view.page.getByRole('columnheader', { name: header, exact: true }).click({ button: 'right' });
      await view.page.getByRole('menuitem', { name: item }).or(checkbox(item)).first().click();
      await drawn(view.page);
    };
    const checkbox = (name: string): Locator => view.page.getByRole('menuitemcheckbox', { name });
    const order = (): Promise<string[]> =>
      view.page.locator('.header [role=columnheader]:not(.corner) .value').allTextContents();
    await choose('c', 'Pinned');
    assert.deepEqual(await order(), ['c', 'a', 'b']);
    // Their menus do not offer these moves; their keys do nothing.
    await view.page.getByRole('grid').focus();
    await press('Control+Home', 'ArrowRight', 'ArrowUp', 'Control+Shift+Alt+ArrowLeft');
    await press('ArrowLeft', 'Control+Shift+Alt+ArrowRight');
    assert.deepEqual(await order(), ['c', 'a', 'b']);
    await choose('a', 'Move right');
    assert.deepEqual(await order(), ['c', 'b', 'a']);
  });

  it('keep the arrow of the sort beside what opens the menu, in narrow columns too', async () => {
    const columns = ['a_rather_long_name', 'a_rather_long_number'].map((name, at) => ({
      name,
      numeric: at === 1,
    }));
    const sorts = [
      { column: 0, descending: false },
      { column: 1, descending: true },
    ];
    for (const steps of [0, 4, 8, 12]) {
      await view.reload();
      host.showRows(columns, [[text('1'), text('2')]], {
        can: { ...can(), sort: true },
        arrangement: { sorts, filters: [] },
      });
      for (const { name } of columns) {
        const arrow = header(name).locator('> .codicon');
        await arrow.waitFor();
        await view.page.mouse.move(5, 400);
        const value = header(name).locator('.value');
        const lacks = await value.evaluate((node) => node.scrollWidth - node.clientWidth);
        assert.ok(lacks <= 0, `${name} lacks ${lacks} px`);
        await header(name).click({ button: 'right' });
        await press('Escape', ...Array.from({ length: steps }, () => 'Shift+Alt+ArrowLeft'));
        for (const point of [false, true]) {
          if (point) await header(name).hover();
          else await view.page.mouse.move(5, 400);
          const [box, head] = [await arrow.boundingBox(), await header(name).boundingBox()];
          assert.ok(box && head && box.x >= head.x && box.x + box.width <= head.x + head.width);
          await assertApart(header(name).locator('.opener'), header(name).locator('.place'), arrow);
        }
      }
      await view.picture(`headers-both-${steps}`);
    }
  });

  it('have names and values whole where there is room for them, and share it where there is little', async () => {
    const names = [
      'customer_support_interactions_by_region_and_quarter_2024',
      'メールアドレスと電話番号と生年月日',
    ];
    const long = 'a value of about eighty characters, which is longer than any column was until now';
    host.showRows(
      names.map((name) => ({ name, numeric: false })),
      [[text(long), text('short')]],
      {
        can: { ...can(), sort: true },
        arrangement: { sorts: [{ column: 0, descending: false }], filters: [] },
      },
    );
    const lacking = (): Promise<number[]> =>
      view.page
        .locator('.header .value, .body .value, .chip .label')
        .evaluateAll((all) => all.map((one) => Math.max(0, one.scrollWidth - one.clientWidth)));
    await view.page.getByText(long).waitFor();
    await drawn(view.page);
    assert.deepEqual(await lacking(), [0, 0, 0, 0, 0]);
    await view.page.setViewportSize({ width: 500, height: 420 });
    await drawn(view.page);
    assert.ok((await lacking()).some((pixels) => pixels > 0));
    const [first = 0, second = 0] = await view.page
      .locator('.header [role=columnheader]:not(.corner)')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    assert.ok(first <= 320 && second >= 150, `${first}, ${second}`);
    await view.page.setViewportSize({ width: 1000, height: 420 });
    await drawn(view.page);
    assert.deepEqual(await lacking(), [0, 0, 0, 0, 0]);
  });
});
