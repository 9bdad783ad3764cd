import assert from 'node:assert/strict';
import type { Cell, ColumnSort } from '../../src/protocol/results.ts';
import { afterTimer, eventually } from '../run/waiting.ts';
import { FakeHost, text } from './fakeHost.ts';
import { everything, toolsOf, unansweredText } from './fakeTools.ts';
import { drawn, pressIn, type WebviewPage } from './harness.ts';
import { can, columns, samplePage } from './sample.ts';
import { closeAfterEach, harnessOfSuite } from './suite.ts';

describe('results view: details and arrangement', () => {
  const harness = harnessOfSuite('results');
  let view: WebviewPage;
  let host: FakeHost;

  beforeEach(async () => {
    host = new FakeHost();
    host.tools = toolsOf(host);
    view = await harness.open({ connect: host.connect, width: 1200, height: 480 });
    const scope = 'over the 25 rows loaded';
    host.showRows(columns, samplePage(0), { can: { ...can('next', 'showAudit'), ...everything }, scope });
    await view.page.getByText('1001', { exact: true }).waitFor();
    await view.page.getByRole('grid').focus();
  });
  closeAfterEach(() => view);

  const press = (...keys: readonly string[]): Promise<void> => pressIn(view, keys);
  const pane = () => view.page.getByRole('region', { name: 'Details' });
  const item = (name: string) => view.page.getByRole('menu').getByText(name, { exact: true });
  /** Waits until the first headers shown are these. */
  const headersBegin = async (...names: readonly string[]): Promise<void> => {
    const read = (): Promise<string[]> =>
      view.page
        .locator('.header [role=columnheader]:not(.corner)')
        .evaluateAll((list) =>
          list
            .sort((a, b) => Number(a.ariaColIndex) - Number(b.ariaColIndex))
            .map((one) => one.querySelector('.value')?.textContent ?? ''),
        );
    let seen: string[] = [];
    for (let tries = 0; tries < 40 && seen.join() !== names.join(); tries++) {
      seen = (await read()).slice(0, names.length);
    }
    assert.deepEqual(seen, names);
  };

  it('shows a nested value as a tree that follows the active cell', async () => {
    await press('End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Enter');
    await pane().getByRole('heading', { name: 'address' }).waitFor();
    const street = pane().getByRole('treeitem', { name: 'street' });
    await street.waitFor();
    assert.equal(await street.getAttribute('aria-level'), '1');
    assert.equal(await street.getAttribute('aria-setsize'), '2');
    assert.match((await street.textContent()) ?? '', /12 Main St/);
    await press('ArrowRight');
    await pane().getByRole('heading', { name: 'income' }).waitFor();
    await pane().getByText('52000.50').waitFor();
    await press('ArrowDown');
    await pane().getByText('Row 2').waitFor();
    await pane().getByText('53234.50').waitFor();
    await press('Enter');
    assert.equal(await pane().evaluate((element) => element.contains(document.activeElement)), true);
    await press('Escape');
    assert.equal(await pane().count(), 0);
    const name = await view.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    assert.equal(name, 'Query results');
  });

  it('walks a whole record by keys, nested and cut values opened', async () => {
    const whole = 'word '.repeat(5_000);
    host.rows = samplePage(0).map((row, at) =>
      at === 3 ? row.map((cell, column) => (column === 8 ? { k: 'text', t: whole } : cell)) : row,
    );
    await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Shift+F10');
    await item('Show record').click();
    const tree = pane().getByRole('tree', { name: 'Record' });
    await tree.waitFor();
    assert.equal(await tree.getByRole('treeitem').count(), columns.length);
    await pane().getByText('Row 4').waitFor();
    await press('F6', 'End', 'ArrowUp');
    const active = (): Promise<string> => view.page.evaluate(() => document.activeElement?.textContent ?? '');
    assert.match(await active(), /^note/);
    await press('ArrowRight');
    await tree.getByText(whole.trim().slice(0, 2_000)).first().waitFor();
    await press(
      'Home',
      'ArrowDown',
      'ArrowDown',
      'ArrowDown',
      'ArrowDown',
      'ArrowDown',
      'ArrowDown',
      'Enter',
    );
    await tree.getByRole('treeitem', { name: /^zip/ }).waitFor();
    await press('ArrowRight');
    assert.match(await active(), /street/);
    await press('ArrowLeft');
    assert.match(await active(), /^address/);
    await press('ArrowLeft');
    assert.equal(await tree.getByRole('treeitem', { name: /^zip/ }).count(), 0);
    await view.picture('record');
  });

  it('shows hostile nested values as they are', async () => {
    const keys =
      '{"__proto__":1,"10":9007199254740993,"2":1.10,"":null,"<img src=x onerror=alert(1)>":[[],{}]}';
    const deep = `${'['.repeat(200)}1${']'.repeat(200)}`;
    const long = JSON.stringify(Array.from({ length: 1_000 }, (_, index) => index));
    const rows: Cell[][] = [keys, deep, long, '{broken'].map((t) => [{ k: 'object', t }]);
    host.showRows([{ name: 'nested', numeric: false }], rows);
    await view.page.getByText('{broken').waitFor();
    await press('Control+Home', 'Enter');
    const names = pane().getByRole('treeitem');
    await names.nth(4).waitFor();
    const shown = await names.evaluateAll((list) => list.map((one) => one.textContent));
    assert.deepEqual(shown, [
      '__proto__1',
      '109007199254740993',
      '21.10',
      'null valueNULL',
      '<img src=x onerror=alert(1)>[2]',
    ]);
    await press('ArrowDown');
    await pane().getByText('Row 2').waitFor();
    await pane().getByRole('treeitem', { name: '0' }).waitFor();
    await press('Enter');
    for (let level = 0; level < 150; level++) await press('ArrowRight', 'ArrowRight');
    await view.page.locator('[aria-level="150"]').waitFor();
    await press('Escape', 'ArrowDown', 'Enter');
    await pane().getByText('Show 800 more').click();
    await pane().getByText('Show 600 more').waitFor();
    await press('Escape', 'ArrowDown', 'Enter');
    await pane().getByText('{broken').waitFor();
  });

  it('sorts by the header, by Enter or by menu, and says over what', async () => {
    await press('ArrowUp', 'Enter');
    const id = view.page.getByRole('columnheader', { name: 'id', exact: true });
    await view.page.locator('[aria-sort=ascending]').waitFor();
    await press('Enter');
    await view.page.getByText('1025', { exact: true }).waitFor();
    assert.equal(await id.getAttribute('aria-sort'), 'descending');
    await view.page.locator('.rows-bar').getByText('over the 25 rows loaded').waitFor();
    assert.equal(await view.page.getByRole('grid').getAttribute('aria-activedescendant'), 'cell--1-0');
    await press('Enter');
    await view.page.locator('[aria-sort]').waitFor({ state: 'detached' });
    await press('ArrowRight', 'Shift+F10');
    await item('Sort descending').click();
    await view.page
      .getByRole('button', { name: 'Sorted by name, descending. Click for original order.' })
      .click();
    assert.deepEqual(
      (host.called('sort') as { sorts: readonly ColumnSort[] }[]).map(({ sorts }) => sorts),
      [
        [{ column: 0, descending: false }],
        [{ column: 0, descending: true }],
        [],
        [{ column: 1, descending: true }],
        [],
      ],
    );
  });

  it('sorts by further columns, by Shift+Enter or by menu, and says in which order they count', async () => {
    const sorts = () => (host.called('sort').at(-1) as { sorts: readonly ColumnSort[] }).sorts;
    const header = (name: string) => view.page.getByRole('columnheader', { name, exact: true });
    await press('ArrowUp', 'Enter');
    await view.page.locator('[aria-sort=ascending]').waitFor();
    await press('ArrowRight', 'Shift+Enter');
    await header('name sorted second, ascending').waitFor();
    assert.equal(await header('id sorted first, ascending').getAttribute('aria-sort'), 'ascending');
    assert.equal(await view.page.locator('[aria-sort]').count(), 1, 'screen readers take one at most');
    assert.deepEqual(await view.page.locator('.header .place:visible').allTextContents(), ['1', '2']);
    await press('Shift+Enter');
    await header('name sorted second, descending').waitFor();
    await view.picture('sorted-by-two');
    await press('ArrowRight', 'Shift+F10');
    await item('Then sort descending').click();
    await view.page
      .getByRole('button', { name: /^Then by \w+, descending\. Click to remove this sort\.$/ })
      .nth(1)
      .waitFor();
    assert.deepEqual(sorts(), [
      { column: 0, descending: false },
      { column: 1, descending: true },
      { column: 2, descending: true },
    ]);
    await press('ArrowLeft', 'Shift+Enter');
    await header('name').waitFor();
    await view.page
      .getByRole('button', { name: 'Sorted by id, ascending. Click to remove this sort.' })
      .click();
    await view.page
      .getByRole('button', { name: /^Sorted by \w+, descending\. Click for original order\.$/ })
      .waitFor();
    assert.deepEqual(sorts(), [{ column: 2, descending: true }]);
    assert.equal(await view.page.locator('.header .place:visible').count(), 0, 'one alone has no number');
    await view.page.getByRole('grid').focus();
    await press('Enter');
    await header('name').and(view.page.locator('[aria-sort=ascending]')).waitFor();
    assert.deepEqual(sorts(), [{ column: 1, descending: false }]);
  });

  it('filters by a value, says so, and takes it back', async () => {
    await press('ArrowRight', 'Shift+F10');
    await item('Only this value').click();
    const chip = view.page.getByRole('button', { name: 'Remove filter name is Ann Miller' });
    await chip.waitFor();
    await view.picture('arranged');
    assert.equal(await view.page.getByText('Bob Ñandú').filter({ visible: true }).count(), 0);
    await chip.click();
    await view.page.getByText('Bob Ñandú').first().waitFor();
    assert.equal(await view.page.getByRole('button', { name: /Remove filter/ }).count(), 0);
  });

  it('finds over the loaded rows, forwards, backwards and around', async () => {
    await press('Control+f');
    const input = view.page.getByRole('textbox', { name: 'Find in loaded rows' });
    await input.fill('miller');
    await view.page.getByText('1 of 9').waitFor();
    const active = (): Promise<string | null> =>
      view.page.getByRole('grid').getAttribute('aria-activedescendant');
    assert.equal(await active(), 'cell-0-1');
    await press('Enter');
    await view.page.getByText('2 of 9').waitFor();
    assert.equal(await active(), 'cell-3-1');
    await press('Shift+Enter');
    await view.page.getByText('1 of 9').waitFor();
    await press('Shift+Enter');
    await view.page.getByText('9 of 9').waitFor();
    assert.equal(await active(), 'cell-24-1');
    await view.picture('find');
    await input.fill('no such thing');
    const noMatch = view.page.getByText('No match');
    await noMatch.waitFor();
    // Without an answer nothing is said of matches.
    await input.fill(unansweredText);
    await noMatch.waitFor({ state: 'hidden' });
    await press('Escape');
    const name = await view.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    assert.equal(name, 'Query results');
    assert.equal(await input.count(), 0);
  });

  it('takes what is typed right after Ctrl+F, from the buttons too', async () => {
    const input = view.page.getByRole('textbox', { name: 'Find in loaded rows' });
    for (const from of [view.page.getByRole('grid'), view.page.getByRole('button', { name: 'Next page' })]) {
      await from.focus();
      await view.page.keyboard.press('Control+f');
      await view.page.keyboard.type('mil');
      // What the editor says of the key comes later, and takes nothing away.
      host.find(true);
      await drawn(view.page);
      await view.page.keyboard.type('ler');
      assert.equal(await input.inputValue(), 'miller');
      await press('Escape');
      await input.waitFor({ state: 'hidden' });
    }
  });

  it('stays closed where it was closed before the editor told of the key, and opens at the command', async () => {
    const input = view.page.getByRole('textbox', { name: 'Find in loaded rows' });
    await view.page.getByRole('grid').focus();
    await press('Control+f');
    await input.waitFor();
    await press('Escape');
    host.find(true);
    await drawn(view.page);
    assert.equal(await input.count(), 0);
    host.find(false);
    await input.waitFor();
    await press('Escape');
    // A key that the page knows nothing of.
    host.find(true);
    await input.waitFor();
  });

  it('keeps what is open in the details while rows come in at the end', async () => {
    await press('Enter');
    const value = pane().locator('.content').first();
    await value.waitFor();
    await drawn(view.page);
    await pane().evaluate((element) => {
      const marked = element.querySelector('.content')?.firstElementChild;
      if (!marked) throw new Error('nothing is open');
      marked.setAttribute('data-kept', '');
    });
    const { rev, dataRev } = host.state;
    host.rows = samplePage(0, 50);
    host.send({ rowCount: 50, dataRev: dataRev ?? rev, status: 'Rows 1–50' });
    await view.page.getByText('Rows 1–50', { exact: true }).waitFor();
    // By then what follows the grid has followed it.
    await afterTimer(100);
    assert.equal(await pane().locator('[data-kept]').count(), 1);
  });

  it('pins, hides, moves and brings back columns, and remembers it', async () => {
    await press('ArrowUp', 'ArrowRight', 'ArrowRight', 'Shift+F10');
    await item('Pinned').click();
    await headersBegin('email', 'id', 'name');
    await view.page.getByRole('grid').evaluate((grid) => {
      grid.scrollLeft = 400;
    });
    const email = view.page.getByRole('columnheader', { name: 'email', exact: true });
    await view.page.waitForFunction('document.querySelector(".grid").scrollLeft > 0');
    const box = await email.boundingBox();
    assert.ok(box && box.x < 60, 'a pinned column stays');
    const opaque = await view.page
      .locator('.row.odd .pinned')
      .first()
      .evaluate((element) => {
        return getComputedStyle(element).backgroundColor;
      });
    assert.doesNotMatch(opaque, /rgba\(.*, 0\)|transparent/);
    await press('Control+ArrowLeft');
    assert.equal(await view.page.getByRole('grid').getAttribute('aria-activedescendant'), 'cell--1-0');
    await press('ArrowRight');
    await view.page.waitForFunction('document.querySelector(".grid").scrollLeft === 0');
    await press('Shift+F10');
    await item('Hide column').click();
    await headersBegin('email', 'name');
    await press('Control+Shift+Alt+ArrowRight');
    await headersBegin('email', 'ssn', 'name');
    const saved = await view.savedState();
    const again = await harness.open({ connect: host.connect, saved });
    await again.page.getByRole('columnheader', { name: 'ssn', exact: true }).waitFor();
    assert.equal(await again.page.getByRole('columnheader', { name: 'id', exact: true }).count(), 0);
    await again.close();
    await press('Shift+F10');
    await item('Show hidden columns (1)').click();
    await view.page.getByRole('columnheader', { name: 'id', exact: true }).waitFor();
  });

  it('copies columns in the order shown', async () => {
    await press(
      'ArrowUp',
      'Control+Shift+Alt+ArrowRight',
      'ArrowDown',
      'Control+ArrowLeft',
      'Shift+ArrowRight',
    );
    await press('Control+c');
    const [call] = host.called('copy') as { columns: number[] }[];
    assert.deepEqual(call?.columns, [1, 0]);
  });

  it('moves a selected column with the mouse', async () => {
    const header = (name: string) => view.page.getByRole('columnheader', { name, exact: true });
    await header('id').click();
    const target = await header('email').boundingBox();
    assert.ok(target);
    await header('id').hover();
    await view.page.mouse.down();
    await view.page.mouse.move(target.x + target.width - 20, target.y + 10, { steps: 12 });
    await view.page.mouse.up();
    await headersBegin('name', 'email', 'id');
  });

  it('copies in each form', async () => {
    const names = [
      'Copy as CSV',
      'Copy as JSON',
      'Copy as Markdown',
      'Copy as SQL condition',
      'Copy without headers',
    ];
    for (const name of names) {
      await press('Shift+F10');
      await item(name).click();
    }
    const formats = (host.called('copy') as { format: string }[]).map((call) => call.format);
    assert.deepEqual(formats, ['csv', 'json', 'markdown', 'condition', 'tsvWithoutHeaders']);
  });

  it('reveals a masked value from the details and from the menu', async () => {
    await press('ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
    await pane().getByRole('button', { name: 'Reveal this value' }).click();
    await pane().getByText('revealed').waitFor();
    assert.deepEqual(
      (host.called('reveal') as { row: number; column: number }[]).map((call) => [call.row, call.column]),
      [[1, 3]],
    );
  });

  it('tells the host what is selected, at once before an export', async () => {
    const { page } = view;
    await page.getByRole('columnheader').nth(2).click();
    await press('Shift+ArrowRight');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await eventually('the tool', () => host.called('tool').length === 1);
    const calls = host.calls.map(({ method }) => method);
    assert.ok(calls.lastIndexOf('setSelectedCells') >= 0 && calls.includes('tool'));
    assert.ok(calls.indexOf('setSelectedCells') < calls.indexOf('tool'), 'told too late');
    assert.deepEqual(host.called('setSelectedCells').at(-1), {
      rev: host.state.rev,
      fromRow: 0,
      toRow: 25,
      columns: [1, 2],
    });
    await page.getByRole('grid').focus();
    await press('Control+a');
    // Also where nothing is pressed: the palette knows the command too.
    await eventually(
      'the selection',
      () => (host.called('setSelectedCells').at(-1) as { columns: number[] }).columns.length > 2,
    );
  });

  it('says how many columns are masked, and where to reveal them', async () => {
    const { page } = view;
    const calls = (): number => host.called('tool').length;
    const before = calls();
    const reveal = page.getByRole('button', { name: '1 column masked · Reveal' });
    const header = page.getByRole('columnheader').nth(2);
    const title = 'Masked. Reveal it in the menu of this column (Shift+F10), or all values with Alt+M.';
    assert.equal(await reveal.count(), 0);
    host.send({ isMasked: true, maskedColumns: [1] });
    await reveal.waitFor();
    assert.match((await reveal.getAttribute('title')) ?? '', /\(Alt\+M\)/);
    await page.locator(`[role=columnheader][title$="${title}"]`).waitFor();
    assert.ok((await header.getAttribute('title'))?.endsWith(`\n${title}`));
    const offersReveal = async (column: number): Promise<boolean> => {
      await page.getByRole('columnheader').nth(column).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Select column' }).waitFor();
      const isOffered = await page.getByRole('menuitem', { name: 'Reveal this column' }).isVisible();
      await press('Escape');
      return isOffered;
    };
    assert.deepEqual([await offersReveal(1), await offersReveal(2)], [false, true]);
    await reveal.click();
    await page.getByRole('grid').focus();
    await press('Alt+m');
    await eventually('both requests', () => calls() === before + 2);
    assert.deepEqual(host.called('tool').slice(before), [{ tool: 'toggleMask' }, { tool: 'toggleMask' }]);
    host.send({ isMasked: true, maskedColumns: [0, 1] });
    await page.getByRole('button', { name: '2 columns masked · Reveal' }).waitFor();
    const { maskedColumns: _, ...rest } = host.state;
    host.state = rest;
    host.send({ isMasked: false });
    await page.getByRole('button', { name: /masked · Reveal/ }).waitFor({ state: 'hidden' });
    // Headers are drawn in a later frame than the bar.
    await page.locator('[role=columnheader][title*=Masked]').first().waitFor({ state: 'detached' });
  });

  it('has buttons for what the host can do, and none for what it cannot', async () => {
    const { page } = view;
    for (const name of ['Load all', 'Export', 'Mask values']) {
      await page.getByRole('button', { name, exact: true }).click();
    }
    assert.deepEqual(
      (host.called('tool') as { tool: string }[]).map((call) => call.tool),
      ['loadAll', 'export', 'toggleMask'],
    );
    host.send({ isMasked: true });
    await page.getByRole('button', { name: 'Mask values', pressed: true }).waitFor();
    host.send({
      can: { ...can('cancel'), pause: true },
      progress: { done: 250, total: 1_000 },
      status: '250 of 1,000',
    });
    const bar = page.getByRole('progressbar', { name: 'Loading' });
    await bar.waitFor();
    assert.equal(await bar.getAttribute('aria-valuenow'), '25');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await view.picture('load-all');
    assert.equal(await page.getByRole('button', { name: 'Load all' }).count(), 0);
    host.state = { ...host.state, can: can('next') };
    const { progress: _, ...rest } = host.state;
    host.state = rest;
    host.send({});
    await bar.waitFor({ state: 'hidden' });
    for (const name of ['Load all', 'Export', 'Mask values', 'Find in loaded rows', 'Pause']) {
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
    }
    await page.getByRole('grid').focus();
    await press('Control+f');
    assert.equal(await page.getByRole('textbox').count(), 0);
    await press('Shift+F10');
    const items = await page.getByRole('menuitem').evaluateAll((list) => list.map((one) => one.textContent));
    assert.deepEqual(items, ['CopyCtrl+C', 'Show valueEnter', 'Show record']);
    await press('s', 'Enter');
    await pane().getByText('1001').waitFor();
  });

  it('closes the details when another table comes', async () => {
    await press('Enter');
    await pane().waitFor();
    host.showRows([{ name: 'other', numeric: false }], [[text('x')]]);
    await view.page.getByText('x', { exact: true }).waitFor();
    assert.equal(await pane().count(), 0);
  });
});
