import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { createTimeTerms, withTimeTerms } from '../../src/core/audit/query/editQuery.ts';
import { textQuestion } from '../unit/core/audit/questions.ts';
import { AuditFakeHost } from './auditHost.ts';
import { chooseFromMore, openAuditTable, sample } from './auditPage.ts';
import { boxesOf, drawn, pressIn, themeNames, type WebviewPage } from './harness.ts';
import { closeWithoutProblems, harnessOfSuite } from './suite.ts';
import { axeFaults } from './violations.ts';

/** The question, and what can be done with the table, in any space. */
describe('bar of the audit table', () => {
  const harness = harnessOfSuite('audit');
  let view: WebviewPage;
  let host: AuditFakeHost;

  async function open(options = {}): Promise<void> {
    host = new AuditFakeHost(sample(300));
    view = await openAuditTable(harness, host, options);
  }
  const close = () => closeWithoutProblems(view);
  const press = (...keys: readonly string[]) => pressIn(view, keys);
  const bar = (): Locator => view.page.locator('.audit-bar');
  const question = (): Locator => view.page.getByRole('combobox', { name: 'Ask about these events' });
  const more = (): Locator => view.page.getByRole('button', { name: 'More actions', exact: true });
  const entries = (): Promise<string[]> =>
    view.page.getByRole('menu', { name: 'More actions' }).locator('.item').allTextContents();
  const widthOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.width ?? 0;

  const countCutPixels = (node: Element): number => node.scrollWidth - node.clientWidth;

  const rare = [
    'What’s unusual here',
    'Chart for a report',
    'Columns',
    'Load all older events (1 request per page)',
    'Open in tab',
  ];

  it('shows which of two views is open also while the mouse is over its button', async () => {
    await open();
    const isOpen = bar().locator('.action[aria-pressed=true]').first();
    const background = () => isOpen.evaluate((node) => getComputedStyle(node).backgroundColor);
    await view.page.mouse.move(0, 0);
    const before = await background();
    await isOpen.hover();
    assert.equal(await background(), before);
    await close();
  });

  it('has no button over another in the line of counts, whatever is to be said there', async () => {
    await open();
    const range = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 2) };
    host.change = { status: `0 of 51 match · ${'older events may exist '.repeat(6)}` };
    host.ask(withTimeTerms(textQuestion('SELECT'), createTimeTerms(range)));
    for (const cover of ['1 request per page', 'about 12 requests']) {
      host.send({ cover });
      for (const width of [1000, 711, 600, 440, 300]) {
        await view.page.setViewportSize({ width, height: 600 });
        await drawn(view.page);
        const boxes = await Promise.all(
          (await view.page.locator('.says').getByRole('button').all()).map((button) => button.boundingBox()),
        );
        const shown = boxes.filter((box) => box !== null);
        assert.ok(shown.length >= 2, `${width}: ${shown.length}`);
        for (const [at, a] of shown.entries())
          for (const b of shown.slice(at + 1)) {
            const isApart =
              a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
            assert.ok(isApart, `${width}: ${JSON.stringify([a, b])}`);
          }
      }
    }
    await close();
  });

  it('gives the question most of a line, and cuts no button, in any width and theme', async () => {
    for (const theme of themeNames.slice(0, 4)) {
      await open({ theme });
      host.ask(textQuestion('SELECT'));
      host.send({ target: { label: 'Customers', environment: 'test' } });
      for (const [width, height, minimum] of [
        [1400, 800, 330],
        [1050, 800, 600],
        [976, 600, 550],
        [676, 600, 320],
        [440, 600, 180],
        [300, 500, 180],
        [300, 250, 180],
        [1000, 250, 500],
        [700, 250, 300],
      ] as const) {
        await view.page.setViewportSize({ width, height });
        await drawn(view.page);
        const at = `${theme} ${width} × ${height}`;
        const seen = await widthOf(question());
        assert.ok(seen >= minimum, `${at}: ${seen}`);
        const boxes = await boxesOf(bar().getByRole('button'));
        assert.ok(boxes.length > 0, at);
        for (const box of boxes) {
          assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${at}: ${JSON.stringify(box)}`);
        }
        const lines = await bar().evaluate((node) => node.clientHeight);
        assert.ok(lines <= (height === 250 && width > 480 ? 34 : 60), `${at}: ${lines}`);
        const grid = await view.page.getByRole('grid').boundingBox();
        assert.ok(grid && height - grid.y >= 26 + 4 * 24, `${at}: rows begin at ${grid?.y}`);
        await view.picture(`audit-bar-${theme}-${width}-${height}`);
      }
      assert.deepEqual(await axeFaults(view.page, theme), []);
      await close();
    }
  });

  it('does not move its lines as a question is typed', async () => {
    await open();
    for (const width of [1500, 1330, 1280, 1200, 1024, 700]) {
      await view.page.setViewportSize({ width, height: 600 });
      const before = await bar().evaluate((node) => node.clientHeight);
      await question().fill('SELECT');
      await view.page.getByRole('button', { name: /^Ask the server/ }).waitFor();
      assert.equal(await bar().evaluate((node) => node.clientHeight), before, `${width}`);
      await question().fill('');
      await view.page.getByRole('button', { name: /^Ask the server/ }).waitFor({ state: 'hidden' });
    }
    await close();
  });

  it('has words on what is used daily, 1024 pixels wide', async () => {
    await open({ width: 1024, height: 700 });
    host.send({ target: { label: 'local', environment: 'development' } });
    const words = async (): Promise<string[]> =>
      (await bar().getByRole('button').allInnerTexts()).map((text) => text.trim()).filter(Boolean);
    assert.deepEqual(await words(), [
      'Any time',
      'Add filter',
      'Events',
      'Who read what',
      'Load older',
      'Export',
    ]);
    // Beside a side bar.
    const daily = await words();
    for (const width of [760, 676]) {
      await view.page.setViewportSize({ width, height: 700 });
      assert.deepEqual(await words(), daily, `${width}`);
      for (const text of await bar().locator('.words, .filter-buttons span:not(.codicon)').all()) {
        if (!(await text.isVisible())) continue;
        const [box, lacks] = [await text.boundingBox(), await text.evaluate(countCutPixels)];
        assert.ok(lacks <= 0 && box && box.x + box.width <= width, `${width}: ${await text.textContent()}`);
      }
    }
    await more().click();
    assert.deepEqual(await entries(), ['Filter by values', 'Histogram', ...rare]);
    await view.picture('audit-bar-words');
    await close();
  });

  it('has the rest in a menu, by the mouse and by the keyboard', async () => {
    await open({ width: 1024, height: 700 });
    await more().click();
    assert.deepEqual(await entries(), rare);
    await press('Escape');
    await more().and(view.page.locator(':focus')).waitFor();
    await press('Enter', 'End', 'Enter');
    assert.deepEqual(host.called('trailAction'), [{ id: 'vaultsql.audit.openTableInTab' }]);
    await chooseFromMore(view.page, 'Columns');
    await view.page.getByRole('menuitemcheckbox', { name: 'sessionID' }).click();
    await view.page.getByRole('columnheader', { name: 'sessionID' }).waitFor();
    await more().and(view.page.locator(':focus')).waitFor();
    host.send({ rowCount: 0, rows: [] });
    await drawn(view.page);
    await more().click();
    assert.deepEqual(
      await entries(),
      rare.filter((name) => !/unusual|Chart/.test(name)),
      'nothing to draw',
    );
    await close();
  });

  it('has all tools in the menu where there is no space for them, with the state of each', async () => {
    await open({ width: 400, height: 500 });
    host.marks = new Map([[0, '']]);
    host.send();
    await drawn(view.page);
    const tools = view.page.getByRole('toolbar', { name: 'Audit event actions' });
    assert.deepEqual(
      await tools.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
      ['More actions'],
    );
    await more().focus();
    await press('Enter');
    assert.deepEqual(await entries(), [
      'Show marked events only (1)',
      'Filter by values',
      'Histogram',
      'Load older events',
      'Refresh',
      'Export',
      ...rare,
    ]);
    const item = view.page.getByRole('menuitemcheckbox', { name: 'Histogram' });
    assert.equal(await item.getAttribute('aria-checked'), 'true');
    assert.deepEqual(await axeFaults(view.page), []);
    await item.click();
    await view.page.locator('.plot').waitFor({ state: 'hidden' });
    await more().and(view.page.locator(':focus')).waitFor();
    await press('Enter');
    assert.equal(await item.getAttribute('aria-checked'), 'false');
    await close();
  });
});
