import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { chooseFromMenu, pressKeys, pressTo, tabTo } from '../editor/keyboard.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests } from '../editor/suite.ts';
import { VaultSql } from './vaultSql.ts';

const hub = 'Filter audit events';

describe('the audit events in the side panel, by keyboard', () => {
  let editor: Editor;
  let vaultSql: VaultSql;
  const press = (...keys: readonly string[]): Promise<void> => pressKeys(editor.page, keys);
  const says = (text: string | RegExp) => vaultSql.auditSays(text);

  /** Goes to a button of a dialog and presses it. */
  const confirm = async (dialog: Locator, name: string): Promise<void> => {
    const button = editor.page.getByRole('button', { name });
    // Another question may follow at once.
    const asked = dialog.filter({ has: button });
    await tabTo(editor.page, asked.getByRole('button', { name }));
    await press('Enter');
    await asked.waitFor({ state: 'detached' });
  };

  before(async () => {
    editor = await openEditor({ name: 'vsix-audit', theme: 'dark', env: { TZ: 'Asia/Kolkata' } });
    vaultSql = new VaultSql(editor.workbench);
    await vaultSql.runSample();
    await vaultSql.loadAuditEvents();
  });
  closeAfterTests(() => editor);

  it('say what is known of them above, and in which zone their times are', async () => {
    await vaultSql.auditEvents
      .first()
      .filter({ hasText: /^localdevelopment$/ })
      .waitFor();
    const line = vaultSql.auditEvents.nth(1);
    await line.filter({ hasText: /^50 eventssince \d+ \w+ · older exist$/ }).waitFor();
    const day = (zone: string) =>
      vaultSql.auditEvents.filter({ hasText: new RegExp(`^\\w{3} \\d+ \\w{3} \\d{4}${zone}$`) }).first();
    await day('UTC').waitFor();
    await vaultSql.command('Show Local Time');
    await day('UTC\\+5:30').waitFor();
    await vaultSql.command('Show UTC');
    await day('UTC').waitFor();
  });

  it('the filter offers values seen with counts, leads back, and keeps the other filters', async () => {
    const { quickInput } = editor.workbench;
    await vaultSql.filterAuditEvents('Actor type', 'USER');
    await vaultSql.command('Filter Audit Events');
    await quickInput.opened(hub);
    await quickInput.choose('Actor', 'Actor');
    await quickInput.opened(`${hub}: Actor`);
    await quickInput.option(/developer@local\.test.*\d+ loaded/).waitFor();
    await quickInput.input.fill('nobody ');
    await quickInput.option(/Remove spaces before and after/).waitFor();
    await pressTo(editor.page, 'Shift+Tab', editor.page.getByRole('button', { name: 'Back' }));
    await press('Enter');
    await quickInput.opened(hub);
    await quickInput.choose('Actor', 'Actor');
    await quickInput.opened(`${hub}: Actor`);
    await quickInput.answer('developer@local.test');
    await vaultSql.applyFilters();
    await vaultSql.auditFiltersAre({ 'Actor type': 'USER', Actor: 'developer@local.test' });
    await vaultSql.auditReads.first().waitFor();
  });

  it('a filter is removed from its own row, by keyboard, and the others stay', async () => {
    await vaultSql.goToAuditRow(/^Actor: /);
    await chooseFromMenu(editor.page, 'Remove Audit Filter');
    await vaultSql.auditFiltersAre({ 'Actor type': 'USER' });
    await vaultSql.filterAuditEvents('Actor', 'developer@local.test');
  });

  it('a filter is changed by Enter on its row, and removed by Delete or Backspace', async () => {
    const { quickInput } = editor.workbench;
    const [type, actor] = ['USER', 'developer@local.test'];
    // On a row of another kind the keys remove nothing.
    await vaultSql.goToAuditRow(/^\d\d:\d\d persons/);
    await press('Delete');
    await editor.workbench.notification(/Select a filter/).waitFor();
    await editor.workbench.runCommand('Notifications: Clear All Notifications');
    await vaultSql.auditFiltersAre({ 'Actor type': type, Actor: actor });
    await vaultSql.goToAuditRow(/^Actor: /);
    await press('Enter');
    await quickInput.opened(`${hub}: Actor`);
    await quickInput.answer('sa-billing');
    await vaultSql.auditFiltersAre({ 'Actor type': type, Actor: 'sa-billing' });
    await vaultSql.goToAuditRow(/^Actor type: /);
    await press('Delete');
    await vaultSql.auditFiltersAre({ Actor: 'sa-billing' });
    await vaultSql.goToAuditRow(/^Actor: /);
    await press('Backspace');
    await vaultSql.auditFiltersAre({});
    await vaultSql.filterAuditEvents('Actor type', type);
    await vaultSql.filterAuditEvents('Actor', actor);
  });

  it('resource IDs are put together as a list', async () => {
    const { quickInput } = editor.workbench;
    await vaultSql.command('Filter Audit Events');
    await quickInput.opened(hub);
    await quickInput.choose('Resource IDs', 'Resource IDs');
    await quickInput.opened(`${hub}: Resource IDs`);
    await quickInput.answer('TABLE/persons');
    await quickInput.option(/Filter by these entries: 1/).waitFor();
    await quickInput.answer('TABLE/consents');
    await quickInput.option(/Filter by these entries: 2/).waitFor();
    await press('Enter');
    await vaultSql.applyFilters();
    const [type, actor] = ['USER', 'developer@local.test'];
    const resources = 'TABLE/persons,TABLE/consents';
    await vaultSql.auditFiltersAre({ 'Actor type': type, Actor: actor, 'Resource IDs': resources });
    await vaultSql.command('Clear Audit Filters');
    await vaultSql.auditFiltersAre({});
  });

  it('a view is saved by name, and asks the server again when told to', async () => {
    const { quickInput } = editor.workbench;
    await vaultSql.filterAuditEvents('Actor', 'sa-billing');
    await vaultSql.command('Save Audit View');
    await quickInput.opened('Save audit view');
    await quickInput.answer('billing');
    await quickInput.closed();
    await vaultSql.command('Clear Audit Filters');
    await vaultSql.auditFiltersAre({});
    await vaultSql.command('Apply Saved Audit View');
    await quickInput.choose(/^billing/);
    await vaultSql.auditFilters('loaded events').filter({ hasText: 'actor:sa-billing' }).waitFor();
    await vaultSql.auditFiltersAre({});
    await vaultSql.command('Ask the Server for Audit Events');
    await vaultSql.auditFiltersAre({ Actor: 'sa-billing' });
    await vaultSql.command('Clear Audit Filters');
  });

  it('are shown in groups, and expand to their values', async () => {
    const { quickInput } = editor.workbench;
    await vaultSql.command('Group Audit Events');
    await quickInput.choose('By actor', 'By actor');
    const group = vaultSql.auditEvents.filter({ hasText: 'Actor: developer@local.test' }).first();
    await group.waitFor();
    await vaultSql.command('Group Audit Events');
    await quickInput.choose('No groups', 'No groups');
    await group.waitFor({ state: 'detached' });
    await vaultSql.goToAuditRow(/developer\w+ · persons/);
    await press('Enter');
    await vaultSql.eventTab.waitFor();
    await vaultSql.goToAuditRow(/developer\w+ · persons/);
    await vaultSql.expandAuditRow();
    await vaultSql.auditEvents.filter({ hasText: 'IP address' }).first().waitFor();
  });

  it('a click shows an event, and the list keeps the keyboard: arrows move in it, Enter shows the next', async () => {
    const { page } = editor.workbench;
    const shown = page.getByRole('main').locator('.view-lines').first();
    const row = vaultSql.auditRow;
    await vaultSql.goToAuditEdge('Home');
    await vaultSql.auditReads.first().click();
    await editor.workbench.editor.shows(/From\swhere/);
    // Open as it still is, its values would come next.
    await press('ArrowLeft');
    await row.and(page.locator('[aria-expanded="false"]')).waitFor();
    const [first, text] = [await row.getAttribute('data-index'), await shown.textContent()];
    assert.ok(first !== null && text !== null);
    await press('ArrowDown');
    await row.and(page.locator(`[data-index="${Number(first) + 1}"]`)).waitFor();
    assert.equal(await shown.textContent(), text, 'moving alone opens nothing');
    // The next row that is an event: days and readings of the log by the extension are rows of their own.
    while (!/^\d\d:\d\d /.test((await row.textContent()) ?? '')) await press('ArrowDown');
    await press('Enter');
    await shown.filter({ hasNotText: text }).waitFor();
    const second = await row.getAttribute('data-index');
    await press('ArrowUp');
    await row.and(page.locator(`[data-index="${Number(second) - 1}"]`)).waitFor();
  });

  it('a filter over loaded events is called so, and is cleared', async () => {
    const { quickInput } = editor.workbench;
    await vaultSql.command('Filter Loaded Audit Events');
    await quickInput.opened(hub);
    await quickInput.choose('Question', 'Question');
    await quickInput.opened('Question about these events');
    await quickInput.answer('no event has this');
    await says(/^0 of \d+ events$/).waitFor();
    await vaultSql.auditFilters('loaded events').filter({ hasText: 'no event has this' }).waitFor();
    await says('No loaded events match').waitFor();
    await vaultSql.command('Filter Loaded Audit Events');
    await quickInput.opened(hub);
    await quickInput.option('Question, no event has this · loaded events').waitFor();
    await quickInput.dismiss();
    await vaultSql.command('Clear Audit Filters');
    await vaultSql.auditReads.first().waitFor();
  });

  it('a link does nothing to them, which is said', async () => {
    await editor.workbench.runCommandWith(
      'Developer: Open URL',
      'vscode://vaultsql.vault-sql/audit?connection=local&filterOps.context.actor=sa-billing',
    );
    // The editor's own question, whether the extension may be given the link.
    await confirm(editor.workbench.dialog, 'Open');
    await editor.workbench.notification(/Vault SQL does not open this link/).waitFor();
    assert.equal(await vaultSql.auditFilters('server').count(), 0);
    await editor.workbench.runCommand('Notifications: Clear All Notifications');
  });

  it('are followed, own reads folded into one row, and the keyboard stays on its row', async () => {
    await vaultSql.goToAuditRow(/^\w{3} \d+ \w+ \d{4}/);
    const day = await vaultSql.auditRow.textContent();
    await vaultSql.command('Follow Audit Events');
    await says(/following/).waitFor();
    await vaultSql.auditEvents
      .filter({ hasText: /\d+ audit log reads?by Vault SQL/ })
      .first()
      .waitFor();
    assert.equal(await vaultSql.auditRow.textContent(), day);
    await vaultSql.command('Stop Following Audit Events');
    await says(/following/).waitFor({ state: 'detached' });
    assert.equal(await editor.workbench.notifications.count(), 0);
  });
});
