import assert from 'node:assert/strict';
import { join } from 'node:path';
import { root } from '../editor/cache.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests } from '../editor/suite.ts';
import { VaultSql } from './vaultSql.ts';

describe('the installed VSIX, used as a person does', () => {
  let editor: Editor;
  let vaultSql: VaultSql;

  before(async () => {
    editor = await openEditor({ name: 'vsix', theme: 'dark' });
    vaultSql = new VaultSql(editor.workbench);
  });
  closeAfterTests(() => editor);

  it('says what to do first where no vault is configured', async () => {
    const { workbench } = editor;
    await workbench.showContainer('Vault SQL');
    await workbench.button('Start Local Vault').waitFor();
    await workbench.button('Add Connection').waitFor();
  });

  it('starts the local vault from the welcome button', async () => {
    const { workbench } = editor;
    await workbench.button('Start Local Vault').click();
    await workbench.treeItem('Vaults', /^local-vault/).waitFor();
  });

  it('runs the statement at the caret by keyboard and pages by OFFSET', async () => {
    const { workbench } = editor;
    await workbench.openFile('persons.vaultsql');
    await workbench.editor.goTo(4);
    await workbench.page.keyboard.press('ControlOrMeta+Enter');
    await vaultSql.resultsSay(/Rows 1–25/);
    // The grid draws the visible rows.
    assert.ok((await (await vaultSql.resultRows()).count()) > 5);
    await (await vaultSql.resultsButton('Next page')).click();
    await vaultSql.resultsSay(/Rows 26–50/);
    await (await vaultSql.resultsButton('Previous page')).click();
    await vaultSql.resultsSay(/Rows 1–25/);
  });

  it('comes into the results by the command of the view, at the active cell', async () => {
    const { workbench } = editor;
    const grid = await vaultSql.resultsGrid();
    const focused = grid.and((await vaultSql.results()).locator(':focus'));
    await workbench.runCommandUntil('Vault SQL Results: Focus on Results View', focused);
    await workbench.openFile('persons.vaultsql');
  });

  it("respects the statement's own LIMIT as the end", async () => {
    await editor.workbench.editor.goTo(9);
    await vaultSql.command('Run Query');
    await vaultSql.resultsSay(/Rows 1–10 · end of results/);
  });

  it('finds the event of that query by filter, and opens it', async () => {
    const { workbench } = editor;
    await vaultSql.loadAuditEvents();
    await vaultSql.filterAuditEvents('Actor', 'developer@local.test');
    await vaultSql.auditReads.first().click();
    // The query file, which is open meanwhile, holds the same text.
    await vaultSql.eventTab.waitFor();
    await workbench.editor.shows(/REDACTION\(email/);
  });

  it('marks what the service would refuse, and does not send it', async () => {
    const { workbench } = editor;
    await workbench.openFile('mistakes.vaultsql');
    await workbench.editor.squiggles('error').first().waitFor();
    const problems = await workbench.problems();
    await problems.filter({ hasText: 'DELETE' }).first().waitFor();
    const reads = vaultSql.auditReads;
    const before = await reads.count();
    await workbench.editor.goTo(4);
    await vaultSql.command('Run Query');
    const results = await vaultSql.results();
    await results
      .getByText(/DELETE was not sent/)
      .first()
      .waitFor();
    await results.getByRole('button', { name: 'Show in Editor' }).waitFor();
    await vaultSql.loadAuditEvents();
    assert.equal(await reads.count(), before);
  });
});

describe('the installed VSIX on the oldest supported version', () => {
  it('starts and shows its views', async () => {
    const vsix = join(root, 'dist', 'vault-sql.vsix');
    const editor = await openEditor({ name: 'vsix-floor', floor: true, vsix });
    try {
      await editor.workbench.showContainer('Vault SQL');
      await editor.workbench.button('Start Local Vault').waitFor();
    } finally {
      await editor.close();
    }
  });
});
