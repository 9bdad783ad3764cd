/** The built audit table before the product's own host, where some of the events are requests of this extension. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Deps } from '../../src/extension/app/deps.ts';
import type { AuditModel } from '../../src/extension/audit/model/auditModel.ts';
import type { AuditViewMethods } from '../../src/protocol/audit.ts';
import { auditHostGuards } from '../../src/protocol/auditGuards.ts';
import { createRpc, type Rpc } from '../../src/protocol/rpc.ts';
import { guardHandlers } from '../../src/protocol/validate.ts';
import { eventually } from '../run/waiting.ts';
import { actionsOf } from '../unit/extension/audit/fakeModel.ts';
import { plainModel } from '../unit/extension/audit/plainModel.ts';
import { sample } from './auditPage.ts';
import { drawn, pressIn, type ThemeName, themeNames, type WebviewPage } from './harness.ts';
import { closeWithoutProblems, harnessOfSuite } from './suite.ts';
import { axeFaults } from './violations.ts';

const { createController } = await import('../../src/extension/audit/views/table/controller.ts');
const { maskLiterals } = await import('../../src/core/sql/analysis/maskLiterals.ts');
const { highlightSql } = await import('../../src/core/sql/editor/highlight.ts');
const { parseQueryReads: readQuery } = await import('../../src/core/audit/table/queryReads.ts');

const events = sample(120);
/** Positions of the extension's own requests: a run of four, and one of two. */
const own = [2, 3, 4, 5, 60, 61];
/** Positions of the pages of one run of a query. */
const pages = [10, 11, 12];

describe('audit table with requests of this extension', () => {
  const harness = harnessOfSuite('audit');
  let view: WebviewPage;
  let model: AuditModel;
  let controller: ReturnType<typeof createController>;
  /** What the host's messages wait for. */
  let isHostFree: Promise<void> = Promise.resolve();

  /** Presses a key that opens or closes a run, and others before the host has sent the new rows. */
  async function pressWhileHostIsBusy(keys: readonly string[]): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    isHostFree = promise;
    await pressIn(view, keys);
    resolve();
  }

  async function open(theme: ThemeName = 'dark', width = 1300, ownPositions = own): Promise<void> {
    const { model: made, deps } = plainModel(events);
    model = made;
    for (const position of ownPositions) model.ownRequests.addRequestID(events[position]?.context.requestID);
    const run = {};
    for (const position of pages)
      deps.lastRuns.recordRequest(events[position]?.context.requestID, {
        rowCount: 25,
        run,
      });
    const language = () => ({ maskLiterals, highlightSql, readQuery });
    const withMore = { ...deps, language } as unknown as Deps;
    let line: Rpc<AuditViewMethods> | undefined;
    controller = createController(withMore, model, actionsOf(model), (state) => line?.notify('state', state));
    view = await harness.open({
      theme,
      width,
      height: 640,
      connect: (port) => {
        let last = Promise.resolve();
        // Messages wait in their order, as those of a busy host do.
        const post = (message: unknown): void => {
          last = Promise.all([last, isHostFree]).then(() => port.post(message));
        };
        line = createRpc<AuditViewMethods>(
          { ...port, post },
          guardHandlers(auditHostGuards, controller.host),
          (method) => assert.fail(method),
        );
      },
    });
    await view.page.getByRole('grid', { name: 'Audit events' }).waitFor();
    await drawn(view.page);
  }
  async function close(): Promise<void> {
    controller.dispose();
    await closeWithoutProblems(view);
  }
  const grid = (): Locator => view.page.getByRole('grid', { name: 'Audit events' });
  const row = (position: number): Locator => view.page.locator(`[role=row][aria-rowindex="${position + 2}"]`);
  const run = (expanded: boolean): Locator =>
    view.page.getByRole('gridcell', { name: /4 audit log reads by Vault SQL/, expanded }).first();
  const rowCount = async (): Promise<number> => Number(await grid().getAttribute('aria-rowcount')) - 1;
  const hasRows = async (count: number): Promise<void> => {
    await eventually(`${count} rows`, async () => (await rowCount()) === count);
  };
  const actorIn = (position: number, of: number): Promise<void> =>
    row(position)
      .filter({ hasText: events[of]?.context.actor ?? assert.fail() })
      .waitFor();

  it('folds each run into a row, which arrow keys and Enter open and close', async () => {
    await open();
    assert.equal(await rowCount(), events.length - 6);
    await run(false).waitFor();
    await actorIn(3, 6);
    await grid().focus();
    await pressIn(view, ['ArrowDown', 'ArrowDown', 'ArrowRight']);
    await run(true).waitFor();
    assert.equal(await rowCount(), events.length - 2);
    await actorIn(3, 2);
    await actorIn(7, 6);
    await row(3)
      .getByText(/^\d\d:\d\d:\d\d\.\d{3}$/)
      .waitFor();
    const query = maskLiterals(events[2]?.request.data?.content ?? assert.fail());
    await row(3)
      .locator('.shortened .end')
      .filter({ hasText: query.slice(-8) })
      .waitFor();
    assert.equal(await row(3).getByRole('gridcell', { name: query, exact: true }).count(), 1);
    assert.equal(await row(7).getByText(query.slice(-8), { exact: true }).count(), 0);
    const below = view.page.getByRole('rowheader', { name: /one of the folded rows$/ });
    assert.deepEqual(
      (await below.allTextContents()).map(Number).sort((a, b) => a - b),
      [4, 5, 6, 7],
    );
    await pressIn(view, ['ArrowLeft']);
    await run(false).waitFor();
    await pressIn(view, ['Enter']);
    await run(true).waitFor();
    await pressIn(view, ['ArrowDown', 'Enter']);
    const details = view.page.getByRole('region', { name: 'Details' });
    await details
      .getByText(events[2]?.context.changeID ?? assert.fail())
      .first()
      .waitFor();
    await grid().focus();
    await pressIn(view, ['ArrowUp']);
    await details.getByText('This row stands for several events. Expand it to see each of them.').waitFor();
    await close();
  });

  it('acts on the new rows by keys that are pressed before they are there', async () => {
    await open();
    await grid().focus();
    const active = view.page.locator('.cell.active').first();
    const isActive = (position: number, column: number): Promise<void> =>
      view.page.locator(`#cell-${position}-${column}`).and(active).waitFor();
    await pressIn(view, ['ArrowDown', 'ArrowDown']);
    await pressWhileHostIsBusy(['ArrowRight', 'ArrowDown', 'ArrowRight']);
    await run(true).waitFor();
    await isActive(3, 1);
    await actorIn(3, 2);
    await pressIn(view, ['ArrowUp', 'ArrowLeft']);
    await run(false).waitFor();
    await pressWhileHostIsBusy(['Enter', 'Enter', 'Enter', 'ArrowDown', 'ArrowDown']);
    await run(true).waitFor();
    await actorIn(4, 3);
    await isActive(4, 1);
    await close();
  });

  it('acts by such keys on rows far below, which are requested after the state', async () => {
    await open();
    await grid().focus();
    await pressIn(view, Array<string>(55).fill('ArrowDown'));
    const far = (expanded: boolean): Locator =>
      view.page.getByRole('gridcell', { name: /2 audit log reads by Vault SQL/, expanded }).first();
    await far(false).waitFor();
    await pressWhileHostIsBusy(['ArrowRight', 'ArrowLeft', 'Enter', 'ArrowDown', 'ArrowRight']);
    await far(true).waitFor();
    await view.page.locator('#cell-56-1.active').waitFor();
    await close();
  });

  it('opens a run with the mouse, and no longer folds once sorted', async () => {
    await open();
    await run(false).locator('.value').click();
    await run(true).waitFor();
    await run(true).locator('.value').click();
    await run(false).waitFor();
    await run(false).click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Show These Events' }).click();
    await run(true).waitFor();
    const header = view.page.getByRole('columnheader', { name: 'Actor', exact: true });
    await header.click();
    await pressIn(view, ['Enter']);
    await hasRows(events.length);
    assert.equal(
      await view.page.getByText('by Vault SQL', { exact: false }).filter({ hasText: 'reads' }).count(),
      0,
    );
    await close();
  });

  it('folds the pages of one run of a query, under their number and the query', async () => {
    await open();
    const name = /3 pages · SELECT/;
    await view.page.getByRole('gridcell', { name, expanded: false }).first().locator('.value').click();
    await view.page.getByRole('gridcell', { name, expanded: true }).first().waitFor();
    await hasRows(events.length - 3);
    await view.picture('audit-own-pages');
    await close();
  });

  it('fits the columns to the first rows that are not folded, if only folded ones came before', async () => {
    const everyPosition = events.map((_, position) => position);
    const widths = (): Promise<readonly number[]> =>
      view.page
        .locator('.header .cell')
        .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().width));
    await open('dark', 800, []);
    const expected = await widths();
    await close();
    await open('dark', 800, everyPosition);
    assert.equal(await view.page.locator('.body .row:not(.folding)').count(), 0);
    await view.page.getByRole('combobox', { name: 'Ask about these events' }).fill('me');
    await hasRows(events.length);
    await eventually(
      `the widths ${JSON.stringify(expected)}`,
      async () => JSON.stringify(await widths()) === JSON.stringify(expected),
    );
    await close();
  });

  it('keeps the text of a folded row in view while the columns scroll sideways', async () => {
    await open('dark', 500);
    const label = view.page.locator('.cell.fold .value').first();
    const number = view.page.locator('.row .number').first();
    const measureGap = async (): Promise<number> => {
      const [text, before] = [await label.boundingBox(), await number.boundingBox()];
      return (text?.x ?? 0) - ((before?.x ?? 0) + (before?.width ?? 0));
    };
    const gap = await measureGap();
    assert.ok(gap >= 0 && gap < 10, `${gap} px`);
    const scroller = grid();
    for (const left of [60, 10_000]) {
      const scrolled = await scroller.evaluate((node, to) => {
        node.scrollLeft = to;
        return node.scrollLeft;
      }, left);
      assert.ok(scrolled >= 60, `the columns scroll: ${scrolled} px`);
      await drawn(view.page);
      assert.ok(Math.abs((await measureGap()) - gap) < 1, `${await measureGap()} px from the numbers`);
    }
    await close();
  });

  it('ends the text of a folded row with an ellipsis where there is no room for it', async () => {
    await open('dark', 420);
    const label = view.page.getByRole('gridcell', { name: /3 pages · SELECT/, expanded: false }).first();
    const end = async (): Promise<unknown> => {
      const gridRight = await grid().evaluate((node) => node.getBoundingClientRect().left + node.clientWidth);
      return label.locator('.value').evaluate((node, limit) => {
        const { overflowX, textOverflow } = getComputedStyle(node);
        return {
          isInView: node.getBoundingClientRect().right <= limit,
          isCut: node.scrollWidth > node.clientWidth,
          overflowX,
          textOverflow,
        };
      }, gridRight);
    };
    const shortened = { isInView: true, isCut: true, overflowX: 'hidden', textOverflow: 'ellipsis' };
    assert.deepEqual(await end(), shortened);
    const title = await label.getAttribute('title');
    assert.equal(title, await label.getAttribute('aria-label'), 'the whole text is the tooltip');
    await view.picture('audit-own-narrow');
    await view.page.getByRole('columnheader', { name: /^Time/ }).first().click({ button: 'right' });
    await view.page.getByRole('menuitemcheckbox', { name: 'Pinned' }).click();
    await drawn(view.page);
    assert.deepEqual(await end(), shortened, 'in a pinned column');
    await close();
  });

  it('keeps the keyboard and the details on a page that is marked, and whose row moves out of the run', async () => {
    await open();
    const name = /3 pages · SELECT/;
    await view.page.getByRole('gridcell', { name, expanded: false }).first().locator('.value').click();
    await view.page.getByRole('gridcell', { name, expanded: true }).first().waitFor();
    await pressIn(view, ['ArrowDown', 'ArrowDown', 'Enter']);
    const marked = events[pages[1] ?? assert.fail()] ?? assert.fail();
    const details = view.page.getByRole('region', { name: 'Details' });
    const activeActor = (): Locator =>
      view.page
        .locator('[role=row]:has([aria-selected=true])')
        .filter({ hasText: marked.context.actor ?? '' });
    const isOnEvent = async (): Promise<void> => {
      await activeActor().first().waitFor();
      await details
        .getByText(marked.context.changeID ?? '')
        .first()
        .waitFor();
    };
    await isOnEvent();
    await pressIn(view, ['m']);
    await view.page.locator('.row.marked').waitFor();
    await hasRows(events.length - 4);
    await isOnEvent();
    assert.ok(model.marks.getMark(marked), 'the mark is on that event');
    await pressIn(view, ['m']);
    await hasRows(events.length - 3);
    await isOnEvent();
    assert.equal(model.marks.getMark(marked), undefined);
    await close();
  });

  it('opens and closes a run with a click anywhere on its row, which is focused and selected as a whole', async () => {
    await open();
    const click = async (x: number, clickCount = 1): Promise<void> => {
      const box = (await row(2).boundingBox()) ?? assert.fail();
      await view.page.mouse.move(box.x + (x < 0 ? box.width : 0) + x, box.y + box.height / 2);
      await view.page.mouse.down({ clickCount });
      await view.page.mouse.up({ clickCount });
    };
    await click(-30);
    await run(true).waitFor();
    await click(200);
    await run(false).waitFor();
    await click(10);
    await run(true).waitFor();
    // A double-click is two clicks.
    await click(-30);
    await run(false).waitFor();
    await click(-30, 2);
    await run(true).waitFor();
    await click(-30);
    await run(false).waitFor();
    assert.equal(await view.page.getByRole('region', { name: 'Details' }).count(), 0);
    const drawnParts = (): Promise<unknown> =>
      row(2).evaluate((node) => {
        const parts = [...node.querySelectorAll('.cell:not(.number)')].filter((cell) => {
          const { backgroundColor, outlineStyle } = getComputedStyle(cell);
          return outlineStyle !== 'none' || backgroundColor !== 'rgba(0, 0, 0, 0)';
        });
        return parts.map((part) => part.getBoundingClientRect().right === node.getBoundingClientRect().right);
      });
    assert.deepEqual(await drawnParts(), [true]);
    await view.page.mouse.click(600, 500);
    await pressIn(view, ['Control+Space']);
    await eventually(
      'the row is selected',
      async () => (await row(2).locator('[aria-selected=true]').count()) > 0,
    );
    assert.deepEqual(await drawnParts(), [true]);
    await close();
  });

  it('shows the requests one by one where the question asks for them, and none where it leaves them out', async () => {
    await open();
    const bar = view.page.getByRole('combobox', { name: 'Ask about these events' });
    await bar.fill('me');
    await hasRows(own.length + pages.length);
    await actorIn(0, 2);
    await bar.fill('-me');
    await hasRows(events.length - own.length - pages.length);
    await close();
  });

  it('draws their share of the histogram apart, with a legend, and in the table of figures', async () => {
    await open();
    await view.page.getByText('9 from this window').waitFor();
    assert.notEqual(await view.page.locator('.bars .own').getAttribute('d'), '');
    await view.page.getByRole('button', { name: 'Show the histogram as a table' }).click();
    const heading = await view.page.getByRole('columnheader', { name: 'From this window' }).boundingBox();
    const pane = await view.page.getByRole('region', { name: 'Details' }).boundingBox();
    assert.ok(heading && pane && heading.x + heading.width <= pane.x + pane.width, 'the column is visible');
    await view.picture('audit-own-counts');
    await close();
  });

  for (const theme of themeNames.slice(0, 4)) {
    it(`has no fault that axe-core finds, ${theme}`, async () => {
      await open(theme);
      await run(false).locator('.value').click();
      await run(true).waitFor();
      await view.picture(`audit-own-${theme}`);
      assert.deepEqual(await axeFaults(view.page, theme), []);
      await close();
    });
  }
});
