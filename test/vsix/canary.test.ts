import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { logBelow, sentIn } from '../editor/destinations.ts';
import { type Editor, openEditor } from '../editor/session.ts';
import { closeAfterTests } from '../editor/suite.ts';
import { eventually } from '../run/waiting.ts';
import { filesWith } from './onDisk.ts';
import { VaultSql } from './vaultSql.ts';

/** Planted where a person's data would be; each must be found in no file afterwards. */
const canaries = {
  token: 'canary-token-6f1d0c7b2a',
  row: 'canary-row-93be51d07c',
  event: 'canary-event-4a7720e8d1',
  /** What the person searches the loaded events for. */
  search: 'canary-search-b76d09c3f2',
  /** What the service says of a request that it refuses. */
  refusal: 'canary-refusal-2f95c1e8a4',
  /** A note to an event. */
  note: 'canary-note-71c4e9d02b',
  /** The person's own ID in audit events. */
  person: 'canary-person-0c9d4f7e15',
  /** A value of a masked column: it must not be in a copy or in an exported file either. */
  masked: 'canary-masked-e8f3b21a90',
};
/** In the SQL that the person typed and saved: there it may be, and nowhere else. */
const literal = 'canary-literal-5c08e2f6b9';

/** A filter that the service refuses. */
const refused = 'refused';

const answer = (path: string): unknown =>
  path.includes('/query')
    ? { records: [{ fields: { name: canaries.row, city: canaries.masked } }] }
    : {
        event: [
          {
            context: {
              changeID: `c1-${canaries.event}`,
              requestID: 'r1',
              sessionID: canaries.event,
              actor: canaries.event,
            },
            request: {
              actionType: 'READ',
              timestamp: '2026-11-20 10:00:00.000000001',
              httpInfo: { URI: '/v1/vaults/v1/query', method: 'POST' },
              data: { content: `SELECT name FROM persons WHERE name = '${canaries.event}'` },
            },
            response: { code: 403, message: `not for ${canaries.event}` },
          },
        ],
        nextOps: null,
      };

describe('what the extension leaves on disk', () => {
  let server: Server;
  let editor: Editor;
  let vaultSql: VaultSql;
  let authorization = '';

  before(async () => {
    server = createServer((request, response) => {
      authorization = request.headers.authorization ?? authorization;
      response.setHeader('content-type', 'application/json');
      const { url = '' } = request;
      response.setHeader('x-request-id', url.includes('/query') ? 'r1' : 'r2');
      if (url.includes(refused)) response.statusCode = 400;
      const body = url.includes(refused) ? { error: { message: canaries.refusal } } : answer(url);
      response.end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const connection = {
      name: 'canary',
      environment: 'test',
      baseUrl,
      accountID: 'a1',
      vaults: [{ id: 'v1', name: 'v1' }],
    };
    const settings = {
      'vaultsql.connections': [connection],
      'vaultsql.dialect.columns': { persons: { masked: ['city'] } },
      // A saved file has a copy in the editor's own history.
      'files.autoSave': 'off',
    };
    editor = await openEditor({ name: 'canary', settings, trace: true });
    vaultSql = new VaultSql(editor.workbench);
  });
  closeAfterTests(() => editor);
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const exported = (): string => join(editor.run.workspace, 'exported.csv');
  /** Exports through the pick lists and the editor's own save dialog; what is masked stays so. */
  async function exportAs(format: string, path: string): Promise<void> {
    const { workbench } = editor;
    await vaultSql.command('Export Results');
    await workbench.quickInput.opened('Export the loaded rows as');
    await workbench.quickInput.choose(format);
    await workbench.quickInput.opened(`Export as ${format}`);
    await workbench.quickInput.confirm();
    await workbench.quickInput.choose('Masked values stay masked');
    await workbench.quickInput.opened(`Export the loaded rows as ${format}`);
    // The dialog looks into the folder first, and then writes the name it proposes over what was typed.
    await eventually('the name it proposes', async () =>
      /\.csv$/.test(await workbench.quickInput.input.inputValue()),
    );
    await workbench.quickInput.answer(path);
    await workbench.notification(/Exported 1 row to/).waitFor();
  }

  const eventRow = () => vaultSql.auditEvents.filter({ hasText: /^\d\d:\d\d/ }).first();
  /** That of the event, whose actor is too long to be written out in its row. */
  const canaryRow = () => eventRow().and(editor.page.getByRole('treeitem', { name: canaries.event }));
  /** Groups the events by what the list of choices calls so. */
  async function groupBy(choice: string): Promise<void> {
    const { quickInput } = editor.workbench;
    await vaultSql.command('Group Audit Events');
    await quickInput.opened('Group audit events');
    await quickInput.choose(choice, choice);
    await quickInput.closed();
  }

  it('comes after a query, its result copied, exported and compared', async () => {
    const { workbench, run, page } = editor;
    await writeFile(
      join(run.workspace, 'canary.vaultsql'),
      // The second statement has the value in double quotes, which the check warns of in its own words; the third is
      // put right by the editor.
      `-- vault: canary/v1\nSELECT name, city FROM persons WHERE name = '${literal}';\nSELECT name FROM persons WHERE name = "${literal} b";\nSELECT name FROM persons WHERE name <> '${literal}'\n`,
    );
    await vaultSql.command('Sign In');
    await workbench.quickInput.opened('Sign in to canary');
    await workbench.quickInput.answer(`Bearer ${canaries.token}\n`);
    await workbench.quickInput.closed();
    await workbench.openFile('canary.vaultsql');
    await workbench.runCommand('Problems: Focus on Problems View');
    await page.getByText('Use single quotes for a value').first().waitFor();
    await workbench.editor.goTo(4);
    await workbench.runCommand('Fix All');
    await workbench.editor.shows(/NOT\s\(name\s=/);
    await workbench.runCommand('File: Revert File');
    await vaultSql.runStatementAt(2);
    await vaultSql.resultsSay(/Row 1/);
    assert.equal(authorization, `Bearer ${canaries.token}`);
    await vaultSql.command('Copy Rows');
    const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    const copied = await eventually('a copy', async () => (await clipboard()) || undefined);
    assert.deepEqual(copied.split('\n'), ['name\tcity', `${canaries.row}\t[masked]`]);

    await exportAs('CSV', exported());
    assert.deepEqual(readFileSync(exported(), 'utf8').split('\r\n'), [
      'name,city',
      `${canaries.row},[masked]`,
      '',
    ]);

    await vaultSql.command('Open Result in Tab');
    // It takes the focus once it is there.
    await page.locator('iframe.webview.ready').nth(1).waitFor({ state: 'attached' });
    await workbench.runCommand('View: Focus First Editor Group');
    await vaultSql.runStatementAt(2);
    await vaultSql.resultsSay(/Row 1/);
    await vaultSql.command('Compare with Another Result');
    await workbench.quickInput.opened('Compare rows by which columns?');
    await workbench.quickInput.confirm();
    await workbench.editor.shows(/Unchanged:\s1/);
  });

  it('comes after its event is found, hovered, found again in a group, and opened', async () => {
    const { workbench, page } = editor;
    await vaultSql.command('Show Audit Event for Last Query');
    await canaryRow().waitFor();
    await eventRow().hover();
    await page.locator('.workbench-hover').filter({ hasText: canaries.event }).first().waitFor();
    await groupBy('By actor');
    const group = vaultSql.auditEvents.filter({ hasText: /^Actor: / }).first();
    await group.waitFor();
    await vaultSql.command('Show Audit Event for Last Query');
    await eventRow().waitFor();
    await groupBy('No groups');
    await group.waitFor({ state: 'detached' });
    await canaryRow().first().click();
    await workbench.editor.shows(new RegExp(canaries.event));
    await vaultSql.command('Open Audited Query');
    await workbench.editor.shows(/vault:\scanary/);
  });

  it('comes after the query is found among those that the person sent, who then names another ID', async () => {
    const { workbench, page } = editor;
    const { quickInput } = workbench;
    await workbench.openList('Vault SQL: My Queries', `My queries: ${canaries.event}, canary`);
    await quickInput.choose(/^SELECT name/, 'persons');
    await workbench.editor.shows(/vault:\scanary/);
    await workbench.openList('Vault SQL: My Queries', `My queries: ${canaries.event}, canary`);
    await page.getByRole('button', { name: 'Change your ID in audit events' }).click();
    await quickInput.opened('Your ID in audit events of canary');
    await quickInput.answer(canaries.person);
    await quickInput.opened(`My queries: ${canaries.person}, canary`);
    await quickInput.dismiss();
  });

  it('comes after the event is marked, noted, filtered by that, and found again', async () => {
    const { quickInput } = editor.workbench;
    await vaultSql.command('Mark Event');
    await vaultSql.command('Add Note…');
    await quickInput.opened('Add note');
    await quickInput.answer(canaries.note);
    await quickInput.closed();
    await editor.page.getByRole('treeitem', { name: canaries.note }).waitFor();
    await vaultSql.command('Show Marked Audit Events');
    await vaultSql.auditSays(/1 of 1/).waitFor();
    await vaultSql.command('Show Audit Event for Last Query');
    await editor.page.getByRole('treeitem', { name: canaries.note }).waitFor();
    await vaultSql.command('Show Audit Table');
    const table = await editor.workbench.webview('Audit Table');
    await table.getByRole('gridcell', { name: canaries.note }).waitFor();
  });

  it('comes after filters of the service and over loaded events, and after a refusal', async () => {
    const { quickInput } = editor.workbench;
    await vaultSql.filterAuditEvents('Actor', canaries.event);
    await vaultSql.auditFiltersAre({ Actor: canaries.event });
    await vaultSql.command('Filter Loaded Audit Events');
    await quickInput.opened('Filter audit events');
    await quickInput.choose('Question', 'Question');
    await quickInput.opened('Question about these events');
    await quickInput.answer(canaries.search);
    await vaultSql.auditSays(/0 of 1/).waitFor();
    await vaultSql.filterAuditEvents('Workspace ID', refused);
    await vaultSql.auditSays(/rejected the filters/).waitFor();
    await vaultSql.command('Show Audit Table');
    const table = await editor.workbench.webview('Audit Table');
    await table.getByText(canaries.refusal).first().waitFor();
    await vaultSql.command('Clear Audit Filters');
    await table.getByRole('gridcell', { name: canaries.event }).first().waitFor();
  });

  it('is no token, record, event, query, search or answer, but for the file that was exported to', async () => {
    const { run, page } = editor;
    await vaultSql.command('Show Log');
    // The editor backs up what is not saved within some ten seconds, and writes its state when the window is left.
    await page.waitForTimeout(13_000);
    await page.goto('about:blank');
    await page.waitForTimeout(1_500);
    // Where requests went is there: editor.close compares it with the settings.
    assert.ok(sentIn(logBelow(run.path)).filter(({ connection }) => connection === 'canary').length > 5);
    // What the editor itself logs of a view is there: so would be a value among it.
    const logs = filesWith(join(run.userData, 'browser'), 'MainThreadTreeViews#$setMessage vaultsql.audit');
    assert.ok(logs.some((file) => file.includes('IndexedDB')));
    const found = Object.entries({ ...canaries, literal }).map(([what, text]) => [
      what,
      filesWith(run.path, text),
    ]);
    const expected = Object.keys(canaries).map((what) => [what, what === 'row' ? [exported()] : []]);
    assert.deepEqual(found, [...expected, ['literal', [join(run.workspace, 'canary.vaultsql')]]]);
  });
});
