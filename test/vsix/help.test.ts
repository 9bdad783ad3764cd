import type { FrameLocator } from 'playwright-core';
import { unlessReplaced } from '../editor/frames.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests, pictureAfterEach } from '../editor/suite.ts';
import { eventually } from '../run/waiting.ts';
import { VaultSql } from './vaultSql.ts';

describe('the help pages in the installed extension', () => {
  let editor: Editor;

  before(async () => {
    editor = await openEditor({ name: 'help', theme: 'light' });
  });
  pictureAfterEach(() => editor, 'help');
  closeAfterTests(() => editor);

  const preview = (page: string): Promise<FrameLocator> => editor.workbench.webview(`Preview ${page}`);

  it('lead from the index to a page, which shows its pictures, and back', async () => {
    await new VaultSql(editor.workbench).command('Open Help');
    await (await preview('index.md')).getByRole('link', { name: 'An investigation' }).click();
    const page = await preview('investigation.md');
    const pictures = page.locator('img');
    await pictures.nth(1).waitFor();
    const widths = () =>
      unlessReplaced(
        pictures.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth)),
      );
    await eventually('two pictures', async () => (await widths())?.every((width) => width > 0));
    await page.getByRole('link', { name: 'All help pages' }).click();
    await (await preview('index.md')).getByRole('link', { name: 'Run queries' }).waitFor();
  });
});
