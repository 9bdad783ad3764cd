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
    const steps = new Set<string>();
    let signedIn = (): Promise<boolean> => Promise.reject(new Error('locked'));
    const connection = { name: 'a', local: false };
    const states = { onDidChange: changes.event, getState: () => 'works' };
    const listening = registerContextKeys({
      targets: {
        onDidChange: changes.event,
        connections: () => [connection],
        currentConnection: () => connection,
        all: () => [],
        getLocalVaultState: () => ({ kind: 'stopped' }),
      },
      credentials: { onDidChange: changes.event, tokenStates: states, isSignedIn: () => signedIn() },
      walkthrough: { markDone: (step: string) => steps.add(step) },
      log: { defect: (where: string) => defects.push(where) },
    } as unknown as Deps);
    await eventually('the failure', () => defects.length === 1);
    signedIn = () => Promise.resolve(true);
    changes.fire();
    const isOurs = /hasVault|localVault|signIn/;
    const made = (): readonly unknown[] =>
      executed.slice(since).flatMap(([, key, value]) => (isOurs.test(String(key)) ? [[key, value]] : []));
    await eventually('all keys', () => made().length === 3);
    assert.deepEqual(made(), [
      ['vaultsql.localVault.state', 'stopped'],
      ['vaultsql.hasVault', false],
      ['vaultsql.signIn', 'in'],
    ]);
    assert.deepEqual([...steps], ['connect', 'signIn']);
    assert.deepEqual(defects, ['sign-in state']);
    listening.dispose();
  });
});
