import assert from 'node:assert/strict';
import { join } from 'node:path';
import { screens } from '../editor/cache.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests, pictureAfterEach } from '../editor/suite.ts';
import { eventually } from '../run/waiting.ts';
import { VaultSql } from './vaultSql.ts';

describe('SQL over loaded events', () => {
  const title = 'loaded-events.audit.sql';
  let editor: Editor;
  let vaultSql: VaultSql;

  before(async () => {
    editor = await openEditor({ name: 'events-sql', theme: 'dark' });
    vaultSql = new VaultSql(editor.workbench);
    await vaultSql.runSample();
    await vaultSql.loadAuditEvents();
  });
  pictureAfterEach(() => editor, 'events-sql');
  closeAfterTests(() => editor);

  it('is labelled as what it is, in the colours of SQL', async () => {
    const { page, workbench } = editor;
    await vaultSql.command('Query Loaded Events with SQL');
    await workbench.editorTab(title).waitFor();
    await workbench.statusBarItem('SQL over Audit Events').waitFor();
    const keyword = page.locator('.view-line span span', { hasText: /^SELECT$/ }).first();
    await keyword.waitFor();
    assert.match((await keyword.getAttribute('class')) ?? '', /mtk[2-9]/);
    await workbench.screenshot(join(screens, 'events-sql.png'));
  });

  it('runs a question by its lens', async () => {
    await editor.workbench.editor.codeLens(/Run over loaded events/).click();
    await vaultSql.resultsSay(/Rows? 1/);
  });

  it('is closed without a question, and opened again with its text', async () => {
    const { page, workbench } = editor;
    await workbench.editor.goTo(2);
    await page.keyboard.type('-- my own ');
    await workbench.runCommand('View: Close Editor');
    await workbench.editorTab(title).waitFor({ state: 'detached' });
    assert.equal(await page.locator('.monaco-dialog-box').count(), 0);
    await vaultSql.command('Query Loaded Events with SQL');
    await workbench.editor.shows(/-- my own/);
  });

  it('comes back with its questions in a later window, where its text was in memory only', async () => {
    const { page, workbench } = editor;
    await eventually('the file among the tabs of a later window', async () => {
      await page.goto(editor.address);
      await workbench.ready();
      await workbench.editorTab('persons.vaultsql').waitFor();
      if (await workbench.editorTab(title).isVisible()) return true;
      // The editor stores which tabs are open when it is idle. Here it was closed before. The command needs loaded events,
      // which the later window does not have.
      await vaultSql.runSample();
      await vaultSql.loadAuditEvents();
      await vaultSql.command('Query Loaded Events with SQL');
      await workbench.editorTab(title).waitFor();
      return false;
    });
    await workbench.editor.shows(/-- target: loaded events/);
    await workbench.editor.codeLens(/Run over loaded events/).waitFor();
  });
});
