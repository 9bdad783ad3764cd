import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createArrangement } from '../../../../../src/core/results/view/arrangement.ts';
import { createFinder, type FindRequest } from '../../../../../src/core/results/view/finder.ts';
import { compareCodeUnits, sortSteps } from '../../../../../src/core/results/view/sort.ts';
import { runToEnd } from '../../../../../src/core/results/view/steps.ts';
import { maskSource } from '../../../../../src/core/results/view/view.ts';
import { storeOf } from '../loading/records.ts';
import { everyStep } from './turns.ts';

const open = (records: Parameters<typeof storeOf>[0], hide = (_row: number, _column: number) => false) =>
  maskSource(storeOf(records), hide);
const people = [
  { id: 3, name: 'Ada' },
  { id: 1, name: 'Bob' },
  { id: 2, name: 'ada lovelace' },
];
const ids = (arrangement: ReturnType<typeof createArrangement>): unknown[] =>
  arrangement
    .view()
    .rows(0, 99)
    .map(([id]) => id);

describe('arrangement of the loaded rows', () => {
  it('is the rows as they came, until changed', () => {
    const arrangement = createArrangement(open(people));
    assert.deepEqual([ids(arrangement), arrangement.displayOrder()], [[3, 1, 2], undefined]);
    arrangement.sortBy([{ column: 0, descending: false }]);
    assert.deepEqual(ids(arrangement), [1, 2, 3]);
    arrangement.addFilter('not 2', { column: 0, test: 'isNot', values: [2] });
    arrangement.addFilter('Ada', { column: 1, test: 'is', values: ['Ada'] });
    assert.deepEqual(
      [ids(arrangement), arrangement.filters.map(({ label }) => label)],
      [[3], ['not 2', 'Ada']],
    );
    arrangement.clearFilter(arrangement.filters[1]?.id);
    assert.deepEqual(ids(arrangement), [1, 3]);
    arrangement.clearFilter();
    arrangement.sortBy([]);
    assert.deepEqual([ids(arrangement), arrangement.displayOrder()], [[3, 1, 2], undefined]);
  });

  it('by several columns is that of plain sorts by each, the last one first: equal rows keep their order', () => {
    const value = fc.constantFrom<unknown>(1, 2, '2', 'a', null, undefined);
    const record = fc.record({ a: value, b: value, c: value }).map((one) => JSON.parse(JSON.stringify(one)));
    const key = fc.record({ column: fc.nat(2), descending: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 1, maxLength: 40 }),
        fc.uniqueArray(key, { selector: ({ column }) => column, maxLength: 3 }),
        (records, keys) => {
          // All three columns, in their order.
          const rows = open([{ a: 0, b: 0, c: 0 }, ...records]);
          const arrangement = createArrangement(rows);
          arrangement.sortBy(keys);
          const one = (order: readonly number[], by: (typeof keys)[number]): number[] => [
            ...runToEnd(sortSteps(rows, [by], compareCodeUnits, order)),
          ];
          const places = Array.from({ length: rows.rowCount }, (_, place) => place);
          const stable = keys.toReversed().reduce((order: number[], by) => one(order, by), places);
          assert.deepEqual([...(arrangement.displayOrder() ?? places)], stable);
        },
      ),
    );
  });

  it('changes a filter in its place', () => {
    const arrangement = createArrangement(open(people));
    arrangement.addFilter('id < 3', { column: 0, test: 'less', text: '3' });
    arrangement.addFilter('not Bob', { column: 1, test: 'isNot', values: ['Bob'] });
    const [{ id = '' } = {}] = arrangement.filters;
    arrangement.changeFilter(id, 'id < 4', { column: 0, test: 'less', text: '4' });
    assert.deepEqual(
      arrangement.filters.map((filter) => [filter.id === id, filter.label]),
      [
        [true, 'id < 4'],
        [false, 'not Bob'],
      ],
    );
    assert.deepEqual(ids(arrangement), [3, 2]);
    arrangement.changeFilter('gone', 'id < 1', { column: 0, test: 'less', text: '1' });
    assert.deepEqual(ids(arrangement), [3, 2]);
  });

  it('gives nothing of a masked column away by its order', () => {
    const arrangement = createArrangement(open(people, (_row, column) => column === 0));
    arrangement.sortBy([{ column: 0, descending: true }]);
    assert.deepEqual([...(arrangement.displayOrder() ?? [])], [0, 1, 2]);
  });
});

describe('an arrangement by columns that are masked for a while', () => {
  it('rests meanwhile, tells nothing, and is back once they are revealed', () => {
    let hidden: readonly number[] = [];
    const hides = (column: number): boolean => hidden.includes(column);
    const arrangement = createArrangement(
      open(people, (_row, column) => hides(column)),
      { isColumnHidden: hides },
    );
    const active = () => [
      ids(arrangement),
      arrangement.sorts[0]?.column,
      arrangement.filters.map(({ label }) => label),
      arrangement.getUnappliedParts(),
    ];
    arrangement.sortBy([{ column: 1, descending: true }]);
    arrangement.addFilter('not 2', { column: 0, test: 'isNot', values: [2] });
    arrangement.addFilter('not Bob', { column: 1, test: 'isNot', values: ['Bob'] });
    const revealed = active();
    assert.deepEqual(revealed, [[3], 1, ['not 2', 'not Bob'], { sort: false, filters: 0 }]);
    hidden = [1];
    arrangement.refresh();
    assert.deepEqual(active(), [[3, 1], undefined, ['not 2'], { sort: true, filters: 1 }]);
    hidden = [0, 1];
    arrangement.refresh();
    assert.deepEqual(active().slice(1), [undefined, [], { sort: true, filters: 2 }]);
    assert.equal(arrangement.displayOrder(), undefined);
    hidden = [];
    arrangement.refresh();
    assert.deepEqual(active(), revealed);
  });

  it('rests as a whole where one of several columns is masked', () => {
    let hidden: number | undefined;
    const arrangement = createArrangement(open(people), { isColumnHidden: (column) => column === hidden });
    const sorts = [
      { column: 1, descending: true },
      { column: 0, descending: false },
    ];
    arrangement.sortBy(sorts);
    for (hidden of [0, 1]) {
      arrangement.refresh();
      assert.deepEqual(
        [arrangement.sorts, arrangement.getUnappliedParts().sort, arrangement.displayOrder()],
        [[], true, undefined],
      );
    }
    hidden = undefined;
    arrangement.refresh();
    assert.deepEqual([arrangement.sorts, ids(arrangement)], [sorts, [2, 1, 3]]);
  });

  it('is gone where another takes its place or it is cleared', () => {
    let hidden = true;
    const arrangement = createArrangement(open(people), {
      isColumnHidden: (column) => hidden && column === 1,
    });
    arrangement.sortBy([{ column: 1, descending: true }]);
    arrangement.addFilter('not Bob', { column: 1, test: 'isNot', values: ['Bob'] });
    arrangement.sortBy([{ column: 0, descending: false }]);
    arrangement.clearFilter();
    hidden = false;
    arrangement.refresh();
    assert.deepEqual([ids(arrangement), arrangement.filters], [[1, 2, 3], []]);
  });
});

describe('find next and previous', () => {
  const question: FindRequest = { text: 'ada', row: 0, column: 0, columns: [0, 1], direction: 'here' };
  const finder = (records: Parameters<typeof storeOf>[0] = people) => {
    const source = open(records);
    return createFinder(() => source, everyStep);
  };

  it('goes round in both directions, and counts', async () => {
    const { find } = finder();
    assert.deepEqual(await find(question), { row: 0, column: 1, position: 1, count: 2 });
    const at = { ...question, column: 1 };
    assert.deepEqual(await find({ ...at, direction: 'next' }), { row: 2, column: 1, position: 2, count: 2 });
    const last = { ...at, row: 2 };
    assert.deepEqual(await find({ ...last, direction: 'next' }), {
      row: 0,
      column: 1,
      position: 1,
      count: 2,
    });
    assert.deepEqual(await find({ ...at, direction: 'previous' }), {
      row: 2,
      column: 1,
      position: 2,
      count: 2,
    });
    assert.equal(await find({ ...question, text: 'nobody' }), null);
    assert.equal(await find({ ...question, text: '' }), null);
  });

  it('goes by the order of the columns shown, and looks in no other', async () => {
    const { find } = finder([{ a: 'x', b: 'x', c: 'x' }]);
    const asked = { text: 'x', row: 0, column: 2, columns: [2, 0], direction: 'next' } as const;
    assert.deepEqual(await find(asked), { row: 0, column: 0, position: 2, count: 2 });
  });

  it('leaves a question that a newer one overtakes', async () => {
    const many = finder(Array.from({ length: 2000 }, () => ({ id: 1, name: 'Ada' })));
    const first = many.find(question);
    const second = many.find({ ...question, text: 'Ad' });
    assert.equal(await first, undefined);
    assert.equal((await second)?.count, 2000);
  });

  it('visits every match once on the way round', async () => {
    const cell = fc.constantFrom('x', 'y', 'xy', '');
    const rows = fc.array(fc.record({ a: cell, b: cell }), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(rows, async (records) => {
        const { find } = finder(records);
        const wanted = records.flatMap(({ a, b }) => [a, b]).filter((text) => text.includes('x')).length;
        const seen = new Set<string>();
        let at = { ...question, text: 'x' };
        for (let step = 0; step < wanted; step++) {
          const found = await find(at);
          assert.ok(found && found.count === wanted && found.position === step + 1);
          seen.add(`${found.row}:${found.column}`);
          at = { ...at, row: found.row, column: found.column, direction: 'next' };
        }
        assert.equal(seen.size, wanted);
      }),
    );
  });
});
