import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Editor, openEditor } from '../editor/session.ts';
import { VaultSql } from './vaultSql.ts';

/** Planted where a person's data would be; each must be found in no file afterwards. */
const canaries = {
  token: 'canary-token-6f1d0c7b2a',
  row: 'canary-row-93be51d07c',
  event: 'canary-event-4a7720e8d1',
  /** A value of a masked column: it must not be in a copy or in an exported file either. */
  masked: 'canary-masked-e8f3b21a90',
};
/** In the SQL that the person typed and saved: there it may be, and nowhere else. */
const literal = 'canary-literal-5c08e2f6b9';

const answer = (path: string): unknown =>
  path.includes('/query')
    ? { records: [{ fields: { name: canaries.row, city: canaries.masked } }] }
    : {
        event: [
          {
            context: { changeID: `c1-${canaries.event}`, requestID: 'r1', actor: canaries.event },
            request: {
              actionType: 'READ',
              timestamp: '2026-11-20 10:00:00.000000001',
              httpInfo: { URI: '/v1/vaults/v1/query', method: 'POST' },
              data: { content: `SELECT name FROM persons WHERE name = '${canaries.event}'` },
            },
            response: { code: 200 },
          },
        ],
        nextOps: null,
      };

/** Files below a folder that hold a text, as UTF-8 or UTF-16. */
function filesWith(folder: string, text: string): string[] {
  const needles = [Buffer.from(text), Buffer.from(text, 'utf16le')];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file);
      return needles.some((needle) => bytes.includes(needle));
    });
}

describe('what the extension leaves on disk', () => {
  let server: Server;
  let editor: Editor;
  let vaultSql: VaultSql;
  let authorization = '';

  before(async () => {
    server = createServer((request, response) => {
      authorization = request.headers.authorization ?? authorization;
      response.setHeader('content-type', 'application/json');
      response.setHeader('x-request-id', 'r1');
      response.end(JSON.stringify(answer(request.url ?? '')));
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
    };
    editor = await openEditor({ name: 'canary', settings });
    vaultSql = new VaultSql(editor.workbench);
  });
  after(async () => {
    await editor?.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

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
    while (!/\.csv$/.test(await workbench.quickInput.input.inputValue()))
      await workbench.page.waitForTimeout(50);
    await workbench.quickInput.answer(path);
    await workbench.notification(/Exported 1 row to/).waitFor();
  }

  it('is no token, no record, no event and no query, but for the file that was exported to', async function () {
    this.timeout(120_000);
    const { workbench, run, page } = editor;
    await writeFile(
      join(run.workspace, 'canary.vaultsql'),
      `-- vault: canary/v1\nSELECT name, city FROM persons WHERE name = '${literal}'\n`,
    );
    await vaultSql.command('Sign In');
    await workbench.quickInput.opened('Sign in to canary');
    await workbench.quickInput.answer(`Bearer ${canaries.token}\n`);
    await workbench.quickInput.closed();
    await workbench.openFile('canary.vaultsql');
    await vaultSql.runStatementAt(2);
    await vaultSql.resultsSay(/Row 1/);
    assert.equal(authorization, `Bearer ${canaries.token}`);
    await vaultSql.command('Copy the Rows Shown');
    const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    while ((await clipboard()) === '') await page.waitForTimeout(50);
    const copied = await clipboard();
    assert.deepEqual(copied.split('\n'), ['name\tcity', `${canaries.row}\t[masked]`]);

    const exported = join(run.workspace, 'exported.csv');
    await exportAs('CSV', exported);
    assert.deepEqual(readFileSync(exported, 'utf8').split('\r\n'), [
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
    await workbench.editor.shows(/The\ssame:\s1/);

    await vaultSql.command('Show Audit Event of the Last Query');
    await vaultSql.auditEvents.filter({ hasText: canaries.event }).first().click();
    await workbench.editor.shows(new RegExp(canaries.event));
    await vaultSql.command('Open Query of Audit Event');
    await vaultSql.command('Show Log');
    // The editor backs up what is not saved within some ten seconds, and writes its state when the window is left.
    await page.waitForTimeout(13_000);
    await page.goto('about:blank');
    await page.waitForTimeout(1_500);
    for (const [what, text] of Object.entries(canaries))
      assert.deepEqual(filesWith(run.path, text), what === 'row' ? [exported] : [], what);
    assert.deepEqual(filesWith(run.path, literal), [join(run.workspace, 'canary.vaultsql')]);
  });
});
