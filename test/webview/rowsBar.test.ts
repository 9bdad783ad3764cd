import assert from 'node:assert/strict';
import type { Cell } from '../../src/protocol/results.ts';
import { eventually } from '../run/waiting.ts';
import { FakeHost, text } from './fakeHost.ts';
import { everything, toolsOf } from './fakeTools.ts';
import { boxesOf, drawn, pressIn, type ThemeName, type WebviewPage } from './harness.ts';
import { can, columns, samplePage } from './sample.ts';
import { closeAfterEach, harnessOfSuite } from './suite.ts';
import { axeFaults } from './violations.ts';

const scope = 'over the 25 rows loaded';
const offered = { ...can('next', 'showAudit'), ...everything };

describe('results view: find, sort and filter in one bar', () => {
  const harness = harnessOfSuite('results');
  let view: WebviewPage;
  let host: FakeHost;

  closeAfterEach(() => view);

  type Tools = ReturnType<typeof toolsOf>;
  async function open(
    theme: ThemeName = 'dark',
    width = 1024,
    height = 700,
    change: (tools: Tools) => Tools = (tools) => tools,
  ): Promise<void> {
    host = new FakeHost();
    host.tools = change(toolsOf(host));
    view = await harness.open({ connect: host.connect, theme, width, height });
    host.showRows(columns, samplePage(0), { can: offered, scope, status: 'Rows 1–25 · more available' });
    await view.page.getByText('1001', { exact: true }).waitFor();
    await view.page.getByRole('grid').focus();
  }
  const press = (...keys: readonly string[]): Promise<void> => pressIn(view, keys);
  const bar = () => view.page.getByRole('group', { name: 'Find, sort, and filter' });
  const input = () => bar().getByRole('textbox', { name: 'Find in loaded rows' });
  const focusName = (): Promise<string | null> =>
    view.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
  const choose = async (item: string): Promise<void> => {
    await press('Shift+F10');
    await view.page.getByRole('menu').getByText(item, { exact: true }).click();
  };
  /** Sorted by id, without the first name: two chips, by the keyboard. */
  async function arrange(): Promise<void> {
    await view.page.getByRole('grid').focus();
    await press('Control+Home', 'ArrowUp', 'Enter', 'ArrowDown', 'ArrowRight');
    await choose('Exclude this value');
    await bar().getByRole('button', { name: 'Remove filter name is not Ann Miller' }).waitFor();
  }

  it('is there while any of them is in use, and says once over what', async () => {
    await open();
    assert.equal(await bar().count(), 0);
    await press('Control+f');
    await bar().getByText(scope).waitFor();
    await press('Escape');
    assert.equal(await bar().count(), 0);
    await arrange();
    await press('Control+f');
    await view.page.keyboard.type('Bob');
    await bar().getByText('1 of 8').waitFor();
    assert.equal(await view.page.getByText(scope, { exact: true }).filter({ visible: true }).count(), 1);
    await view.picture('rows-bar');
    await press('Escape');
    assert.equal(await focusName(), 'Query results');
    assert.equal(await input().count(), 0);
    assert.equal(await bar().locator('.chip').count(), 2, 'sort and filter stay');
  });

  it('leaves the active cell where it is if the bar is closed during a search', async () => {
    let searches = 0;
    const { promise: gate, resolve: respond } = Promise.withResolvers<void>();
    await open('dark', 1024, 700, (tools) => ({
      ...tools,
      async find(params) {
        searches += 1;
        await gate;
        return tools.find(params);
      },
    }));
    await press('Control+f');
    await view.page.keyboard.type('Bob');
    await eventually('a search', () => searches === 1);
    await press('Enter', 'Escape');
    respond();
    await gate;
    await drawn(view.page);
    await drawn(view.page);
    assert.equal(await view.page.locator('.cell.active').getAttribute('id'), 'cell-0-0');
    assert.equal(searches, 1, 'the next search was not sent');
  });

  it('takes everything away by the keyboard, one by one or at once, and the focus stays', async () => {
    await open();
    await arrange();
    const chip = (name: RegExp) => bar().getByRole('button', { name });
    await chip(/^Sorted by id/).focus();
    await press('Escape');
    assert.equal(await focusName(), 'Query results', 'Escape leads back from a chip');
    assert.equal(await bar().locator('.chip').count(), 2);
    await chip(/^Sorted by id/).focus();
    await press('Enter');
    await chip(/^Sorted by id/).waitFor({ state: 'detached' });
    assert.equal(await focusName(), 'Remove filter name is not Ann Miller', 'among the chips');
    assert.equal(await chip(/^Clear sort and filters/).count(), 0, 'one alone has its own button');
    await press('Enter');
    await bar().waitFor({ state: 'hidden' });
    assert.equal(await focusName(), 'Query results');
    await arrange();
    await chip(/^Clear sort and filters/).focus();
    await press('Enter');
    await bar().waitFor({ state: 'hidden' });
    assert.equal(await focusName(), 'Query results');
    await view.page.getByText('Ann Miller').first().waitFor();
    assert.equal(await view.page.locator('[aria-sort]').count(), 0);
  });

  it('opens a filter that was typed for a change, and the focus stays at it', async () => {
    await open();
    await press('Control+Home', 'ArrowRight', 'ArrowUp');
    await choose('Filter: contains…');
    await press('ArrowDown');
    await choose('Exclude this value');
    const button = (name: string) => bar().getByRole('button', { name, exact: true });
    await button('Edit filter name contains').waitFor();
    await view.picture('rows-bar-edit');
    assert.equal(
      await bar()
        .getByRole('button', { name: /^Edit filter / })
        .count(),
      1,
      'only what was typed',
    );
    await button('Edit filter name contains').focus();
    await press('Enter');
    await button('Edit filter name contains changed').waitFor();
    assert.deepEqual(host.called('editFilter'), [{ id: 'name contains' }]);
    assert.equal(await focusName(), 'Edit filter name contains changed');
    // The line to type in took the keyboard meanwhile.
    const gate = Promise.withResolvers<void>();
    host.gate = gate.promise;
    await press('Enter');
    await view.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    gate.resolve();
    await button('Edit filter name contains changed changed').waitFor();
    await view.page.evaluate(() => void window.dispatchEvent(new Event('focus')));
    await eventually(
      'the focus',
      async () => (await focusName()) === 'Edit filter name contains changed changed',
    );
    await press('Tab');
    assert.equal(await focusName(), 'Remove filter name contains changed changed');
    await press('Enter');
    await button('Edit filter name contains changed changed').waitFor({ state: 'detached' });
    assert.deepEqual(host.called('clearFilter'), [{ id: 'name contains' }]);
  });

  for (const where of ['the search', 'a chip', 'the time of the request'] as const)
    it(`keeps the focus in the view where the rows go away and ${where} had it`, async () => {
      await open();
      host.send({ request: { time: '12 ms', id: 'r' } });
      if (where === 'the search') await press('Control+f');
      else if (where === 'a chip') await arrange();
      if (where === 'a chip') await bar().locator('.chip').first().focus();
      if (where === 'the time of the request') await view.page.getByText('12 ms', { exact: true }).focus();
      const { request: _, ...rest } = host.state;
      host.state = rest;
      const buttons = [{ id: 'retry', label: 'Try Again' }] as const;
      host.send({ phase: 'error', rowCount: 0, notice: { title: 'Service down', text: '', buttons } });
      await view.page.getByRole('heading', { name: 'Service down' }).waitFor();
      assert.equal(await view.page.evaluate(() => document.activeElement?.textContent), 'Try Again');
      host.showRows(columns, samplePage(0));
      await view.page.getByText('1001', { exact: true }).waitFor();
      assert.equal(await focusName(), 'Query results');
    });

  for (const theme of ['dark', 'light', 'hc-dark', 'hc-light'] as const)
    it(`has all visible, in one line at 1024 pixels, and axe-core finds nothing: ${theme}`, async () => {
      await open(theme);
      await arrange();
      await press('Control+f');
      await view.page.keyboard.type('Bob');
      await bar().getByText(/1 of/).waitFor();
      // 512: twice the size at 1024.
      for (const width of [1400, 1024, 512]) {
        await view.page.setViewportSize({ width, height: width === 1400 ? 900 : 700 });
        await drawn(view.page);
        const boxes = await boxesOf(bar().locator('input, .found, button, .scope'));
        assert.equal(boxes.length, 9);
        for (const box of boxes) {
          assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${width}: ${JSON.stringify(box)}`);
          assert.ok(box.width > 10, `${width}: ${JSON.stringify(box)}`);
        }
        const height = (await bar().boundingBox())?.height ?? Number.NaN;
        assert.ok(width < 1024 || height <= 34, `${width}: ${height} pixels high`);
        assert.deepEqual(await axeFaults(view.page, theme), []);
        await view.picture(`rows-bar-${width}-${theme}`);
      }
    });

  it('keeps each button visible in a low panel beside a side bar, in one line', async () => {
    await open('dark', 668, 290);
    await arrange();
    await press('Control+f');
    await view.page.keyboard.type('Bob');
    await bar().getByText(/1 of/).waitFor();
    const buttons = await bar().getByRole('button').all();
    assert.equal(buttons.length, 6);
    for (const button of buttons) {
      const box = await button.boundingBox();
      const name = await button.getAttribute('aria-label');
      assert.ok(box && box.x >= 0 && box.x + box.width <= 668, `${name}: ${JSON.stringify(box)}`);
    }
    assert.ok(((await bar().boundingBox())?.height ?? Number.NaN) <= 34);
    await view.picture('rows-bar-low');
  });

  const marks = (): Promise<string[]> =>
    view.page
      .locator('.grid .row:not([hidden]) mark')
      .evaluateAll((list) =>
        list.map((one) => `${one.closest('[role=gridcell]')?.ariaColIndex} ${one.textContent}`),
      );
  const becomes = (wanted: readonly string[]): Promise<unknown> =>
    eventually(`marks ${wanted.join()}`, async () => (await marks()).join() === wanted.join());

  it('marks what is found inside the cells, as long as Find is open', async () => {
    await open();
    host.showRows(columns, samplePage(0, 4), { can: offered, scope });
    await view.page.getByText('1004', { exact: true }).waitFor();
    await press('Control+f');
    await view.page.keyboard.type('ann MIL');
    await becomes(['3 Ann Mil', '3 Ann Mil']);
    await bar().getByText('1 of 2').waitFor();
    await input().fill('12 m');
    await becomes(['8 12 M', '8 12 M', '8 12 M', '8 12 M']);
    const cell = view.page.getByRole('gridcell', { name: /12 Main St/ }).first();
    assert.equal(await cell.innerText(), '{"street":"12 Main St","zip":"02139"}', 'its text is what it was');
    await input().fill('.*');
    await becomes([]);
    await input().fill('');
    await becomes([]);
    await input().fill('Bob');
    await becomes(['3 Bob']);
    await view.picture('hits');
    await press('Escape');
    await becomes([]);
    assert.equal(await view.page.getByRole('gridcell', { name: 'Bob Ñandú' }).innerText(), 'Bob Ñandú');
    await press('Control+f');
    await becomes(['3 Bob']);
  });

  it('marks in rows that come into sight, and nowhere that Find does not look', async () => {
    await open();
    const row = (index: number): readonly Cell[] => [
      text(`needle ${index}`),
      // A value that is masked gives no text away; words shown for a value are not text.
      { k: 'masked', t: '' },
      { k: 'null', t: '' },
      { k: 'absent', t: '' },
      { k: 'text', t: `${'hay '.repeat(20)}needle`, cut: true },
    ];
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, numeric: false }));
    host.showRows(
      names,
      Array.from({ length: 300 }, (_, index) => row(index)),
      { can: offered, scope },
    );
    await view.page.getByText('needle 0', { exact: true }).waitFor();
    await press('Control+f');
    for (const other of ['null', 'absent', '•', 'masked']) {
      await input().fill(other);
      await bar().getByText('No match').waitFor();
      assert.deepEqual(await marks(), [], other);
    }
    await input().fill('needle');
    await bar()
      .getByText(/^1 of 600/)
      .waitFor();
    // What is found late in a long text is brought into sight; what is heard is the whole.
    const long = view.page.locator('.grid .body .row:not([hidden]) [aria-colindex="6"]').first();
    assert.match(await long.innerText(), /^….*needle$/);
    assert.match((await long.getAttribute('aria-label')) ?? '', /^hay hay .* needle, truncated$/);
    await view.page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 150 * 24));
    await view.page.getByText('150', { exact: true }).waitFor();
    const late = view.page.getByRole('gridcell', { name: 'needle 152' });
    await late.waitFor();
    assert.equal(await late.locator('mark').innerText(), 'needle');
  });
});
