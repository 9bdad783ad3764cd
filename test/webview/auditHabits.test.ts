import assert from 'node:assert/strict';
import { AuditFakeHost } from './auditHost.ts';
import { openAuditTable, sample, statusOf } from './auditPage.ts';
import { drawn, pressIn, type WebviewPage } from './harness.ts';
import { closeWithoutProblems, harnessOfSuite } from './suite.ts';
import { axeFaults } from './violations.ts';

/** What a click on a header and on a row of the audit table does, and the same by keys. */
describe('clicks in the audit table', () => {
  const harness = harnessOfSuite('audit');
  let view: WebviewPage;
  let host: AuditFakeHost;

  async function open(options: Readonly<Record<string, unknown>> = {}): Promise<void> {
    host = new AuditFakeHost(sample(300));
    view = await openAuditTable(harness, host, { width: 1400, height: 700, ...options });
  }
  const close = () => closeWithoutProblems(view);
  const press = (...keys: readonly string[]) => pressIn(view, keys);
  const header = (name: string) =>
    view.page
      .getByRole('columnheader')
      .filter({ has: view.page.locator('.value', { hasText: new RegExp(`^${name}$`) }) });
  const sorted = (name: string, direction: string) =>
    header(name)
      .and(view.page.locator(`[aria-sort=${direction}]`))
      .waitFor();
  const said = (text: string) =>
    view.page.locator('[aria-live]').filter({ hasText: text }).waitFor({ state: 'attached' });
  /** Waits until the header shows its place among several sorts, which screen readers are told too. */
  const placed = (name: string, place: string, direction: string) =>
    header(name)
      .and(view.page.getByRole('columnheader', { name: new RegExp(`sorted .*, ${direction}$`) }))
      .filter({ has: view.page.locator('.place', { hasText: place }) })
      .waitFor();
  /** The fields by which the host sorts, those in descending order after a minus sign. */
  const sorts = () => host.table.sorts.map(({ field, descending }) => `${descending ? '-' : ''}${field}`);
  /** Opens the menu of a header, and returns its entries that can't be chosen. */
  const reasonsInMenu = async (name: string): Promise<readonly string[]> => {
    await header(name).click({ button: 'right' });
    const menu = view.page.getByRole('menu', { name: 'Column' });
    await menu.getByRole('menuitem', { name: 'Select column' }).waitFor();
    return menu.locator('[aria-disabled=true]').allTextContents();
  };
  const isHeadingWhole = async (name: string): Promise<void> => {
    const widths = await header(name)
      .locator('.value')
      .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
    assert.ok(widths.scrollWidth <= widths.clientWidth, `${name}: ${JSON.stringify(widths)}`);
  };
  const cell = (row: number, column: number) =>
    view.page.locator(`[role=row][aria-rowindex="${row + 2}"] [role=gridcell]`).nth(column);
  const pane = () => view.page.getByRole('region', { name: 'Details' });
  const heading = () => pane().getByRole('heading', { level: 2 });
  const titleOf = (row: number): string => host.table.event(row)?.context.actor ?? assert.fail();
  const shows = async (row: number): Promise<void> => {
    await heading()
      .filter({ hasText: titleOf(row) })
      .waitFor();
    await pane()
      .getByText(host.table.event(row)?.request.timestamp ?? '')
      .first()
      .waitFor();
  };
  const hasGridFocus = (): Promise<boolean> =>
    view.page.evaluate(() => document.activeElement?.getAttribute('role') === 'grid');

  it('say why a column can’t be sorted by, in the tooltip, on a click or key, and in the menu', async () => {
    await open();
    const reason = 'Can’t sort by content: too many different values.';
    assert.equal(await header('content').getAttribute('title'), `content\n${reason}`);
    assert.equal(await header('actor').getAttribute('title'), 'actor');
    await header('content').click();
    await said(reason);
    await press('ArrowLeft', 'Enter');
    await said('Sorted by ipAddress, ascending');
    await press('ArrowRight', 'Shift+Enter');
    await said(reason);
    assert.deepEqual(await reasonsInMenu('content'), [reason]);
    await press('Enter');
    assert.equal(await view.page.getByRole('menu').count(), 1, 'the reason is no action');
    await press('Escape');
    assert.deepEqual(await reasonsInMenu('actor'), []);
    await press('Escape');
    assert.deepEqual(sorts(), ['ipAddress']);
    await close();
  });

  it('sort by a header: ascending, descending, newest first again', async () => {
    await open();
    await sorted('time', 'descending');
    await header('actor').click();
    await sorted('actor', 'ascending');
    await said('Sorted by actor, ascending');
    await header('actor').click();
    await sorted('actor', 'descending');
    await header('actor').click();
    await sorted('time', 'descending');
    await said('Sorted by time, descending');
    // By the column of the original order, that is one of two.
    await header('time').click();
    await sorted('time', 'ascending');
    await header('time').click();
    await sorted('time', 'descending');
    await press('ArrowRight', 'Enter');
    await sorted('code', 'ascending');
    await press(' ');
    await sorted('code', 'descending');
    await press('Shift+Enter');
    await sorted('time', 'descending');
    await close();
  });

  it('count each of two quick key presses on a header, although the host has not responded to the first', async () => {
    await open();
    await header('actor').click();
    await sorted('actor', 'ascending');
    await view.page.getByRole('grid', { name: 'Audit events' }).evaluate((grid) => {
      for (let press = 0; press < 2; press++)
        grid.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    });
    await sorted('time', 'descending');
    assert.deepEqual(sorts(), ['-time']);
    await close();
  });

  it('sort by further columns by Shift+click and Shift+Space, which remove a sort the third time', async () => {
    await open();
    // From the original order, by this column alone.
    await header('actor').click({ modifiers: ['Shift'] });
    await sorted('actor', 'ascending');
    assert.equal(await view.page.locator('.header .place:visible').count(), 0);
    await header('code').click({ modifiers: ['Shift'] });
    await placed('code', '2', 'ascending');
    await placed('actor', '1', 'ascending');
    await said('Sorted by actor, ascending, then by code, ascending');
    await press('ArrowLeft', 'Shift+Space');
    await placed('time', '3', 'ascending');
    assert.deepEqual(sorts(), ['actor', 'code', 'time']);
    for (const name of ['actor', 'code', 'time']) {
      await header(name).hover();
      await isHeadingWhole(name);
      await view.page.mouse.move(700, 500);
      await isHeadingWhole(name);
    }
    await view.picture('audit-three-sorts');
    await header('code').click({ modifiers: ['Shift'] });
    await placed('code', '2', 'descending');
    assert.deepEqual(sorts(), ['actor', '-code', 'time']);
    await header('code').click({ modifiers: ['Shift'] });
    await placed('time', '2', 'ascending');
    assert.deepEqual(sorts(), ['actor', 'time']);
    // Nothing sorts by the query, and no sort is lost.
    await header('content').click({ modifiers: ['Shift'] });
    await header('content').click();
    await drawn(view.page);
    assert.deepEqual(sorts(), ['actor', 'time']);
    // A click sorts by its column alone.
    await header('actor').click();
    await sorted('actor', 'ascending');
    await view.page.locator('.header .place:visible').first().waitFor({ state: 'detached' });
    assert.deepEqual(sorts(), ['actor']);
    await press('Shift+Enter');
    await sorted('actor', 'descending');
    await press('Shift+Enter');
    await sorted('time', 'descending');
    await close();
  });

  it('sort by a further column by the menu of a header', async () => {
    await open();
    const menuOf = async (name: string): Promise<void> => {
      await header(name).click({ button: 'right' });
      await view.page.getByRole('menu').waitFor();
    };
    const further = (direction: string) =>
      view.page.getByRole('menuitemcheckbox', { name: `Then sort ${direction}` });
    await menuOf('code');
    assert.equal(await further('ascending').count(), 0, 'in the original order');
    await press('Escape');
    await header('actor').click();
    await sorted('actor', 'ascending');
    await menuOf('actor');
    assert.equal(await further('descending').count(), 0, 'the first one');
    await press('Escape');
    await menuOf('content');
    assert.equal(await further('descending').count(), 0, 'not to sort by');
    await press('Escape');
    await menuOf('code');
    await further('descending').click();
    await placed('code', '2', 'descending');
    assert.deepEqual(sorts(), ['actor', '-code']);
    await menuOf('code');
    assert.equal(await further('descending').getAttribute('aria-checked'), 'true');
    await view.page.getByRole('menuitem', { name: 'Original order' }).click();
    await sorted('time', 'descending');
    await close();
  });

  it('restore the original order and select a column by the menu of a header', async () => {
    await open();
    const choose = async (name: string, item: string): Promise<void> => {
      await header(name).click({ button: 'right' });
      await view.page.getByRole('menuitem', { name: item, exact: true }).click();
    };
    await header('time').click({ button: 'right' });
    await view.page.getByRole('menu').waitFor();
    assert.equal(await view.page.getByRole('menuitem', { name: 'Original order' }).count(), 0);
    await press('Escape');
    await header('actor').click();
    await sorted('actor', 'ascending');
    await choose('content', 'Original order');
    await sorted('time', 'descending');
    await choose('actor', 'Select column');
    await said('300 × 1 cells selected');
    await press('Control+c');
    const { fromRow, toRow, columns } = host.called('copy').at(-1) as Record<string, unknown>;
    assert.deepEqual([fromRow, toRow, columns], [0, 300, [2]]);
    assert.equal(host.called('sort').length, 2);
    await close();
  });

  it('show the details of a row, which follow the next one, while the keyboard stays in the rows', async () => {
    for (const [theme, width, height] of [
      ['dark', 1400, 900],
      ['light', 1400, 900],
      ['hc-dark', 1400, 900],
      ['dark', 1024, 700],
      ['light', 1024, 700],
      ['hc-dark', 1024, 700],
    ] as const) {
      await open({ theme, width, height });
      await cell(2, 4).click();
      await shows(2);
      assert.ok(await hasGridFocus());
      assert.deepEqual(await axeFaults(view.page, theme), []);
      await header('actor').hover();
      await view.picture(`audit-clicked-${theme}-${width}`);
      await press('ArrowDown');
      await shows(3);
      await cell(5, 2).click();
      await shows(5);
      await view.page.getByRole('rowheader', { name: '2', exact: true }).click();
      await shows(1);
      await press('ArrowDown');
      await shows(2);
      assert.ok(await hasGridFocus());
      await press('Escape');
      await pane().waitFor({ state: 'hidden' });
      assert.ok(await hasGridFocus(), 'Escape closes them first');
      await press('Escape');
      assert.equal(await hasGridFocus(), false);
      await close();
    }
  });

  it('show no details by a double-click’s second click, a right-click, a drag, or Shift+click', async () => {
    await open();
    await cell(2, 2).dblclick();
    await shows(2);
    assert.ok(await hasGridFocus(), 'a double-click leaves the keyboard in the rows');
    await press('Enter');
    assert.equal(await hasGridFocus(), false, 'Enter goes to them');
    await press('Escape');
    await cell(3, 2).click({ button: 'right' });
    await view.page.getByRole('menu').waitFor();
    await press('Escape');
    await cell(3, 2).click({ modifiers: ['Shift'] });
    const [from, to] = [await cell(3, 2).boundingBox(), await cell(6, 2).boundingBox()];
    assert.ok(from && to);
    await view.page.mouse.move(from.x + 20, from.y + 5);
    await view.page.mouse.down();
    await view.page.mouse.move(to.x + 20, to.y + 5, { steps: 4 });
    await view.page.mouse.up();
    await drawn(view.page);
    assert.equal(await pane().isVisible(), false);
    await close();
  });

  it('press nothing in details that have opened under the pointer', async () => {
    await open({ width: 1024, height: 700 });
    await cell(0, 4).click();
    await shows(0);
    const box = (await pane().getByRole('button', { name: 'Close details' }).boundingBox()) ?? assert.fail();
    await press('Escape');
    await pane().waitFor({ state: 'hidden' });
    await view.page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
    await heading().filter({ hasText: /@|sa-/ }).waitFor();
    assert.ok(await pane().isVisible());
    assert.ok(await hasGridFocus());
    // A click on its own does press it.
    await view.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await pane().waitFor({ state: 'hidden' });
    await close();
  });

  it('show the details of the first row after a sort by a click', async () => {
    await open();
    await cell(4, 2).click();
    await shows(4);
    await header('actor').click();
    await sorted('actor', 'ascending');
    await shows(0);
    await close();
  });

  it('open nothing where rows are not events', async () => {
    await open();
    host.send({ mode: 'readers' });
    await statusOf(view, /^300/);
    await drawn(view.page);
    await cell(2, 2).click();
    await drawn(view.page);
    assert.equal(await pane().isVisible(), false);
    assert.deepEqual(host.called('activate'), []);
    await cell(2, 2).dblclick();
    assert.equal(host.called('activate').length, 1);
    await close();
  });
});
