import assert from 'node:assert/strict';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests, pictureAfterEach } from '../editor/suite.ts';
import { pseudo } from '../run/pseudo.ts';
import { labelProblems } from '../webview/labels.ts';

for (const viewport of [
  { width: 1400, height: 900 },
  { width: 1024, height: 700 },
])
  describe(`the installed VSIX in a longer language, ${viewport.width} × ${viewport.height}`, () => {
    let editor: Editor;

    before(async () => {
      editor = await openEditor({ name: 'pseudo', pseudoLanguage: true, viewport });
    });
    pictureAfterEach(() => editor, `pseudo-${viewport.width}`);
    closeAfterTests(() => editor);

    it('has its views and their welcome translated', async () => {
      const { workbench, page } = editor;
      await workbench.showContainer(pseudo('Vault SQL'));
      const welcome = page.locator('.welcome-view-content');
      await welcome.getByText(pseudo('Start Local Vault')).first().waitFor();
      for (const part of await welcome.all())
        assert.deepEqual(await labelProblems(part, []), { cut: [], english: [] });
    });

    it('has the results translated, from the local vault to the rows', async () => {
      const { workbench, page } = editor;
      await page.locator('.welcome-view-content').getByText(pseudo('Start Local Vault')).first().click();
      await workbench.treeItem(pseudo('Vaults'), /^local-vault/).waitFor();
      await workbench.openFile('persons.vaultsql');
      await workbench.editor.goTo(4);
      await page.keyboard.press('ControlOrMeta+Enter');
      const results = await workbench.webview(pseudo('Results'));
      await results.getByRole('grid', { name: pseudo('Query results') }).waitFor();
      assert.deepEqual(await labelProblems(results.locator('#root'), ['local-vault', 'local']), {
        cut: [],
        english: [],
      });
    });
  });
