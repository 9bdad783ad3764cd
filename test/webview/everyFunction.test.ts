import assert from 'node:assert/strict';
import type { Notice } from '../../src/protocol/results.ts';
import { strings } from '../../src/webview/shared/strings.ts';
import { FakeHost } from './fakeHost.ts';
import { everything, toolsOf } from './fakeTools.ts';
import { drawn, pressIn, type WebviewPage } from './harness.ts';
import { can, columns, samplePage } from './sample.ts';
import { closeAfterEach, harnessOfSuite } from './suite.ts';

/** All that a host can ever offer, at once. */
const offered = {
  ...can('next', 'previous', 'first', 'cancel', 'showAudit'),
  ...everything,
  pause: true,
  resume: true,
  rerun: true,
  compare: true,
  openInTab: true,
} as const;
const notice: Notice = {
  title: 'Stopped',
  text: 'At 25 rows.',
  buttons: [{ id: 'retry', label: 'Load More' }],
};

/** Each button of the toolbars with what the host hears. */
const buttons: readonly (readonly [name: string, method: string, params: unknown])[] = [
  [strings.firstPage, 'action', { action: 'first' }],
  [strings.previousPage, 'action', { action: 'previous' }],
  [strings.nextPage, 'action', { action: 'next' }],
  [strings.cancel, 'action', { action: 'cancel' }],
  [strings.pause, 'tool', { tool: 'pause' }],
  [strings.resume, 'tool', { tool: 'resume' }],
  [strings.loadAll, 'tool', { tool: 'loadAll' }],
  [strings.mask, 'tool', { tool: 'toggleMask' }],
  [strings.export, 'tool', { tool: 'export' }],
  [strings.rerun, 'tool', { tool: 'rerun' }],
  [strings.compare, 'tool', { tool: 'compare' }],
  [strings.openInTab, 'tool', { tool: 'openInTab' }],
  [strings.showAudit, 'action', { action: 'showAudit' }],
];

describe('results view: every function by the keyboard alone', () => {
  const harness = harnessOfSuite('results');
  let view: WebviewPage;
  let host: FakeHost;

  beforeEach(async () => {
    host = new FakeHost();
    host.tools = toolsOf(host);
    view = await harness.open({ connect: host.connect, width: 1400, height: 520 });
    const scope = 'over the 25 rows loaded';
    host.showRows(columns, samplePage(0), {
      can: offered,
      isMasked: true,
      scope,
      notice,
      status: 'Rows 1–25',
    });
    await view.page.getByText('1001', { exact: true }).waitFor();
  });
  closeAfterEach(() => view);

  const press = (...keys: readonly string[]): Promise<void> => pressIn(view, keys);
  /** The name of what has the focus, and whether that is in a toolbar. */
  const focused = (): Promise<{ readonly name: string; readonly isInToolbar: boolean }> =>
    view.page.evaluate(() => {
      const at = document.activeElement;
      const label = at?.getAttribute('aria-label') ?? at?.querySelector('.label')?.textContent;
      return {
        name: label ?? at?.textContent ?? '',
        isInToolbar: at?.closest('[role=toolbar]') instanceof Element,
      };
    });
  /** Goes through all tab stops, and within toolbars by the arrows, until something of that name has the focus. */
  async function goTo(name: string): Promise<void> {
    for (let stop = 0; stop < 20; stop++) {
      for (let within = 0; within < 14; within++) {
        const at = await focused();
        if (at.name === name) return;
        if (!at.isInToolbar) break;
        await view.page.keyboard.press('ArrowRight');
      }
      await view.page.keyboard.press('Tab');
    }
    assert.fail(`${name} is not reached`);
  }

  it('each button is reached and does its own', async () => {
    for (const [name, method, params] of buttons) {
      const before = host.called(method).length;
      await goTo(name);
      await press('Enter');
      assert.deepEqual(host.called(method).slice(before), [params], name);
    }
    const all = await view.page
      .locator('.bar [role=toolbar] button:visible')
      .evaluateAll((list) => list.map((one) => one.getAttribute('aria-label') ?? ''));
    assert.deepEqual(
      all.filter((name) => name !== strings.find && !buttons.some(([known]) => known === name)),
      [],
      'buttons that this test does not know',
    );
    await goTo('Load More');
    await press('Enter');
    assert.deepEqual(host.called('button'), [{ id: 'retry' }]);
  });

  it('whatever can be pressed, typed into or moved has the focus at some time', async () => {
    await view.page.evaluate(`
      window.reached = new Set();
      document.addEventListener('focusin', (event) => window.reached.add(event.target));
    `);
    await goTo(strings.find);
    await press('Enter');
    assert.equal((await focused()).name, strings.find);
    await view.page.keyboard.type('Bob');
    await view.page.getByText(/1 of/).waitFor();
    await press('Escape');
    await press('Shift+F10');
    await goToEntry(strings.dropValue);
    await press('Enter');
    await view.page.getByRole('button', { name: /Remove filter/ }).waitFor();
    await goTo(strings.resultsGrid);
    await press('Shift+F10');
    await goToEntry(strings.showRecord);
    await press('Enter', 'Control+f');
    for (let stop = 0; stop < 25; stop++) {
      await view.page.keyboard.press('Tab');
      for (let within = 0; within < 12; within++) {
        if (!(await focused()).isInToolbar) break;
        await view.page.keyboard.press('ArrowRight');
      }
    }
    const missed = await view.page.evaluate<string[]>(`
      [...document.querySelectorAll('button, input, [role=grid], [role=tree], [role=separator][tabindex]')]
        .filter((one) => one.checkVisibility() && !window.reached.has(one) &&
          ![...window.reached].some((seen) => one.contains(seen) && one.getAttribute('role') === 'tree'))
        .map((one) => one.outerHTML.slice(0, 120))
    `);
    assert.deepEqual(missed, []);
    const count = await view.page.evaluate<number>('window.reached.size');
    assert.ok(count > 20, `only ${count} were there at all`);
  });

  async function goToEntry(label: string): Promise<void> {
    for (let step = 0; step < 30; step++) {
      if ((await focused()).name === label) return;
      await view.page.keyboard.press('ArrowDown');
    }
    assert.fail(`no entry ${label}`);
  }
  /** All that an entry of a menu can have changed. */
  const signature = async (): Promise<string> =>
    JSON.stringify([
      host.calls.filter(
        ({ method }) => method !== 'fetchRows' && method !== 'reportPaint' && method !== 'setActiveCell',
      ),
      await view.page
        .locator('.header [role=columnheader]')
        .evaluateAll((list) => list.map((one) => [one.textContent, one.getAttribute('style')])),
      await view.page.locator('.pane').evaluate((pane) => (pane.checkVisibility() ? pane.textContent : '')),
    ]);

  for (const [what, keys, last] of [
    // Down once, right three times: a masked value.
    ['a masked cell', ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight'], ''],
    // The third column, so that it can be moved both ways, also while another one is pinned.
    ['a column', ['ArrowRight', 'ArrowRight', 'ArrowUp'], strings.hide],
  ] as const) {
    it(`each entry of the menu of ${what} is reached and does something`, async () => {
      const done: string[] = [];
      for (;;) {
        await goTo(strings.resultsGrid);
        await press('Control+Home', ...keys, 'Shift+F10');
        const labels = await view.page.locator('[role=menu] .item .label').allTextContents();
        assert.ok(labels.length >= 8, labels.join());
        const left = labels.filter((label) => !done.includes(label) && label !== last);
        const label = left[0] ?? (done.includes(last) ? '' : last);
        if (label === '') {
          await press('Escape');
          break;
        }
        await goToEntry(label);
        const before = await signature();
        await press('Enter');
        assert.equal(await view.page.getByRole('menu').count(), 0);
        for (let tries = 0; tries < 100 && (await signature()) === before; tries++) await drawn(view.page);
        assert.notEqual(await signature(), before, label);
        done.push(label);
        await press('Escape');
      }
      assert.ok(done.length >= 9, done.join());
    });
  }

  it('offers a move of a column only where there is a place for it', async () => {
    const labels = async (...keys: readonly string[]): Promise<readonly string[]> => {
      await goTo(strings.resultsGrid);
      await press('Control+Home', ...keys, 'ArrowUp', 'Shift+F10');
      const all = await view.page.locator('[role=menu] .item .label').allTextContents();
      await press('Escape');
      return all.filter((label) => label === strings.moveLeft || label === strings.moveRight);
    };
    assert.deepEqual(await labels(), [strings.moveRight]);
    assert.deepEqual(await labels('ArrowRight'), [strings.moveLeft, strings.moveRight]);
    assert.deepEqual(await labels('Control+ArrowRight'), [strings.moveLeft]);
    await press('Control+Home', 'ArrowUp', 'Shift+F10');
    await goToEntry(strings.pinned);
    await press('Enter');
    assert.deepEqual(await labels(), []);
    assert.deepEqual(await labels('ArrowRight'), [strings.moveRight]);
  });

  it('says what changed: pages, notices, sorting, filters, matches, details', async () => {
    await view.page.evaluate(`
      window.said = [];
      for (const region of document.querySelectorAll('[aria-live], [role=status]')) {
        new MutationObserver(() => {
          const text = region.textContent.replaceAll('\\u00a0', '').trim();
          if (text) window.said.push(text);
        }).observe(region, { childList: true, characterData: true, subtree: true });
      }
    `);
    const said = async (text: RegExp): Promise<void> => {
      for (let tries = 0; tries < 200; tries++) {
        const all = await view.page.evaluate<string[]>('window.said');
        if (all.some((one) => text.test(one))) return;
        await drawn(view.page);
      }
      assert.fail(`${text} is not said; ${JSON.stringify(await view.page.evaluate('window.said'))}`);
    };
    host.send({ status: 'Loading all: 50 of 100 rows', phase: 'loading' });
    await said(/^Loading all: 50 of 100 rows/);
    host.send({ status: 'Rows 26–50', phase: 'rows', notice: { ...notice, title: 'Sign in to go on' } });
    await said(/^Rows 26–50/);
    await said(/Sign in to go on/);
    await goTo(strings.resultsGrid);
    await press('Control+Home', 'ArrowRight', 'ArrowUp', 'Enter');
    await said(/Sorted by name, ascending.*over the 25 rows loaded/);
    await press('ArrowDown', 'Shift+F10');
    await goToEntry(strings.dropValue);
    await press('Enter');
    await said(/is not Ann Miller/);
    await goTo(strings.resultsGrid);
    await press('Control+f');
    await view.page.keyboard.type('Bob');
    await said(/^1 of \d+/);
    await press('Escape', 'Enter');
    await said(new RegExp(strings.paneOpened));
  });
});
