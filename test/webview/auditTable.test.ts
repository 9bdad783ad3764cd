import assert from 'node:assert/strict';
import type { AuditChip, AuditState } from '../../src/protocol/audit.ts';
import type { ColumnSort } from '../../src/protocol/results.ts';
import { eventually } from '../run/waiting.ts';
import { AuditFakeHost, eventOf } from './auditHost.ts';
import { chooseFromMore, openAuditTable, sample, statusOf } from './auditPage.ts';
import { drawn, pressIn, themeNames, type WebviewPage } from './harness.ts';
import { closeWithoutProblems, harnessOfSuite } from './suite.ts';
import { axeFaults } from './violations.ts';

const service: AuditChip = {
  id: 'service accountID',
  name: 'accountID',
  label: 'Account ID: account-1',
  kind: 'service' as const,
  place: 'server',
};

describe('audit table', () => {
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
  const focused = (): Promise<string | null> =>
    view.page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? null,
    );

  it('has the number of each row at the same place in it', async () => {
    await open();
    const places = await view.page.locator('.body .row').evaluateAll((rows) =>
      rows.slice(0, 4).map((row) => {
        const { left, top } = row.getBoundingClientRect();
        const cell = row.querySelector('.cell.number')?.getBoundingClientRect();
        return cell && [cell.left - left, cell.top - top, cell.width, cell.height].join(' ');
      }),
    );
    assert.equal(places.length, 4);
    assert.equal(new Set(places).size, 1, places.join(', '));
    await close();
  });

  for (const theme of themeNames.slice(0, 4)) {
    it(`has no fault that axe-core finds, ${theme}`, async () => {
      await open(300, { theme });
      const found: string[] = [];
      const look = async (name: string): Promise<void> => {
        await view.picture(`audit-${theme}-${name}`);
        found.push(...(await axeFaults(view.page, theme)).map((one) => `${name}: ${one}`));
      };
      await look('events');
      await view.page.getByRole('button', { name: /^SERVICE_ACCOUNT/ }).click();
      await status(/filtered here to 7\d/);
      await view.page.getByRole('grid').focus();
      await press('ArrowDown', 'Enter');
      await view.page.getByRole('treeitem', { name: /^context/ }).waitFor();
      await look('details');
      await view.page.getByRole('button', { name: 'Show the histogram as a table' }).click();
      await view.page.getByRole('table').waitFor();
      await look('table');
      await view.page.getByRole('columnheader', { name: 'actor', exact: true }).click({ button: 'right' });
      await look('menu');
      await press('Escape');
      await view.page.getByRole('combobox', { name: 'Ask about these events' }).fill('no such text');
      await status(/filtered here to 0/);
      const [title, text] = ['None passes.', 'The service may have others.'];
      host.send({
        notice: { title, text, buttons: [{ id: 'clearLocal', label: 'Clear' }], severity: 'info' },
      });
      await view.page.getByRole('button', { name: 'Clear', exact: true }).waitFor();
      await look('none');
      const error = { title: 'Refused', text: 'Sign in.', buttons: [], severity: 'error' as const };
      host.send({ notice: error });
      await view.page.getByRole('heading', { name: 'Refused' }).waitFor();
      await look('error-strip');
      host.send({ phase: 'loading', rowCount: 0, rows: [] });
      await look('loading');
      assert.deepEqual(found, []);
      await close();
    });
  }

  it('shows what is filtered where: by the service in chips, over loaded events in the question bar', async () => {
    await open();
    const chip = view.page.getByRole('button', { name: 'Remove filter accountID', exact: true });
    assert.match((await chip.getAttribute('aria-description')) ?? '', /server/);
    await view.page.getByRole('button', { name: /^USER/ }).click();
    // What filters the loaded events is in the question bar.
    const bar = view.page.getByRole('combobox', { name: 'Ask about these events' });
    await view.page.waitForFunction(
      (input) => input instanceof HTMLInputElement && input.value === 'actorType:USER',
      await bar.elementHandle(),
    );
    await chip.click();
    assert.deepEqual(host.called('removeChip'), [{ id: 'service accountID' }]);
    await view.page.getByRole('button', { name: 'Add filter' }).click();
    assert.deepEqual(host.called('action'), [{ action: 'addFilter' }]);
    await close();
  });

  it('lists all values of a facet on request, by the keyboard, and goes on from the first of them', async () => {
    await open();
    const group = view.page.getByRole('group', { name: 'actor', exact: true });
    const values = group.locator('.facet-value');
    const more = group.getByRole('button', { name: /^\d+ more$/ });
    const hidden = Number.parseInt((await more.textContent()) ?? '', 10);
    assert.equal(await values.count(), 25);
    await values.last().focus();
    await press('ArrowDown');
    assert.equal(await focused(), `${hidden} more`);
    await press('ArrowRight', 'Enter');
    await more.waitFor({ state: 'detached' });
    assert.deepEqual(host.called('moreValues'), [{ facet: 'actor' }]);
    assert.equal(await values.count(), 25 + hidden);
    assert.ok(await values.nth(25).evaluate((button) => button === document.activeElement));
    await press('ArrowUp', 'ArrowRight', 'ArrowDown');
    assert.match((await focused()) ?? '', /^Exclude actor: /);
    await close();
  });

  it('does everything without a mouse', async () => {
    await open();
    assert.equal(await focused(), 'Audit events');
    await press('Control+f');
    assert.equal(await focused(), 'Ask about these events');
    await view.page.keyboard.type('card_number');
    await status(/filtered here to 60/);
    await press('Tab');
    assert.equal(await focused(), 'Ask the server · 1 request');
    await press('Shift+Tab', 'Escape');
    await status(/filtered here to 300/);
    await press('Tab');
    assert.equal(await focused(), 'Time range: any time');
    await press('Enter', 'ArrowDown', 'ArrowDown', 'Enter');
    assert.deepEqual(host.called('timePreset'), [{ preset: 'yesterday' }]);
    assert.equal(await focused(), 'Time range: any time');
    await press('Tab', 'Enter');
    assert.deepEqual(host.called('action').at(-1), { action: 'addFilter' });
    await press('Tab');
    assert.equal(await focused(), 'Events');
    await press('ArrowRight', 'Enter');
    assert.deepEqual(host.called('trailAction'), [{ id: 'vaultsql.audit.whoReadWhat' }]);
    await press('Tab');
    assert.equal(await focused(), 'Filter by values');
    await press('End', 'Enter', 'End', 'Enter');
    assert.deepEqual(host.called('trailAction').at(-1), { id: 'vaultsql.audit.openTableInTab' });
    assert.equal(await focused(), 'More actions');
    await press('Tab');
    assert.equal(await focused(), 'Remove filter accountID');
    await press('Tab');
    assert.equal(await focused(), 'Show the histogram as a table');
    await press('Tab');
    assert.equal(await focused(), 'Start of the time range');
    await press('ArrowRight', 'ArrowRight');
    const slider = view.page.getByRole('slider', { name: 'Start of the time range' });
    assert.equal(await slider.getAttribute('aria-valuenow'), '2');
    await status(/filtered here to 2[0-9][0-9];/);
    await press('Escape');
    await status(/filtered here to 300/);
    await press('Tab', 'Tab');
    assert.equal(await focused(), 'Search values');
    await press('ArrowDown');
    assert.match((await focused()) ?? '', /^200 \d+ events$/);
    await press('ArrowDown', 'Enter');
    await status(/filtered here to 18/);
    assert.match((await focused()) ?? '', /^400 18 events$/, 'the focus stays on the value');
    await press('Delete');
    await status(/filtered here to 282/);
    await press('Tab');
    assert.equal(await focused(), 'Width of values');
    await press('Tab');
    assert.equal(await focused(), 'Audit events');
    await press('ArrowDown', 'Enter');
    await view.page.getByRole('treeitem', { name: /^context/ }).waitFor();
    await press('Enter');
    assert.equal(await focused(), 'Mark Event');
    await press('Tab');
    assert.equal(await focused(), 'More event actions');
    await press('Enter', 'Enter');
    assert.deepEqual(host.called('activate'), [
      { rev: host.state().rev - 1, row: 1, id: 'vaultsql.audit.openEvent' },
    ]);
    assert.equal(await focused(), 'More event actions');
    await press('Escape');
    assert.equal(await focused(), 'Audit events');
    await press('ContextMenu');
    await view.page.getByRole('menu', { name: 'Event' }).waitFor();
    await press('ArrowDown', 'ArrowDown', 'Enter');
    const { rev: _rev, ...chosen } = host.called('activate').at(-1) as { readonly rev: number };
    assert.deepEqual(chosen, { row: 1, column: 0, id: 'vaultsql.audit.onlyThis' });
    await press('Control+c', 'Control+f');
    assert.equal(host.called('copy').length, 1);
    await view.page.getByText('Copied 1 × 1 cells').waitFor({ state: 'attached' });
    assert.equal(await focused(), 'Ask about these events');
    await close();
  });

  it('says that cells were copied only where the host copied them', async () => {
    await open();
    host.isCopied = false;
    await view.page.getByRole('gridcell').first().click();
    await view.page.keyboard.press('Control+c');
    host.isCopied = true;
    await view.page.keyboard.press('Shift+ArrowDown');
    await view.page.keyboard.press('Control+c');
    await view.page.getByText('Copied 2 × 1 cells').waitFor({ state: 'attached' });
    assert.equal(await view.page.getByText('Copied 1 × 1 cells').count(), 0);
    await close();
  });

  it('keeps a stretch of time by dragging over the bars, and shows what is under the pointer', async () => {
    await open();
    const box = await view.page.locator('.plot').boundingBox();
    assert.ok(box);
    await view.page.mouse.move(box.x + box.width * 0.3, box.y + 20);
    assert.match((await view.page.locator('.readout').textContent()) ?? '', /2026-01-05 .* · \d+ events/);
    await view.page.mouse.down();
    await view.page.mouse.move(box.x + box.width * 0.6, box.y + 20, { steps: 6 });
    await view.page.mouse.up();
    const ranges = host.called('range') as { from: number; to: number }[];
    const last = ranges.at(-1);
    assert.ok(last && last.to > last.from && ranges.length <= 9, `${ranges.length} messages`);
    await status(/filtered here to (8|9|10)\d;/);
    await view.page.getByRole('button', { name: 'Load older events to cover the range' }).click();
    assert.deepEqual(host.called('action').at(-1), { action: 'cover' });
    await view.page.getByRole('button', { name: 'Show all times' }).click();
    await status(/filtered here to 300/);
    assert.equal(await view.page.getByRole('button', { name: /to cover the range/ }).count(), 0);
    await close();
  });

  it('writes times of the histogram and the names of both in the zone chosen, and keeps its columns', async () => {
    await open();
    const { page } = view;
    await page.getByRole('columnheader', { name: 'time', exact: true }).click({ button: 'right' });
    await page.getByRole('menuitemcheckbox', { name: 'Pinned' }).click();
    const readout = page.locator('.readout');
    const before = (await readout.textContent()) ?? '';
    const offsets = [{ from: 0, minutes: 330 }];
    host.send({
      zone: { name: 'UTC+5:30', offsets },
      range: 'some of the time',
      columns: host
        .state()
        .columns.map((column, index) => (index === 0 ? { ...column, heading: 'time (UTC+5:30)' } : column)),
    });
    await page.getByRole('columnheader', { name: 'time (UTC+5:30)' }).waitFor();
    await page.getByRole('button', { name: 'Time range (UTC+5:30): some of the time' }).waitFor();
    const histogram = page.getByRole('region', { name: 'Audit events by time (UTC+5:30)' });
    await histogram.waitFor();
    const later = (text: string): number => Date.parse(`${text.slice(0, 16).replace(' ', 'T')}Z`);
    const after = (await readout.textContent()) ?? '';
    assert.equal(later(after) - later(before), 330 * 60_000, `${before}, then ${after}`);
    const value = await histogram.getByRole('slider').first().getAttribute('aria-valuetext');
    assert.ok(value && after.startsWith(value), value ?? '');
    assert.equal(await page.locator('.pinned').getByText('time (UTC+5:30)').count(), 1);
    await page.getByRole('button', { name: 'Show the histogram as a table' }).click();
    await page.getByRole('table', { name: 'Audit events by time (UTC+5:30) and outcome' }).waitFor();
    await close();
  });

  it('says how many rows it draws, and while a text is typed asks for no others', async () => {
    await open();
    const rows = (): unknown =>
      (host.called('setVisibleRowCount').at(-1) as { rows: number } | undefined)?.rows;
    const small = Number(rows());
    await view.page.setViewportSize({ width: 1200, height: 900 });
    await drawn(view.page);
    assert.equal(rows(), small + Math.ceil(400 / 24));
    // From here on time passes when the test says so.
    const { clock } = view.page;
    await clock.install();
    await clock.pauseAt(Date.now() + 60_000);
    await eventually('what is out of view, when all is at rest', () => host.called('fetchRows').length === 2);
    const before = host.called('fetchRows').length;
    await view.page.getByRole('combobox', { name: 'Ask about these events' }).fill('card_number');
    await clock.runFor(50);
    await status(/filtered here to 60/);
    await view.page.getByRole('combobox', { name: 'Ask about these events' }).fill('"id = 1"');
    await clock.runFor(50);
    await status(/filtered here to (?!300|60)\d+;/);
    assert.equal(host.called('fetchRows').length, before);
    assert.equal(await view.page.locator('.cell.waiting').count(), 0);
    await close();
  });

  it('keeps the counts in step with the range while it is dragged', async () => {
    await open();
    const box = await view.page.locator('.plot').boundingBox();
    assert.ok(box);
    await view.page.mouse.move(box.x + box.width * 0.1, box.y + 20);
    await view.page.mouse.down();
    await view.page.mouse.move(box.x + box.width * 0.5, box.y + 20, { steps: 4 });
    await view.page.getByRole('button', { name: /^READ 1[12]\d events$/ }).waitFor();
    await view.page.mouse.up();
    await close();
  });

  it('leaves a low or narrow view to the rows, and shows the rest where there is room or it is asked for', async () => {
    await open(300, { width: 500, height: 240 });
    const [bars, values] = [view.page.locator('.plot'), view.page.locator('.facets')];
    const shown = async (): Promise<boolean[]> => [await bars.isVisible(), await values.isVisible()];
    assert.deepEqual(await shown(), [false, false]);
    const head = (await view.page.getByRole('columnheader').nth(1).boundingBox())?.y ?? 0;
    assert.ok(head < 100, `rows begin at ${head}`);
    await view.page.getByRole('grid').focus();
    await press('ArrowDown', 'Enter');
    await view.page.getByRole('treeitem', { name: /^context/ }).waitFor();
    const pane = await view.page.getByRole('region', { name: 'Details' }).boundingBox();
    assert.ok(pane && pane.height > 120, `details are ${pane?.height} high`);
    await view.page.setViewportSize({ width: 1200, height: 600 });
    await drawn(view.page);
    assert.deepEqual(await shown(), [true, false], 'the details are beside the rows');
    await press('Enter', 'Escape');
    assert.deepEqual(await shown(), [true, true]);
    await view.page.getByRole('button', { name: 'Histogram', exact: true }).click();
    await view.page.setViewportSize({ width: 1200, height: 240 });
    await drawn(view.page);
    assert.deepEqual(await shown(), [false, true]);
    await chooseFromMore(view.page, 'Histogram');
    assert.deepEqual(await shown(), [true, true]);
    await close();
  });

  it('announces what filtering did, politely and once', async () => {
    await open();
    await view.page.evaluate(`
      window.said = [];
      for (const region of document.querySelectorAll('[aria-live], [role=status]')) {
        new MutationObserver(() => window.said.push(region.textContent.trim())).observe(region, {
          childList: true, characterData: true, subtree: true });
      }`);
    await view.page.getByRole('button', { name: /^400/ }).click();
    await status(/filtered here to 18/);
    assert.deepEqual(await view.page.evaluate('window.said'), [
      '300 events loaded, filtered here to 18; the service may have older ones',
    ]);
    await close();
  });

  it('shows and hides columns, sorts where that can be done', async () => {
    await open();
    const heads = view.page.getByRole('columnheader');
    assert.equal(await heads.filter({ hasText: 'sessionID' }).count(), 0);
    await chooseFromMore(view.page, 'Columns');
    await view.page.getByRole('menuitemcheckbox', { name: 'sessionID' }).click();
    await chooseFromMore(view.page, 'Columns');
    const item = view.page.getByRole('menuitemcheckbox', { name: 'sessionID' });
    assert.equal(await item.getAttribute('aria-checked'), 'true');
    await press('Escape');
    await view.page.getByRole('columnheader', { name: 'actor', exact: true }).dblclick();
    await view.page.getByRole('columnheader', { name: 'content', exact: true }).dblclick();
    const sorted = host.called('sort') as { sorts: readonly ColumnSort[] }[];
    assert.ok(
      sorted.every(({ sorts }) => sorts.every(({ column }) => column === 2)),
      JSON.stringify(sorted),
    );
    const saved = JSON.stringify(await view.savedState());
    assert.doesNotMatch(saved, /sessionID|person/);
    await close();
  });

  const spread = (text: string): string =>
    JSON.stringify({
      context: {
        changeID: text,
        requestID: text,
        traceID: text,
        actor: text,
        actorType: text,
        accessType: text,
        ipAddress: text,
        authMode: text,
        jwtID: text,
        origin: text,
        bearerTokenContextID: text,
        keyID: text,
        sessionID: text,
      },
      response: { code: 200, message: text, timestamp: text, data: { [text]: text } },
      request: {
        actionType: text,
        apiName: text,
        data: { content: text },
        resourceType: text,
        tags: [text],
        httpInfo: { URI: text, method: text },
        timestamp: text,
        vaultID: text,
        workspaceID: text,
      },
      accountID: text,
      parentAccountID: text,
      resourceIDs: [text],
      [text]: text,
    });
  for (const [what, text] of [
    ['HTML', '<img src=x onerror="document.title=1"><script>document.title=1</script>'],
    ['a Markdown link', '[x](command:workbench.action.quit)'],
    ['an icon', '$(zap) $(error)'],
    ['control characters', 'a\u0000\u0007\u001b[31m\u0085b'],
    ['characters that turn text around', 'a\u202egnp.exe\u2066b'],
  ] as const) {
    it(`shows ${what} in any field as text`, async () => {
      host = new AuditFakeHost([eventOf(spread(text)), eventOf('{}'), eventOf('{"context":null}')]);
      view = await harness.open({ connect: host.connect, width: 1200, height: 500 });
      await view.page.getByRole('grid', { name: 'Audit events' }).waitFor();
      await press('Enter');
      await view.page.getByRole('treeitem', { name: /^context/ }).waitFor();
      assert.equal(await view.page.title(), 'Audit Table');
      assert.equal(await view.page.locator('img, a, iframe, script:not([nonce])').count(), 0);
      assert.equal(await view.page.locator('[class*="codicon-zap"]').count(), 0);
      await view.picture(`audit-hostile-${what.replaceAll(' ', '-')}`);
      await close();
    });
  }

  const states: readonly (readonly [string, Partial<AuditState>])[] = [
    ['idle', { phase: 'idle' }],
    ['none', { phase: 'none' }],
    ['error', { phase: 'error' }],
  ];
  for (const [name, change] of states) {
    it(`says what can be done: ${name}`, async () => {
      host = new AuditFakeHost();
      const buttons = [{ id: 'load', label: 'Load Audit Events' }];
      host.change = {
        ...change,
        notice: { title: `It is ${name}`, text: '', buttons, severity: name === 'error' ? 'error' : 'info' },
      };
      view = await harness.open({ connect: host.connect });
      await view.page.getByRole('heading', { name: `It is ${name}` }).waitFor();
      assert.equal(await view.page.getByRole('grid').isVisible(), false);
      assert.deepEqual(await axeFaults(view.page), []);
      await view.page.getByRole('button', { name: 'Load Audit Events' }).click();
      assert.deepEqual(host.called('button'), [{ id: 'load' }]);
      await close();
    });
  }

  it('says in the panel that the table is in a tab, and shows nothing else until it is back', async () => {
    await open();
    const buttons = [{ id: 'showInPanel', label: 'Show Here' }];
    const notice = { title: 'It is in a tab', text: '', buttons, severity: 'info' } as const;
    host.send({ phase: 'idle', isInTab: true, rowCount: 0, rows: [], notice });
    await view.page.getByRole('heading', { name: 'It is in a tab' }).waitFor();
    assert.equal(
      await view.page.getByRole('combobox', { name: 'Ask about these events' }).isVisible(),
      false,
    );
    assert.equal(await view.page.getByRole('grid').isVisible(), false);
    assert.deepEqual(await view.page.getByRole('button').allTextContents(), ['Show Here']);
    assert.deepEqual(await axeFaults(view.page), []);
    await view.page.getByRole('button', { name: 'Show Here' }).click();
    assert.deepEqual(host.called('button'), [{ id: 'showInPanel' }]);
    host.send({});
    await view.page.getByRole('combobox', { name: 'Ask about these events' }).waitFor();
    await view.page.getByRole('row').nth(3).waitFor();
    await close();
  });

  it('marks where events may be missing, for the eye and in words', async () => {
    await open();
    host.send({ breaks: [2] });
    await drawn(view.page);
    const row = view.page.getByRole('row').filter({
      has: view.page.getByRole('rowheader', { name: '3, events may be missing above this row' }),
    });
    await row.waitFor();
    assert.equal(await view.page.locator('.row.break').count(), 1);
    const border = await row.evaluate((node) => getComputedStyle(node, '::after').borderTopStyle);
    assert.equal(border, 'dashed');
    await close();
  });

  it('keeps the events on screen while others are loaded', async () => {
    await open();
    host.send({ phase: 'loading', rowCount: 0, rows: [] });
    await drawn(view.page);
    assert.equal(await view.page.getByRole('grid').getAttribute('aria-busy'), 'true');
    assert.ok((await view.page.getByRole('gridcell').count()) > 10);
    await close();
  });
});
