import assert from 'node:assert/strict';
import type { Cell } from '../../src/protocol/results.ts';
import { FakeHost, text } from './fakeHost.ts';
import { everything, toolsOf } from './fakeTools.ts';
import { drawn, type WebviewPage } from './harness.ts';
import { can } from './sample.ts';
import { closeAfterEach, harnessOfSuite } from './suite.ts';

describe('results view: hostile values', () => {
  const harness = harnessOfSuite('results');
  let view: WebviewPage;
  let host: FakeHost;

  beforeEach(async () => {
    host = new FakeHost();
    view = await harness.open({ connect: host.connect, width: 1400 });
  });
  // A script that ran, a request or a dialog would be among them.
  closeAfterEach(() => view);

  const values: Readonly<Record<string, string>> = {
    image: '<img src=x onerror="document.title=1">',
    script: '</script><script>document.title=1</script>',
    link: '[x](command:workbench.action.quit) $(zap)',
    override: 'safe\u202Etxt.exe',
    lone: 'a\uD800b\uDC00',
    nul: 'a\u0000b',
    lines: 'one\ntwo\r\nthree\ttab',
    zalgo: `Z${'\u0335\u0300'.repeat(60)}`,
    emoji: '👩‍👩‍👧‍👦🏳️‍🌈',
  };

  it('draws every text as text, in cells, headers, states and notices', async () => {
    const entries = Object.entries(values);
    const columns = entries.map(([, value]) => ({ name: value, numeric: false }));
    const row = entries.map(([, value]) => text(value));
    host.showRows(columns, [row], {
      rows: [row],
      status: values.image ?? '',
      detail: values.script ?? '',
      request: { time: values.image ?? '', id: values.script ?? '' },
      target: { label: values.image ?? '', environment: 'production' },
      notice: {
        title: values.image ?? '',
        text: values.script ?? '',
        buttons: [{ id: 'retry', label: values.image ?? '' }],
      },
    });
    await view.page.getByRole('grid').waitFor();
    const shown = await view.page
      .getByRole('gridcell')
      .evaluateAll((cells) => cells.map((cell) => cell.textContent));
    assert.deepEqual(
      shown,
      entries.slice(0, shown.length).map(([, value]) => value),
    );
    assert.ok(shown.length >= 5);
    assert.equal(await view.page.locator('img').count(), 0);
    assert.equal(await view.page.locator('script').count(), 1);
    assert.equal(await view.page.title(), 'Results');
    await view.picture('hostile');
  });

  it('keeps columns named like built-ins, numbers or nothing, in the order given', async () => {
    const names = ['__proto__', 'constructor', '10', '2', '', '', 'toString', 'id'];
    const columns = names.map((name) => ({ name, numeric: false }));
    const row = names.map((_, index) => text(`v${index}`));
    host.showRows(columns, [row], { rows: [row] });
    await view.page.getByRole('grid').waitFor();
    const headers = view.page.getByRole('columnheader');
    assert.deepEqual(
      await headers.evaluateAll((list) => list.slice(1).map((one) => one.textContent)),
      names.map((name) => (name === '' ? '""' : name)),
    );
    const cells = view.page.getByRole('gridcell');
    assert.deepEqual(
      await cells.evaluateAll((list) => list.map((one) => one.textContent)),
      row.map((cell) => cell.t),
    );
    await view.page.getByRole('grid').focus();
    await view.page.keyboard.press('ArrowUp');
    await view.page.keyboard.press('Shift+Alt+ArrowRight');
    assert.equal(JSON.stringify(await view.savedState()).includes('proto'), false);
  });

  it('shows all of a column’s name that can be misread, and its whole length in the tooltip alone', async () => {
    const long = `${'long name '.repeat(999)}end of it`;
    const names = ['\u202Eevil', 'one\nline', ' ', 'אבג', 'say "hi"', 'a.b', long];
    host.tools = toolsOf(host);
    await view.close();
    view = await harness.open({ connect: host.connect, width: 1400 });
    const columns = names.map((name) => ({ name, numeric: false }));
    host.showRows(columns, [names.map(() => text('v'))], { can: { ...can(), ...everything } });
    const headers = view.page.getByRole('columnheader');
    await headers.nth(1).waitFor();
    const shown = ['\uFFFDevil', 'one line', '" "', 'אבג', 'say "hi"', 'a.b', `${long.slice(0, 300)}…`];
    assert.deepEqual(await headers.evaluateAll((list) => list.slice(1).map((one) => one.textContent)), shown);
    assert.equal(await headers.last().getAttribute('title'), long);
    for (const index of [0, 2, 6]) {
      await headers.nth(index + 1).click({ button: 'right' });
      await view.page.getByRole('menuitem', { name: 'Column statistics' }).click();
      await view.page.locator('.statistics').waitFor();
      const heading = view.page.locator('.pane h2');
      assert.equal(await heading.textContent(), shown[index]);
      assert.equal(await heading.getAttribute('title'), index === 6 ? long : shown[index]);
      await headers.nth(index + 1).click();
      await view.page.getByRole('button', { name: /^Sorted by/ }).waitFor();
    }
    const chip = view.page.getByRole('button', { name: /^Sorted by/ });
    assert.ok(((await chip.getAttribute('aria-label')) ?? '').length < 120);
    const isWithin = await view.page.evaluate(
      () => document.documentElement.scrollWidth <= window.innerWidth,
    );
    assert.ok(isWithin, 'wider than the view');
  });

  it('keeps a right-to-left override inside its cell', async () => {
    const columns = ['a', 'b'].map((name) => ({ name, numeric: false }));
    host.showRows(columns, [[text('safe\u202Etxt.exe'), text('next')]]);
    const next = view.page.getByText('next');
    await next.waitFor();
    const direction = await next.evaluate((value) => getComputedStyle(value).unicodeBidi);
    assert.equal(direction, 'isolate');
  });

  it('takes a cell of a megabyte and one of ten thousand lines', async () => {
    const columns = ['big', 'lines', 'after'].map((name) => ({ name, numeric: false }));
    const row: Cell[] = [text('x'.repeat(1_048_576)), text('line\n'.repeat(10_000)), text('still here')];
    host.showRows(columns, [row]);
    await view.page.getByText('still here').waitFor();
    const heights = await view.page
      .getByRole('gridcell')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().height));
    assert.deepEqual(heights, [24, 24, 24]);
    await view.page.getByRole('grid').focus();
    await view.page.keyboard.press('ArrowUp');
    await view.page.keyboard.press('Shift+Alt+ArrowDown');
    await drawn(view.page);
    const big = view.page.getByRole('columnheader', { name: 'big' });
    assert.equal((await big.boundingBox())?.width, 2_000, 'widths are bounded');
  });

  it('takes ten thousand columns and draws only those visible', async () => {
    const columns = Array.from({ length: 10_000 }, (_, index) => ({ name: `c${index}`, numeric: false }));
    const rows = Array.from({ length: 25 }, (_, row) => columns.map((_, column) => text(`${row}.${column}`)));
    host.showRows(columns, rows);
    await view.page.getByText('0.0', { exact: true }).waitFor();
    await view.page.getByText('9.3', { exact: true }).waitFor();
    assert.ok((await view.page.getByRole('gridcell').count()) < 1_000);
    assert.ok(host.mostInFlight <= 3);
    await view.page.getByRole('grid').focus();
    await view.page.keyboard.press('End');
    await view.page.getByText('0.9999', { exact: true }).waitFor();
    assert.equal(await view.page.getByRole('grid').getAttribute('aria-colcount'), '10001');
    const header = view.page.getByRole('columnheader', { name: 'c9999' });
    assert.equal(await header.getAttribute('aria-colindex'), '10001');
  });

  it('survives answers of any shape and says that rows are missing', async () => {
    const columns = [{ name: 'a', numeric: false }];
    const wrong: readonly unknown[] = [null, { rows: 'x' }, { rows: [[{ k: 'html', t: '<b>' }]] }];
    for (const [index, answer] of wrong.entries()) {
      host.spoil = () => answer;
      host.showRows(columns, [[text('never')]], { status: `answer ${index}`, firstRowNumber: index + 1 });
      await view.page.getByRole('heading', { name: `Could not load rows from ${index + 1}` }).waitFor();
      assert.equal(await view.page.getByText('never').count(), 0);
    }
    assert.equal(host.called('fetchRows').length, 3 * wrong.length, 'three tries each, no loop');
    host.spoil = (answer) => answer;
    host.showRows(columns, [[text('here')]]);
    await view.page.getByText('here', { exact: true }).waitFor();
  });

  it('ignores messages of other origins', async () => {
    host.showRows([{ name: 'a', numeric: false }], [[text('true')]]);
    await view.page.getByText('true', { exact: true }).waitFor();
    await view.page.evaluate(() => {
      const data = { method: 'state', params: { rev: 99 } };
      window.dispatchEvent(new MessageEvent('message', { data, origin: 'https://evil.example' }));
      const frame = { ...data, params: null };
      window.dispatchEvent(new MessageEvent('message', { data: frame, origin: location.origin }));
    });
    assert.equal(await view.page.getByText('true', { exact: true }).isVisible(), true);
  });
});
