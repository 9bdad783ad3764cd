import assert from 'node:assert/strict';
import { inItsTime } from '../editor/quickInput.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests } from '../editor/suite.ts';
import { againMs } from '../run/waiting.ts';
import { VaultSql } from './vaultSql.ts';

/** What is typed after a text, and what completion then offers. */
const typing: readonly (readonly [before: string, typed: string, offered: string])[] = [
  ['-- Reads names.\n', 'sel', 'SELECT'],
  ['SELECT state FROM persons WHERE ', 'st', 'state'],
  ['SELECT name FROM persons WHERE name ', 'li', 'LIKE'],
  ['SELECT name FROM persons ', 'li', 'LIMIT'],
  ['SELECT name FROM persons LIMIT 5 ', 'OF', 'OFFSET'],
  ["SELECT name FROM persons WHERE city = 'Chicago' ", 'a', 'AND'],
];

describe('typing a query in the editor', () => {
  let editor: Editor;

  before(async () => {
    editor = await openEditor({ name: 'typing', theme: 'dark' });
    await editor.workbench.openFile('persons.vaultsql');
    // From then on the language is served.
    await editor.workbench.editor.codeLens(/Run/).waitFor();
  });
  closeAfterTests(() => editor);

  const list = () => editor.page.locator('.suggest-widget.visible');
  const offers = (name: string) =>
    list()
      .getByRole('option', { name: new RegExp(`^${name}\\b`) })
      .first()
      .waitFor();

  /** Puts a text in place of all there is, and types more at its end. */
  async function typeAfter(text: string, typed: string): Promise<void> {
    await editor.workbench.editor.replaceAll(text);
    await editor.page.keyboard.press('Escape');
    await editor.page.keyboard.type(typed);
  }

  for (const [before, typed, offered] of typing)
    it(`“${typed}” after “${before}” opens completion with ${offered}`, async () => {
      await typeAfter(before, typed);
      await offers(offered);
    });

  it('a closing quote opens no completion', async () => {
    await typeAfter('SELECT name FROM persons WHERE city = ', "'Chicago'");
    // Nothing on screen tells that no list follows, so only a while without one does.
    assert.equal(await inItsTime(list().waitFor({ timeout: againMs })), false);
  });

  it('a keyword taken right after a closing quote has a space before it', async () => {
    await typeAfter("SELECT name FROM persons WHERE city = 'Chicago'", '');
    await editor.page.keyboard.press('Control+Space');
    await offers('AND');
    await editor.page.keyboard.press('Enter');
    await editor.workbench.editor.shows(/'Chicago' AND/);
  });

  it('completion closes when the query is run', async () => {
    const vaultSql = new VaultSql(editor.workbench);
    await vaultSql.startLocalVault();
    await editor.workbench.openFile('persons.vaultsql');
    await typeAfter('SELECT name FROM persons ', 'li');
    await offers('LIMIT');
    await editor.page.keyboard.press('ControlOrMeta+Enter');
    await list().waitFor({ state: 'hidden' });
  });
});
