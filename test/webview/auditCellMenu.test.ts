import assert from 'node:assert/strict';
import { AuditFakeHost } from './auditHost.ts';
import { openAuditTable, sample, statusOf } from './auditPage.ts';
import { drawn, pressIn, themeNames, type WebviewPage } from './harness.ts';
import { closeWithoutProblems, harnessOfSuite } from './suite.ts';
import { axeFaults } from './violations.ts';

/** The menu of a cell, whose entries the host says when it is asked for. */
describe('the menu of a cell of the audit table', () => {
  const harness = harnessOfSuite('audit');
  const all = sample(303);
  let view: WebviewPage;
  let host: AuditFakeHost;

  async function open(options = {}): Promise<void> {
    host = new AuditFakeHost(all.slice(3));
    view = await openAuditTable(harness, host, options);
    await view.page.getByRole('grid').focus();
  }
  const close = () => closeWithoutProblems(view);
  const press = (...keys: readonly string[]) => pressIn(view, keys);
  const menu = () => view.page.getByRole('menu', { name: 'Event' });
  const said = (text: string) =>
    view.page.locator('[aria-live]').filter({ hasText: text }).waitFor({ state: 'attached' });

  it('has what the page does by itself, then what the host offers, in its groups', async () => {
    for (const theme of themeNames.slice(0, 4)) {
      await open({ theme });
      await press('ArrowDown', 'ArrowRight', 'Shift+F10');
      await menu().waitFor();
      assert.deepEqual(host.called('menu'), [{ rev: 1, row: 1, column: 1 }]);
      const entries = menu().locator('.item, .separator');
      assert.deepEqual(
        await entries.evaluateAll((list) => list.map((one) => one.querySelector('.label')?.textContent)),
        [
          ...['Copy', 'Show Details', undefined],
          ...['Only This Value (Loaded Events)', 'Exclude This Value (Loaded Events)', undefined],
          ...['Open Audit Event', undefined, 'Mark Event', 'Add Note…'],
        ],
      );
      assert.deepEqual(await menu().locator('.keys').allTextContents(), ['Ctrl+C', 'Enter', 'M', 'N']);
      assert.deepEqual(await axeFaults(view.page, theme), []);
      await view.picture(`audit-cell-menu-${theme}`);
      await close();
    }
  });

  it('opens by a right click on another row, for that row', async () => {
    await open();
    await view.page.getByRole('gridcell').nth(30).click({ button: 'right' });
    await view.page.getByRole('menuitem', { name: 'Open Audit Event' }).click();
    const [{ row, column }] = host.called('menu') as [{ row: number; column: number }];
    const id = 'vaultsql.audit.openEvent';
    assert.deepEqual(host.called('activate'), [{ rev: 1, row, column, id }]);
    await close();
  });

  it('stays with its event while others come in above, and closes where the rows are replaced', async () => {
    await open();
    await press('ArrowDown', 'Shift+F10');
    await menu().waitFor();
    host.table.add(all.slice(0, 3));
    host.send({ keepsPosition: true });
    await statusOf(view, /^303 events loaded/);
    await view.page.getByRole('menuitem', { name: 'Open Audit Event' }).click();
    assert.equal((host.called('activate')[0] as { row: number }).row, 4);
    await press('Shift+F10');
    await menu().waitFor();
    host.table.setSorts({ field: 'code', descending: false });
    host.send({ keepsPosition: false });
    await menu().waitFor({ state: 'detached' });
    await close();
  });

  it('does not open where the keyboard has gone on before the host answers', async () => {
    await open();
    let answer = (): void => undefined;
    host.isMenuReady = new Promise((resolve) => {
      answer = resolve;
    });
    await press('Shift+F10', 'Control+f');
    await view.page
      .getByRole('combobox', { name: 'Ask about these events' })
      .and(view.page.locator(':focus'))
      .waitFor();
    answer();
    await drawn(view.page);
    assert.equal(await menu().count(), 0);
    await press('Escape', 'ArrowDown', 'Shift+F10');
    await menu().waitFor();
    await close();
  });

  it('is not there where the host refuses, which is said', async () => {
    await open();
    host.isMenuReady = Promise.reject(new Error('outdated'));
    host.isMenuReady.catch(() => undefined);
    await press('Shift+F10');
    await said('This could not be loaded.');
    assert.equal(await menu().count(), 0);
    await close();
  });

  it('offers what can be done with a read where the rows are reads, without a question', async () => {
    await open();
    host.send({ mode: 'readers' });
    await drawn(view.page);
    await press('ArrowDown', 'Shift+F10');
    await view.page.getByRole('menuitem', { name: 'Show These Events' }).click();
    assert.deepEqual(host.called('menu'), []);
    assert.deepEqual(host.called('activate'), [{ rev: 2, row: 1, id: 'events' }]);
    await close();
  });
});
