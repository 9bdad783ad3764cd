import assert from 'node:assert/strict';
import { AuditFakeHost } from './auditHost.ts';
import { assertUncut, chooseFromMore, openAuditTable, sample, statusOf } from './auditPage.ts';
import { pressIn, themeNames, type WebviewPage } from './harness.ts';
import { closeWithoutProblems, harnessOfSuite } from './suite.ts';
import { axeFaults } from './violations.ts';

/** What is said of one event beside the rows, and the room that it takes. */
describe('details of an audit event', () => {
  const harness = harnessOfSuite('audit');
  let view: WebviewPage;
  let host: AuditFakeHost;

  async function open(options: Readonly<Record<string, unknown>>): Promise<void> {
    host = new AuditFakeHost(sample(300));
    view = await openAuditTable(harness, host, options);
    await view.page.getByRole('grid').focus();
  }
  const close = () => closeWithoutProblems(view);
  const press = (...keys: readonly string[]) => pressIn(view, keys);
  const status = (text: string | RegExp) => statusOf(view, text);
  const facets = () => view.page.getByRole('complementary', { name: 'Values with counts' });
  const values = () => view.page.getByRole('button', { name: 'Filter by values' });

  it('begin with the query, below one line with all that can be done', async () => {
    for (const [theme, width, height] of [
      ...themeNames.slice(0, 4).map((name) => [name, 1400, 900] as const),
      ['dark', 1024, 700],
    ] as const) {
      await open({ theme, width, height });
      const { page } = view;
      await press('ArrowDown', 'Enter');
      const pane = page.getByRole('region', { name: 'Details' });
      const code = pane.getByRole('group', { name: 'Query' });
      await code.waitFor();
      const [head, query, buttons] = [
        await pane.locator('.head').boundingBox(),
        await code.boundingBox(),
        await pane.getByRole('button').all(),
      ];
      assert.ok(head && query && head.height <= 52, JSON.stringify(head));
      assert.ok(query.y - head.y - head.height <= 8, 'nothing above the query');
      const tops = await Promise.all(buttons.map(async (button) => (await button.boundingBox())?.y));
      assert.equal(new Set(tops).size, 1, `${tops}`);
      assert.deepEqual(await axeFaults(page, theme), []);
      await page.getByRole('button', { name: 'More event actions' }).click();
      await page.getByRole('menu', { name: 'More event actions' }).waitFor();
      assert.deepEqual(await axeFaults(page, theme), []);
      await view.picture(`audit-details-${theme}-${width}`);
      await press('Escape');
      await page.getByRole('button', { name: 'More event actions' }).and(page.locator(':focus')).waitFor();
      await close();
    }
  });

  it('mark the event by the keyboard, which stays on the button', async () => {
    await open({ width: 1400 });
    await press('Enter');
    await view.page.getByRole('button', { name: 'Mark Event' }).waitFor();
    await press('Enter', 'Enter');
    const button = view.page.getByRole('button', { name: 'Remove Mark' });
    await button.and(view.page.locator(':focus')).waitFor();
    assert.deepEqual(host.called('activate'), [{ rev: 1, row: 0, id: 'vaultsql.audit.mark' }]);
    await close();
  });

  it('act on no event but their own, while that of another row is still to come', async () => {
    await open({ width: 1400 });
    const { page } = view;
    await press('Enter');
    const button = page.getByRole('button', { name: 'Mark Event' });
    await button.waitFor();
    // In one turn, which a person who is quick comes near to.
    await page.evaluate(() => {
      const down = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true });
      document.querySelector('[role=grid]')?.dispatchEvent(down);
      document.querySelector<HTMLElement>('[data-id^="2_mark"]')?.click();
    });
    assert.deepEqual(host.called('activate'), []);
    const title = host.table.event(1)?.context.actor ?? assert.fail();
    await page.getByRole('region', { name: 'Details' }).getByRole('heading', { name: title }).waitFor();
    await button.click();
    assert.deepEqual(host.called('activate'), [{ rev: 1, row: 1, id: 'vaultsql.audit.mark' }]);
    await close();
  });

  it('have no event where none is shown, and the first one when there are some again', async () => {
    await open({ width: 1400 });
    const { page } = view;
    await press('ArrowDown', 'ArrowDown', 'Enter');
    const pane = page.getByRole('region', { name: 'Details' });
    await pane.getByRole('group', { name: 'Query' }).waitFor();
    await page.getByRole('combobox', { name: 'Ask about these events' }).fill('nothing has this');
    await status(/filtered here to 0/);
    await pane.getByText('No event to show.').waitFor();
    assert.equal(await pane.getByRole('group').count(), 0);
    assert.deepEqual(
      await pane.getByRole('button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
      ['Close details'],
    );
    assert.deepEqual(await axeFaults(page), []);
    const before = host.called('detail').length;
    await page.getByRole('combobox', { name: 'Ask about these events' }).fill('');
    await status(/filtered here to 300/);
    assert.equal(await page.locator('[role=columnheader].active').count(), 0);
    await pane.getByRole('group', { name: 'Query' }).waitFor();
    assert.deepEqual(
      host
        .called('detail')
        .slice(before)
        .map((one) => (one as { row: number }).row),
      [0],
    );
    await close();
  });

  it('are of the first event after a sort by a heading, which has the keyboard', async () => {
    await open({ width: 1400 });
    await press('ArrowDown', 'ArrowDown', 'Enter');
    const title = view.page.getByRole('region', { name: 'Details' }).getByRole('heading', { level: 2 });
    await title.filter({ hasText: /./ }).waitFor();
    await press('Control+Home', 'ArrowUp', 'ArrowRight', 'Enter');
    await view.page.locator('[role=columnheader][aria-sort]').filter({ hasText: 'code' }).waitFor();
    const first = host.table.event(0)?.context.actor ?? assert.fail();
    await title.filter({ hasText: first }).waitFor();
    assert.equal((host.called('detail').at(-1) as { row: number }).row, 0);
    await close();
  });

  it('are below the rows where beside them too little would be seen, the values with counts still there', async () => {
    await open({ width: 1024, height: 700 });
    const { page } = view;
    const pane = page.getByRole('region', { name: 'Details' });
    await values().click();
    await facets().waitFor();
    await assertUncut(page);
    await page.getByRole('grid').focus();
    await press('ArrowDown', 'Enter');
    await page.getByRole('group', { name: 'Query' }).waitFor();
    assert.equal(await facets().isVisible(), true);
    await assertUncut(page);
    const rows = await page.getByRole('grid').evaluate((node) => (node.clientHeight - 26) / 24);
    assert.ok(rows >= 10, `${rows}`);
    await pane.getByRole('button', { name: 'Close details' }).click();
    await page.getByRole('grid').focus();
    await press(...Array.from({ length: 16 }, () => 'ArrowDown'), 'Enter');
    await page.getByRole('group', { name: 'Query' }).waitFor();
    const [active, grid] = [
      await page.locator('.cell.active').boundingBox(),
      await page.getByRole('grid').boundingBox(),
    ];
    assert.ok(
      active && grid && active.y + active.height <= grid.y + grid.height + 1,
      JSON.stringify([active, grid]),
    );
    assert.deepEqual(await axeFaults(page), []);
    await view.picture('audit-details-facets-1024');
    await close();
  });

  it('have the room of the values with counts in a low panel, and give it back', async () => {
    await open({ width: 1024, height: 400 });
    const { page } = view;
    const pane = page.getByRole('region', { name: 'Details' });
    const query = pane.getByRole('group', { name: 'Query' });
    assert.equal(await facets().isVisible(), false);
    await values().click();
    await facets().waitFor();
    await page.getByRole('grid').focus();
    await press('ArrowDown', 'Enter');
    await query.waitFor();
    assert.equal(await facets().isVisible(), false);
    assert.equal(await values().getAttribute('aria-pressed'), 'false');
    await view.picture('audit-details-low-1024');
    await pane.getByRole('button', { name: 'Close details' }).click();
    await facets().waitFor();
    assert.equal(await values().getAttribute('aria-pressed'), 'true');
    await page.getByRole('grid').focus();
    await press('Enter');
    await query.waitFor();
    await values().click();
    await facets().waitFor();
    assert.equal(await pane.isVisible(), false, 'wanted again, the values have it');
    await page.setViewportSize({ width: 1500, height: 400 });
    await page.getByRole('grid').focus();
    await press('Enter');
    await query.waitFor();
    assert.equal(await facets().isVisible(), true, 'there is room for both');
    await close();
  });

  it('cover the rows in a view too low and narrow for both, and uncover them by Escape, F6, Enter in the bar, the close button, or a shown column', async () => {
    for (const [width, height] of [
      [660, 225],
      [405, 300],
    ] as const) {
      await open({ width, height });
      const { page } = view;
      const grid = page.getByRole('grid', { name: 'Audit events' });
      const focusedGrid = grid.and(page.locator(':focus'));
      const pane = page.getByRole('region', { name: 'Details' });
      const leave = [
        () => press('Escape'),
        () => press('F6', 'F6'),
        () => press('Control+f', 'Enter'),
        () => pane.getByRole('button', { name: 'Close details' }).click(),
        async () => {
          await page.getByRole('combobox', { name: 'Ask about these events' }).fill('session-2');
          await page.getByRole('button', { name: 'Show column sessionID' }).click();
        },
      ];
      for (const back of leave) {
        await page.getByRole('gridcell').nth(6).click();
        await pane.getByRole('group', { name: 'Query' }).waitFor();
        const box = await pane.boundingBox();
        assert.deepEqual([box?.x, box?.width], [0, width]);
        assert.equal(await grid.isVisible(), false, 'nothing beneath can be reached');
        assert.ok(await pane.evaluate((node) => node.contains(document.activeElement)));
        await view.picture(`audit-details-over-${width}`);
        await back();
        await focusedGrid.waitFor();
        assert.equal(await pane.isVisible(), false);
      }
      await close();
    }
  });

  it('leave time, status and actor of the rows beside them whole, however low and narrow the view', async () => {
    for (const [width, height] of [
      [820, 260],
      [700, 401],
    ] as const) {
      await open({ width, height });
      const { page } = view;
      await page.getByRole('gridcell').nth(6).click();
      await page.getByRole('group', { name: 'Query' }).waitFor();
      const grid = await page.getByRole('grid').boundingBox();
      for (const name of ['time', 'code', 'actor']) {
        const box = await page.getByRole('columnheader', { name }).boundingBox();
        assert.ok(grid && box && box.x >= 0 && box.x + box.width <= grid.x + grid.width, `${width}: ${name}`);
      }
      await view.picture(`audit-details-least-${width}`);
      await close();
    }
  });

  it('are there again, with the same row, after the editor has loaded the page anew', async () => {
    await open({ width: 1400, height: 700 });
    const { page } = view;
    const active = () => page.getByRole('grid').getAttribute('aria-activedescendant');
    const pane = page.getByRole('region', { name: 'Details' });
    const { context, request } = host.table.event(120) ?? assert.fail();
    const loadAgain = async (): Promise<void> => {
      await view.reload();
      await page.getByRole('grid').waitFor();
    };
    await press('Control+End', 'Control+Home', ...Array<string>(6).fill('ArrowDown'), 'ArrowRight');
    await loadAgain();
    await page.locator('#cell-6-1').waitFor();
    assert.equal(await active(), 'cell-6-1');
    assert.equal(await pane.isVisible(), false);
    // Far from the first rows, which come with the state.
    await page.getByRole('grid').focus();
    await press(...Array<string>(114).fill('ArrowDown'));
    await page.locator('#cell-120-1').click();
    await pane.getByRole('heading', { name: context.actor ?? '' }).waitFor();
    await loadAgain();
    await pane
      .getByText(request.timestamp ?? '')
      .first()
      .waitFor();
    assert.equal(await active(), 'cell-120-1');
    assert.ok(await page.locator('#cell-120-1').isVisible());
    assert.doesNotMatch(JSON.stringify((await view.savedState()) ?? {}), new RegExp(context.actor ?? ''));
    await page.getByRole('grid').focus();
    await press('Escape');
    await loadAgain();
    await page.locator('#cell-120-1').waitFor();
    assert.equal(await pane.isVisible(), false, 'closed, they stay closed');
    await close();
  });

  it('are there again after a reload where they took the place of a chart', async () => {
    await open({ width: 1400, height: 700 });
    const { page } = view;
    const pane = page.getByRole('region', { name: 'Details' });
    await chooseFromMore(page, 'Chart for a report');
    await pane.getByRole('heading', { name: 'Chart for a report' }).waitFor();
    const { context } = host.table.event(2) ?? assert.fail();
    await page.locator('[role=row][aria-rowindex="4"] [role=gridcell]').first().click();
    await pane.getByRole('heading', { name: context.actor ?? '' }).waitFor();
    await view.reload();
    await pane.getByRole('heading', { name: context.actor ?? '' }).waitFor();
    await close();
  });
});
