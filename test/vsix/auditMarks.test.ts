import assert from 'node:assert/strict';
import { chooseFromMenu, pressKeys, tabTo } from '../editor/keyboard.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests } from '../editor/suite.ts';
import { VaultSql } from './vaultSql.ts';

const read = /^\d\d:\d\d developer\w+ · persons/;
const starred = /^\d\d:\d\d ★ developer\w+ · persons/;

describe('marks and notes of audit events, by keyboard', () => {
  let editor: Editor;
  let vaultSql: VaultSql;
  const press = (...keys: readonly string[]): Promise<void> => pressKeys(editor.page, keys);
  const fromMenu = (name: string): Promise<void> => chooseFromMenu(editor.page, name);

  before(async () => {
    editor = await openEditor({ name: 'vsix-audit-marks', theme: 'dark' });
    vaultSql = new VaultSql(editor.workbench);
    await vaultSql.runSample();
    await vaultSql.loadAuditEvents();
  });
  closeAfterTests(() => editor);

  it('an event is marked and noted from its menu; its row says so, and keeps the keyboard', async () => {
    const { quickInput } = editor.workbench;
    await vaultSql.goToAuditRow(read);
    await fromMenu('Mark Event');
    await vaultSql.auditRow.filter({ hasText: starred }).waitFor();
    await fromMenu('Add Note…');
    await quickInput.opened('Add note');
    await quickInput.answer('asked Maria, legitimate');
    await quickInput.closed();
    await editor.page.getByRole('treeitem', { name: /, marked, note: asked Maria, legitimate/ }).waitFor();
    await vaultSql.goToAuditRow(starred);
    await fromMenu('Edit Note…');
    await quickInput.opened('Edit note');
    assert.equal(await quickInput.input.inputValue(), 'asked Maria, legitimate');
    await quickInput.leave();
  });

  it('the table has the note in a column of its own, marks by M, and writes by N', async () => {
    const { quickInput } = editor.workbench;
    await vaultSql.command('Open Audit Table in Tab');
    const table = await editor.workbench.webview('Audit Table');
    const notes = table.locator('.row.marked');
    await notes.filter({ hasText: 'asked Maria, legitimate' }).waitFor();
    await table.getByRole('grid', { name: 'Audit events' }).focus();
    await press('End', 'Control+ArrowDown', 'm');
    await table.getByRole('button', { name: 'Show marked events only (2)' }).waitFor();
    await press('n');
    await quickInput.opened('Add note');
    await quickInput.answer('the oldest');
    await quickInput.closed();
    await notes.filter({ hasText: 'the oldest' }).waitFor();
    // Back in the rows, where the arrow keys go on.
    await press('Enter');
    await table.getByRole('region', { name: 'Note' }).getByText('the oldest').waitFor();
  });

  it('a row of several events is not marked, and says why', async () => {
    const table = await editor.workbench.webview('Audit Table');
    const explained = editor.workbench.notification(/This row stands for several events\. Expand it/);
    const grid = table.getByRole('grid', { name: 'Audit events' });
    for (const key of ['m', 'n']) {
      // The command that cleared the notifications leaves the table without the focus for a moment.
      await grid.focus();
      await grid.and(table.locator(':focus')).waitFor();
      // The newest row folds the reads of the log.
      await press('Control+End', 'Control+Home', 'ArrowDown', key);
      await explained.waitFor();
      await editor.workbench.runCommand('Notifications: Clear All Notifications');
      await explained.waitFor({ state: 'detached' });
    }
    await table.getByRole('button', { name: 'Show marked events only (2)' }).waitFor();
  });

  it('the marked ones are shown alone, in both views', async () => {
    const table = await editor.workbench.webview('Audit Table');
    await table.getByRole('button', { name: 'Show marked events only (2)' }).click();
    const shown = { name: 'Show marked events only (2)', pressed: true };
    await table.getByRole('button', shown).waitFor();
    await vaultSql.auditSays(/^2 of \d+ events$/).waitFor();
    await vaultSql.command('Clear Audit Filters');
    await table.getByRole('button', shown).waitFor({ state: 'detached' });
  });

  it('a search finds the words of a note', async () => {
    const table = await editor.workbench.webview('Audit Table');
    await table.getByRole('combobox', { name: 'Ask about these events' }).fill('"MARIA, legit"');
    await table.locator('.row.marked').getByText('Maria, legit', { exact: true }).waitFor();
    await vaultSql.auditSays(/^1 of \d+ events$/).waitFor();
    await table.getByRole('combobox', { name: 'Ask about these events' }).fill('');
  });

  it('those made in a file do not go with it unasked', async () => {
    const { quickInput, dialog } = editor.workbench;
    const table = await editor.workbench.webview('Audit Table');
    const grid = table.getByRole('grid', { name: 'Audit events' });
    const noted = table.locator('.row.marked').filter({ hasText: 'of the file' });
    const question = dialog.filter({ hasText: 'The mark or note of 1 event was not exported.' });
    const answer = async (name: string): Promise<void> => {
      await tabTo(editor.page, question.getByRole('button', { name }));
      await press('Enter');
      await question.waitFor({ state: 'detached' });
    };
    await vaultSql.command('Export Audit Events');
    await quickInput.opened(/^Export \d+ audit events$/);
    await quickInput.choose('NDJSON', 'NDJSON');
    await quickInput.opened('Literals in the exported queries');
    await quickInput.choose('Mask literals');
    await quickInput.nameFile(/^Export \d+ audit events$/, 'marked.ndjson');
    await editor.workbench.notification(/Exported .* to “marked\.ndjson”/).waitFor();
    await vaultSql.openExported('marked.ndjson');
    await vaultSql.auditEvents.filter({ hasText: 'marked.ndjson' }).waitFor();
    await table.getByRole('button', { name: 'Show marked events only (2)' }).waitFor();
    await grid.focus();
    // The second row folds a read of the log, which has no note.
    await press('Control+End', 'Control+Home', 'ArrowDown', 'ArrowDown', 'n');
    await quickInput.opened(/note$/);
    await quickInput.answer('of the file');
    await noted.waitFor();
    await vaultSql.command('Close Opened Audit Events');
    await answer('Cancel');
    await noted.waitFor();
    await vaultSql.command('Close Opened Audit Events');
    await answer('Export…');
    await quickInput.opened(/^Export \d+ audit events$/);
    await quickInput.dismiss();
    await noted.waitFor();
    await vaultSql.command('Refresh Audit Events');
    await noted.waitFor();
    await vaultSql.command('Close Opened Audit Events');
    await answer('Discard');
    await noted.waitFor({ state: 'detached' });
    await table.locator('.row.marked').first().waitFor();
  });
});
