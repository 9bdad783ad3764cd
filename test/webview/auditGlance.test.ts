import assert from 'node:assert/strict';
import type { AuditChip } from '../../src/protocol/audit.ts';
import { eventually } from '../run/waiting.ts';
import { textQuestion } from '../unit/core/audit/questions.ts';
import { summedUp } from '../unit/core/audit/store/aggregates/summed.ts';
import { connectionOf, fakeService } from '../unit/extension/audit/fakeModel.ts';
import { AuditFakeHost } from './auditHost.ts';
import { assertUncut, chooseFromMore, openAuditTable, sample, statusOf } from './auditPage.ts';
import { drawn, pressIn, themeNames, type WebviewPage } from './harness.ts';
import { closeWithoutProblems, harnessOfSuite } from './suite.ts';
import { axeFaults } from './violations.ts';
import '../unit/extension/withVscode.ts';

const { createReadersTable } = await import('../../src/extension/audit/whoReadWhat/table.ts');
const { readCells } = await import('../../src/extension/audit/views/table/eventRows.ts');

const service: AuditChip = {
  id: 'service accountID',
  name: 'accountID',
  label: 'Account ID: account-1',
  kind: 'service' as const,
  place: 'server',
};

/** What is seen without doing anything, and in little room. */
describe('audit table at a glance', () => {
  const harness = harnessOfSuite('audit');
  let view: WebviewPage;
  let host: AuditFakeHost;

  async function open(count = 300, options = {}): Promise<void> {
    host = new AuditFakeHost(sample(count));
    host.serviceChips = [service];
    view = await openAuditTable(harness, host, options);
  }
  const close = () => closeWithoutProblems(view);
  const status = (text: string | RegExp) => statusOf(view, text);
  const press = (...keys: readonly string[]) => pressIn(view, keys);

  it('shows when, how, who, from where, and forty characters of the query, 1024 pixels wide', async () => {
    await open(300, { width: 1024, height: 700 });
    const { page } = view;
    const cells = await assertUncut(page);
    await page.setViewportSize({ width: 1600, height: 700 });
    await drawn(page);
    await drawn(page);
    const wide = await cells.at(-1)?.boundingBox();
    const now = await page.getByRole('grid').boundingBox();
    assert.ok(now && wide && now.x + now.width - wide.x - wide.width < 24, 'the query takes what is left');
    await close();
  });

  it('needs no horizontal scrolling beside a side bar, 1024 pixels wide, with long row numbers and a scroll bar', async () => {
    // The editor's own scroll bar, which the browser of the tests hides, is 10 pixels wide.
    await open(10_000, { width: 676 - 10, height: 700 });
    const grid = view.page.getByRole('grid');
    await grid.focus();
    await press('ArrowDown', 'End');
    const { lacks, scrollLeft } = await grid.evaluate((node) => ({
      lacks: node.scrollWidth - node.clientWidth,
      scrollLeft: node.scrollLeft,
    }));
    assert.deepEqual({ lacks, scrollLeft }, { lacks: 0, scrollLeft: 0 });
    await view.picture('audit-beside-side-bar');
    await close();
  });

  it('shows who read what with all counts, without horizontal scrolling, 1024 pixels wide, and successes beside a side bar', async () => {
    const { model } = fakeService(connectionOf('a'));
    const table = createReadersTable(await summedUp(sample(300)), model.masking, { hasAllColumns: true });
    const rowCount = Math.min(40, table.rowCount);
    const cells = await readCells(table, 0, rowCount, 'utc');
    for (const width of [668, 1024, 1400]) {
      await open(300, { width, height: 700 });
      host.send({
        mode: 'readers',
        dataRev: 1_000,
        columns: table.columns.map(({ time: _, ...column }) => column),
        order: { sorts: [], isOriginalOrder: true },
        rowCount,
        rows: cells ?? assert.fail(),
      });
      const grid = view.page.getByRole('grid', { name: 'Who read what' });
      const box = (await grid.boundingBox()) ?? assert.fail();
      const counts = width < 1024 ? ['Succeeded'] : ['Succeeded', 'Failed'];
      for (const name of ['Actor', 'Table', 'Column', 'Redaction', ...counts]) {
        const header = grid.getByRole('columnheader', { name, exact: true });
        const { x = 0, width: own = 0 } = (await header.boundingBox()) ?? {};
        // A scroll bar may cover the last pixels.
        assert.ok(x >= box.x && x + own <= box.x + box.width - 20, `${width} ${name}: ${x} to ${x + own}`);
      }
      await view.picture(`audit-readers-${width}`);
      await close();
    }
  });

  it('draws a chart for a report beside the rows, by the keyboard, and gives it as SVG and as a picture', async () => {
    for (const theme of themeNames.slice(0, 4)) {
      await open(300, { theme, width: 1500 });
      await chooseFromMore(view.page, 'Chart for a report');
      await view.page.getByRole('img', { name: 'Events by time' }).waitFor();
      await view.picture(`audit-chart-${theme}`);
      assert.deepEqual(await axeFaults(view.page, theme), []);
      await view.page.locator('button:focus').filter({ hasText: 'Save as SVG' }).waitFor();
      await press('Enter', 'Tab', 'Enter');
      const [svg, png] = host.called('saveChart') as { rev: number; png?: string }[];
      assert.equal(svg?.png, undefined);
      assert.equal(Buffer.from(png?.png ?? '', 'base64').toString('latin1', 1, 4), 'PNG');
      await view.page.getByRole('button', { name: /^400/ }).click();
      await view.page.locator('.chart text').filter({ hasText: 'filtered here to 18;' }).waitFor();
      await view.page.getByRole('grid').focus();
      await press('ArrowDown', 'Enter');
      await view.page.getByRole('region', { name: 'result' }).waitFor();
      assert.equal(await view.page.locator('.chart').count(), 0);
      await close();
    }
  });

  it('keeps the keyboard where it was in a chart as events come, and draws none that was closed meanwhile', async () => {
    await open(300, { width: 1500 });
    const { page } = view;
    await chooseFromMore(page, 'Chart for a report');
    await page.locator('button:focus').filter({ hasText: 'Save as SVG' }).waitFor();
    await press('Tab');
    const before = await page.locator('.chart').elementHandle();
    host.send();
    await page.waitForFunction((chart) => !chart?.isConnected, before);
    await page.locator('button:focus').filter({ hasText: 'Save as PNG' }).waitFor();
    await press('Escape');
    // The answer comes after the person has closed it.
    await page.getByRole('button', { name: 'More actions' }).evaluate((more: HTMLElement) => {
      for (let press = 0; press < 2; press++) {
        more.click();
        const entries = [...document.querySelectorAll<HTMLElement>('.menu .item')];
        entries.find(({ textContent }) => textContent === 'Chart for a report')?.click();
      }
    });
    await chooseFromMore(page, 'What’s unusual here');
    await page.getByText('No value is more frequent.').waitFor();
    assert.equal(await page.locator('.chart').count(), 0);
    await close();
  });

  it('lists the counts of the histogram in columns below their headings, all of them visible', async () => {
    await open(300, { width: 1500 });
    await view.page.getByRole('button', { name: 'Show the histogram as a table' }).click();
    const table = view.page.getByRole('region', { name: 'Details' }).getByRole('table');
    await table.waitFor();
    const rights = (cells: string): Promise<readonly number[]> =>
      table
        .locator(cells)
        .evaluateAll((all) => all.map((cell) => Math.round(cell.getBoundingClientRect().right)));
    const headings = await rights('thead th');
    assert.ok(headings.length > 3);
    assert.deepEqual(await rights('tbody tr:first-child > *'), headings);
    assert.deepEqual(await rights('tbody tr:last-child > *'), headings);
    const heights = await table.locator('tbody tr').evaluateAll((all) => all.map((row) => row.clientHeight));
    assert.ok(Math.max(...heights) < 30, 'each time is in one line');
    const pane = await view.page.getByRole('region', { name: 'Details' }).boundingBox();
    assert.ok((headings.at(-1) ?? 0) <= (pane?.x ?? 0) + (pane?.width ?? 0), 'all columns are visible');
    await close();
  });

  it('shows the details of a clicked row in place of unusual values, a chart or a table of counts, which return when the details are closed', async () => {
    await open(300, { width: 1500 });
    const { page } = view;
    const pane = page.getByRole('region', { name: 'Details' });
    const titled = (name: RegExp) => pane.getByRole('heading', { level: 2, name }).waitFor();
    const details = pane.getByRole('group', { name: 'Query' });
    for (const [show, name] of [
      [() => chooseFromMore(page, 'What’s unusual here'), /^What’s unusual here$/],
      [() => chooseFromMore(page, 'Chart for a report'), /^Chart/],
      [
        () => page.getByRole('button', { name: 'Show the histogram as a table' }).click(),
        /^Audit events by time/,
      ],
    ] as const) {
      await show();
      await titled(name);
      await page.getByRole('gridcell').first().click();
      await details.waitFor();
      await press('Escape');
      await titled(name);
      await page.locator('[role=grid]:focus').waitFor();
      await page.getByRole('gridcell').first().click();
      await details.waitFor();
      await pane.getByRole('button', { name: 'Close details' }).click();
      await titled(name);
      await pane.getByRole('button', { name: 'Close details' }).click();
      await pane.waitFor({ state: 'hidden' });
      await page.getByRole('gridcell').first().click();
      await details.waitFor();
      await press('Escape');
      await pane.waitFor({ state: 'hidden' });
    }
    await close();
  });

  it('says what is odd about the events shown, by the keyboard, and filters by it', async () => {
    for (const theme of themeNames.slice(0, 4)) {
      await open(300, { theme, width: 1400, height: 700 });
      await chooseFromMore(view.page, 'What’s unusual here');
      await view.page.getByText('No value is more frequent.').waitFor();
      await view.page.getByRole('button', { name: /^400/ }).click();
      const odd = view.page.getByRole('list', { name: 'What’s unusual here' }).getByRole('button');
      await odd.first().waitFor();
      await view.picture(`audit-odd-${theme}`);
      assert.deepEqual(await axeFaults(view.page, theme), []);
      await view.page
        .getByRole('button', { name: 'message bad request Here 100% (18) Others 0% (0)', exact: true })
        .waitFor();
      await odd.first().focus();
      await press('End', 'Home', 'Enter');
      assert.deepEqual(host.called('filterByUnusualValue'), [{ id: 1, index: 0 }]);
      const bar = view.page.getByRole('combobox', { name: 'Ask about these events' });
      await view.page.waitForFunction(
        (input) => input instanceof HTMLInputElement && /message:"bad request"/.test(input.value),
        await bar.elementHandle(),
      );
      await press('Escape');
      assert.equal(await view.page.locator('.unusual-lead').count(), 0);
      await view.page.locator('[role=grid]:focus, [role=grid] :focus').waitFor();
      await close();
    }
  });

  it('compares the rows selected with all others, and shows what is odd when it is told to', async () => {
    await open(300, { width: 1400 });
    await view.page.getByRole('grid').focus();
    await press('ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown');
    host.send({ opensUnusualValues: true });
    await view.page.getByText('Compared: 3 · other events: 297').waitFor();
    assert.deepEqual(host.called('findUnusualValues').at(-1), { rev: 2, fromRow: 1, toRow: 4 });
    await close();
  });

  it('leaves at least five rows to a low panel and to twice the zoom, with filters in force', async () => {
    for (const [name, width, height] of [
      ['panel', 1024, 215],
      ['zoom', 700, 350],
      ['zoomed-panel', 700, 215],
      ['zoom-beside-side-bar', 400, 350],
    ] as const) {
      await open(300, { width, height });
      const target = { label: 'Customers', environment: 'production' } as const;
      host.send({ target });
      await view.page.getByTitle('Customers (Production)').waitFor();
      host.ask(textQuestion('SELECT'));
      host.serviceChips = ['actor', 'ipAddress', 'origin'].map((one) => ({
        id: `service ${one}`,
        name: one,
        label: `${one}: a value of it`,
        kind: 'service' as const,
        place: 'server',
      }));
      host.send({ target });
      await view.page.getByRole('button', { name: 'Remove filter origin' }).waitFor();
      const seen = await view.page.getByRole('grid').evaluate((node) => node.clientHeight);
      assert.ok((seen - 26) / 24 >= 5, `${name}: ${(seen - 26) / 24} rows`);
      const says = await view.page.locator('.says').evaluate((node) => node.clientHeight);
      assert.ok(says <= 28, `${name}: counts in one line, ${says}`);
      // A panel as low as 215 px has no histogram.
      if (height > 300) {
        const table = await view.page
          .getByRole('button', { name: 'Show the histogram as a table' })
          .boundingBox();
        assert.ok(
          table && table.x >= 0 && table.x + table.width <= width,
          `${name}: ${JSON.stringify(table)}`,
        );
      }
      await view.picture(`audit-low-${name}`);
      await close();
    }
  });

  it('has its question and tools in at most two lines, its counts in another, and a low histogram', async () => {
    for (const width of [1400, 1024, 700]) {
      await open(300, { width, height: 700 });
      const heights = await view.page.evaluate(() =>
        ['.audit-bar', '.says', '.histogram'].map((part) => document.querySelector(part)?.clientHeight ?? 0),
      );
      const [bar = 0, says = 0, histogram = 0] = heights;
      assert.ok(
        bar <= (width === 1400 ? 32 : 60) && says <= 28 && histogram <= 48 && histogram > 30,
        `${width}: ${heights}`,
      );
      const left = (part: string): Promise<number> =>
        view.page
          .locator(part)
          .first()
          .evaluate((node) => {
            const range = document.createRange();
            range.selectNodeContents(node);
            return range.getBoundingClientRect().left;
          });
      if (width === 1400) assert.equal(await left('.facets h2'), await left('.facet-value .label'));
      await view.picture(`audit-lines-${width}`);
      await close();
    }
  });

  it('marks what is searched for, and brings its column into sight', async () => {
    await open(300, { width: 700, height: 500 });
    const { page } = view;
    const grid = page.getByRole('grid');
    await page.getByRole('combobox', { name: 'Ask about these events' }).fill('CARD_number');
    await status(/filtered here to 60/);
    await drawn(page);
    const marks = page.getByRole('gridcell').locator('mark');
    assert.deepEqual(new Set(await marks.allTextContents()), new Set(['card_number']));
    // A row that is drawn anew has no box for a moment.
    await eventually('the first mark in sight', async () => {
      const [box, of] = [await marks.first().boundingBox(), await grid.boundingBox()];
      return box !== null && of !== null && box.x >= of.x && box.x + box.width <= of.x + of.width;
    });
    const cell = page
      .getByRole('gridcell')
      .filter({ has: page.locator('mark') })
      .first();
    assert.match((await cell.getAttribute('aria-label')) ?? '', /^SELECT person_id/, 'heard as a whole');
    await view.picture('audit-hits');
    await grid.focus();
    await press('ArrowDown', 'Enter');
    await page.locator('.pane mark').filter({ hasText: 'card_number' }).first().waitFor();
    await press('Escape');
    await page.getByRole('combobox', { name: 'Ask about these events' }).fill('"(.*"');
    await status(/filtered here to 0/);
    await page.getByRole('combobox', { name: 'Ask about these events' }).fill('session-2');
    await page.getByRole('button', { name: 'Show column sessionID' }).click();
    await marks.filter({ hasText: 'session-2' }).first().waitFor();
    assert.equal(await page.getByRole('button', { name: /^Show column/ }).count(), 0);
    await page.getByRole('combobox', { name: 'Ask about these events' }).fill('');
    await status(/filtered here to 300/);
    assert.equal(await marks.count(), 0);
    await close();
  });
});
