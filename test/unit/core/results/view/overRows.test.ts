import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RowSource } from '../../../../../src/core/results/loading/rowStore.ts';
import { createArrangement } from '../../../../../src/core/results/view/arrangement.ts';
import {
  type Comparison,
  compareSteps,
  findKeyCandidates,
} from '../../../../../src/core/results/view/compare.ts';
import { type CellPosition, findCells } from '../../../../../src/core/results/view/find.ts';
import { createValueKey } from '../../../../../src/core/results/view/values.ts';
import {
  createNumberedView,
  createView,
  MASK_TEXT,
  maskSource,
} from '../../../../../src/core/results/view/view.ts';
import type { JsonValue } from '../../../../../src/core/service/json.ts';
import { anyValue, exact, storeOf } from '../loading/records.ts';
import { columnSummary, filterRows } from './onePiece.ts';

const people = storeOf([
  { id: 1, name: 'Ada', income: exact('9007199254740993') },
  { id: 2, name: null, income: exact('9007199254740992.5') },
  { id: 3, income: 12 },
  { id: 4, name: '', income: null },
  { id: 5, name: 'ADAM', income: exact('12.0') },
]);
const compareResults = (...of: Parameters<typeof compareSteps>): Comparison => {
  const steps = compareSteps(...of);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
};
const statsOf = (source: RowSource, column: number) => columnSummary(source, column, 0).stats;
const everywhere = [0, 1, 2];
const places = (steps: Iterable<readonly CellPosition[]>): number[][] =>
  [...steps].flat().map(({ row, column }) => [row, column]);

describe('find', () => {
  it('finds text in whatever case, exact numbers as they were sent, and nothing for nothing', () => {
    assert.deepEqual(places(findCells(people, { text: 'ada', columns: everywhere })), [
      [0, 1],
      [4, 1],
    ]);
    assert.deepEqual(places(findCells(people, { text: '0993', columns: everywhere })), [[0, 2]]);
    assert.deepEqual(places(findCells(people, { text: '2', columns: [0] })), [[1, 0]]);
    assert.deepEqual(places(findCells(people, { text: '', columns: everywhere })), []);
    assert.deepEqual(places(findCells(people, { text: 'null', columns: everywhere })), []);
  });

  it('gives way every few hundred rows', () => {
    const many = storeOf(Array.from({ length: 1200 }, (_, id) => ({ id })));
    const steps = [...findCells(many, { text: '1199', columns: [0] })];
    assert.ok(steps.length >= 3);
    assert.deepEqual(steps.at(-1), [{ row: 1199, column: 0 }]);
  });
});

describe('filter', () => {
  it('chooses rows by value, keeping NULL, absent and empty apart', () => {
    const name = (...values: (JsonValue | undefined)[]) => [{ column: 1, test: 'is', values } as const];
    assert.deepEqual([...filterRows(people, name(null))], [1]);
    assert.deepEqual([...filterRows(people, name(undefined))], [2]);
    assert.deepEqual([...filterRows(people, name(''))], [3]);
    assert.deepEqual([...filterRows(people, name('Ada', ''))], [0, 3]);
    assert.deepEqual(
      [...filterRows(people, [{ column: 1, test: 'isNot', values: [null, undefined] }])],
      [0, 3, 4],
    );
    assert.deepEqual([...filterRows(people, [{ column: 2, test: 'is', values: [12] }])], [2, 4]);
  });

  it('chooses rows by what a person types: numbers by their value, texts by their characters', () => {
    const some = ['12', '100', '9.50', 'Ada', 'ada b', ' ', '', null, undefined, '9007199254740993'];
    const values = storeOf([
      { id: 12 },
      ...some.map((id) => (id === undefined ? { other: 1 } : { id })),
    ] as Parameters<typeof storeOf>[0]);
    const kept = (test: 'contains' | 'equals' | 'greater' | 'less', text: string) =>
      [...filterRows(values, [{ column: 0, test, text }])].map((row) => (row === 0 ? 12 : some[row - 1]));
    assert.deepEqual(kept('contains', 'ADA'), ['Ada', 'ada b']);
    assert.deepEqual(kept('equals', '12.0'), [12, '12']);
    assert.deepEqual(kept('equals', '9.5'), ['9.50']);
    assert.deepEqual(kept('equals', 'ada'), []);
    assert.deepEqual(kept('greater', '9.6'), [12, '12', '100', '9007199254740993']);
    assert.deepEqual(kept('greater', '9007199254740992'), ['9007199254740993']);
    assert.deepEqual(kept('less', '10'), ['9.50']);
    assert.deepEqual(kept('greater', 'B'), ['ada b']);
    assert.deepEqual([...filterRows(values, [{ column: 0, test: 'empty' }])], [7, 8, 9]);
  });
});

describe('statistics of a column', () => {
  it('counts kinds and gives exact ends', () => {
    const stats = statsOf(people, 2);
    assert.deepEqual(stats.counts, { number: 4, text: 0, boolean: 0, nested: 0, null: 1, absent: 0 });
    assert.deepEqual([stats.min, stats.max, stats.distinct], [12, exact('9007199254740993'), 3]);
    const names = statsOf(people, 1);
    assert.deepEqual(
      [names.counts.null, names.counts.absent, names.empty, names.min, names.max],
      [1, 1, 1, '', 'Ada'],
    );
    assert.equal('min' in statsOf(storeOf([{ a: null }]), 0), false);
  });

  it('counts add up, and groups agree with the values', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(anyValue, { nil: undefined }), { maxLength: 30 }),
        fc.nat(5),
        (values, limit) => {
          const store = storeOf(values.map((value, id) => ({ id, value })));
          const column = store.columns.indexOf('value');
          const stats = statsOf(store, column);
          const { groups, otherGroups, otherRows } = columnSummary(store, column, limit).groups;
          const keys = values.map(createValueKey);
          assert.equal(
            Object.values(stats.counts).reduce((sum, count) => sum + count, 0),
            values.length,
          );
          assert.equal(stats.distinct, new Set(keys.filter((key) => key !== 'n' && key !== 'a')).size);
          assert.equal(groups.length + otherGroups, new Set(keys).size);
          assert.equal(
            groups.reduce((sum, { count }) => sum + count, otherRows),
            values.length,
          );
          for (const { value, count } of groups) {
            assert.equal(count, keys.filter((key) => key === createValueKey(value)).length);
            assert.ok(count >= (groups.at(-1)?.count ?? 0));
          }
        },
      ),
    );
  });
});

describe('the distribution of a column', () => {
  const values = [...Array.from({ length: 40 }, (_, n) => n), 'a text', null, undefined, '*REDACTED*'];
  const mixed = storeOf(values.map((value, id) => ({ id, value })));
  const column = mixed.columns.indexOf('value');

  it('is that of the numbers; texts, NULL, absent and redacted ones are counted apart', () => {
    const { bins, stats } = columnSummary(mixed, column, 10);
    assert.deepEqual(
      bins?.bins.map(({ from, count }) => [from, count]),
      Array.from({ length: 20 }, (_, n) => [String(2 * n), 2]),
    );
    assert.deepEqual([bins?.others, stats.counts.null, stats.counts.absent, stats.redacted], [2, 1, 1, 1]);
  });

  it('tells nothing of values that are hidden: the others alone have bins, and their ends are the edges', () => {
    const hidden = maskSource(mixed, (row) => row < 20);
    const { bins, stats } = columnSummary(hidden, column, 10);
    assert.deepEqual([bins?.bins[0]?.from, bins?.bins.at(-1)?.to, stats.hidden], ['20', '40', 20]);
    const all = columnSummary(
      maskSource(mixed, () => true),
      column,
      10,
    );
    assert.deepEqual([all.bins, all.stats.redacted, all.stats.min], [undefined, 0, undefined]);
  });

  it('chooses the rows of a bin, and no hidden one', () => {
    const range = columnSummary(mixed, column, 10).bins?.bins[3]?.range;
    assert.ok(range);
    const rows = filterRows(mixed, [{ column, test: 'within', range }]);
    assert.deepEqual([...rows], [6, 7]);
    const masked = maskSource(mixed, (row) => row === 6);
    assert.deepEqual([...filterRows(masked, [{ column, test: 'within', range }])], [7]);
  });
});

describe('the work of statistics', () => {
  it('is one look at each row, in the order loaded, whatever the rows are sorted by', () => {
    const count = 5000;
    const store = storeOf(
      Array.from({ length: count }, (_, id) => ({ id, name: `n${(id * 7919) % count}` })),
    );
    let looks: number[] = [];
    const seen = {
      ...maskSource(store, () => false),
      get columns() {
        return store.columns;
      },
      rowCount: count,
      value(row: number, column: number) {
        looks.push(row);
        return store.value(row, column);
      },
    };
    const arrangement = createArrangement(seen);
    arrangement.sortBy([{ column: 1, descending: true }]);
    arrangement.addFilter('not n3', { column: 1, test: 'isNot', values: ['n3'] });
    looks = [];
    const { stats, groups } = columnSummary(
      createView(seen, { rows: arrangement.filteredIndices() ?? [] }),
      1,
      10,
    );
    assert.deepEqual([stats.rows, stats.distinct, stats.min, stats.max], [4999, 4999, 'n0', 'n999']);
    assert.deepEqual([groups.groups.length, groups.otherRows], [10, 4989]);
    assert.ok(looks.length <= count, `${looks.length} looks at ${count} rows`);
    assert.deepEqual(
      looks,
      [...looks].sort((a, b) => a - b),
    );
  });

  it('of masked rows asks first whether a value is hidden at all', () => {
    let looks = 0;
    const value = (row: number, column: number) => {
      looks++;
      return people.value(row, column);
    };
    const masked = maskSource({ ...people, columns: people.columns, rowCount: 5, value }, () => false);
    assert.equal(masked.hidden(0, 1), false);
    assert.equal(looks, 0);
  });

  it('takes equal numbers for one, however many are sent which way', () => {
    const numbers = storeOf(
      [1.1, exact('1.10'), 1.1, 0, exact('-0.0'), 2, exact('2.00')].map((n) => ({ n })),
    );
    const { stats, groups } = columnSummary(numbers, 0, 2);
    assert.deepEqual([stats.distinct, stats.min, stats.max], [3, 0, 2]);
    assert.deepEqual(groups, {
      groups: [
        { value: 1.1, count: 3 },
        { value: 0, count: 2 },
      ],
      otherGroups: 1,
      otherRows: 2,
      hidden: 0,
    });
  });
});

describe('views', () => {
  it('show the rows and columns wanted', () => {
    const view = createView(people, { rows: [4, 0], columns: [2, 0] });
    assert.deepEqual(view.columns, ['income', 'id']);
    assert.deepEqual(view.rows(0, 9), [
      [exact('12.0'), 5],
      [exact('9007199254740993'), 1],
    ]);
    assert.equal(view.value(1, 1), 1);
    assert.throws(() => view.value(2, 0), RangeError);
  });

  it('a mask over a mask hides what either does', () => {
    const twice = maskSource(
      maskSource(people, (_, column) => column === 1),
      (_, column) => column === 2,
    );
    assert.deepEqual(
      [0, 1, 2].map((column) => twice.hidden(0, column)),
      [false, true, true],
    );
    assert.deepEqual(twice.rows(0, 1), [[1, MASK_TEXT, MASK_TEXT]]);
  });

  it('numbered, give each row the number that it has in the result', () => {
    const shown = createNumberedView(people, [4, 0]);
    assert.deepEqual([shown.rowCount, shown.columns], [2, people.columns]);
    assert.deepEqual(
      shown.rows(0, 2).map((row) => row[0]),
      [5, 1],
    );
    assert.deepEqual(
      [shown.rowNumberOf(0), shown.rowNumberOf(1)],
      [people.rowNumberOf(4), people.rowNumberOf(0)],
    );
  });

  it('nothing hidden can be found, counted, compared by or seen through a view', () => {
    const masked = maskSource(people, (_, column) => column === 1);
    const view = createView(masked, { rows: [4, 3, 2, 1, 0] });
    assert.deepEqual(
      view.rows(0, 5).map((row) => row[1]),
      [MASK_TEXT, MASK_TEXT, undefined, null, MASK_TEXT],
    );
    assert.deepEqual(places(findCells(view, { text: 'ada', columns: everywhere })), []);
    assert.deepEqual(places(findCells(view, { text: MASK_TEXT, columns: everywhere })), []);
    const stats = statsOf(view, 1);
    assert.deepEqual([stats.hidden, stats.distinct, stats.empty, 'min' in stats], [3, 0, 0, false]);
    assert.equal(columnSummary(view, 1, 10).groups.hidden, 3);
    assert.equal(filterRows(view, [{ column: 1, test: 'is', values: ['Ada', MASK_TEXT] }]).length, 0);
    assert.equal(filterRows(view, [{ column: 1, test: 'isNot', values: ['Bob'] }]).length, 2);
    for (const text of ['A', MASK_TEXT])
      for (const test of ['contains', 'equals', 'greater', 'less'] as const)
        assert.equal(filterRows(view, [{ column: 1, test, text }]).length, 0);
    assert.equal(filterRows(view, [{ column: 1, test: 'empty' }]).length, 2);
  });
});

describe('compare', () => {
  it('tells added, removed, changed and unclear rows', () => {
    const before = storeOf([
      { id: 1, name: 'Ada', old: 1 },
      { id: 2, name: 'Bob' },
      { id: 3, name: 'Cleo' },
      { id: 4, name: 'Dan' },
      { id: 4, name: 'Dan' },
      { name: 'nobody' },
    ]);
    const after = storeOf([
      { name: 'Ada', id: exact('1.0'), old: exact('1.00') },
      { name: null, id: 2 },
      { name: 'Eve', id: 5 },
      { name: 'Dan', id: 4 },
    ]);
    assert.deepEqual(compareResults(before, after, ['id']), {
      added: [2],
      removed: [2],
      changed: [{ before: 1, after: 1, columns: ['name'] }],
      same: 1,
      unclear: { before: [3, 4, 5], after: [3] },
    });
    assert.throws(() => compareResults(before, after, []), RangeError);
    assert.throws(() => compareResults(before, after, ['none']), RangeError);
  });

  it('rows whose key is on several, or on none, of either result are unclear in both', () => {
    const rows = (...keys: (number | null)[]) => storeOf(keys.map((id, n) => ({ id, n })));
    const once = rows(1, 2);
    const twice = rows(1, 1, null);
    assert.deepEqual(compareResults(once, twice, ['id']).unclear, { before: [0], after: [0, 1, 2] });
    assert.deepEqual(compareResults(twice, once, ['id']).unclear, { before: [0, 1, 2], after: [0] });
  });

  it('a result compared with a shuffled copy of itself is the same, and every row is accounted for', () => {
    const rows = fc.uniqueArray(fc.tuple(fc.nat(50), anyValue), { selector: ([id]) => id, maxLength: 20 });
    fc.assert(
      fc.property(rows, rows, (a, b) => {
        const before = storeOf(a.map(([id, value]) => ({ id, value })));
        const after = storeOf(b.map(([id, value]) => ({ id, value })));
        const shuffled = storeOf(a.map(([id, value]) => ({ value, id })).reverse());
        assert.equal(compareResults(before, shuffled, ['id']).same, a.length);
        const { added, removed, changed, same } = compareResults(before, after, ['id']);
        assert.equal(added.length + changed.length + same, b.length);
        assert.equal(removed.length + changed.length + same, a.length);
      }),
    );
  });

  it('offers as keys the columns that are on every row and never the same twice', () => {
    assert.deepEqual(findKeyCandidates(people), ['id']);
    assert.deepEqual(findKeyCandidates(storeOf([])), []);
  });
});
