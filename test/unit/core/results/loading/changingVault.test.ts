/** Load all on a vault that others change meanwhile: what COUNT or the rows prove to be lost or repeated is noted. */
import assert from 'node:assert/strict';
import { findDoubts } from '../../../../../src/core/results/loading/doubts.ts';
import { createEmptyResult } from '../../../../../src/core/results/loading/result.ts';
import type { QueryRecord } from '../../../../../src/core/service/types.ts';
import { record } from './records.ts';
import { runToEnd, simulate } from './simulation.ts';

interface Person {
  readonly id: number;
  /** Of a change: another one after it. */
  readonly change: number;
}
type Shape = (person: Person) => QueryRecord;
type Change = 'delete' | 'insert' | 'move' | 'moveAndChange' | 'change';

const kinds: readonly (readonly [string, readonly Change[]])[] = [
  ['nothing changes', []],
  ['rows are deleted', ['delete']],
  ['rows are inserted', ['insert']],
  ['rows move', ['move']],
  ['rows move and change', ['moveAndChange']],
  ['rows change where they are', ['change']],
  ['everything at once', ['delete', 'insert', 'move', 'moveAndChange', 'change']],
];
const shapes: readonly (readonly [string, Shape])[] = [
  ['an id and a value that changes', ({ id, change }) => record({ id, value: `${id}:${change}` })],
  [
    'a time of change, unique too, before the key',
    ({ id, change }) =>
      record({ updated: `${id}-${change}`, ssn: `${id}-00`, state: id % 7, name: `n${id}`, born: id % 3000 }),
  ],
  [
    'columns that some records lack',
    ({ id, change }) => record({ id, note: id % 3 === 0 ? undefined : `${change}`, state: null }),
  ],
];

function randomFrom(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Others at work on the table, between any two answers. */
function createVault(rows: number, changes: readonly Change[], random: () => number) {
  const table: Person[] = Array.from({ length: rows }, (_, id) => ({ id, change: 0 }));
  let next = rows;
  const place = (size: number): number => Math.floor(random() * size);
  // A new version of a row is at the end, or where one that is gone has left room.
  const put = (person: Person): void =>
    void table.splice(random() < 0.7 ? table.length : place(table.length + 1), 0, person);
  const happen = (change: Change): void => {
    const at = place(table.length);
    const person = table[at];
    if (change === 'insert') put({ id: next++, change: 0 });
    if (change === 'insert' || !person) return;
    const changed = { id: person.id, change: person.change + 1 };
    if (change === 'change') table[at] = changed;
    else {
      table.splice(at, 1);
      if (change !== 'delete') put(change === 'move' ? person : changed);
    }
  };
  return {
    table,
    meanwhile(): void {
      if (changes.length > 0 && random() < 0.15) happen(changes[place(changes.length)] ?? 'delete');
    },
  };
}

async function load(seed: number, changes: readonly Change[], shape: Shape, counted: boolean) {
  const random = randomFrom(seed * 31);
  const vault = createVault(500 + (seed % 60), changes, random);
  const atFirst = vault.table.length;
  const sent: { offset: number; id: number }[] = [];
  let end = Number.POSITIVE_INFINITY;
  const simulation = simulate({
    rows: () => vault.table.length,
    concurrency: 1 + (seed % 8),
    ...(counted ? { expectedRows: atFirst } : {}),
    latency: () => 20 + Math.floor(random() * 60),
    records(from, to) {
      const people = vault.table.slice(from, to);
      for (const [at, { id }] of people.entries()) sent.push({ offset: from + at, id });
      if (people.length === 0) end = Math.min(end, from);
      vault.meanwhile();
      return people.map(shape);
    },
  });
  await runToEnd(simulation);
  const ids = sent.map(({ id }) => id);
  const repeated = ids.length - new Set(ids).size;
  const loaded = new Set(ids);
  return {
    doubts: findDoubts(simulation.result, counted ? atFirst : undefined),
    atFirst,
    rows: ids.length,
    repeated,
    afterEnd: sent.filter(({ offset }) => offset >= end).length,
    lost: vault.table.filter(({ id }) => id < atFirst && !loaded.has(id)).length,
  };
}

describe('load all on a changing vault', () => {
  for (const [what, changes] of kinds) {
    for (const [of, shape] of shapes) {
      it(`${what}; ${of}: noted where COUNT or the rows prove it, and only there`, async () => {
        let [lossy, noted] = [0, 0];
        for (let seed = 0; seed < 40; seed++) {
          const counted = seed % 4 !== 0;
          const { doubts, rows, repeated, afterEnd, atFirst, lost } = await load(
            seed,
            changes,
            shape,
            counted,
          );
          const expected = {
            ...(counted && rows !== atFirst ? { countedRows: atFirst } : {}),
            loaded: rows,
            repeatedRows: repeated,
            rowsAfterEnd: afterEnd,
          };
          const { changedRows, ...rest } = doubts;
          assert.deepEqual(rest, expected, `seed ${seed}`);
          assert.ok(changedRows <= repeated);
          lossy += lost > 0 ? 1 : 0;
          noted += lost > 0 && (doubts.countedRows !== undefined || repeated > 0 || afterEnd > 0) ? 1 : 0;
        }
        if (changes.some((one) => one !== 'change' && one !== 'insert')) {
          assert.ok(lossy > 10, `rows were lost in ${lossy} runs only`);
          assert.ok(noted >= lossy / 2, `${noted} of ${lossy} noted`);
        }
      });
    }
  }

  it('a value that comes twice is no repeat where something else tells the rows apart, or proves nothing', () => {
    const twice = (page: (offset: number) => QueryRecord[], options = {}): number => {
      const result = createEmptyResult({ pageSize: 25, ...options });
      for (let at = 0; at < 8; at++) result.addResponse(at, { records: page(at * 25) });
      return result.countRepeatedRows();
    };
    const page = (of: (id: number) => QueryRecord) => (offset: number) =>
      Array.from({ length: 25 }, (_, at) => of(offset + at));
    // Two people share a telephone, or a name.
    const phone = page((id) => record({ phone: `+${id === 130 ? 7 : id}`, id }));
    const name = page((id) =>
      record({ name: `n${id === 130 ? 7 : id}`, income: id * 3, city: `c${id % 90}` }),
    );
    assert.deepEqual([twice(phone), twice(name)], [0, 0]);
    // The one of a join comes with each of the many.
    const joined = page((id) => record({ id: id % 190, card: id }));
    assert.deepEqual([twice(joined, { isJoin: true }), twice(joined)], [0, 10]);
    // A number that counts the rows of each answer.
    assert.equal(twice(page((id) => record({ at: id % 25, id: `a${id % 25}`, value: id }))), 0);
  });

  it('a COUNT says nothing of rows that were not all loaded', () => {
    const result = createEmptyResult({ pageSize: 25 });
    const records = Array.from({ length: 25 }, (_, id) => record({ id }));
    result.addResponse(0, { records });
    assert.equal(findDoubts(result, 10_000).countedRows, undefined);
    result.addResponse(1, { records: null });
    assert.equal(findDoubts(result, 10_000).countedRows, 10_000);
    assert.equal(findDoubts(result, 25).countedRows, undefined);
  });
});
