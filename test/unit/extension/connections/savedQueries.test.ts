import assert from 'node:assert/strict';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import { EventEmitter, type FakeTreeView, trees, treeViews, Uri } from '../fakeVscode.ts';
import '../withVscode.ts';

const { registerSavedQueries } = await import(
  '../../../../src/extension/connections/savedQueries/savedQueries.ts'
);
const { ROW_WIDTH, rowWidth } = await import('../../../../src/extension/platform/narrowText.ts');

interface Provider {
  readonly onDidChangeTreeData: (listener: () => void) => unknown;
  getTreeItem(node: unknown): { readonly description: string };
}

/** Runs `work`, and returns the timers that it set, which do not run by themselves. */
function holdTimers(work: () => void): readonly { readonly run: () => void; readonly ms: number }[] {
  const { setTimeout } = globalThis;
  const timers: { run: () => void; ms: number }[] = [];
  globalThis.setTimeout = ((run: () => void, ms: number) =>
    timers.push({ run, ms })) as unknown as typeof setTimeout;
  try {
    work();
  } finally {
    globalThis.setTimeout = setTimeout;
  }
  return timers;
}

describe('a saved query', () => {
  const node = { kind: 'query', uri: new Uri('/a.vaultsql') };
  /** The view of a query whose last run began at `at`, in milliseconds since 1970. */
  function setUp(at: number) {
    const { event: onDidChange } = new EventEmitter<unknown>();
    const deps = {
      lastRuns: { onDidChange, getLastRun: () => ({ startedAt: at, end: 'failed' }) },
      timeZone: { onDidChange, current: () => 'utc' },
    } as unknown as Deps;
    const registered = registerSavedQueries(deps);
    return { registered, provider: trees.get('vaultsql.queries') as Provider };
  }
  function described(at: number): string {
    const { registered, provider } = setUp(at);
    const { description } = provider.getTreeItem(node);
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

  it('is drawn again at midnight, with the date of the run, if it is seen', () => {
    const { registered, provider } = setUp(Date.now());
    const view = treeViews.get('vaultsql.queries') as FakeTreeView;
    view.show(true);
    let drawn = 0;
    provider.onDidChangeTreeData(() => drawn++);
    const before = Date.now();
    const timers = holdTimers(() => provider.getTreeItem(node));
    const day = 86_400_000;
    const [midnight, ...others] = timers;
    assert.ok(midnight && others.length === 0);
    assert.ok(midnight.ms <= day - (before % day) && midnight.ms > 0, String(midnight.ms));
    midnight.run();
    assert.equal(drawn, 1);
    view.show(false);
    midnight.run();
    assert.equal(drawn, 1);
    registered.dispose();
  });
});

describe('the group of saved queries of a vault', () => {
  const labelOf = (label: string): unknown => {
    const { event: onDidChange } = new EventEmitter<unknown>();
    const deps = { lastRuns: { onDidChange }, timeZone: { onDidChange } } as unknown as Deps;
    const registered = registerSavedQueries(deps);
    const provider = trees.get('vaultsql.queries') as { getTreeItem(node: unknown): { label: unknown } };
    const item = provider.getTreeItem({ kind: 'group', label, isKnown: true, queries: [{}, {}] });
    registered.dispose();
    return item.label;
  };

  it('has the ends of a long connection and of a long vault', () => {
    const long = labelOf(
      'europe-west-production-customer-data-primary/customer-identity-and-payment-eu-west-1',
    );
    assert.match(String(long), /^euro.*….*ary\/cust.*….*st-1$/);
    assert.ok(rowWidth(String(long), ' 2') <= ROW_WIDTH + 1, `${long}`);
  });

  it('is as it is where there is room, and leaves the room of a short name to the long one', () => {
    assert.equal(labelOf('local/local-vault'), 'local/local-vault');
    assert.match(
      String(labelOf('prod/customer-identity-and-payment-eu-west-1')),
      /^prod\/customer.*….*-west-1$/,
    );
    assert.match(
      String(labelOf('europe-west-production-customer-primary/main')),
      /^europe-w.*….*primary\/main$/,
    );
  });
});
