/** A local vault that signs people and programs in, and windows of an editor that are signed in to it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVaultClient, type VaultClient } from '../../../src/core/service/client.ts';
import type { Auth } from '../../../src/core/service/connections/auth.ts';
import type { Connection } from '../../../src/core/service/connections/connections.ts';
import type { Engine } from '../../../src/localVault/engine/engine.ts';
import type { RequestLogEntry } from '../../../src/localVault/options.ts';
import { type LocalVault, startLocalVault } from '../../../src/localVault/server/server.ts';
import { type Credentials, createCredentials } from '../../../src/node/credentials/credentials.ts';
import type { SecretStore } from '../../../src/node/credentials/editorTypes.ts';
import type { SignInInteraction } from '../../../src/node/credentials/interactiveSignIn.ts';
import { createLockRunner, type LockError, type LockLimits } from '../../../src/node/credentials/lock.ts';
import { createPendingRedirects } from '../../../src/node/signIn/callbacks.ts';
import * as signIn from '../../../src/node/signIn/index.ts';
import { sleep } from '../../../src/node/sleep.ts';
import { createUndiciTransport } from '../../../src/node/transport/undiciTransport.ts';
import { eventually } from '../../run/waiting.ts';
import { EventEmitter } from '../../unit/extension/fakeVscode.ts';
import { callbackOf } from './browser.ts';
import { TestAuthorization } from './testAuthorization.ts';

export const ROWS = 60;

/** Rows by LIMIT and OFFSET, without a database: what these tests ask is not what a query gives. */
const engine: Engine = {
  restartCount: 0,
  startEngine: async () => undefined,
  shutDownEngine: async () => undefined,
  async query(sql, maxRows) {
    const number = (word: string): number => Number(new RegExp(`${word} (\\d+)`).exec(sql)?.[1] ?? 0);
    const from = number('OFFSET');
    const count = Math.min(maxRows, number('LIMIT') || maxRows, Math.max(0, ROWS - from));
    return {
      columns: [{ name: 'id', kind: 'exact' }],
      rows: Array.from({ length: count }, (_, at) => [String(from + at)]),
    };
  },
};

/** The secret storage that the windows of an editor share: each is told of every change, some time after. */
export function sharedSecrets() {
  const kept = new Map<string, string>();
  const changes = new EventEmitter<{ readonly key: string }>();
  const tell = (key: string): void => void setImmediate(() => changes.fire({ key }));
  const secrets: SecretStore = {
    onDidChange: changes.event,
    get: async (key) => kept.get(key),
    async store(key, value) {
      kept.set(key, value);
      tell(key);
    },
    async delete(key) {
      if (kept.delete(key)) tell(key);
    },
    keys: async () => [...kept.keys()],
  };
  return { secrets, kept };
}

/** One window of the editor. */
export interface TestWindow {
  readonly credentials: Credentials;
  readonly interaction: SignInInteraction;
  /** How often the user was asked whether a token command may run. The answer is yes. */
  questions(): number;
  client(connection: Connection): VaultClient;
  signIn(connection: Connection, signal?: AbortSignal): ReturnType<Credentials['signIn']>;
}

export interface World {
  readonly vault: LocalVault;
  readonly authorization: TestAuthorization;
  readonly kept: Map<string, string>;
  readonly keyFile: string;
  /** Requests that reached the service, by their template. */
  readonly requests: string[];
  /** What the windows wrote to their logs. */
  readonly logged: string[];
  /** What the person does in the browser. */
  decision: 'allow' | 'deny';
  /** What taking the lock between windows fails with; undefined: it can be taken. */
  lockFailure: LockError | undefined;
  /** Waits until the sign-in server was told to take `count` tokens back. */
  revoked(count: number): Promise<void>;
  /** `clockAheadMs`: how wrong this machine's clock is. */
  window(clockAheadMs?: number): TestWindow;
  connection(auth: Auth): Connection;
  close(): Promise<void>;
}

export async function createWorld(
  { lifetimeSeconds }: { readonly lifetimeSeconds?: number } = {},
  lock?: LockLimits,
): Promise<World> {
  const requests: string[] = [];
  const authorization = new TestAuthorization(lifetimeSeconds);
  const onRequest = ({ template }: RequestLogEntry) => requests.push(template);
  const vault = await startLocalVault({ engine, authorization, onRequest });
  const folder = await mkdtemp(join(tmpdir(), 'vault-sql-sign-in-'));
  const keyFile = join(folder, 'credentials.json');
  await writeFile(keyFile, JSON.stringify(authorization.createCredentialsFileContent()), {
    mode: 0o600,
  });
  const transport = createUndiciTransport({ transport: 'undici', env: {} });
  const { secrets, kept } = sharedSecrets();
  const logged: string[] = [];
  const windows: Credentials[] = [];
  const locked = createLockRunner(join(folder, 'locks'), lock);
  const world: World = {
    vault,
    authorization,
    kept,
    keyFile,
    requests,
    logged,
    decision: 'allow',
    lockFailure: undefined,
    async revoked(count) {
      await eventually(`${count} tokens taken back`, () => requests.filter(isRevocation).length === count);
    },
    window(clockAheadMs = 0) {
      const now = () => Date.now() + clockAheadMs;
      let questions = 0;
      const credentials = createCredentials({
        async mayRunCommand() {
          questions++;
          return true;
        },
        secrets,
        workspaceFolders: () => [],
        createEmitter: <T>() => new EventEmitter<T>(),
        getNetwork: () => ({ transport, timeoutMs: () => 5000, now }),
        loadSignIn: () => signIn,
        runExclusively: (name, work) =>
          world.lockFailure ? Promise.reject(world.lockFailure) : locked(name, work),
        log: {
          warn: (message) => logged.push(message),
          defect: (where) => logged.push(where),
        },
      });
      windows.push(credentials);
      const interaction = person(world);
      return {
        credentials,
        interaction,
        questions: () => questions,
        client: (connection) =>
          createVaultClient({
            transport,
            baseUrl: connection.baseUrl,
            sleep,
            timeoutMs: () => 5000,
            token: (origin, signal) => credentials.getToken(connection, origin, signal),
            renewToken: (origin, rejected, signal) =>
              credentials.renewToken(connection, origin, rejected, signal),
          }),
        signIn: (connection, signal) => credentials.signIn(connection, interaction, signal),
      };
    },
    connection: (auth) => ({
      name: 'mine',
      environment: 'test',
      baseUrl: vault.url,
      accountID: vault.accountID,
      auth,
      vaults: [{ id: vault.vaultID, name: 'vault' }],
    }),
    async close() {
      for (const one of windows) one.dispose();
      transport.dispose();
      await vault.close();
      await rm(folder, { recursive: true });
    },
  };
  return world;
}

const isRevocation = (template: string): boolean => template === '/oauth/revoke';

/** A person with a browser, who decides at once as the test says. */
function person(world: World): SignInInteraction {
  const callbacks = createPendingRedirects(5000);
  return {
    getRedirect: (path) => ({
      uri: `vscode://vaultsql.vault-sql${path}`,
      hasServerSpecificPath: true,
    }),
    callbacks,
    async openBrowser(address) {
      const { path, query } = await callbackOf(address, world.decision);
      callbacks.acceptRedirect(path, query);
      return true;
    },
    showCode: ({ userCode }) => world.authorization.decideDevice(userCode, world.decision),
  };
}

/** A query of the world's vault. */
export const query = ({ vault }: World, offset = 0) => ({
  vaultID: vault.vaultID,
  query: `SELECT id FROM persons LIMIT 25 OFFSET ${offset}`,
});
