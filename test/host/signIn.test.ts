import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { logBelow } from '../editor/destinations.ts';
import type { TestAuthorization } from '../localVault/signIn/testAuthorization.ts';
import { closeAll, command, eventually, type Summary, untilLeft } from './editor.ts';
import { type SignInService, startSignInService } from './signInService.ts';

describe('signing in by settings', () => {
  let service: SignInService;
  let authorization: TestAuthorization;
  let folder = '';
  const setConnection = (auth: object): Thenable<void> => service.connect(auth);
  const run = (): Promise<Summary> => service.run();

  before(async () => {
    service = await startSignInService();
    ({ authorization } = service);
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
    await service.close();
    await rm(folder, { recursive: true });
  });

  it('runs queries by a service account’s key file, also past the end of a token', async () => {
    const keyFile = join(folder, 'credentials.json');
    await writeFile(keyFile, JSON.stringify(authorization.createCredentialsFileContent()));
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
    await writeFile(keyFile, JSON.stringify(authorization.createCredentialsFileContent()));
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
    await command('results.clear');
    assert.match((await run()).title ?? '', /not signed in/);
    const signedIn = command<boolean | undefined>('connection.signIn', 'far');
    const code = await eventually('a code', () => authorization.waitingCodes()[0]);
    await authorization.decideDevice(code, 'allow');
    assert.equal(await signedIn, true);
    await eventually(
      'the failed query to say so',
      async () => (await command<Summary>('results.firstPage')).title === 'Signed in to “far”',
    );
    assert.equal((await run()).phase, 'rows');
    authorization.expireTokens();
    assert.equal((await run()).phase, 'rows');
    assert.equal(authorization.sessions(), 1);
    await command('connection.signOut', 'far');
    await eventually('the end of the session at the server', () => authorization.sessions() === 0);
    assert.match((await run()).title ?? '', /not signed in/);
  });

  /** Signs in by a code; the one session at the server. */
  async function signIn(): Promise<void> {
    await setConnection({ kind: 'device', issuer: authorization.issuer, clientID: authorization.clientID });
    const signedIn = command<boolean | undefined>('connection.signIn', 'far');
    const code = await eventually('a code', () => authorization.waitingCodes()[0]);
    await authorization.decideDevice(code, 'allow');
    assert.equal(await signedIn, true);
    assert.equal(authorization.sessions(), 1);
  }

  /** Runs a command, and answers its question with the button of that name. */
  async function confirmed(button: string, id: string, ...args: unknown[]): Promise<void> {
    const { showWarningMessage } = vscode.window;
    Object.assign(vscode.window, { showWarningMessage: async () => button });
    try {
      await untilLeft(command(id, ...args));
    } finally {
      Object.assign(vscode.window, { showWarningMessage });
    }
  }

  const takenAway: Readonly<Record<string, () => Thenable<unknown>>> = {
    'Remove Connection': () => confirmed('Remove', 'connection.remove', 'far'),
    'another client in the settings': () =>
      setConnection({ kind: 'device', issuer: authorization.issuer, clientID: 'another' }),
    'another issuer in the settings': () =>
      setConnection({ kind: 'device', issuer: 'https://id.example', clientID: authorization.clientID }),
    'a pasted token in the settings': () => setConnection({ kind: 'token' }),
    'Forget Everything': () => confirmed('Forget', 'forgetEverything'),
  };
  for (const [what, takeAway] of Object.entries(takenAway))
    it(`ends the session at the sign-in server by ${what}`, async () => {
      await signIn();
      await takeAway();
      await eventually('the end of the session at the server', () => authorization.sessions() === 0);
    });

  it('says that a session may still be active where the server does not end it, and forgets it here', async () => {
    await signIn();
    authorization.behave({ status: 503 });
    const { showWarningMessage } = vscode.window;
    const said: string[] = [];
    Object.assign(vscode.window, { showWarningMessage: async (text: string) => void said.push(text) });
    try {
      await command('connection.signOut', 'far');
      await eventually('the message', () => said.length > 0);
    } finally {
      Object.assign(vscode.window, { showWarningMessage });
      authorization.behave({});
    }
    assert.deepEqual(said, [
      'You are signed out of “far” here, but the session may still be active at the sign-in server.',
    ]);
    assert.match((await run()).title ?? '', /not signed in/);
  });
});
