import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/service/connections/connections.ts';
import { createCredentials } from '../../../../src/node/credentials/credentials.ts';
import { EventEmitter } from '../../extension/fakeVscode.ts';

const credentials = createCredentials({
  secrets: {
    get: async () => undefined,
    store: async () => undefined,
    delete: async () => undefined,
    keys: async () => [],
    onDidChange: () => ({ dispose: () => undefined }),
  },
  mayRunCommand: () => assert.fail('asked'),
  workspaceFolders: () => [],
  createEmitter: <T>() => new EventEmitter<T>(),
  getNetwork: () => ({ transport: { send: () => assert.fail('sent') }, timeoutMs: () => 1, now: Date.now }),
  loadSignIn: () => assert.fail('loaded'),
  runExclusively: () => assert.fail('locked'),
  log: { warn: () => undefined, defect: (_what, error) => assert.fail(String(error)) },
});

const connection = (variable: string): Connection => ({
  name: 'team',
  environment: 'test',
  baseUrl: 'https://vault.example',
  accountID: 'a1',
  vaults: [],
  auth: { kind: 'environment', variable },
});

describe('a token of an environment variable', () => {
  const variable = 'VAULTSQL_TEST_ENVIRONMENT';
  afterEach(() => delete process.env[variable]);

  it('is the variable’s, and there is none while it is not set', async () => {
    assert.equal(await credentials.getToken(connection(variable)), undefined);
    assert.equal(await credentials.isSignedIn(connection(variable)), false);
    process.env[variable] = 'a-token';
    assert.equal(await credentials.getToken(connection(variable)), 'a-token');
    assert.equal(await credentials.isSignedIn(connection(variable)), true);
  });

  it('is not what every object inherits by the variable’s name', async () => {
    for (const name of Object.getOwnPropertyNames(Object.prototype)) {
      assert.equal(await credentials.getToken(connection(name)), undefined, name);
      assert.equal(await credentials.isSignedIn(connection(name)), false, name);
    }
  });
});
