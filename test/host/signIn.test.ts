import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import {
  type AuthorizationServer,
  createAuthorization,
} from '../../src/localVault/authorization/authorization.ts';
import { AUTH_KINDS } from '../../src/localVault/authorization/kinds.ts';
import { bearerOf } from '../../src/localVault/server/gate.ts';
import { type Answer, failure, ok } from '../../src/localVault/server/httpAnswer.ts';
import { send } from '../../src/localVault/server/send.ts';
import { logBelow } from '../editor/destinations.ts';
import { closeAll, command, eventually, openQuery, type Summary } from './editor.ts';

/** The service's answer: one record, or no event, to a token that is in force. */
function serve(authorization: AuthorizationServer, request: IncomingMessage): Answer {
  const known = authorization.identify(bearerOf(request) ?? '');
  if (!known || known.isExpired) return failure(401, 'the token is not valid');
  return ok(
    request.url?.endsWith('/query') ? '{"records":[{"fields":{"id":1}}]}' : '{"event":[],"nextOps":null}',
  );
}

describe('signing in by settings', () => {
  const authorization = createAuthorization({ kinds: AUTH_KINDS, lifetimeSeconds: 3600, deviceInterval: 1 });
  let server: Server;
  let folder = '';
  const setConnection = (auth: object): Thenable<void> =>
    vscode.workspace
      .getConfiguration()
      .update(
        'vaultsql.connections',
        [{ name: 'far', baseUrl: authorization.issuer, accountID: 'a1', vaults: [{ id: 'v1' }], auth }],
        vscode.ConfigurationTarget.Global,
      );
  const run = async (): Promise<Summary> => {
    await openQuery('-- vault: far/v1\nSELECT id FROM per|sons LIMIT 1');
    return command<Summary>('query.run');
  };

  before(async () => {
    server = createServer((request, response) => {
      void authorization.answer(request).then((signIn) => {
        send(request, response, signIn?.answer ?? serve(authorization, request), 'r', false);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    authorization.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    folder = await mkdtemp(join(tmpdir(), 'vault-sql-sign-in-'));
  });
  afterEach(async () => {
    await closeAll();
    await vscode.commands.executeCommand('notifications.clearAll');
  });
  after(async () => {
    await vscode.workspace
      .getConfiguration()
      .update('vaultsql.connections', undefined, vscode.ConfigurationTarget.Global);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  });

  it('runs queries by a service account’s key file, also past the end of a token', async () => {
    const keyFile = join(folder, 'credentials.json');
    await writeFile(keyFile, JSON.stringify(authorization.credentialsFile()));
    await chmod(keyFile, 0o600);
    await setConnection({ kind: 'serviceAccount', keyFile });
    assert.equal((await run()).phase, 'rows');
    const before = authorization.issued();
    authorization.expireTokens();
    assert.equal((await run()).phase, 'rows');
    assert.equal(authorization.issued() - before, 1);
    await rm(keyFile);
    authorization.expireTokens();
    assert.match((await run()).title ?? '', /Key file not found/);
  });

  it('warns in the log of a key file that others can read', async () => {
    const keyFile = join(folder, 'public.json');
    await writeFile(keyFile, JSON.stringify(authorization.credentialsFile()));
    await chmod(keyFile, 0o644);
    await setConnection({ kind: 'serviceAccount', keyFile });
    assert.equal((await run()).phase, 'rows');
    // Windows has no such bits.
    if (process.platform === 'win32') return;
    const warning = /\[warning\] other users of this machine can read the key file of "far"$/gm;
    const told = (): number => [...logBelow(process.env.VAULTSQL_TEST_RUN ?? '').matchAll(warning)].length;
    await eventually('a warning', () => told() > 0);
    authorization.expireTokens();
    assert.equal((await run()).phase, 'rows');
    assert.equal(told(), 1);
  });

  it('signs a person in by a code, renews, and signs out', async () => {
    await setConnection({ kind: 'device', issuer: authorization.issuer, clientID: authorization.clientID });
    assert.match((await run()).title ?? '', /not signed in/);
    const signedIn = command<boolean | undefined>('connection.signIn', 'far');
    const code = await eventually('a code', () => authorization.waitingCodes()[0]);
    authorization.decideDevice(code, true);
    assert.equal(await signedIn, true);
    assert.equal((await run()).phase, 'rows');
    authorization.expireTokens();
    assert.equal((await run()).phase, 'rows');
    assert.equal(authorization.sessions(), 1);
    await command('connection.signOut', 'far');
    await eventually('the end of the session at the server', () => authorization.sessions() === 0);
    assert.match((await run()).title ?? '', /not signed in/);
  });
});
