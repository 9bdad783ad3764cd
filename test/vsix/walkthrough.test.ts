import type { Locator } from 'playwright-core';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests, pictureAfterEach } from '../editor/suite.ts';
import { VaultSql } from './vaultSql.ts';

describe('the walkthrough notices what has been done', () => {
  let editor: Editor;
  let vaultSql: VaultSql;

  before(async () => {
    editor = await openEditor({ name: 'walkthrough', theme: 'dark' });
    vaultSql = new VaultSql(editor.workbench);
  });
  pictureAfterEach(() => editor, 'walkthrough');
  closeAfterTests(() => editor);

  const step = (id: string): Locator => editor.page.locator(`[data-done-step-id$="#${id}"]`);
  const done = (id: string): Promise<void> => step(id).and(editor.page.locator('.complete')).waitFor();
  /** Shows the walkthrough, which was left for an editor or a view. */
  async function openWalkthrough(): Promise<void> {
    const { workbench } = editor;
    const name = 'Get started with Vault SQL';
    await workbench.runCommandAndChoose('Welcome: Open Walkthrough...', new RegExp(`^${name}`), name);
    await step('localVault').waitFor();
  }

  it('has five steps, none of them done', async () => {
    await openWalkthrough();
    for (const id of ['localVault', 'run', 'audit', 'connect', 'signIn'])
      await step(id).and(editor.page.locator(':not(.complete)')).waitFor();
  });

  it('a vault that runs, a query run by its key and its event shown from the results', async () => {
    await vaultSql.startLocalVault();
    await editor.workbench.openFile('persons.vaultsql');
    await editor.workbench.editor.goTo(4);
    await editor.page.keyboard.press('ControlOrMeta+Enter');
    await vaultSql.resultsSay(/Rows 1–25/);
    await (await vaultSql.resultsButton('Show audit event')).click();
    await vaultSql.auditRow.filter({ hasText: /developer.*persons/ }).waitFor();
    await openWalkthrough();
    await done('localVault');
    await done('run');
    await done('audit');
  });

  it('a connection that was added, and not one that was given up', async () => {
    const { quickInput } = editor.workbench;
    await vaultSql.command('Add Connection');
    await quickInput.opened(/^Add a connection: Address of the service \(1\//);
    await quickInput.dismiss();
    await quickInput.closed();
    // An Escape that comes when the box has closed leads from the walkthrough to the page of all of them.
    await openWalkthrough();
    await step('connect').and(editor.page.locator(':not(.complete)')).waitFor();
    await vaultSql.command('Add Connection');
    await quickInput.opened(/^Add a connection: Address of the service \(1\//);
    await quickInput.answer('http://127.0.0.1:1');
    await quickInput.opened(/^Add a connection: Environment \(2\//);
    await quickInput.choose('test');
    await quickInput.opened(/^Add a connection: Kind of sign-in \(3\//);
    await quickInput.choose('Access token or API key');
    for (const [asked, answer] of [
      ['Account ID', 'a1'],
      ['Vault ID', 'v1'],
      ['Access token', 'a-token'],
    ] as const) {
      await quickInput.opened(new RegExp(`^Add a connection: ${asked} `));
      await quickInput.answer(answer);
    }
    await quickInput.opened(/test failed$/);
    await quickInput.dismiss();
    await quickInput.closed();
    await openWalkthrough();
    await done('connect');
    // No token has worked yet.
    await step('signIn').and(editor.page.locator(':not(.complete)')).waitFor();
  });
});
