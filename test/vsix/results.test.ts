import assert from 'node:assert/strict';
import { unlessReplaced } from '../editor/frames.ts';
import { pressKeys } from '../editor/keyboard.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests, pictureAfterEach } from '../editor/suite.ts';
import { eventually } from '../run/waiting.ts';
import { VaultSql } from './vaultSql.ts';

describe('a result, worked with in the installed VSIX', () => {
  let editor: Editor;
  let vaultSql: VaultSql;

  before(async () => {
    editor = await openEditor({ name: 'results', theme: 'dark' });
    vaultSql = new VaultSql(editor.workbench);
    await vaultSql.startLocalVault();
    // The panel is there before the first query: all that is pressed in it is done once all the same.
    await editor.workbench.runCommand('Vault SQL Results: Focus on Results View');
    await (await vaultSql.results()).getByRole('heading', { name: 'No query has been run yet' }).waitFor();
    await editor.workbench.openFile('persons.vaultsql');
    await vaultSql.runStatementAt(4);
    await vaultSql.resultsSay('Rows 1–25 · more available');
  });
  pictureAfterEach(() => editor, 'results-walk');
  closeAfterTests(() => editor);

  const press = (...keys: readonly string[]): Promise<void> => pressKeys(editor.page, keys);
  const menuItem = async (name: string) =>
    (await vaultSql.results()).getByRole(/^(Sort|Order)/.test(name) ? 'menuitemcheckbox' : 'menuitem', {
      name,
    });

  /** Whether a page with rows of a result has the keyboard. */
  const rowsHaveFocus = async (): Promise<boolean> => {
    const look = "document.hasFocus() && document.querySelector('.body .row') !== null";
    const frames = editor.workbench.page.frames();
    const found = await Promise.all(frames.map((frame) => unlessReplaced(frame.evaluate<boolean>(look))));
    return found.includes(true);
  };

  it('asks what Load All Rows of the palette needs where the keyboard is, and gives it back', async () => {
    const results = await vaultSql.results();
    const start = results.getByRole('button', { name: 'Load All', exact: true });
    /** Whether `Load All` has the keyboard; the page, and not only something in it. */
    const isAsked = (): Promise<boolean> =>
      start.evaluate((button) => document.hasFocus() && document.activeElement === button);
    const editorHasFocus = (): Promise<boolean> =>
      editor.page.evaluate(() => document.activeElement?.closest('.monaco-editor') !== null);
    await editor.workbench.page.locator('.editor-instance .view-lines').first().click();
    await vaultSql.command('Load All Rows');
    await start.waitFor();
    await eventually('the keyboard at the question', isAsked);
    await press('Escape');
    await start.waitFor({ state: 'hidden' });
    await eventually('the keyboard in the editor', editorHasFocus);
  });

  it('counts first, says what loading all costs, and loads every row', async () => {
    const results = await vaultSql.results();
    await (await vaultSql.resultsButton('Load all')).click();
    await results.getByRole('heading', { name: /^Load all: at most 4,000 requests$/ }).waitFor();
    await results.getByRole('button', { name: 'Count First (1 Request)' }).click();
    const cost = results.getByRole('heading', {
      name: /^Load all: (\d+) requests, \1 audit events; about \d+ s$/,
    });
    await cost.waitFor();
    await results.getByRole('button', { name: 'Load All', exact: true }).click();
    await vaultSql.resultsSay(/^Rows 1–[\d,]{3,} · end of results · unordered; may skip rows$/);
    const rows = await (await vaultSql.resultsGrid()).getAttribute('aria-rowcount');
    assert.ok(Number(rows) > 100, `${rows} rows`);
  });

  it('says that all rows have been read where Load All Rows has nothing left to do', async () => {
    await vaultSql.command('Load All Rows');
    await editor.workbench.notification('All rows are already loaded.').waitFor();
  });

  it('finds by Ctrl+F in the results, not in the text editor above', async () => {
    const results = await vaultSql.results();
    const input = results.getByRole('search').getByRole('textbox');
    // By its class: while the bar is closed it has no role.
    const found = (): Promise<string | null> => results.locator('.find .found').textContent();
    /** Waits for the count of what is typed now; the one shown is of what was typed before. */
    const countAfter = (before: string | null): Promise<string> =>
      eventually('what is found', async () => {
        const now = await found();
        return now !== null && / of /.test(now) && now !== before && now;
      });
    const inEditor = editor.workbench.page.locator('.find-widget.visible');
    for (const from of [await vaultSql.resultsGrid(), await vaultSql.resultsButton('Export')]) {
      const before = await found();
      await from.focus();
      // The editor hears of the focus a moment later; a person takes longer to the next key.
      await editor.workbench.keysHandled();
      await press('Control+f');
      await input.waitFor();
      await input.selectText();
      await editor.workbench.page.keyboard.type('1');
      const ofOne = await countAfter(before);
      // What another part of the editor opens for the key comes after the key.
      await editor.workbench.keysHandled();
      assert.equal(await inEditor.count(), 0);
      await editor.workbench.page.keyboard.type('2');
      await eventually('what was typed', async () => (await input.inputValue()) === '12');
      // Counted after the key's command was done, which would open the bar again once it is closed.
      await countAfter(ofOne);
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
      .getByText(/^in [\d,]+ loaded rows$/)
      .locator('visible=true')
      .first()
      .waitFor();
    await press('ArrowDown', 'ArrowRight', 'Shift+F10');
    await (await menuItem('Only this value')).waitFor();
    await press('ArrowUp', 'ArrowUp', 'Enter');
    await vaultSql.resultsSay(/^\d+ of [\d,]+ loaded rows · end of results · unordered; may skip rows$/);
  });

  it('has the keyboard again once the value of a filter was typed', async () => {
    const { quickInput } = editor.workbench;
    await (await vaultSql.resultsGrid()).focus();
    // The values of this column are the same in the rows that are left.
    await press('Control+Home', 'ArrowRight');
    const value =
      (await (await vaultSql.resultRows()).first().getByRole('gridcell').nth(1).textContent()) ?? '';
    await press('ArrowUp', 'Shift+F10');
    await (await menuItem('Filter: contains…')).click();
    await quickInput.opened('name contains …');
    await quickInput.answer(value);
    await eventually('the focus in the rows', rowsHaveFocus);
    const remove = (await vaultSql.results()).getByRole('button', { name: /^Remove filter name contains / });
    await remove.click();
    await remove.waitFor({ state: 'detached' });
  });

  it('asks which rows to export, with the number of each', async () => {
    const { quickInput } = editor.workbench;
    const status = await (await vaultSql.results()).getByRole('status').first().textContent();
    const [, shown, loaded] = /^(\d+) of ([\d,]+) loaded rows/.exec(status ?? '') ?? assert.fail(`${status}`);
    await (await vaultSql.resultsGrid()).focus();
    await press('Control+Home', 'Shift+ArrowRight');
    await (await vaultSql.resultsButton('Export')).click();
    await quickInput.opened('Export which rows?');
    await quickInput.option(new RegExp(`^Rows shown, in this order, ${shown} rows?`)).waitFor();
    await quickInput.option(`All loaded rows, ${loaded} rows`).waitFor();
    await quickInput.option('Selection, 1 row, 2 columns').waitFor();
    // What is on screen is proposed.
    await quickInput.confirm();
    await quickInput.opened('Export the rows shown as');
    await quickInput.dismiss();
  });

  it('has the keyboard where it was after each question of an export, and after what is done in the page', async () => {
    const { quickInput, page } = editor.workbench;
    const results = await vaultSql.results();
    const grid = await vaultSql.resultsGrid();
    const look = `document.hasFocus() && document.querySelector('.body .row')
      ? document.activeElement.getAttribute('aria-label') : ''`;
    const isAt = (name: string): Promise<unknown> =>
      eventually(`the keyboard at ${name}`, async () => {
        const all = await Promise.all(
          page.frames().map((frame) => unlessReplaced(frame.evaluate<string>(look))),
        );
        return all.includes(name);
      });
    await grid.focus();
    await press('Control+Home');
    const cell = await grid.getAttribute('aria-activedescendant');
    // From the rows to the pages, the masked columns, the time of the request, and along the buttons, as without a mouse.
    await press('Escape', 'Tab', 'Tab', 'Tab');
    await eventually('the button', async () => {
      await press('ArrowRight');
      return (
        await Promise.all(page.frames().map((frame) => unlessReplaced(frame.evaluate<string>(look))))
      ).includes('Export');
    });
    const titles = [
      /^Export which rows\?$/,
      /^Export .* as$/,
      'Export as CSV',
      / masked values$/,
      /^Export .* CSV$/,
    ];
    for (const last of titles) {
      await press('Enter');
      for (const title of titles.slice(0, titles.indexOf(last))) {
        await quickInput.opened(title);
        await quickInput.confirm();
      }
      await quickInput.opened(last);
      await quickInput.dismiss();
      await isAt('Export');
    }
    await press('Enter');
    for (const title of titles.slice(0, -1)) {
      await quickInput.opened(title);
      await quickInput.confirm();
    }
    await quickInput.nameFile(titles.at(-1) ?? '', 'walk.csv');
    await editor.workbench.notification(/Exported [\d,]+ rows? to “walk\.csv”/).waitFor();
    await isAt('Export');
    await grid.focus();
    assert.equal(await grid.getAttribute('aria-activedescendant'), cell);
    await press('Control+c');
    await isAt('Query results');
    await press('Shift+F10');
    await results.getByRole('menuitem', { name: 'Copy as CSV' }).focus();
    await press('Enter');
    await isAt('Query results');
    await press('ArrowUp', 'Shift+F10');
    await results.getByRole('menuitem', { name: 'Column statistics' }).focus();
    await press('Enter');
    await results.getByText('Most frequent values').waitFor();
    await press('Escape');
    await isAt('Query results');
    await press('ArrowDown');
    assert.equal(await grid.getAttribute('aria-activedescendant'), cell);
  });

  it('masks declared columns until they are revealed, and again at a press', async () => {
    const results = await vaultSql.results();
    const mask = await vaultSql.resultsButton('Mask values');
    const masked = results.getByRole('gridcell', { name: 'masked', exact: true });
    await masked.first().waitFor();
    assert.equal(await mask.getAttribute('aria-pressed'), 'true');
    await mask.click();
    await masked.first().waitFor({ state: 'detached' });
    await results.getByRole('gridcell', { name: 'redacted by the service' }).first().waitFor();
    // A filter by a value that is masked again would tell of it: it rests, and the one by a name stays.
    await (await vaultSql.resultsGrid()).focus();
    await press('Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Shift+F10');
    await (await menuItem('Only this value')).waitFor();
    await press('ArrowUp', 'ArrowUp', 'Enter');
    const bySsn = results.getByRole('button', { name: /^Remove filter ssn is / });
    await bySsn.waitFor();
    await mask.click();
    await bySsn.waitFor({ state: 'detached' });
    await masked.first().waitFor();
    const byName = results.getByRole('button', { name: /^Remove filter name is / });
    await byName.waitFor();
    await vaultSql.resultsSay(/ · 1 filter off while masked$/);
    await mask.click();
    await bySsn.waitFor();
    await vaultSql.resultsSay(/^\d+ of [\d,]+ loaded rows · end of results · unordered; may skip rows$/);
    await mask.click();
    await bySsn.waitFor({ state: 'detached' });
    await byName.waitFor();
  });

  it('shows the result in a tab of its own', async () => {
    await (await vaultSql.resultsButton('Open in tab')).click();
    await editor.workbench.editorTab('persons · local/local-vault').waitFor();
    // The tab has the keyboard; both pages are called Results, and the panel's has no rows any more.
    await eventually('the focus in the tab', rowsHaveFocus);
    await editor.workbench.keysHandled();
    await press('Control+f');
    await editor.workbench.keysHandled();
    assert.equal(await editor.workbench.page.locator('.find-widget.visible').count(), 0);
    const open = () =>
      Promise.all(
        editor.workbench.page
          .frames()
          .map((frame) => unlessReplaced(frame.locator('.find input:visible').count())),
      );
    await eventually('a find bar', async () => (await open()).some(Boolean));
    assert.deepEqual((await open()).filter(Boolean), [1]);
  });

  it('searches by Ctrl+F in the audit table, in the panel and in a tab', async () => {
    const { page } = editor.workbench;
    let last: unknown;
    for (const title of ['Show Audit Table', 'Open Audit Table in Tab']) {
      await vaultSql.command(title);
      const table = await eventually('the audit table', async () => {
        for (const frame of page.frames()) {
          const grid = frame.getByRole('grid', { name: 'Audit events' });
          // The panel, which the table leaves, may have it for a moment more.
          if (frame !== last && (await unlessReplaced(grid.isVisible()))) return frame;
        }
        return undefined;
      });
      // The tab has the question of the panel, which a moment later would change what is typed.
      const box = table.getByRole('combobox', { name: 'Ask about these events' });
      const earlier = last === undefined ? '' : 'read';
      await eventually('the question before', async () => (await box.inputValue()) === earlier);
      last = table;
      await table.getByRole('grid').first().focus();
      await editor.workbench.keysHandled();
      await press('Control+f');
      await editor.workbench.keysHandled();
      assert.equal(await page.locator('.find-widget.visible').count(), 0);
      await page.keyboard.type('read');
      await eventually('what was typed', async () => (await box.inputValue()) === 'read');
    }
  });
});
