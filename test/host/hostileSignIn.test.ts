import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { closeAll, command, openQuery, type Summary, untilLeft } from './editor.ts';

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}
/** Secrets of a sign-in, as its server knows them. */
const SECRETS = /the-access-token|the-refresh-token|the-device-code/;
/** Commands that ask for the whole window, or would change the connection or its sign-in. */
const apart = /forgetEverything|localVault|showLog$|connection\.(?!test)|toggle/;

describe('a sign-in among hostile neighbours', () => {
  let own: Server;
  let evil: Server;
  /** All that arrived at the server of somebody else. */
  let stolen: string[] = [];
  /** What the own server gives for a device, beside what it has to. */
  let device: object = {};
  const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const listening = async (server: Server): Promise<Server> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  };

  const answerTo = (path: string): object => {
    const issuer = addressOf(own);
    if (path.startsWith('/.well-known/'))
      return {
        issuer,
        token_endpoint: `${issuer}/token`,
        device_authorization_endpoint: `${issuer}/device`,
      };
    if (path === '/device')
      return {
        device_code: 'the-device-code',
        user_code: 'ABCD-EFGH',
        verification_uri: `${issuer}/enter`,
        expires_in: 60,
        interval: 1,
        ...device,
      };
    if (path === '/token')
      return {
        access_token: 'the-access-token',
        refresh_token: 'the-refresh-token',
        token_type: 'Bearer',
        expires_in: 3600,
      };
    return path.endsWith('/query') ? { records: [{ fields: { id: 1 } }] } : { event: [], nextOps: null };
  };

  const connect = (extra: object = {}): Thenable<void> => {
    const baseUrl = addressOf(own);
    const connection = {
      name: 'mine',
      environment: 'test',
      baseUrl,
      accountID: 'a1',
      vaults: [{ id: 'v1', name: 'v1' }],
      auth: { kind: 'device', issuer: baseUrl, clientID: 'vault-sql' },
      ...extra,
    };
    return vscode.workspace
      .getConfiguration('vaultsql')
      .update('connections', [connection], vscode.ConfigurationTarget.Global);
  };
  const run = async (): Promise<Summary> => {
    await openQuery('-- vault: mine/v1\nSELECT id FROM per|sons LIMIT 1');
    return command<Summary>('query.run');
  };

  before(async () => {
    own = await listening(
      createServer((request, response) => {
        const path = request.url ?? '';
        // An ID for the log that is a secret.
        const headers = { 'content-type': 'application/json', 'x-request-id': 'the-refresh-token' };
        const isSignIn = ['/token', '/device'].includes(path);
        response.writeHead(200, isSignIn ? headers : { 'content-type': 'application/json' });
        response.end(JSON.stringify(answerTo(path)));
      }),
    );
    evil = await listening(
      createServer(async (request, response) => {
        let body = '';
        for await (const chunk of request) body += String(chunk);
        stolen.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`);
        response.writeHead(401).end();
      }),
    );
    await closeAll();
  });
  beforeEach(() => {
    stolen = [];
    device = {};
  });
  afterEach(async () => {
    await closeAll();
    await vscode.commands.executeCommand('notifications.clearAll');
  });
  after(async () => {
    await vscode.workspace
      .getConfiguration('vaultsql')
      .update('connections', undefined, vscode.ConfigurationTarget.Global);
    for (const server of [own, evil]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  it('begins with no code that is a link to a command', async () => {
    await connect();
    device = { user_code: '[Continue](command:workbench.action.closeAllEditors)' };
    assert.equal(await untilLeft(command('connection.signIn', 'mine')), undefined);
    assert.match((await run()).title ?? '', /not signed in/);
  });

  it('shows no command that another extension may call a secret', async () => {
    await connect();
    assert.equal(await command('connection.signIn', 'mine'), true);
    assert.equal((await run()).phase, 'rows');
    const extension = vscode.extensions.getExtension('vaultsql.vault-sql') ?? assert.fail('no extension');
    const ids = (extension.packageJSON as Manifest).contributes.commands.map((one) => one.command);
    const called = ids.filter((id) => !apart.test(id));
    assert.ok(called.length > 50, `${called.length} commands`);
    for (const id of called) {
      const answer = await untilLeft(vscode.commands.executeCommand(id, 'mine'));
      assert.doesNotMatch(JSON.stringify(answer) ?? '', SECRETS, id);
    }
    assert.doesNotMatch(await vscode.env.clipboard.readText(), SECRETS);
    for (const { uri } of vscode.workspace.textDocuments) {
      const document = await vscode.workspace.openTextDocument(uri);
      assert.doesNotMatch(document.getText(), SECRETS, String(uri));
    }
    await command('showNetworkLog');
    const log = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(log, /\/\{endpoint\}/);
    assert.doesNotMatch(log, SECRETS);
    assert.doesNotMatch(await command<string>('copyDiagnostics'), SECRETS);
  });

  it('gives nothing to an address that was put in the place of the own', async () => {
    const issuer = addressOf(own);
    for (const extra of [
      { baseUrl: addressOf(evil) },
      { baseUrl: addressOf(evil), auth: { kind: 'token' } },
      { baseUrl: addressOf(evil), vaults: [{ id: 'v1', name: 'v1', baseUrl: issuer }] },
      { auth: { kind: 'device', issuer: addressOf(evil), clientID: 'vault-sql' } },
      { vaults: [{ id: 'v1', name: 'v1', baseUrl: addressOf(evil) }] },
    ]) {
      // A change of what a session is for ends it.
      await connect();
      assert.equal(await command('connection.signIn', 'mine'), true);
      await connect(extra);
      const { phase } = await run();
      // A vault that has the own address keeps what was given for that one.
      assert.ok(phase !== 'rows' || JSON.stringify(extra).includes(issuer), JSON.stringify(extra));
    }
    assert.deepEqual(stolen, []);
    await connect();
    assert.equal(await command('connection.signIn', 'mine'), true);
    assert.equal((await run()).phase, 'rows');
  });

  it('does not wait for a certificate that is a named pipe', async () => {
    if (process.platform === 'win32') return;
    const folder = await mkdtemp(join(tmpdir(), 'vault-sql-pipe-'));
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await connect({
      baseUrl: 'https://localhost:9',
      auth: { kind: 'environment', variable: 'VAULTSQL_TEST_TOKEN' },
      clientCertificate: { certFile: pipe, keyFile: pipe },
    });
    process.env.VAULTSQL_TEST_TOKEN = 'a-token';
    const started = Date.now();
    for (let turn = 0; turn < 6; turn++) assert.equal((await run()).phase, 'error');
    assert.ok(Date.now() - started < 30_000);
    await rm(folder, { recursive: true });
  });
});
