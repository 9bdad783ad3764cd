import assert from 'node:assert/strict';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseFromMenu, pressKeys } from '../editor/keyboard.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests } from '../editor/suite.ts';
import { eventually } from '../run/waiting.ts';
import { VaultSql } from './vaultSql.ts';

const actorRow = /^Actor(?! type)/;

describe('ways to and from the audit events, by keyboard', () => {
  let editor: Editor;
  let vaultSql: VaultSql;
  const says = (text: string | RegExp) => vaultSql.auditSays(text);
  const tab = (name: RegExp) => editor.workbench.page.getByRole('tab', { name }).first();
  const shows = (text: string | RegExp) => editor.workbench.editor.shows(text);
  /** What was copied, once it is of that form: copying takes its time. */
  const copied = (form: RegExp): Promise<string> =>
    eventually(`copied: ${form}`, async () => {
      const text = await editor.page.evaluate(() => navigator.clipboard.readText());
      return form.test(text) ? text : undefined;
    });
  const press = (...keys: readonly string[]): Promise<void> => pressKeys(editor.page, keys);
  /** Opens the newest event of the tree and goes down to the row of its actor. */
  const goToActor = async (): Promise<void> => {
    await vaultSql.goToAuditRow(/^\d\d:\d\d developer\w+ · persons/);
    await vaultSql.expandAuditRow();
    await vaultSql.auditEvents.filter({ hasText: actorRow }).first().waitFor();
    await vaultSql.goToAuditRow(actorRow);
  };
  const fromMenu = (name: string): Promise<void> => chooseFromMenu(editor.page, name);

  before(async () => {
    editor = await openEditor({ name: 'vsix-audit-ways', theme: 'dark' });
    vaultSql = new VaultSql(editor.workbench);
    await vaultSql.runSample();
  });
  closeAfterTests(() => editor);

  it('from a query to its event, whose literals are hidden until they are asked for', async () => {
    await vaultSql.command('Show Audit Event for Last Query');
    await vaultSql.auditRow.filter({ hasText: /developer\w+ · persons/ }).waitFor();
    assert.equal(await vaultSql.auditFilters('server').count(), 0, 'no filter is left to be cleared');
    await vaultSql.command('Open Audit Event');
    await shows(/state = '•••'/);
    await vaultSql.command('Show Literals');
    await shows(/state = 'CA'/);
    await vaultSql.command('Mask Literals');
    await shows(/state = '•••'/);
  });

  it('from the event to its query: beside the open file, in a document of its own, and run again', async () => {
    await editor.workbench.openFile('persons.vaultsql');
    await vaultSql.command('Compare Audited Query with File');
    await tab(/↔/).waitFor();
    await vaultSql.command('Open Audited Query');
    await tab(/ query\.vaultsql/).waitFor();
    await shows(/-- vault: local\/local-vault.*state = 'CA' LIMIT 25 OFFSET 0/);
    const results = await vaultSql.results();
    // Which request it was is behind its time.
    const before = await results.getByTitle(/^Request [0-9a-f]+/).getAttribute('title');
    const [first] = /^Request [0-9a-f]+/.exec(before ?? '') ?? assert.fail('no request');
    await vaultSql.command('Run Audited Query Again');
    await results.getByTitle(new RegExp(`^Request (?!${first.slice('Request '.length)})[0-9a-f]+`)).waitFor();
    await vaultSql.resultsSay(/Rows 1–25/);
  });

  it('to what the person sent before: found, loaded from the service, opened, and run again', async () => {
    const { quickInput } = editor.workbench;
    const list = 'My queries: developer@local.test, local';
    await editor.workbench.openList('Vault SQL: My Queries', list);
    await quickInput.choose(/Load my events from the service, 1 request/);
    await vaultSql.auditFiltersAre({ Actor: 'developer@local.test' });
    await quickInput.opened(list);
    // The event of the query that was run again was not revealed, so its literals are masked.
    const query = /^SELECT id, .* WHERE state = '•••', .* · local-vault · succeeded · 25 rows/;
    await quickInput.choose(query, 'state');
    await shows(/-- vault: local\/local-vault.*state = 'CA'(?! LIMIT)/);
    await vaultSql.resultsSay(/Rows 1–25/);
    const request = (await vaultSql.results()).getByTitle(/^Request [0-9a-f]+/);
    const before = await request.getAttribute('title');
    await editor.workbench.openList('Vault SQL: My Queries', list);
    await quickInput.option(/^SELECT id/).hover();
    await quickInput
      .option(/^SELECT id/)
      .getByRole('button', { name: 'Run Again' })
      .click();
    await eventually('another request', async () => (await request.getAttribute('title')) !== before);
    await vaultSql.resultsSay(/Rows 1–25 · more available/);
    await vaultSql.command('Back to Previous Audit Events');
    await vaultSql.auditFiltersAre({});
  });

  it('from one of its values: the events that share it, of those loaded and of all', async () => {
    await says(/older exist/).waitFor();
    await goToActor();
    await fromMenu('Copy Value');
    const actor = await copied(/^\S+@\S+$/);
    await fromMenu('Only This Value (Loaded Events)');
    await says(/^\d+ of \d+ events$/).waitFor();
    await vaultSql
      .auditFilters('loaded events')
      .filter({ hasText: `actor:${actor}` })
      .waitFor();
    const { quickInput } = editor.workbench;
    await editor.workbench.openList('Vault SQL: Filter Loaded Audit Events', 'Filter audit events');
    await quickInput.option(`Actor, actor:${actor} · loaded events`).waitFor();
    await quickInput.dismiss();
    await vaultSql.command('Clear Audit Filters');
    // Until the list is drawn again, its rows leave out the actor that the filter names.
    await vaultSql.auditFilters('loaded events').first().waitFor({ state: 'detached' });
    await goToActor();
    await fromMenu('Filter on Server by This Value');
    await vaultSql.auditFiltersAre({ Actor: actor });
    await vaultSql.command('Copy Audit Request as curl');
    await copied(/^curl [\s\S]*filterOps\.context\.actor=/);
    // Without its filter first, so that the answer to the next command is seen: when it comes, the tree takes the
    // keyboard, which would close a palette that was opened meanwhile.
    await vaultSql.command('Clear Audit Filters');
    await vaultSql.auditFiltersAre({});
    await vaultSql.command('Show My Audit Events');
    await vaultSql.auditFiltersAre({ Actor: 'developer@local.test' });
    await vaultSql.command('Clear Audit Filters');
    await vaultSql.auditFiltersAre({});
  });

  it('back to a time, page by page, and older ones from the last row of the tree', async () => {
    const { quickInput } = editor.workbench;
    /** What the second row says, which is not drawn while the list is scrolled down. */
    const summary = async (): Promise<string> => {
      await vaultSql.goToAuditEdge('Home');
      return (await vaultSql.auditEvents.nth(1).textContent()) ?? '';
    };
    const first = await summary();
    assert.match(first, /^\d+ eventssince .* · older exist$/);
    await vaultSql.goToAuditEdge('End', /^Load older/);
    await press('Enter');
    await eventually('older events', async () => {
      const more = await summary();
      return Number.parseInt(more, 10) > Number.parseInt(first, 10) || undefined;
    });
    await vaultSql.command('Load Audit Events Since…');
    await quickInput.opened('Load audit events since');
    await quickInput.answer('no time');
    await quickInput.message.waitFor();
    await quickInput.answer('30d');
    await quickInput.closed();
    await eventually('the oldest events', async () => /no older$/.test(await summary()) || undefined);
  });

  it('to a file with masks and manifest, and from that file into the same view', async () => {
    const { quickInput } = editor.workbench;
    const file = join(editor.run.workspace, 'trail.ndjson');
    await vaultSql.command('Export Audit Events');
    await quickInput.opened(/^Export \d+ audit events$/);
    await quickInput.choose('NDJSON', 'NDJSON');
    await quickInput.opened('Literals in the exported queries');
    await quickInput.choose('Mask literals');
    await quickInput.nameFile(/^Export \d+ audit events$/, 'trail.ndjson');
    await editor.workbench
      .notification(/Exported .* to “trail\.ndjson”\. A manifest is next to it/)
      .waitFor();
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    assert.ok(lines.length > 200, `${lines.length} events`);
    assert.ok(lines.some((line) => line.includes("state = '•••'")));
    assert.ok(lines.every((line) => !line.includes("state = 'CA'")));
    await vaultSql.openExported('trail.ndjson');
    const summary = (text: string) => vaultSql.auditEvents.filter({ hasText: new RegExp(`^${text}`) });
    await summary(`${lines.length} eventstrail\\.ndjson`).waitFor();
    // What is written to it later is read by Refresh.
    await appendFile(file, '{"context":{"changeID":"later"},"request":{}}\n');
    await vaultSql.command('Refresh Audit Events');
    await summary(`${lines.length + 1} eventstrail\\.ndjson · does not match its manifest`).waitFor();
    // The events from before come back, as they were loaded.
    await vaultSql.command('Close Opened Audit Events');
    await says(/no older/).waitFor();
    await says(/^As displayed until /).waitFor();
  });

  it('with the addresses of people hidden', async () => {
    await vaultSql.goToAuditEdge('Home');
    const named = vaultSql.auditReads.filter({ hasText: /developer/ });
    await named.first().waitFor();
    await vaultSql.command('Mask Actors');
    await named.first().waitFor({ state: 'detached' });
    await vaultSql.command('Show Actors');
    await named.first().waitFor();
  });
});
