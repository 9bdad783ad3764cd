import assert from 'node:assert/strict';
import '../withVscode.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../run/waiting.ts';
import { commands, executed } from '../fakeVscode.ts';

const { ContextKeys } = await import('../../../../src/extension/platform/contextKeys.ts');

const made = (since: number): unknown[] => executed.slice(since).map(([, key, value]) => [key, value]);

const log = { defect: (_where: string, error: unknown) => assert.fail(String(error)) };

describe('context keys', () => {
  it('are set once they have stayed as they are for a moment, and only where they changed', async () => {
    const keys = new ContextKeys(log);
    const since = executed.length;
    keys.scheduleContextKey('vaultsql.running', true);
    keys.scheduleContextKey('vaultsql.hasRows', false);
    keys.scheduleContextKey('vaultsql.hasRows', true);
    assert.deepEqual(made(since), []);
    await eventually('the keys', async () => made(since).length > 0);
    assert.deepEqual(made(since), [
      ['vaultsql.running', true],
      ['vaultsql.hasRows', true],
    ]);
    keys.scheduleContextKey('vaultsql.hasRows', true);
    keys.scheduleContextKey('vaultsql.running', false);
    await eventually('the change', async () => made(since).length > 2);
    assert.deepEqual(made(since).slice(2), [['vaultsql.running', false]]);
  });

  it('are left alone by a change that is taken back at once', async () => {
    const keys = new ContextKeys(log);
    const since = executed.length;
    keys.scheduleContextKey('vaultsql.running', false);
    await eventually('the key', async () => made(since).length > 0);
    keys.scheduleContextKey('vaultsql.running', true);
    keys.scheduleContextKey('vaultsql.running', false);
    // Another one shows that the wait is over.
    keys.scheduleContextKey('vaultsql.hasRows', true);
    await eventually('the other key', async () => made(since).length > 1);
    assert.deepEqual(made(since).slice(1), [['vaultsql.hasRows', true]]);
  });

  it('are not set any more after the window', async () => {
    const keys = new ContextKeys(log);
    const since = executed.length;
    keys.scheduleContextKey('vaultsql.running', true);
    keys.dispose();
    const later = new ContextKeys(log);
    later.scheduleContextKey('vaultsql.hasRows', true);
    await eventually('a later key', async () => made(since).length > 0);
    await sleep(20);
    assert.deepEqual(made(since), [['vaultsql.hasRows', true]]);
  });

  it('that the editor does not take are logged, and set again with the next change', async () => {
    const { executeCommand } = commands;
    const defects: unknown[] = [];
    const keys = new ContextKeys({ defect: (where) => defects.push(where) });
    Object.assign(commands, { executeCommand: () => Promise.reject(new Error('no')) });
    try {
      keys.scheduleContextKey('vaultsql.running', true);
      await eventually('the failure', async () => defects.length > 0);
    } finally {
      Object.assign(commands, { executeCommand });
    }
    const since = executed.length;
    keys.scheduleContextKey('vaultsql.running', true);
    await eventually('the key', async () => made(since).length > 0);
    assert.deepEqual([defects, made(since)], [['context key'], [['vaultsql.running', true]]]);
  });
});
