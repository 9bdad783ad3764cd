import assert from 'node:assert/strict';
import type { Deps } from '../../../../src/extension/app/deps.ts';
import { EventEmitter, type FakeTreeView, trees, treeViews } from '../fakeVscode.ts';
import '../withVscode.ts';

const { registerVaultTree } = await import('../../../../src/extension/connections/tree/tree.ts');
const { registerSavedQueries } = await import(
  '../../../../src/extension/connections/savedQueries/savedQueries.ts'
);
const { registerRedrawing } = await import('../../../../src/extension/audit/views/tree/redrawing.ts');

interface Provider {
  readonly onDidChangeTreeData: (listener: () => void) => unknown;
  getChildren(node?: unknown): Promise<unknown>;
}

/** Everything that a tree may hear of, with the number of times that something was read for it. */
function setUp() {
  const anything = new EventEmitter<unknown>();
  const onDidChange = anything.event;
  let reads = 0;
  const read = async (): Promise<readonly never[]> => {
    reads++;
    return [];
  };
  const connection = { name: 'c', baseUrl: 'https://a.test', vaults: [{ id: 'v', name: 'v' }] };
  const [vault] = connection.vaults;
  const deps = {
    targets: {
      onDidChange,
      connections: () => [connection],
      problems: () => [],
      current: () => undefined,
      getLocalVaultState: () => ({ kind: 'stopped' }),
    },
    credentials: { onDidChange, onDidObtainToken: onDidChange, tokenStates: { onDidChange } },
    serviceProfiles: { onDidChange, getCheckedService: () => undefined },
    lastRuns: { onDidChange },
    timeZone: { onDidChange },
    settings: { onDidChange },
    auditNames: { onDidChange, readNamesByConnection: async () => new Map(await read()) },
    onForget: onDidChange,
    schemas: { onDidChange },
    knownNames: () => ({
      documents: { onDidChange, load: async () => undefined, listDocumentNames: read },
      seen: { onDidChange },
    }),
    commands: { add: () => undefined },
    context: { subscriptions: [] },
    language: () => ({ findTables: read }),
  } as unknown as Deps;
  const node = { kind: 'vault', target: { connection, vault }, twin: 0 };
  // For the settings the change says of what it is.
  return { deps, node, reads: () => reads, change: () => anything.fire(() => true) };
}

/** Timers that are set while `work` lasts. */
function timersIn(work: () => void): number {
  const { setTimeout } = globalThis;
  let count = 0;
  globalThis.setTimeout = ((...given: Parameters<typeof setTimeout>) => {
    count++;
    return setTimeout(...given);
  }) as typeof setTimeout;
  try {
    work();
  } finally {
    globalThis.setTimeout = setTimeout;
  }
  return count;
}

const many = 50;
const times = (work: () => void) => (): void => {
  for (let n = 0; n < many; n++) work();
};

describe('a tree that is hidden', () => {
  const kinds = {
    'vaultsql.vaults': registerVaultTree,
    'vaultsql.queries': registerSavedQueries,
  } as const;
  for (const [id, register] of Object.entries(kinds))
    it(`sets no timer, reads nothing, and is drawn once it is seen: ${id}`, async () => {
      const { deps, node, reads, change } = setUp();
      const registered = register(deps);
      const provider = trees.get(id) as Provider;
      const view = treeViews.get(id) as FakeTreeView;
      let drawn = 0;
      provider.onDidChangeTreeData(() => drawn++);
      // It was seen and expanded once: from then on it hears of names.
      view.show(true);
      await provider.getChildren();
      await provider.getChildren(node);
      assert.ok(timersIn(change) > 0);
      view.show(false);
      timersIn(change);
      const before = { drawn, reads: reads() };
      assert.equal(timersIn(times(change)), 0);
      assert.deepEqual({ drawn, reads: reads() }, before);
      view.show(true);
      assert.equal(drawn, before.drawn + 1);
      registered.dispose();
    });

  it('sets no timer while filters are dragged, and is drawn once it is seen: vaultsql.audit', () => {
    const changes = new EventEmitter<{ readonly isLive: boolean }>();
    let drawn = 0;
    const view = { visible: false, visibility: new EventEmitter<{ readonly visible: boolean }>() };
    const registered = registerRedrawing(
      changes.event as never,
      {
        onDidChangeVisibility: view.visibility.event as never,
        get visible() {
          return view.visible;
        },
      },
      () => drawn++,
    );
    assert.equal(timersIn(times(() => changes.fire({ isLive: true }))), 0);
    assert.equal(drawn, 0);
    view.visible = true;
    view.visibility.fire({ visible: true });
    view.visibility.fire({ visible: true });
    assert.equal(drawn, 1);
    assert.equal(
      timersIn(() => changes.fire({ isLive: true })),
      1,
    );
    registered.dispose();
  });
});
