import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { FieldID } from '../../src/core/audit/table/fields.ts';
import type { SavedLayout } from '../../src/protocol/columnLayout.ts';
import { eventText } from '../bench/auditEvents.ts';
import { eventually } from '../run/waiting.ts';
import { AuditFakeHost, eventOf } from './auditHost.ts';
import { chooseFromMore, openAuditTable, sample, statusOf } from './auditPage.ts';
import { drawn, pressIn, themeNames, type WebviewPage } from './harness.ts';
import { closeWithoutProblems, harnessOfSuite } from './suite.ts';
import { axeFaults } from './violations.ts';
import '../unit/extension/withVscode.ts';

const { fieldLabels } = await import('../../src/extension/audit/labels.ts');

/** The values with counts: how one is found among them, and the space that they have. */
describe('facets of the audit table', () => {
  const harness = harnessOfSuite('audit');
  let view: WebviewPage;
  let host: AuditFakeHost;

  async function open(options = {}): Promise<void> {
    host = new AuditFakeHost(sample(300));
    view = await openAuditTable(harness, host, { width: 1300, height: 700, ...options });
  }
  const close = () => closeWithoutProblems(view);
  const press = (...keys: readonly string[]) => pressIn(view, keys);
  const facets = (): Locator => view.page.getByRole('complementary', { name: 'Values with counts' });
  const search = (): Locator => facets().getByRole('searchbox', { name: 'Search values' });
  const values = (): Promise<string[]> => facets().locator('.facet-value .label').allTextContents();
  const found = (text: string): Promise<void> =>
    facets().getByRole('status').filter({ hasText: text }).waitFor();
  const splitter = (): Locator => view.page.getByRole('separator', { name: 'Width of values' });
  const width = async (): Promise<number> => Math.round((await facets().boundingBox())?.width ?? 0);

  it('are searched over all values, also those that are not listed, and say how many match', async () => {
    await open();
    const group = facets().getByRole('group', { name: 'actor', exact: true });
    await group.getByRole('button', { name: /^\d+ more$/ }).waitFor();
    const hidden = 'sa-job-8';
    assert.ok(!(await values()).includes(hidden), 'beyond the first values');
    await search().fill('SA-JOB-8');
    await found('1 value matches');
    assert.deepEqual(await values(), [hidden]);
    await search().fill('person');
    await found('values match');
    assert.ok((await values()).every((one) => one.includes('person')));
    await search().fill('nobody');
    await found('No value matches');
    assert.deepEqual(await values(), []);
    assert.deepEqual(await axeFaults(view.page), []);
    await search().fill('');
    await group.getByRole('button', { name: /^\d+ more$/ }).waitFor();
    assert.equal((await facets().getByRole('status').textContent()) ?? '', '');
    await close();
  });

  it('are searched and chosen from by the keyboard', async () => {
    await open();
    const button = view.page.getByRole('button', { name: 'More actions', exact: true });
    await button.focus();
    await eventually('the search is reached by Tab', async () => {
      await press('Tab');
      return search().evaluate((input) => input === document.activeElement);
    });
    await view.page.keyboard.type('sa-job-8');
    await found('1 value matches');
    await press('ArrowDown');
    const value = facets().getByRole('button', { name: /^sa-job-8 / });
    await value.and(view.page.locator(':focus')).waitFor();
    await press('Enter');
    await statusOf(view, /filtered here to \d;/);
    const [choice] = host.called('filterByFacet') as { facet: string; value: number }[];
    assert.deepEqual([choice?.facet, choice?.value], ['actor', 0]);
    await press('ArrowUp');
    await search().and(view.page.locator(':focus')).waitFor();
    await press('Escape');
    await eventually('all values are listed again', async () => (await values()).length > 20);
    assert.equal(await search().inputValue(), '');
    await close();
  });

  it('show the text that the host searches for after the page was loaded again', async () => {
    await open();
    await search().fill('sa-job');
    await found('values match');
    await view.reload();
    await found('values match');
    assert.equal(await search().inputValue(), 'sa-job');
    assert.doesNotMatch(JSON.stringify((await view.savedState()) ?? {}), /sa-job/);
    await close();
  });

  it('stay hidden in a wide view and shown in a narrow one, as the user chose, in a page with the same state', async () => {
    await open();
    await view.page.getByRole('button', { name: 'Filter by values', exact: true }).click();
    await facets().waitFor({ state: 'hidden' });
    const hidden = await view.savedState();
    await close();
    await open({ saved: hidden });
    assert.equal(await facets().isVisible(), false);
    await close();
    await open({ width: 650 });
    assert.equal(await facets().isVisible(), false);
    await chooseFromMore(view.page, 'Filter by values');
    await facets().waitFor();
    const shown = await view.savedState();
    await close();
    await open({ width: 650, saved: shown });
    await facets().waitFor();
    await close();
  });

  it('keep both ends of long identifiers, in the table too, and give a screen reader the whole values', async () => {
    const partner = 'sa-job-nightly-reconciliation-of-partner-accounts-000';
    const right = 'משתמש-ארוך-מאוד-מאוד-מאוד-';
    const email = 'integration.test.of.the.nightly.run';
    const actors = [
      `${partner}1`,
      `${partner}2`,
      `${email}.0017@local.test`,
      `${email}.0018@local.test`,
      `${right}א`,
      `${right}ב`,
    ];
    const events = Array.from({ length: 60 }, (_, n) => {
      const event = JSON.parse(eventText(59 - n)) as { readonly context: object };
      return eventOf(JSON.stringify({ ...event, context: { ...event.context, actor: actors[n % 6] } }));
    });
    host = new AuditFakeHost(events);
    view = await openAuditTable(harness, host, { width: 1100, height: 700 });
    const group = facets().getByRole('group', { name: 'actor', exact: true });
    await group
      .getByRole('button', { name: /^sa-job-/ })
      .first()
      .waitFor();
    const ends = ['ounts-0001', 'ounts-0002', '0017', '0018'].map((text) => text.slice(-8));
    const parts = (inside: Locator) =>
      inside.evaluateAll((targets) =>
        targets.map((target) => {
          const [start, end] = ['.start', '.end'].map((one) => target.querySelector<HTMLElement>(one));
          const whole = target.getBoundingClientRect();
          const box = end?.getBoundingClientRect();
          return {
            text: target.textContent ?? '',
            end: end?.textContent,
            isStartCut: start !== null && start !== undefined && start.scrollWidth > start.clientWidth,
            isEndWhole: box !== undefined && box.left >= whole.left && box.right <= whole.right + 1,
          };
        }),
      );
    const column = await view.page
      .locator('.header .cell', { hasText: /^actor$/ })
      .first()
      .getAttribute('aria-colindex');
    const cells = view.page.locator(`.body .cell[aria-colindex="${column}"]`);
    for (const inside of [group.locator('.label'), cells.locator('.value')]) {
      const drawnParts = await parts(inside);
      for (const [index, actor] of actors.entries()) {
        const found = drawnParts.find(({ text }) => text === actor);
        assert.ok(found, `${actor}: ${JSON.stringify(drawnParts)}`);
        assert.equal(found.end, ends[index], actor);
        if (found.end !== undefined) assert.ok(found.isStartCut && found.isEndWhole, JSON.stringify(found));
      }
    }
    for (const actor of actors.slice(0, 4))
      assert.equal((await cells.and(view.page.getByLabel(actor, { exact: true })).count()) > 0, true, actor);
    for (const actor of actors)
      assert.equal(await group.locator(`[aria-label^="${actor} "]`).count(), 1, actor);
    await view.picture('audit-facets-ends');
    await group.getByRole('button', { name: /^Exclude actor: sa-job.*2$/ }).click();
    await view.page.locator('.facet-row.not').waitFor();
    await view.picture('audit-facets-ends-not');
    assert.deepEqual(await axeFaults(view.page), []);
    await close();
  });

  it('have their whole headings at the width that they have at first', async () => {
    for (const theme of themeNames.slice(0, 4))
      for (const width of [1040, 1400]) {
        await open({ theme, width, height: 700 });
        const facets = host.state().facets.map((facet) => ({
          ...facet,
          label: fieldLabels()[facet.id as FieldID],
        }));
        host.send({ facets });
        await drawn(view.page);
        for (const heading of await view.page.locator('.facets h2').all()) {
          const lacks = await heading.evaluate((node) => node.scrollWidth - node.clientWidth);
          assert.ok(lacks <= 0, `${theme} ${width} ${await heading.textContent()}: ${lacks}`);
        }
        await view.picture(`audit-facets-${theme}-${width}`);
        await close();
      }
  });

  it('keep the width that the user gave them, by the mouse and by the keyboard', async () => {
    await open();
    const before = await width();
    assert.equal(await splitter().getAttribute('aria-valuenow'), String(before));
    const line = await splitter().boundingBox();
    assert.ok(line);
    await view.page.mouse.move(line.x + 2, line.y + 200);
    await view.page.mouse.down();
    await view.page.mouse.move(line.x + 102, line.y + 200, { steps: 4 });
    await view.page.mouse.up();
    assert.ok(Math.abs((await width()) - before - 100) <= 4, `${before}, then ${await width()}`);
    await splitter().focus();
    const dragged = await width();
    await press('ArrowLeft', 'ArrowLeft');
    assert.equal(await width(), dragged - 48);
    await press('ArrowRight');
    assert.equal(await width(), dragged - 24);
    await eventually(
      'the width is announced',
      async () => (await splitter().getAttribute('aria-valuenow')) === String(dragged - 24),
    );
    await press(...Array.from({ length: 60 }, () => 'ArrowRight'));
    assert.equal(await width(), 650, 'half of the view at most');
    await press(...Array.from({ length: 60 }, () => 'ArrowLeft'));
    assert.equal(await width(), 120);
    await press('ArrowRight');
    const saved = await view.savedState();
    await close();
    await open({ saved });
    assert.equal(await width(), 144, 'in a page with the same state');
    await view.page.getByRole('grid').focus();
    await press('ArrowDown', 'Enter');
    await view.page.getByRole('treeitem', { name: /^context/ }).waitFor();
    await view.page.getByRole('separator', { name: 'Width of details' }).focus();
    await press('ArrowLeft');
    const { panelWidths } = (await view.savedState()) as { readonly panelWidths: unknown };
    assert.deepEqual(panelWidths, { facets: 144, details: 364 });
    assert.deepEqual(host.called('panelWidth'), [{ panel: 'details', width: 364 }]);
    await close();
  });

  it('leave the columns as they were chosen in a tab which is closed', async () => {
    await open();
    const header = (name: string): Locator => view.page.getByRole('columnheader', { name, exact: true });
    await header('ipAddress').click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Hide column' }).click();
    await header('ipAddress').waitFor({ state: 'detached' });
    const { layout } = host.called('columnLayout').at(-1) as { readonly layout: SavedLayout };
    await close();
    host = new AuditFakeHost(sample(20));
    host.change = { columnLayouts: [layout] };
    view = await openAuditTable(harness, host, { width: 1300 });
    await header('actor').waitFor();
    assert.equal(await header('ipAddress').count(), 0);
    await close();
  });

  it('have the width that was set in a tab which is closed', async () => {
    host = new AuditFakeHost(sample(20));
    host.change = { panelWidths: { facets: 249 } };
    view = await openAuditTable(harness, host, { width: 1300 });
    assert.equal((await view.page.locator('.facets').boundingBox())?.width, 249);
    assert.equal(await view.page.getByRole('separator').first().getAttribute('aria-valuenow'), '249');
    await close();
  });

  for (const theme of themeNames.slice(0, 4))
    it(`are whole beside the rows, above them, and beside details, ${theme}`, async () => {
      await open({ theme });
      for (const [at, size] of [
        ['beside', { width: 1300, height: 700 }],
        ['above', { width: 600, height: 700 }],
        ['narrow', { width: 300, height: 700 }],
        ['stacked', { width: 900, height: 700 }],
      ] as const) {
        await view.page.setViewportSize(size);
        await drawn(view.page);
        if (!(await facets().isVisible()))
          await view.page.evaluate(() => {
            document.querySelector<HTMLElement>('button[aria-label="Filter by values"]')?.click();
          });
        if (at === 'stacked') {
          await view.page.getByRole('grid').focus();
          await press('ArrowDown', 'Enter');
          await view.page.getByRole('treeitem', { name: /^context/ }).waitFor();
        }
        await search().waitFor();
        const box = await search().boundingBox();
        const grid = await view.page.getByRole('grid').boundingBox();
        assert.ok(
          box && box.width >= 100 && box.x + box.width <= size.width,
          `${at}: ${JSON.stringify(box)}`,
        );
        assert.ok(grid && grid.width >= Math.min(450, size.width) && grid.height > 150, JSON.stringify(grid));
        assert.equal(await splitter().isVisible(), size.width > 640, at);
        await view.picture(`audit-facets-${theme}-${at}`);
        assert.deepEqual(await axeFaults(view.page, theme), [], at);
      }
      await close();
    });
});
