import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { screens } from '../editor/cache.ts';
import { arrowTo, pressKeys, pressTo, tabTo } from '../editor/keyboard.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests, pictureAfterEach } from '../editor/suite.ts';
import { eventually } from '../run/waiting.ts';
import { VaultSql } from './vaultSql.ts';

/** What users may do before: they read card numbers in plain text too, and look at the event. */
async function takeTour({ workbench, page }: Editor): Promise<void> {
  const vaultSql = new VaultSql(workbench);
  await vaultSql.startLocalVault();
  await workbench.openFile('persons.vaultsql');
  await workbench.editor.replaceAll(
    "-- vault: local/local-vault\nSELECT REDACTION(card_number, 'PLAIN_TEXT') FROM credit_cards;\n",
  );
  await workbench.editor.goTo(2);
  await page.keyboard.press('ControlOrMeta+Enter');
  await vaultSql.resultsSay(/Rows 1–25/);
  await (await vaultSql.resultsButton('Show audit event')).click();
  await vaultSql.auditRow.filter({ hasText: /developer/ }).waitFor();
}

describe('an investigation: an unknown IP read card numbers yesterday', () => {
  let editor: Editor;
  let table: FrameLocator;

  before(async () => {
    editor = await openEditor({
      name: 'investigation',
      theme: 'dark',
      viewport: { width: 1400, height: 860 },
    });
    await takeTour(editor);
  });
  pictureAfterEach(() => editor, 'investigation');
  closeAfterTests(() => editor);

  const status = (text: string | RegExp): Promise<void> =>
    table.getByRole('status').filter({ hasText: text }).first().waitFor();
  /** The facets are one stop of the Tab key. */
  const facets = () => table.getByRole('complementary', { name: 'Values with counts' });
  const press = (...keys: readonly string[]): Promise<void> => pressKeys(editor.page, keys);
  const fromMore = async (name: string | RegExp): Promise<void> => {
    const more = table.getByRole('button', { name: 'More actions', exact: true });
    await arrowTo(editor.page, 'ArrowRight', table.getByRole('toolbar').filter({ has: more }), more);
    await press('Enter');
    await pressTo(editor.page, 'ArrowDown', table.getByRole('menuitem', { name }));
    await press('Enter');
  };

  it('shows the trail in the panel, and what more there may be', async () => {
    await new VaultSql(editor.workbench).command('Open Audit Table in Tab');
    table = await editor.workbench.webview('Audit Table');
    await table.getByRole('grid', { name: 'Audit events' }).waitFor();
    await status(/events loaded · older available/);
    await table.getByRole('button', { name: 'Add filter' }).waitFor();
    assert.equal(await table.getByRole('button', { name: 'Open in tab' }).count(), 0);
  });

  it('loads all of the week from the menu of the toolbar', async () => {
    await fromMore(/^Load all older events/);
    await status(/no older events/);
  });

  it('folds what the extension read itself, and opens it by keyboard', async () => {
    const folded = (expanded: boolean): Locator =>
      table.getByRole('gridcell', { name: /audit log reads? by Vault SQL$/, expanded }).first();
    await folded(false).waitFor();
    await table.getByText(/^\d+ from this window$/).waitFor();
    const grid = table.getByRole('grid', { name: 'Audit events' });
    const active = async (): Promise<Locator> =>
      table.locator(`[id="${await grid.getAttribute('aria-activedescendant')}"]`);
    await tabTo(editor.page, grid);
    await press('Control+Home');
    await eventually('the row of own reads', async () => {
      if ((await (await active()).getAttribute('aria-expanded')) === 'false') return true;
      await press('ArrowDown');
      return false;
    });
    await press('ArrowRight');
    await folded(true).waitFor();
    await press('ArrowLeft');
    await folded(false).waitFor();
  });

  it('finds who read card numbers in plain text, by keyboard', async () => {
    await tabTo(editor.page, table.getByRole('combobox', { name: 'Ask about these events' }));
    await editor.page.keyboard.type('column:card_number level:plain -actor:developer@local.test', {
      delay: 5,
    });
    await status(/\b18 of \d+ match ·/);
    // One address alone.
    const value = table.getByRole('button', { name: /^203\.0\.113\.77/ });
    await value.waitFor();
    assert.equal(await table.getByRole('group', { name: 'IP address' }).getByRole('button').count(), 2);
  });

  it('sees all that this address did, and when', async () => {
    await arrowTo(
      editor.page,
      'ArrowDown',
      facets(),
      table.getByRole('button', { name: /^203\.0\.113\.77/ }),
    );
    await press('Enter');
    await pressTo(editor.page, 'Shift+Tab', table.getByRole('combobox', { name: 'Ask about these events' }));
    // The address was added to the question. Without the rest of it, all that the address did is left.
    await press('Escape');
    await status(/^\d+ events loaded ·/);
    await editor.page.keyboard.type('ip:203.0.113.77', { delay: 5 });
    await status(/\b19 of \d+ match ·/);
    const bar = table.getByRole('combobox', { name: 'Ask about these events' });
    assert.equal(await bar.inputValue(), 'ip:203.0.113.77');
  });

  it('narrows the time by the histogram, and widens it again', async () => {
    const end = table.getByRole('slider', { name: 'End of the time range' });
    await tabTo(editor.page, end);
    await press('Home');
    await status(/\b(1[0-8]|\d) of \d+ match ·/);
    await press('Escape');
    await status(/\b19 of \d+ match ·/);
  });

  it('offers the filters of the side panel, and has the keyboard again afterwards', async () => {
    const { quickInput } = editor.workbench;
    const add = table.getByRole('button', { name: 'Add filter' });
    await tabTo(editor.page, add);
    await press('Enter');
    await quickInput.opened('Filter audit events');
    await quickInput.choose('Actor type', 'Actor type');
    await quickInput.opened('Filter audit events: Actor type');
    // Leaving the values leads back to the filters.
    await press('Escape');
    await quickInput.opened('Filter audit events');
    await quickInput.dismiss();
    const hasFocus = (): Promise<boolean> =>
      add.evaluate((node) => node.ownerDocument.hasFocus() && node.ownerDocument.activeElement === node);
    while (!(await hasFocus())) await editor.page.evaluate(() => new Promise(requestAnimationFrame));
  });

  it('opens an event beside the table', async () => {
    await tabTo(editor.page, table.getByRole('grid', { name: 'Audit events' }));
    await press('ArrowDown', 'Enter');
    await table.getByRole('region', { name: 'Who', exact: true }).getByText('sa-reporting').waitFor();
    await table.getByRole('region', { name: 'Key' }).getByText('Key ID').waitFor();
    await press('Enter');
    await tabTo(editor.page, table.getByRole('button', { name: 'More event actions' }));
    await press('Enter');
    await table.getByRole('menuitem', { name: 'Open Audited Query' }).waitFor();
    await press('Escape');
  });

  it('tells what was read, by table and column', async () => {
    await press('Escape', 'Escape');
    await new VaultSql(editor.workbench).command('Who Read What');
    await table.getByRole('grid', { name: 'Who read what' }).waitFor();
    await status(/^\d+ entries · \d+ requests, \d+ failed · from \d+ of \d+ events · /);
    await table.getByRole('gridcell', { name: 'card_number' }).first().waitFor();
  });

  it('draws that as a matrix for a report, and saves it as SVG and as a picture', async () => {
    const { quickInput } = editor.workbench;
    await fromMore('Chart for a report');
    const matrix = table.getByRole('img', { name: /^Who read what/ });
    await matrix.getByText('credit_cards.card_number').waitFor();
    await editor.workbench.screenshot(join(screens, 'investigation-matrix.png'));
    for (const [name, start] of [
      ['Save as SVG', /^<svg [\s\S]*credit_cards\.card_number[\s\S]*19 of \d+ events/],
      ['Save as PNG', /^.PNG/],
    ] as const) {
      const file = `reads.${name.slice(-3).toLowerCase()}`;
      await tabTo(editor.page, table.getByRole('button', { name }));
      await press('Enter');
      await quickInput.nameFile('Save chart', file);
      await editor.workbench.notification(new RegExp(`Saved the chart as “${file}”`)).waitFor();
      assert.match(await readFile(join(editor.run.workspace, file), 'latin1'), start);
    }
    await tabTo(editor.page, table.getByRole('button', { name: 'Close details' }));
    await press('Enter');
  });

  it('writes that to a file, with a manifest beside it', async () => {
    const { quickInput } = editor.workbench;
    const button = table.getByRole('button', { name: 'Export', exact: true });
    await arrowTo(editor.page, 'ArrowRight', table.getByRole('toolbar').filter({ has: button }), button);
    await press('Enter');
    await quickInput.opened(/^Export /);
    await quickInput.choose('CSV', 'CSV');
    await quickInput.opened('Literals in the exported queries');
    await quickInput.choose('Mask literals');
    await quickInput.nameFile(/^Export /, 'reads.csv');
    await editor.workbench.notification(/Exported .* to “reads\.csv”\. A manifest is next to it/).waitFor();
    const text = await readFile(join(editor.run.workspace, 'reads.csv'), 'utf8');
    assert.match(text, /credit_cards,card_number/);
    const manifest = JSON.parse(
      await readFile(join(editor.run.workspace, 'reads.csv.manifest.json'), 'utf8'),
    );
    assert.equal(manifest.literalsMasked, true);
    await press('Escape');
  });

  it('leads from a figure to its events', async () => {
    const column = table.getByRole('gridcell', { name: 'card_number' }).first();
    const grid = table.getByRole('grid', { name: 'Who read what' });
    /** Its column and row, both from 1. */
    const placeOf = (cell: Locator): Promise<readonly (string | undefined | null)[]> =>
      cell.evaluate((node) => [
        node.getAttribute('aria-colindex'),
        node.closest('[aria-rowindex]')?.getAttribute('aria-rowindex'),
      ]);
    const active = async () =>
      placeOf(table.locator(`[id="${await grid.getAttribute('aria-activedescendant')}"]`));
    await tabTo(editor.page, grid);
    const to = await placeOf(column);
    for (const [index, key] of ['ArrowRight', 'ArrowDown'].entries())
      for (let step = 0; step < 60 && (await active())[index] !== to[index]; step++) await press(key);
    assert.deepEqual(await active(), to);
    await press('Enter');
    await table.getByRole('grid', { name: 'Audit events' }).waitFor();
    await status(/\b18 of \d+ match ·/);
    await tabTo(editor.page, table.getByRole('button', { name: 'Remove filter events', exact: true }));
    await press('Enter');
    await status(/\b19 of \d+ match ·/);
  });

  it('is drawn in other themes', async () => {
    for (const [theme, look] of [
      ['Light Modern', 'vscode-light'],
      ['Dark High Contrast', 'vscode-high-contrast'],
    ] as const) {
      await editor.workbench.runCommand('Preferences: Color Theme');
      await editor.page.keyboard.type(theme, { delay: 5 });
      await editor.page.keyboard.press('Enter');
      await editor.workbench.quickInput.closed();
      const table = await editor.workbench.webview('Audit Table');
      await table.locator(`body.${look}`).waitFor();
      await editor.workbench.screenshot(join(screens, `investigation-${theme.replaceAll(' ', '-')}.png`));
    }
  });
});
