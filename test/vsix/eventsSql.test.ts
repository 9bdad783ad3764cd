import assert from 'node:assert/strict';
import { join } from 'node:path';
import { screens } from '../editor/cache.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests, pictureAfterEach } from '../editor/suite.ts';
import { eventually } from '../run/waiting.ts';
import { VaultSql } from './vaultSql.ts';

/** Whether the editor has stored a tab of this name in the browser, from where a later window restores it. Runs in the page. */
async function isTabStored(tabName: string): Promise<boolean> {
  const settled = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const states: unknown[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name));
    for (const storeName of database.objectStoreNames) {
      const store = database.transaction(storeName).objectStore(storeName);
      states.push(await settled(store.get('memento/workbench.parts.editor')));
    }
    database.close();
  }
  return states.some((state) => typeof state === 'string' && state.includes(tabName));
}

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
    // The editor stores which tabs are open about once a minute, when it is idle.
    await eventually('the file among the tabs that the editor has stored', () =>
      page.evaluate(isTabStored, title),
    );
    await page.goto(editor.address);
    await workbench.ready();
    await workbench.editorTab(title).waitFor();
    await workbench.editor.shows(/-- target: loaded events/);
    await workbench.editor.codeLens(/Run over loaded events/).waitFor();
  });
});
