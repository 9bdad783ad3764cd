import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { unlessReplaced } from '../editor/frames.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests, pictureAfterEach } from '../editor/suite.ts';
import { eventually } from '../run/waiting.ts';
import { VaultSql } from './vaultSql.ts';

/** The page of the walkthrough in an editor. */
class Walkthrough {
  readonly #editor: Editor;

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  step(id: string): Locator {
    return this.#editor.page.locator(`[data-done-step-id$="#${id}"]`);
  }

  done(id: string): Promise<void> {
    return this.step(id).and(this.#editor.page.locator('.complete')).waitFor();
  }

  notDone(id: string): Promise<void> {
    return this.step(id).and(this.#editor.page.locator(':not(.complete)')).waitFor();
  }

  /** Shows the walkthrough, for the first time or after an editor or a view was shown instead. */
  async open(): Promise<void> {
    const name = 'Get started with Vault SQL';
    const { workbench } = this.#editor;
    await workbench.runCommandAndChoose('Welcome: Open Walkthrough...', new RegExp(`^${name}`), name);
    await this.step('localVault').waitFor();
  }
}

/** Starts the local vault, runs a query by its key, and shows the query's event from the results. */
async function takeFirstSteps({ workbench, page }: Editor, vaultSql: VaultSql): Promise<void> {
  await vaultSql.startLocalVault();
  await workbench.openFile('persons.vaultsql');
  await workbench.editor.goTo(4);
  await page.keyboard.press('ControlOrMeta+Enter');
  await vaultSql.resultsSay(/Rows 1–25/);
  await (await vaultSql.resultsButton('Show audit event')).click();
  await vaultSql.auditRow.filter({ hasText: /developer.*persons/ }).waitFor();
}

describe('the walkthrough notices what has been done', () => {
  let editor: Editor;
  let vaultSql: VaultSql;
  let walkthrough: Walkthrough;

  before(async () => {
    editor = await openEditor({ name: 'walkthrough', theme: 'dark' });
    vaultSql = new VaultSql(editor.workbench);
    walkthrough = new Walkthrough(editor);
  });
  pictureAfterEach(() => editor, 'walkthrough');
  closeAfterTests(() => editor);

  it('has five steps, none of them done', async () => {
    await walkthrough.open();
    for (const id of ['localVault', 'run', 'audit', 'connect', 'signIn']) await walkthrough.notDone(id);
  });

  it('shows a picture in the colours of the theme, also of another one', async () => {
    const { workbench, page } = editor;
    const media = page.locator('.getting-started-media iframe.webview').contentFrame();
    const picture = media.locator('#active-frame').contentFrame();
    // The editor draws the picture again when the theme changes.
    const background = (): Promise<string | undefined> => {
      const rect = picture.locator('svg rect').first();
      return unlessReplaced(rect.evaluate((node) => getComputedStyle(node).fill));
    };
    assert.equal(await eventually('a background', background), 'rgb(31, 31, 31)');
    await workbench.runCommand('Preferences: Color Theme');
    await page.keyboard.type('Light Modern', { delay: 5 });
    await page.keyboard.press('Enter');
    await workbench.quickInput.closed();
    await eventually(
      'the background of the other theme',
      async () => (await background()) === 'rgb(255, 255, 255)',
    );
  });

  it('a vault that runs, a query run by its key and its event shown from the results', async () => {
    await takeFirstSteps(editor, vaultSql);
    await walkthrough.open();
    await walkthrough.done('localVault');
    await walkthrough.done('run');
    await walkthrough.done('audit');
  });

  it('a connection that was added, and not one that was given up', async () => {
    const { quickInput } = editor.workbench;
    await vaultSql.command('Add Connection');
    await quickInput.opened(/^Add a connection: Address of the service \(1\//);
    await quickInput.dismiss();
    await quickInput.closed();
    // An Escape that comes when the box has closed leads from the walkthrough to the page of all of them.
    await walkthrough.open();
    await walkthrough.notDone('connect');
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
    await walkthrough.open();
    await walkthrough.done('connect');
    // No token has worked yet.
    await walkthrough.notDone('signIn');
  });
});

describe('the walkthrough opened late', () => {
  let editor: Editor;
  let vaultSql: VaultSql;
  let walkthrough: Walkthrough;

  before(async () => {
    const connection = { name: 'sandbox', environment: 'test', baseUrl: 'http://127.0.0.1:1' };
    editor = await openEditor({
      name: 'walkthrough-late',
      settings: { 'vaultsql.connections': [connection] },
    });
    vaultSql = new VaultSql(editor.workbench);
    walkthrough = new Walkthrough(editor);
  });
  pictureAfterEach(() => editor, 'walkthrough-late');
  closeAfterTests(() => editor);

  it('shows a connection that is configured, although nothing else of the extension was used', async () => {
    await walkthrough.open();
    await walkthrough.done('connect');
    await walkthrough.notDone('run');
  });

  async function firstStepsAreDone(): Promise<void> {
    await walkthrough.open();
    for (const id of ['localVault', 'run', 'audit', 'connect']) await walkthrough.done(id);
    await walkthrough.notDone('signIn');
  }

  it('shows what was done before, even if the local vault has stopped', async () => {
    await takeFirstSteps(editor, vaultSql);
    await vaultSql.command('Stop Local Vault');
    await editor.workbench.treeItem('Vaults', /^local-vault/).waitFor({ state: 'detached' });
    await firstStepsAreDone();
  });

  it('shows it in a later window', async () => {
    await editor.page.goto(editor.address);
    await editor.workbench.ready();
    await firstStepsAreDone();
  });
});
