import assert from 'node:assert/strict';
import type { Auth } from '../../../../../src/core/service/connections/auth.ts';
import type { Deps } from '../../../../../src/extension/app/deps.ts';
import type { AnyConnection } from '../../../../../src/extension/targets/targets.ts';
import type { RemovedSession } from '../../../../../src/node/credentials/endedSession.ts';
import { EventEmitter } from '../../fakeVscode.ts';
import '../../withVscode.ts';

const { endSessionsAtServers, endSessionsWhenSettingsChange } = await import(
  '../../../../../src/extension/connections/signIn/endSessions.ts'
);

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A window that has `connections`, and what is said in it and asked of its credentials. */
function fakeWindow(...connections: AnyConnection[]) {
  const said: string[] = [];
  const logged: string[] = [];
  const changed: (readonly [string, string])[] = [];
  const changes = new EventEmitter<void>();
  let all: readonly AnyConnection[] = connections;
  const deps = {
    messages: { warn: async (text: string) => void said.push(text) },
    log: { warn: (text: string) => logged.push(text), defect: (where: string) => logged.push(where) },
    targets: { connections: () => all, onDidChange: changes.event },
    credentials: {
      async removeOutdatedSession(before: AnyConnection, now: AnyConnection) {
        changed.push([before.baseUrl, now.baseUrl]);
        return [];
      },
    },
  } as unknown as Deps;
  const configure = (...next: AnyConnection[]): Promise<void> => {
    all = next;
    changes.fire();
    return settled();
  };
  return { deps, said, logged, changed, configure };
}
const connection = (baseUrl: string, name = 'mine'): AnyConnection => ({
  name,
  environment: 'test',
  baseUrl,
  accountID: '',
  vaults: [],
  auth: { kind: 'oauth', server: { issuer: 'https://id.example' }, clientID: 'c' } satisfies Auth,
});
const session = (name: string, revoke: RemovedSession['revoke']): RemovedSession => ({
  connection: name,
  revoke,
});
const ends: RemovedSession['revoke'] = async () => undefined;
const fails: RemovedSession['revoke'] = async () => ({
  code: 'server-unreached',
  host: 'id.example',
  reason: 'ECONNREFUSED',
});

describe('ending sessions at their sign-in servers', () => {
  it('says nothing where that works', async () => {
    const { deps, said, logged } = fakeWindow();
    await endSessionsAtServers(deps, []);
    await endSessionsAtServers(deps, [session('a', ends), session('b', ends)]);
    assert.deepEqual([said, logged], [[], []]);
  });

  it('says in one sentence that a session may still be active, and logs why', async () => {
    const { deps, said, logged } = fakeWindow();
    await endSessionsAtServers(deps, [session('a', ends), session('b', fails)]);
    assert.deepEqual(said, [
      'You are signed out of “b” here, but the session may still be active at the sign-in server.',
    ]);
    assert.deepEqual(logged, ['the sign-in server did not end the session: server-unreached']);
  });

  it('says it once for several, and of one that could not be read', async () => {
    const { deps, said, logged } = fakeWindow();
    const unreadable = () => Promise.reject(new Error('a secret'));
    await endSessionsAtServers(deps, [session('a', fails), session('b', unreadable), session('c', ends)]);
    assert.deepEqual(said, [
      'You are signed out here, but 2 sessions may still be active at their sign-in servers.',
    ]);
    assert.deepEqual([...logged].sort(), [
      'ending a session',
      'the sign-in server did not end the session: server-unreached',
    ]);
  });
});

describe('a connection that changes in the settings', () => {
  it('is compared with what it was last, also after it was missing for a while', async () => {
    const { deps, changed, configure } = fakeWindow(connection('https://one.example'));
    const listening = endSessionsWhenSettingsChange(deps);
    await configure(connection('https://two.example'), connection('https://other.example', 'other'));
    assert.deepEqual(changed, [['https://one.example', 'https://two.example']]);
    // As while its entry is typed.
    await configure();
    assert.equal(changed.length, 1);
    await configure(connection('https://three.example'));
    assert.deepEqual(changed.slice(1), [['https://two.example', 'https://three.example']]);
    listening.dispose();
  });
});
