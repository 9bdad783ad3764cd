import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { cacheRoot } from '../editor/cache.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { VaultSql } from './vaultSql.ts';

/** Where pictures for a person to look at go. */
const screens = join(cacheRoot, 'screens');

describe('an investigation: an unknown IP read card numbers yesterday', () => {
  let editor: Editor;
  let table: FrameLocator;
  let failed = false;

  before(async () => {
    editor = await openEditor({
      name: 'investigation',
      theme: 'dark',
      viewport: { width: 1400, height: 860 },
    });
    await new VaultSql(editor.workbench).startLocalVault();
  });
  afterEach(async function () {
    const name = this.currentTest?.title.replace(/\W+/g, '-').slice(0, 40);
    await editor.workbench.screenshot(join(screens, `investigation-${name}.png`));
    if (this.currentTest?.state === 'failed') failed = true;
  });
  after(() => editor?.close({ keep: failed }));

  const status = (text: string | RegExp): Promise<void> =>
    table.getByRole('status').filter({ hasText: text }).first().waitFor();
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await editor.page.keyboard.press(key);
  };

  it('shows the trail in the panel, and what more there may be', async () => {
    await new VaultSql(editor.workbench).command('Open Audit Table in a Tab');
    table = await editor.workbench.webview('Audit Table');
    await table.getByRole('grid', { name: 'Audit events' }).waitFor();
    await status(/events loaded; the service has older ones/);
  });

  it('loads all of the week, page by page', async () => {
    const older = table.getByRole('button', { name: 'Load older events' });
    const line = table.getByRole('status').first();
    for (let page = 0; page < 20; page++) {
      const before = (await line.textContent()) ?? '';
      if (/gives no older ones/.test(before)) break;
      await older.click();
      await line.filter({ hasNotText: before }).waitFor();
    }
    await status(/gives no older ones/);
  });

  it('finds who read card numbers: by text, by keyboard', async () => {
    await table.getByRole('searchbox', { name: 'Search in loaded events' }).click();
    await editor.page.keyboard.type("card_number, 'PLAIN_TEXT'", { delay: 5 });
    await status(/filtered here to 18;/);
    // One address alone.
    const value = table.getByRole('button', { name: /^203\.0\.113\.77/ });
    await value.waitFor();
    assert.equal(await table.getByRole('group', { name: 'IP address' }).getByRole('button').count(), 2);
  });

  it('sees all that this address did, and when', async () => {
    await table.getByRole('button', { name: /^203\.0\.113\.77/ }).click();
    await table.getByRole('searchbox', { name: 'Search in loaded events' }).click();
    await press('Escape');
    await status(/filtered here to 19;/);
    await table.getByRole('button', { name: 'Remove filter ipAddress', exact: true }).waitFor();
  });

  it('opens an event beside the table', async () => {
    await table.getByRole('grid', { name: 'Audit events' }).focus();
    await press('ArrowDown', 'Enter');
    await table
      .getByRole('treeitem', { name: /^actor/ })
      .first()
      .waitFor();
    await table.getByRole('button', { name: 'Open Query' }).waitFor();
  });

  it('tells what was read, by table and column', async () => {
    await press('Escape', 'Escape');
    await new VaultSql(editor.workbench).command('Who Read What');
    await table.getByRole('grid', { name: 'Who read what' }).waitFor();
    await status(/kinds of reads/);
    await table.getByRole('gridcell', { name: 'card_number' }).first().waitFor();
  });

  it('leads from a figure to its events', async () => {
    await table.getByRole('gridcell', { name: 'card_number' }).first().click();
    await press('Enter');
    await table.getByRole('grid', { name: 'Audit events' }).waitFor();
    await status(/filtered here to 18;/);
    await table.getByRole('button', { name: 'Remove filter events', exact: true }).click();
  });

  it('is drawn in other themes', async () => {
    for (const theme of ['Light Modern', 'Dark High Contrast']) {
      await editor.workbench.runCommand('Preferences: Color Theme');
      await editor.page.keyboard.type(theme, { delay: 5 });
      await editor.page.keyboard.press('Enter');
      await editor.workbench.quickInput.closed();
      await editor.page.waitForTimeout(1500);
      await editor.workbench.screenshot(join(screens, `investigation-${theme.replaceAll(' ', '-')}.png`));
    }
  });
});
