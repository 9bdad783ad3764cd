import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type Editor, openEditor } from '../editor/session.ts';
import { VaultSql } from './vaultSql.ts';

describe('a result, worked with in the installed VSIX', () => {
  let editor: Editor;
  let vaultSql: VaultSql;
  let failed = false;

  before(async () => {
    editor = await openEditor({ name: 'results', theme: 'dark' });
    vaultSql = new VaultSql(editor.workbench);
    await vaultSql.startLocalVault();
    await editor.workbench.openFile('persons.vaultsql');
    await vaultSql.runStatementAt(4);
    await vaultSql.resultsSay('Rows 1–25 · more available');
  });
  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    failed = true;
    await editor.workbench.screenshot(join(editor.run.path, `${this.currentTest.title}.png`));
  });
  after(() => editor?.close({ keep: failed }));

  const press = (...keys: readonly string[]) =>
    keys.reduce(
      (before, key) => before.then(() => editor.workbench.page.keyboard.press(key)),
      Promise.resolve(),
    );
  const menuItem = async (name: string) =>
    (await vaultSql.results()).getByRole(/^(Sort|Order)/.test(name) ? 'menuitemcheckbox' : 'menuitem', {
      name,
    });

  it('counts first, says what loading all costs, and loads every row', async () => {
    const results = await vaultSql.results();
    await (await vaultSql.resultsButton('Load all')).click();
    await results.getByRole('heading', { name: /^Load all: at most 3,999 requests$/ }).waitFor();
    await results.getByRole('button', { name: 'Count First (1 Request)' }).click();
    const cost = results.getByRole('heading', {
      name: /^Load all: (\d+) requests, \1 audit events; about \d+ s$/,
    });
    await cost.waitFor();
    await results.getByRole('button', { name: 'Load All', exact: true }).click();
    await vaultSql.resultsSay(/^Rows 1–[\d,]{3,} · end of results$/);
    const rows = await (await vaultSql.resultsGrid()).getAttribute('aria-rowcount');
    assert.ok(Number(rows) > 100, `${rows} rows`);
  });

  it('says that all rows have been read where Load All Rows has nothing left to do', async () => {
    await vaultSql.command('Load All Rows');
    await editor.workbench.notification('All rows of this result have been read already.').waitFor();
  });

  it('finds by Ctrl+F in the results, not in the text editor above', async () => {
    const results = await vaultSql.results();
    const input = results.getByRole('search').getByRole('textbox');
    const inEditor = editor.workbench.page.locator('.find-widget.visible');
    for (const from of [await vaultSql.resultsGrid(), await vaultSql.resultsButton('Export')]) {
      await from.focus();
      // The editor hears of the focus a moment later; a person takes longer to the next key.
      await editor.workbench.page.waitForTimeout(500);
      await press('Control+f');
      await input.waitFor();
      await input.selectText();
      await editor.workbench.page.keyboard.type('1');
      // What another part of the editor opens for the key comes after the key.
      await editor.workbench.page.waitForTimeout(1_500);
      assert.equal(await inEditor.count(), 0);
      await editor.workbench.page.keyboard.type('2');
      assert.equal(await input.inputValue(), '12');
      await press('Escape');
      await input.waitFor({ state: 'hidden' });
    }
  });

  it('sorts and filters over the loaded rows by the keyboard alone', async () => {
    const results = await vaultSql.results();
    await (await vaultSql.resultsGrid()).focus();
    await press('Control+Home', 'ArrowUp', 'Shift+F10');
    await (await menuItem('Sort descending')).waitFor();
    await press('ArrowDown', 'Enter');
    await results.getByRole('button', { name: /^Sorted by id, descending/ }).waitFor();
    await results
      .getByText(/^over the [\d,]+ rows loaded$/)
      .locator('visible=true')
      .first()
      .waitFor();
    await press('ArrowDown', 'ArrowRight', 'Shift+F10');
    await (await menuItem('Keep rows with this value')).waitFor();
    await press('ArrowUp', 'ArrowUp', 'Enter');
    await vaultSql.resultsSay(/^\d+ of [\d,]+ loaded rows · end of results$/);
  });

  it('masks declared columns until they are revealed, and again at a press', async () => {
    const results = await vaultSql.results();
    const mask = await vaultSql.resultsButton('Mask values');
    const masked = results.getByRole('gridcell', { name: 'masked on this screen' });
    await masked.first().waitFor();
    assert.equal(await mask.getAttribute('aria-pressed'), 'true');
    await mask.click();
    await masked.first().waitFor({ state: 'detached' });
    await results.getByRole('gridcell', { name: 'redacted by the service' }).first().waitFor();
    // A filter by a value that is masked again would tell of it: it goes, and the one by a name stays.
    await (await vaultSql.resultsGrid()).focus();
    await press('Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Shift+F10');
    await (await menuItem('Keep rows with this value')).waitFor();
    await press('ArrowUp', 'ArrowUp', 'Enter');
    const bySsn = results.getByRole('button', { name: /^Remove filter ssn is / });
    await bySsn.waitFor();
    await mask.click();
    await bySsn.waitFor({ state: 'detached' });
    await masked.first().waitFor();
    await results.getByRole('button', { name: /^Remove filter name is / }).waitFor();
  });

  it('shows the result in a tab of its own', async () => {
    await (await vaultSql.resultsButton('Open in tab')).click();
    await editor.workbench.editorTab('persons · local/local-vault').waitFor();
    // The tab has the keyboard; both pages are called Results, and the panel's has no rows any more.
    await editor.workbench.page.waitForTimeout(1_000);
    await press('Control+f');
    await editor.workbench.page.waitForTimeout(1_500);
    assert.equal(await editor.workbench.page.locator('.find-widget.visible').count(), 0);
    const open = editor.workbench.page.frames().map((frame) => frame.locator('.find input:visible').count());
    assert.deepEqual((await Promise.all(open)).filter(Boolean), [1]);
  });

  it('searches by Ctrl+F in the audit table, in the panel and in a tab', async () => {
    const { page } = editor.workbench;
    for (const title of ['Show Audit Table', 'Open Audit Table in a Tab']) {
      await vaultSql.command(title);
      const table = await editor.workbench.webview('Audit Table');
      await table.getByRole('grid').first().focus();
      await page.waitForTimeout(500);
      await press('Control+f');
      await page.waitForTimeout(1_500);
      assert.equal(await page.locator('.find-widget.visible').count(), 0);
      await page.keyboard.type('read');
      assert.equal(await table.getByRole('searchbox').inputValue(), 'read');
    }
  });
});
