import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { cacheRoot } from '../editor/cache.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { eventually } from '../run/waiting.ts';
import { VaultSql } from './vaultSql.ts';

describe('the help pages in the installed extension', () => {
  let editor: Editor;
  let failed = false;

  before(async () => {
    const sandbox = { name: 'sandbox', environment: 'test', baseUrl: 'https://vault.example.com' };
    const unknownAuth = { ...sandbox, vaults: [{ id: 'v1', name: 'people' }], auth: { kind: 'magic' } };
    editor = await openEditor({
      ...{ name: 'help', theme: 'light' },
      settings: { 'vaultsql.connections': [unknownAuth] },
    });
  });
  afterEach(async function () {
    await editor.workbench.screenshot(join(cacheRoot, 'screens', 'help.png'));
    if (this.currentTest?.state === 'failed') failed = true;
  });
  after(() => editor?.close({ keep: failed }));

  const preview = (page: string): Promise<FrameLocator> => editor.workbench.webview(`Preview ${page}`);

  it('lead from the index to a page, which shows its pictures, and back', async () => {
    await new VaultSql(editor.workbench).command('Open Help');
    await (await preview('index.md')).getByRole('link', { name: 'An investigation' }).click();
    const page = await preview('investigation.md');
    const pictures = page.locator('img');
    await pictures.nth(1).waitFor();
    const widths = () =>
      pictures.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth));
    await eventually('two pictures', async () => (await widths()).every((width) => width > 0));
    await page.getByRole('link', { name: 'All help pages' }).click();
    await (await preview('index.md')).getByRole('link', { name: 'Run queries' }).waitFor();
  });

  it('are a link away from a connection that the settings describe wrongly', async () => {
    const { workbench, page } = editor;
    await workbench.showContainer('Vault SQL');
    const link = page.getByRole('link', { name: 'Help on connections' });
    await workbench.treeItem('Vaults', /auth.* is not a supported kind of sign-in/).hover();
    await link.click();
    await (await preview('connections.md')).getByRole('heading', { name: 'Kinds of sign-in' }).waitFor();
  });
});
