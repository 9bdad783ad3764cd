import assert from 'node:assert/strict';
import '../withVscode.ts';
import type { ApiError } from '../../../../src/core/service/errors.ts';
import type { StepDeps } from '../../../../src/extension/targets/apiErrors.ts';
import type { AnyConnection } from '../../../../src/extension/targets/targets.ts';
import { recordedFeatures } from '../recordedFeatures.ts';

const { describeError, createStepChoice } = await import('../../../../src/extension/targets/apiErrors.ts');

const local: AnyConnection = {
  name: 'local',
  environment: 'development',
  baseUrl: 'http://127.0.0.1:4000',
  accountID: 'a',
  vaults: [{ id: 'v', name: 'v' }],
  auth: { kind: 'token' },
  local: { token: 't', actor: 'me', columns: [], tables: [] },
};
const { local: _, ...own } = local;
const button = (
  error: ApiError,
  operation: 'query' | 'audit',
  connection: AnyConnection = local,
): string | undefined => describeError(error, { operation, connection, vaultID: 'v' }).action?.id;

describe('the next step after an error of the local vault', () => {
  it('is to start it only where it cannot be reached', () => {
    for (const operation of ['query', 'audit'] as const) {
      const gone = { kind: 'network', code: 'ECONNREFUSED', mayHaveBeenSent: false, retry: true } as const;
      assert.equal(button(gone, operation), 'startLocalVault');
      assert.equal(button(gone, operation, own), undefined, 'a connection of the user to the same address');
      for (const status of [400, 401, 403, 404, 418, 500])
        assert.equal(button({ kind: 'status', status, message: '', retry: false }, operation), undefined);
      assert.equal(button({ kind: 'tooLarge', limitBytes: 1, retry: false }, operation), undefined);
      assert.equal(button({ kind: 'timeout', seconds: 1, retry: true }, operation), undefined);
    }
  });
});

describe('an error of a statement over loaded events', () => {
  it('is described although these have no address', () => {
    const events = { ...own, baseUrl: '', vaults: [] };
    const cancelled: ApiError = { kind: 'cancelled', retry: false };
    assert.ok(describeError(cancelled, { operation: 'query', connection: events, vaultID: '' }).title);
  });
});

describe('the next step after an error of a client certificate', () => {
  it('is to set its passphrase, for queries and audit events', async () => {
    const error = {
      kind: 'network',
      code: 'CLIENT_CERT_PASSPHRASE',
      mayHaveBeenSent: false,
      retry: false,
    } as const;
    for (const operation of ['query', 'audit'] as const)
      assert.equal(button(error, operation, own), 'setPassphrase');
    const { features, calls } = recordedFeatures();
    const { label, run } = createStepChoice('setPassphrase', own, features as unknown as StepDeps);
    assert.equal(label, 'Set Passphrase');
    await run();
    assert.deepEqual(calls, [['connections.setPassphrase', 'local']]);
  });
});
