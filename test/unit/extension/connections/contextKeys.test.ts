import assert from 'node:assert/strict';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import { eventually } from '../../../run/waiting.ts';
import { EventEmitter, executed } from '../fakeVscode.ts';
import '../withVscode.ts';

const { registerContextKeys } = await import('../../../../src/extension/connections/contextKeys.ts');

describe('the context keys of connections', () => {
  it('outlive a secret that can’t be read, which is logged', async () => {
    const since = executed.length;
    const changes = new EventEmitter<void>();
    const defects: unknown[] = [];
    let signedIn = (): Promise<boolean> => Promise.reject(new Error('locked'));
    const connection = { name: 'a', local: false };
    const states = { onDidChange: changes.event, of: () => 'works' };
    const listening = registerContextKeys({
      targets: {
        onDidChange: changes.event,
        connections: () => [connection],
        currentConnection: () => connection,
        all: () => [],
        localVault: () => ({ kind: 'stopped' }),
      },
      credentials: { onDidChange: changes.event, states, signedIn: () => signedIn() },
      log: { defect: (where: string) => defects.push(where) },
    } as unknown as Deps);
    await eventually('the failure', () => defects.length === 1);
    signedIn = () => Promise.resolve(true);
    changes.fire();
    const isOurs = /hasVault|hasConnection|hasVerified|localVault|signIn/;
    const made = (): readonly unknown[] =>
      executed.slice(since).flatMap(([, key, value]) => (isOurs.test(String(key)) ? [[key, value]] : []));
    await eventually('all keys', () => made().length === 5);
    assert.deepEqual(made(), [
      ['vaultsql.localVault.state', 'stopped'],
      ['vaultsql.hasVault', false],
      ['vaultsql.hasConnection', true],
      ['vaultsql.hasVerified', true],
      ['vaultsql.signIn', 'in'],
    ]);
    assert.deepEqual(defects, ['sign-in state']);
    listening.dispose();
  });
});
