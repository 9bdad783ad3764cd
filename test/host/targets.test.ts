import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { closeAll, command, eventually, openQuery, type Summary, untilLeft } from './editor.ts';

const connect = (connections: unknown): Thenable<void> =>
  vscode.workspace
    .getConfiguration('vaultsql')
    .update('connections', connections, vscode.ConfigurationTarget.Global);

describe('where queries go', () => {
  let server: Server;
  /** Of the queries that arrived. */
  let paths: string[] = [];
  const connection = (name: string, vault: string) => ({
    name,
    environment: 'test',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accountID: 'a1',
    vaults: [{ id: vault, name: vault }],
    auth: { kind: 'environment', variable: 'VAULTSQL_TEST_TOKEN' },
  });
  /** Runs, leaves the question that is asked instead, and says whether one was. */
  const runAndLeave = async (): Promise<'asked' | 'ran'> => {
    let ended = false;
    const running = command<Summary>('query.run').then(() => {
      ended = true;
    });
    // A query needs one request; the question stays.
    for (let n = 0; n < 20; n++) await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const asked = !ended;
    await untilLeft(running);
    return asked ? 'asked' : 'ran';
  };

  before(async () => {
    server = createServer((request, response) => {
      // The audit view may look by itself.
      if (request.method === 'POST') paths.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"records":[]}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    process.env.VAULTSQL_TEST_TOKEN = 'a-token';
  });
  after(async () => {
    await connect(undefined);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    paths = [];
  });
  afterEach(async () => {
    await closeAll();
    await vscode.commands.executeCommand('notifications.clearAll');
  });

  it('never to another service because the local vault was stopped', async () => {
    await connect([connection('mine', 'local-vault')]);
    assert.equal(await command('localVault.start'), true);
    await closeAll();
    await openQuery('SELECT name FROM per|sons');
    assert.equal((await command<Summary>('query.run')).phase, 'rows');
    assert.equal(await command('localVault.stop'), true);
    assert.equal(await runAndLeave(), 'asked');
    assert.deepEqual(paths, []);
  });

  it('stays a chosen vault when the local vault is started and stopped', async () => {
    await connect([connection('mine', 'customers'), connection('other', 'v2')]);
    const node = { target: { connection: { name: 'mine' }, vault: { name: 'customers' } } };
    assert.equal(await command('query.selectVault', node), 'mine/customers');
    assert.equal(await command('localVault.start'), true);
    const sample = vscode.window.activeTextEditor?.document;
    assert.match(sample?.getText() ?? '', /^-- vault: local\/local-vault/);
    assert.equal((await command<Summary>('query.run')).phase, 'rows');
    assert.deepEqual(paths, [], 'the sample names the local vault');
    await closeAll();
    await openQuery('SELECT name FROM per|sons');
    await command<Summary>('query.run');
    assert.deepEqual(paths, ['/v1/vaults/customers/query']);
    assert.equal(await command('localVault.stop'), true);
    await command<Summary>('query.run');
    assert.equal(paths.length, 2);
  });

  it('never to another vault because the chosen one was removed', async () => {
    const [gone, other] = [connection('gone', 'v1'), connection('other', 'v2')];
    await connect([gone, other]);
    const node = { target: { connection: { name: 'gone' }, vault: { name: 'v1' } } };
    assert.equal(await command('query.selectVault', node), 'gone/v1');
    await openQuery('SELECT name FROM per|sons');
    await command('query.run');
    assert.deepEqual(paths, ['/v1/vaults/v1/query']);
    await connect([other]);
    assert.equal(await runAndLeave(), 'asked');
    assert.deepEqual(paths, ['/v1/vaults/v1/query']);
  });

  it('to the vault that was chosen of two with one name, also when a query is run again', async () => {
    const mine = connection('mine', 'v1');
    const vaults = ['v1', 'v2'].map((id) => ({ id, name: 'people' }));
    await connect([{ ...mine, vaults }]);
    const node = { target: { connection: { name: 'mine' }, vault: { id: 'v2', name: 'people' } } };
    assert.equal(await command('query.selectVault', node), 'mine/v2');
    await openQuery('SELECT name FROM per|sons');
    await command('query.run');
    await command('results.rerun');
    await openQuery('-- vault: mine/v2\nSELECT name FROM per|sons');
    await command('query.run');
    assert.deepEqual(paths, Array(3).fill('/v1/vaults/v2/query'));
  });

  it('is asked of a file that misspells its vault, and what is chosen is written there', async () => {
    await command('results.clear');
    await connect([connection('mine', 'customers')]);
    const { document } = await openQuery('-- vault: mine/custmers\nSELECT name FROM per|sons');
    const summary = await command<Summary>('query.run');
    assert.match(summary.title ?? '', /unknown vault/);
    assert.deepEqual(summary.buttons, ['Select Vault', 'Edit Connections']);
    const node = { target: { connection: { name: 'mine' }, vault: { name: 'customers' } } };
    await command('query.selectVault', node);
    await eventually('the directive', () => document.lineAt(0).text === '-- vault: mine/customers');
    assert.deepEqual(paths, []);
  });

  it('runs the first statement from the comments above it, and none of another language', async () => {
    await connect([connection('mine', 'v1')]);
    await openQuery(
      '-- vault: mine|/v1\n\n-- a note\n\nSELECT name FROM persons;\n\nSELECT city FROM persons;',
    );
    await command('query.run');
    assert.deepEqual(paths, ['/v1/vaults/v1/query']);
    const text = await vscode.workspace.openTextDocument({ language: 'sql', content: 'SELECT 1' });
    assert.match((await command<Summary>('query.run', text.uri, 0)).title ?? '', /No statement/);
    assert.equal(paths.length, 1);
  });
});
