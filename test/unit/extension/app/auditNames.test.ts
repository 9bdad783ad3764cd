import assert from 'node:assert/strict';
import type { LoadedNames } from '../../../../src/extension/app/auditNames.ts';
import { EventEmitter } from '../fakeVscode.ts';
import '../withVscode.ts';

const { AuditNameCache, getNamesOfConnection } = await import('../../../../src/extension/app/auditNames.ts');
const { connectionWith } = await import('../connections/manyVaults.ts');

const [a, b] = [connectionWith('a', []), connectionWith('b', [])];
const showing = (connection: LoadedNames['connection'], ...vaultIDs: string[]): LoadedNames => ({
  connection,
  vaults: vaultIDs.map((vaultID) => ({ vaultID, events: 1, tables: [] })),
});

/** What is loaded changes when the test says so. */
function source() {
  const changes = new EventEmitter<void>();
  let loaded: Promise<LoadedNames | undefined> = Promise.resolve(undefined);
  const met = new AuditNameCache();
  met.setSource({ onDidChange: changes.event as never, readLoadedNames: () => loaded });
  return {
    met,
    load(now: typeof loaded) {
      loaded = now;
      changes.fire();
    },
    of: async (connection: LoadedNames['connection']) =>
      getNamesOfConnection(await met.readNamesByConnection(), connection).map(({ vaultID }) => vaultID),
  };
}

describe('the vaults that audit events show', () => {
  it('are kept while the events of another connection are loaded, or none', async () => {
    const { load, of } = source();
    load(Promise.resolve(showing(a, 'v1')));
    assert.deepEqual(await of(a), ['v1']);
    load(Promise.resolve(undefined));
    assert.deepEqual(await of(a), ['v1']);
    load(Promise.resolve(showing(b, 'v2')));
    assert.deepEqual([await of(a), await of(b)], [['v1'], ['v2']]);
    load(Promise.resolve(showing(a, 'v3')));
    assert.deepEqual([await of(a), await of(b)], [['v3'], ['v2']], 'those loaded last');
  });

  it('are not those of a connection that has another address or account by now', async () => {
    const { load, of } = source();
    load(Promise.resolve(showing(a, 'v1')));
    assert.deepEqual(await of(a), ['v1']);
    assert.deepEqual(await of({ ...a, baseUrl: 'https://other.test' }), []);
    assert.deepEqual(await of({ ...a, accountID: 'other' }), []);
  });

  it('are forgotten with everything, also those that are just being read', async () => {
    const { met, load, of } = source();
    let heard = 0;
    met.onDidChange(() => heard++);
    load(Promise.resolve(showing(a, 'v1')));
    assert.deepEqual(await of(a), ['v1']);
    let answer = (_: LoadedNames): void => undefined;
    load(new Promise((resolve) => (answer = resolve)));
    const reading = met.readNamesByConnection();
    met.forgetNames();
    answer(showing(b, 'v2'));
    await reading;
    load(Promise.resolve(undefined));
    assert.deepEqual([await of(a), await of(b)], [[], []]);
    assert.equal(heard, 4);
  });

  it('are those of 20 connections at most: the ones read last', async () => {
    const { load, of } = source();
    const all = Array.from({ length: 22 }, (_, n) => connectionWith(`c${n}`, []));
    for (const one of [...all, all[2] ?? a]) {
      load(Promise.resolve(showing(one, 'v')));
      await of(one);
    }
    const kept = [];
    for (const one of all) if ((await of(one)).length > 0) kept.push(one.name);
    assert.deepEqual(
      kept,
      all.slice(2).map(({ name }) => name),
    );
  });
});
