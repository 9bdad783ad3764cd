import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { screens } from '../editor/cache.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests } from '../editor/suite.ts';
import { eventually } from '../run/waiting.ts';
import { VaultSql } from './vaultSql.ts';

/** The welcome of the view of that name, which is drawn beside its tree. */
const welcome = ({ page }: Editor, view: string): Locator =>
  page
    .locator('.pane')
    .filter({ has: page.locator('.pane-header', { hasText: new RegExp(`^${view}`) }) })
    .locator('.welcome-view-content');
const picture = (editor: Editor, name: string): Promise<void> =>
  editor.workbench.screenshot(join(screens, `first-hour-${name}.png`));

describe('the first minutes, from an empty window', () => {
  let editor: Editor;
  let vaultSql: VaultSql;
  let home: string;

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'home-'));
    editor = await openEditor({
      name: 'first-hour',
      folder: false,
      theme: 'light',
      isFirstStart: true,
      env: { HOME: home, USERPROFILE: home },
    });
    vaultSql = new VaultSql(editor.workbench);
  });
  closeAfterTests(() => editor);
  after(() => rm(home, { recursive: true, force: true }));

  it('three clicks lead from the icon to the first rows of the local vault', async () => {
    const { workbench } = editor;
    let clicks = 0;
    const click = async (what: Locator): Promise<void> => {
      clicks++;
      await what.click();
    };
    await click(workbench.tab('Vault SQL'));
    await welcome(editor, 'Vaults').getByText('No vault configured').waitFor();
    // There is none to choose, and the buttons for both ways on are right above.
    const events = welcome(editor, 'Audit Events');
    await events.getByText('add a connection').waitFor();
    assert.equal(await events.locator('.monaco-text-button').count(), 0);
    await picture(editor, 'nothing');
    await click(workbench.button('Start Local Vault'));
    await workbench.editorTab('sample.vaultsql').waitFor();
    // The tables show what there is to query, and the keyboard stays in the sample.
    await workbench.treeItem('Vaults', /^persons, table of vault local-vault/).waitFor();
    await editor.page.getByRole('main').locator('.monaco-editor.focused').first().waitFor();
    await picture(editor, 'started');
    await click(workbench.editor.codeLens(/Run/));
    await vaultSql.resultsSay(/Rows 1–25/);
    await picture(editor, 'rows');
    assert.equal(clicks, 3);
  });

  it('the sample is saved from the start, and has no error', async () => {
    const tab = editor.workbench.editorTab('sample.vaultsql');
    assert.doesNotMatch((await tab.getAttribute('class')) ?? '', /dirty/);
    assert.doesNotMatch((await tab.getAttribute('aria-label')) ?? '', /problem/);
  });

  it('a new query is named after its table without a folder, and is saved under that name', async () => {
    const { workbench, page } = editor;
    const table = workbench.treeItem('Vaults', /^persons, table of vault local-vault/);
    await table.hover();
    await table.getByRole('button', { name: 'New Query with Columns' }).click();
    const tab = workbench.editorTab('persons.vaultsql');
    await tab.waitFor();
    await page.keyboard.press('ControlOrMeta+S');
    await tab.and(page.locator(':not(.dirty)')).waitFor();
    const path = join(home, 'persons.vaultsql');
    await eventually('the saved query', async () => existsSync(path));
    assert.match(await readFile(path, 'utf8'), /^-- vault: local\/local-vault\nSELECT\n/);
  });

  it('the vault stays collapsed once the user collapsed it', async () => {
    const vault = editor.workbench.treeItem('Vaults', /^local-vault/);
    const table = editor.workbench.treeItem('Vaults', /^persons, table of vault local-vault/);
    await vault.click();
    await table.waitFor({ state: 'detached' });
    // The tree is redrawn, as the vault is marked as selected or not, and as names are learnt.
    await vaultSql.runStatementAt(12);
    await vaultSql.resultsSay(/Rows 1–25/);
    await vaultSql.chooseVault('local-vault');
    assert.equal(await vault.getAttribute('aria-expanded'), 'false');
  });
});

describe('the first minutes, where something is in the way', () => {
  let editor: Editor;
  let other: Server;

  before(async () => {
    other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const settings = { 'vaultsql.localVault.port': (other.address() as AddressInfo).port };
    editor = await openEditor({
      name: 'first-hour',
      restricted: true,
      theme: 'dark',
      settings,
      isFirstStart: true,
    });
  });
  closeAfterTests(() => editor);
  after(async () => {
    other.close();
  });

  it('an untrusted folder is said to change nothing, with the way to trust it', async () => {
    await editor.workbench.showContainer('Vault SQL');
    const vaults = welcome(editor, 'Vaults');
    await vaults.getByText(/This folder is in Restricted Mode/).waitFor();
    await vaults.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
    await picture(editor, 'untrusted');
  });

  it('a start that fails says why in the view, and what to do', async () => {
    const { workbench } = editor;
    await workbench.button('Start Local Vault').click();
    await workbench.treeItem('Vaults', /^The local vault did not start/).waitFor();
    await workbench.treeItem('Vaults', /^Port \d+ is in use/).waitFor();
    await workbench.treeItem('Vaults', 'Choose Another Port').waitFor();
    const said = workbench.notification(/port \d+ is in use/);
    await said.getByRole('button', { name: 'Open Help' }).waitFor();
    await picture(editor, 'failed');
  });

  it('and starts once that is out of the way', async () => {
    const { workbench } = editor;
    await new Promise((resolve) => other.close(resolve));
    // The tooltip of the item under the pointer, which stays as long as the pointer does, can cover the one to click.
    await editor.page.mouse.move(0, 0);
    await workbench.treeItem('Vaults', 'Start Local Vault').click();
    await workbench.treeItem('Vaults', /^local-vault/).waitFor();
    await workbench.treeItem('Vaults', /^The local vault did not start/).waitFor({ state: 'detached' });
  });
});
