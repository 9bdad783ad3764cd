/** `npm run pictures`: takes the pictures of README and the help pages in a real VS Code, on the local vault. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { root } from '../editor/cache.ts';
import { openEditor } from '../editor/session.ts';
import { VaultSql } from '../vsix/vaultSql.ts';
import { withPalette } from './palette.ts';

const folder = join(root, 'media', 'help', 'pictures');
/** As wide as what is worth reading in them. */
const viewport = { width: 1120, height: 680 };
const tableHeight = 520;
/** Enough for details below the table, where its notes are not cut. */
const notesHeight = 660;

const settings = { 'editor.minimap.enabled': false };
const editor = await openEditor({ name: 'pictures', theme: 'light', viewport, settings });
try {
  await mkdir(folder, { recursive: true });
  const vaultSql = new VaultSql(editor.workbench);
  await vaultSql.startLocalVault();
  await takeResults(vaultSql);
  const table = await openAuditTable(vaultSql);
  await takeTrail(table);
  await takeAddress(table);
  await takeMarks(table);
  await takeReads(vaultSql, table);
} finally {
  await editor.close();
}

async function keep(name: string, png: Buffer): Promise<void> {
  const small = await withPalette(editor.page.context(), png);
  await writeFile(join(folder, name), small);
  console.log(`${name}: ${Math.round(small.length / 1024)} KB`);
}

function pictureOf(table: FrameLocator): Promise<Buffer> {
  return table.locator('body').screenshot({ animations: 'disabled' });
}

/** A query and the second page of its rows. */
async function takeResults(vaultSql: VaultSql): Promise<void> {
  const { workbench, page } = editor;
  await vaultSql.chooseVault('local-vault');
  await workbench.runCommand('View: Close All Editors');
  await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
  await workbench.openFile('persons.vaultsql');
  await vaultSql.runStatementAt(4);
  await vaultSql.resultsSay(/Rows 1–25/);
  await (await vaultSql.resultsButton('Next page')).click();
  await vaultSql.resultsSay(/Rows 26–50/);
  await keep('results.png', await page.screenshot({ animations: 'disabled' }));
}

/** The audit table alone in the window, with all events. */
async function openAuditTable(vaultSql: VaultSql): Promise<FrameLocator> {
  const { workbench } = editor;
  await workbench.runCommand('View: Hide Panel');
  await vaultSql.command('Open Audit Table in Tab');
  const table = await workbench.webview('Audit Table');
  await table.getByRole('button', { name: 'More actions', exact: true }).click();
  await table.getByRole('menuitem', { name: /^Load all older events/ }).click();
  await table.getByRole('status').filter({ hasText: 'no older events' }).first().waitFor();
  // The editor removes the notification of the progress a little after the loading has ended.
  await workbench.notifications.first().waitFor({ state: 'detached' });
  await editor.page.setViewportSize({ ...viewport, height: tableHeight });
  return table;
}

/** Who, what and when: the newest events, without the values beside them. */
async function takeTrail(table: FrameLocator): Promise<void> {
  const values = table.getByRole('button', { name: 'Filter by values' });
  await values.click();
  await table.getByRole('grid', { name: 'Audit events' }).focus();
  await keep('audit-table.png', await pictureOf(table));
  await values.click();
}

/** All that the address of the story did, and the details of one event. */
async function takeAddress(table: FrameLocator): Promise<void> {
  await table.getByRole('button', { name: /^203\.0\.113\.77/ }).click();
  await table.getByRole('status').filter({ hasText: '19 of' }).first().waitFor();
  await table.getByRole('grid', { name: 'Audit events' }).focus();
  await editor.page.keyboard.press('ArrowDown');
  await editor.page.keyboard.press('Enter');
  await table.getByRole('region', { name: 'Who', exact: true }).waitFor();
  // What the click left: a list scrolled to the value, and the pointer above another.
  await table.locator('.facet-list').evaluate((facets) => facets.scrollTo(0, 0));
  await editor.page.mouse.move(0, 0);
  await keep('audit-address.png', await pictureOf(table));
  await editor.page.keyboard.press('Escape');
}

/** What is known of the events of the address, with the details of one. */
async function takeMarks(table: FrameLocator): Promise<void> {
  const { workbench, page } = editor;
  const close = table.getByRole('button', { name: 'Close details' });
  if (await close.isVisible()) await close.click();
  const values = table.getByRole('button', { name: 'Filter by values' });
  await values.click();
  await page.setViewportSize({ ...viewport, height: notesHeight });
  const grid = table.getByRole('grid', { name: 'Audit events' });
  for (const [key, note] of [
    ['ArrowDown', 'Not one of our networks, says Maria'],
    ['ArrowDown', 'Card numbers in plain text: the job never reads them'],
  ] as const) {
    await grid.press(key);
    await grid.press('n');
    await workbench.quickInput.answer(note);
    await workbench.quickInput.closed();
    await table
      .locator('.row.marked')
      .filter({ hasText: note.slice(0, 12) })
      .waitFor();
  }
  await grid.press('Enter');
  await table.getByRole('region', { name: 'Note', exact: true }).waitFor();
  await page.mouse.move(0, 0);
  await keep('marks.png', await pictureOf(table));
  await close.click();
  await values.click();
}

async function takeReads(vaultSql: VaultSql, table: FrameLocator): Promise<void> {
  await vaultSql.command('Who Read What');
  const grid = table.getByRole('grid', { name: 'Who read what' });
  await grid.getByRole('gridcell', { name: 'card_number' }).first().waitFor();
  await grid.focus();
  await editor.page.setViewportSize({ ...viewport, height: 320 });
  await keep('who-read-what.png', await pictureOf(table));
}
