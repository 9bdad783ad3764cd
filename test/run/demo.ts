/**
 * `npm run demo`: the main job in a real VS Code, from the packed and installed VSIX, as a person does it. Prints the
 * steps, writes demo/*.png and demo/report.json, and ends with 0 only if every step was seen on screen.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { root } from '../editor/cache.ts';
import { openEditor } from '../editor/session.ts';
import { VaultSql } from '../vsix/vaultSql.ts';
import { Steps } from './steps.ts';

const directory = join(root, 'demo');
await Steps.prepare(directory);
const started = performance.now();
console.log('Opening a real VS Code with the packed extension …');
const editor = await openEditor({ name: 'demo', theme: 'light', isFirstStart: true });
console.log(`VS Code ${editor.version} is open (${Math.round(performance.now() - started)} ms)`);

const { workbench } = editor;
const vaultSql = new VaultSql(workbench);
const steps = new Steps({ directory, screenshot: (path) => workbench.screenshot(path) });
let complete = false;

try {
  await steps.step('Start the local vault', () => vaultSql.startLocalVault());

  await steps.step('Choose the local vault', (picture) => vaultSql.chooseVault('local-vault', picture));

  await steps.step('Open a sample query file', async () => {
    await workbench.openFile('persons.vaultsql');
    await workbench.editor.codeLens(/Run/).waitFor();
  });

  await steps.step('Run the query from the Command Palette', async () => {
    await vaultSql.runStatementAt(4);
    await vaultSql.resultsSay(/Rows 1–25/);
    // The grid draws the visible rows.
    assert.ok((await (await vaultSql.resultRows()).count()) > 5);
  });

  await steps.step('Page forward by OFFSET', async () => {
    const before = await (await vaultSql.resultsGrid()).textContent();
    await (await vaultSql.resultsButton('Next page')).click();
    await vaultSql.resultsSay(/Rows 26–50/);
    assert.notEqual(await (await vaultSql.resultsGrid()).textContent(), before);
  });

  await steps.step('Open the audit events', async () => {
    await vaultSql.loadAuditEvents();
    await vaultSql.auditReads.filter({ hasText: 'developer' }).first().waitFor();
  });

  await steps.step('Filter the audit events', async (picture) => {
    await vaultSql.filterAuditEvents('Actor', 'nobody@local.test', picture);
    await vaultSql.auditSays('No events match').waitFor();
    await vaultSql.filterAuditEvents('Actor', 'developer@local.test');
    await vaultSql.auditReads.first().waitFor();
  });

  await steps.step('Find the event of the query just run', async () => {
    // The two pages are folded into one row; the second page is the newer event.
    await vaultSql.auditReads.first().click();
    const event = vaultSql.auditReads.nth(1);
    await event.click();
    await workbench.editor.shows(/OFFSET\s25/);
    await vaultSql.command('Open Audited Query');
    await workbench.editor.shows(/^.*--\svault:\slocal\/local-vault.*OFFSET\s25/);
    // The event itself is what the last picture shows.
    await event.click();
    await workbench.editor.shows(/From\swhere/);
  });
  complete = true;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  await steps.report({ editor: `VS Code ${editor.version}`, seconds }, complete);
  await editor.close({ keep: !complete });
}
console.log(
  complete
    ? 'Every step was seen; pictures and report.json are in demo/.'
    : 'The demo did not get to its end.',
);
