import assert from 'node:assert/strict';
import { window } from '../fakeVscode.ts';
import { connectionOf } from '../results/fakeWindow.ts';
import '../withVscode.ts';
import type { Target } from '../../../../src/extension/targets/targets.ts';

const { selectVault } = await import('../../../../src/extension/connections/targetCommands.ts');

const targetOf = (name: string, baseUrl: string): Target => ({
  connection: connectionOf(name, { baseUrl }),
  vault: { id: 'v', name: 'vault' },
});

describe('selecting a vault that a button was shown for', () => {
  afterEach(() => Reflect.deleteProperty(window, 'showQuickPick'));

  /** Selects `target` among `current`. Returns what was selected, and how often the user was asked to pick. */
  async function select(target: Target, ...current: readonly Target[]) {
    const chosen: Target[] = [];
    let picks = 0;
    Object.assign(window, { showQuickPick: async () => void picks++ });
    const targets = {
      all: () => current,
      find: (name: string) => current.find(({ connection }) => connection.name === name),
      current: () => undefined,
      choose: (one: Target) => void chosen.push(one),
    };
    // A deps without `language`: no document is read, and none is changed.
    const label = await selectVault({ targets } as unknown as Parameters<typeof selectVault>[0], target);
    return { chosen, picks, label };
  }

  it('takes it as it is now: the local vault has another address after it was started again', async () => {
    const now = targetOf('local', 'http://127.0.0.1:2');
    const { chosen, picks, label } = await select(targetOf('local', 'http://127.0.0.1:1'), now);
    assert.deepEqual([chosen, picks, label], [[now], 0, 'local/vault']);
  });

  it('lets the user pick another one if it no longer exists', async () => {
    const gone = targetOf('local', 'http://127.0.0.1:1');
    const { chosen, picks, label } = await select(gone, targetOf('a', 'https://a.test'));
    assert.deepEqual([chosen, picks, label], [[], 1, undefined]);
  });
});
