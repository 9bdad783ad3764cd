import assert from 'node:assert/strict';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import { EventEmitter, trees, Uri } from '../fakeVscode.ts';
import '../withVscode.ts';

const { registerSavedQueries } = await import(
  '../../../../src/extension/connections/savedQueries/savedQueries.ts'
);

interface Provider {
  getTreeItem(node: unknown): { readonly description: string };
}

describe('a saved query', () => {
  /** The description of a query whose last run began at `at`, in milliseconds since 1970. */
  function described(at: number): string {
    const { event: onDidChange } = new EventEmitter<unknown>();
    const deps = {
      lastRuns: { onDidChange, getLastRun: () => ({ startedAt: at, end: 'failed' }) },
      timeZone: { onDidChange, current: () => 'utc' },
    } as unknown as Deps;
    const registered = registerSavedQueries(deps);
    const provider = trees.get('vaultsql.queries') as Provider;
    const { description } = provider.getTreeItem({ kind: 'query', uri: new Uri('/a.vaultsql') });
    registered.dispose();
    return description;
  }

  it('shows the clock of a run of today, and the date of a run of another day', () => {
    const now = Date.now();
    const today = new Date(now).toISOString();
    assert.equal(described(now), `${today.slice(11, 16)} · failed`);
    const yesterday = new Date(now - 86_400_000).toISOString();
    assert.equal(
      described(now - 86_400_000),
      `${yesterday.slice(0, 10)} ${yesterday.slice(11, 16)} · failed`,
    );
  });
});
