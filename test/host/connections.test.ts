import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { closeAll, command, eventually, openQuery, type Summary, untilLeft } from './editor.ts';

interface Report {
  readonly steps: readonly { readonly step: string; readonly result: { readonly state: string } }[];
  readonly vaults: readonly { readonly result: { readonly state: string } }[];
  readonly identity?: { readonly actor?: string };
}
const setting = () => vscode.workspace.getConfiguration('vaultsql');
const write = (connections: unknown): Thenable<void> =>
  setting().update('connections', connections, vscode.ConfigurationTarget.Global);

describe('connections by commands', () => {
  let server: Server;
  let isTaken = true;
  const asked: string[] = [];
  let baseUrl = '';
  const connection = (name: string, extra: object = {}) => ({
    name,
    environment: 'test',
    baseUrl,
    accountID: 'a1',
    vaults: [{ id: 'v1', name: 'one' }],
    auth: { kind: 'environment', variable: 'VAULTSQL_TEST_TOKEN' },
    ...extra,
  });
  /** Accepts what the test asks first until it sends; leaves its report. */
  const runTest = async (name: string): Promise<Report | undefined> => {
    asked.length = 0;
    const running = command<Report | undefined>('connection.test', name);
    await eventually('a request', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return asked.length > 0;
    });
    return untilLeft(running);
  };

  before(async () => {
    server = createServer((request, response) => {
      const url = new URL(request.url ?? '', baseUrl);
      asked.push(`${request.method} ${decodeURIComponent(url.search)}`);
      const context = { requestID: 'own', actor: 'me@example.test' };
      const event = url.searchParams.has('filterOps.context.requestID')
        ? [{ context }]
        : url.searchParams.has('filterOps.vaultID')
          ? [{ request: { vaultID: 'v1' } }]
          : [];
      response
        .writeHead(isTaken ? 200 : 401, { 'content-type': 'application/json', 'x-request-id': 'own' })
        .end(isTaken ? JSON.stringify({ event, nextOps: null }) : '{"error":{"message":"no"}}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    process.env.VAULTSQL_TEST_TOKEN = 'a-token';
  });
  after(async () => {
    await write(undefined);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  afterEach(() => vscode.commands.executeCommand('notifications.clearAll'));

  it('Test Connection asks first, then lists audit events alone, and says whom the service takes us for', async () => {
    // Two, so that the audit view takes neither for the only one.
    await write([connection('one'), connection('two')]);
    const report = await runTest('one');
    assert.deepEqual(asked, [
      'GET ?filterOps.accountID=a1&limit=1',
      'GET ?filterOps.accountID=a1&filterOps.context.requestID=own&limit=1',
      'GET ?filterOps.accountID=a1&filterOps.vaultID=v1&limit=1',
    ]);
    assert.ok(report?.steps.every(({ result }) => result.state === 'passed'));
    assert.deepEqual(
      report?.vaults.map(({ result }) => result.state),
      ['passed'],
    );
    assert.equal(report?.identity?.actor, 'me@example.test');
    assert.ok(!JSON.stringify(report).includes('a-token'));
  });

  it('Test Connection names the token where the service rejects it, and sends nothing more', async () => {
    isTaken = false;
    const report = await runTest('one');
    isTaken = true;
    const failed = report?.steps.filter(({ result }) => result.state === 'failed');
    assert.deepEqual(
      failed?.map(({ step }) => step),
      ['token'],
    );
    assert.equal(asked.length, 1);
  });

  it('Test Connection sends nothing where the person leaves, or there is no account ID', async () => {
    asked.length = 0;
    assert.equal(await untilLeft(command('connection.test', 'one')), undefined);
    await write([connection('one', { accountID: '' }), connection('two')]);
    const report = await untilLeft(command<Report>('connection.test', 'one'));
    assert.equal(report.steps.find(({ result }) => result.state === 'failed')?.step, 'account');
    assert.deepEqual(asked, []);
  });

  const names = (): readonly unknown[] =>
    (setting().inspect<readonly { readonly name: unknown }[]>('connections')?.globalValue ?? []).map(
      ({ name }) => name,
    );

  it('a client certificate without its passphrase is not shown: the failed query leads to the box for it', async () => {
    const fixture = (name: string): string =>
      join(process.env.VAULTSQL_TEST_ROOT ?? '', 'test', 'fixtures', 'tls', name);
    const clientCertificate = {
      certFile: fixture('client.pem'),
      keyFile: fixture('client-encrypted-key.pem'),
    };
    await write([connection('locked', { baseUrl: 'https://localhost:9', clientCertificate })]);
    await openQuery('-- vault: locked/one\nSELECT id FROM per|sons');
    const { phase, title, buttons } = await command<Summary>('query.run');
    assert.deepEqual([phase, buttons?.[0]], ['error', 'Set Passphrase']);
    assert.match(title ?? '', /passphrase of the client certificate/);
    assert.equal(await untilLeft(command('connection.edit', 'locked', 'passphrase')), undefined);
    await closeAll();
  });

  it('connections go to a file and come from it, after they were picked; nothing is sent', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vault-sql-connections-'));
    const file = vscode.Uri.file(join(folder, 'team.json'));
    await write([connection('one', { auth: { kind: 'token' }, note: 'mine' }), connection('two')]);
    asked.length = 0;
    assert.equal(await command('connection.export', file), 2);
    const text = await readFile(file.fsPath, 'utf8');
    assert.ok(!/mine|a-token/.test(text));
    await write([connection('other')]);
    // Of the two only the one without a variable of this machine is picked beforehand.
    const importing = command<number>('connection.import', file);
    await eventually('the imported one', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return names().length > 1;
    });
    assert.equal(await importing, 1);
    assert.deepEqual(names(), ['other', 'one']);
    assert.equal(await untilLeft(command('connection.import', file)), 0);
    assert.deepEqual(names(), ['other', 'one']);
    assert.deepEqual(asked, []);
    await rm(folder, { recursive: true });
  });
});
