import assert from 'node:assert/strict';
import type { Outcome } from '../../../../src/core/service/errors.ts';
import type { AnyConnection } from '../../../../src/extension/targets/targets.ts';
import { createCredentials } from '../../../../src/node/credentials/credentials.ts';
import type { SecretStore } from '../../../../src/node/credentials/editorTypes.ts';
import { EventEmitter } from '../../extension/fakeVscode.ts';

const connection: AnyConnection = {
  name: 'mine',
  environment: 'test',
  baseUrl: 'https://vault.example',
  accountID: 'a1',
  vaults: [],
  auth: { kind: 'token' },
};
const taken: Outcome<null> = { ok: true, value: null, exchange: { status: 200, milliseconds: 1, bytes: 2 } };
const answered = (status: number): Outcome<null> => ({
  ok: false,
  error: { kind: 'status', status, message: '', retry: false },
});

/** A secret storage whose changes are told when the test says so, as the editor does some time after. */
function secretStorage() {
  const kept = new Map<string, string>();
  const changes = new EventEmitter<{ readonly key: string }>();
  const pending: string[] = [];
  const storage = {
    onDidChange: changes.event,
    get: async (key: string) => kept.get(key),
    async store(key: string, value: string) {
      kept.set(key, value);
      pending.push(key);
    },
    async delete(key: string) {
      kept.delete(key);
      pending.push(key);
    },
  };
  const tell = async (): Promise<void> => {
    for (const key of pending.splice(0)) changes.fire({ key });
    await new Promise(setImmediate);
  };
  return { secrets: storage as unknown as SecretStore, storage, tell };
}

describe('what is known of a token', () => {
  const start = () => {
    const { secrets, storage, tell } = secretStorage();
    const credentials = createCredentials({
      mayRunCommand: async () => true,
      secrets,
      workspaceFolders: () => [],
      createEmitter: <T>() => new EventEmitter<T>(),
      getNetwork: () => ({
        transport: { send: () => assert.fail('sent') },
        timeoutMs: () => 1,
        now: Date.now,
      }),
      loadSignIn: () => assert.fail('loaded'),
      runExclusively: (_name, work) => work(new AbortController().signal),
      log: { warn: assert.fail, defect: assert.fail },
    });
    return { credentials, states: credentials.tokenStates, storage, tell };
  };

  it('is nothing, until the service takes or refuses it', () => {
    const { states } = start();
    let changes = 0;
    states.onDidChange(() => changes++);
    assert.equal(states.getState(connection), 'untried');
    for (const status of [400, 403, 404, 429, 500, 502]) states.trackRequest(connection)(answered(status));
    states.trackRequest(connection)({ ok: false, error: { kind: 'timeout', seconds: 1, retry: true } });
    assert.equal(states.getState(connection), 'untried');
    states.trackRequest(connection)(taken);
    states.trackRequest(connection)(taken);
    assert.deepEqual([states.getState(connection), changes], ['works', 1]);
    states.trackRequest(connection)(answered(401));
    states.trackRequest(connection)(answered(500));
    assert.deepEqual([states.getState(connection), changes], ['refused', 2]);
  });

  it('is nothing again for a new token, whatever comes of requests with the one before', async () => {
    const { credentials, states, tell } = start();
    const late = states.trackRequest(connection);
    await credentials.storeSecret(connection, 'new-token');
    late(answered(401));
    assert.equal(states.getState(connection), 'untried');
    const tried = states.trackRequest(connection);
    await tell();
    tried(taken);
    assert.equal(states.getState(connection), 'works');
    await credentials.removeSecrets(connection);
    await tell();
    assert.equal(states.getState(connection), 'untried');
  });

  it('is nothing again where another window signs in, or the connection is edited', async () => {
    const { credentials, states, storage, tell } = start();
    await credentials.storeSecret(connection, 'a-token');
    await tell();
    states.trackRequest(connection)(taken);
    await storage.store('vaultsql.token.mine', 'https://vault.example\nanother-token');
    await tell();
    assert.equal(states.getState(connection), 'untried');
    states.trackRequest(connection)(answered(401));
    assert.equal(states.getState({ ...connection, baseUrl: 'https://other.example' }), 'untried');
  });
});
