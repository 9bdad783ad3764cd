import assert from 'node:assert/strict';
import { createCredentials } from '../../../../src/node/credentials/credentials.ts';
import type { SecretStore } from '../../../../src/node/credentials/editorTypes.ts';
import { EventEmitter } from '../../extension/fakeVscode.ts';

describe('secret storage that fails when a change is read', () => {
  it('is logged, and nothing is left unhandled', async () => {
    const changes = new EventEmitter<{ readonly key: string }>();
    const failure = new Error('the keyring is locked');
    const secrets: SecretStore = {
      onDidChange: changes.event,
      get: () => Promise.reject(failure),
      store: async () => undefined,
      delete: async () => undefined,
      keys: async () => [],
    };
    const defects: unknown[] = [];
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
      log: {
        warn: assert.fail,
        defect: (where, error) => defects.push([where, error]),
      },
    });
    changes.fire({ key: 'vaultsql.token.mine' });
    await new Promise(setImmediate);
    assert.deepEqual(defects, [['reading a changed secret', failure]]);
    credentials.dispose();
  });
});
