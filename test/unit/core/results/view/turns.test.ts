import assert from 'node:assert/strict';
import fc from 'fast-check';
import { clipboardTextSteps, whereConditionSteps } from '../../../../../src/core/results/export/copy.ts';
import { type Arrangement, createArrangement } from '../../../../../src/core/results/view/arrangement.ts';
import { filterRowsSteps } from '../../../../../src/core/results/view/find.ts';
import { sortSteps } from '../../../../../src/core/results/view/sort.ts';
import { columnSummarySteps } from '../../../../../src/core/results/view/stats.ts';
import { runToEnd, runWithPauses, type Steps } from '../../../../../src/core/results/view/steps.ts';
import { maskSource } from '../../../../../src/core/results/view/view.ts';
import type { JsonValue } from '../../../../../src/core/service/json.ts';
import { anyValue, storeOf } from '../loading/records.ts';
import { everyStep } from './turns.ts';

/** Enough rows for several steps and several runs of a sort; with ties. */
const records = fc
  .tuple(fc.array(anyValue, { minLength: 1, maxLength: 40 }), fc.integer({ min: 0, max: 2600 }))
  .map(([values, count]): Record<string, JsonValue>[] =>
    Array.from({ length: count }, (_, id) => ({ id, value: values[(id * 7919) % values.length] ?? null })),
  );

async function settled(arrangement: Pick<Arrangement, 'isArranging'>): Promise<void> {
  while (arrangement.isArranging()) await everyStep.pause();
}

describe('work in turns', () => {
  it('gives what it gives in one piece: sort, filter, figures, copies', async () => {
    await fc.assert(
      fc.asyncProperty(records, fc.boolean(), async (rows, descending) => {
        const store = storeOf(rows);
        const column = Math.max(0, store.columns.indexOf('value'));
        const works: readonly (() => Steps<unknown>)[] = [
          () => sortSteps(store, [{ column, descending }]),
          () => filterRowsSteps(store, [{ column, test: 'isNot', values: [rows[0]?.value] }]),
          () => columnSummarySteps(store, column, 5),
          () => clipboardTextSteps(store, 'tsv'),
          () => clipboardTextSteps(store, 'json'),
          () => whereConditionSteps(store, (name) => name),
        ];
        for (const work of works) assert.deepEqual(await runWithPauses(work(), everyStep), runToEnd(work()));
      }),
      { numRuns: 15 },
    );
  });

  it('sorts as the engine sorts, whatever the number of rows', () => {
    for (const count of [0, 1, 511, 512, 513, 1024, 1025, 2049, 5000]) {
      const values = Array.from({ length: count }, (_, id) => (id * 7919) % 100);
      const store = storeOf(values.map((value) => ({ value })));
      const expected = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b);
      assert.deepEqual([...runToEnd(sortSteps(store, [{ column: 0, descending: false }]))], expected);
    }
  });

  it('ends where it is not wanted any more', async () => {
    const store = storeOf(Array.from({ length: 5000 }, (_, id) => ({ id })));
    let turns = 0;
    const given = await runWithPauses(
      sortSteps(store, [{ column: 0, descending: true }]),
      everyStep,
      () => ++turns < 3,
    );
    assert.deepEqual([given, turns], [undefined, 3]);
  });
});

describe('an arrangement that takes more than one turn', () => {
  const many = (): ReturnType<typeof storeOf> =>
    storeOf(Array.from({ length: 3000 }, (_, id) => ({ id, odd: id % 2 })));
  const descending = { column: 0, descending: true };

  it('leaves the rows as they are until it is done', async () => {
    let told = 0;
    const arrangement = createArrangement(
      maskSource(many(), () => false),
      { pace: everyStep, onArranged: () => told++ },
    );
    arrangement.sortBy([descending]);
    assert.deepEqual(
      [arrangement.isArranging(), arrangement.sorts, arrangement.view().value(0, 0)],
      [true, [], 0],
    );
    await settled(arrangement);
    assert.deepEqual(
      [arrangement.isArranging(), arrangement.sorts, arrangement.view().value(0, 0)],
      [false, [descending], 2999],
    );
    assert.equal(told, 1);
  });

  it('takes several wishes at once, and gives only the last one', async () => {
    let told = 0;
    const arrangement = createArrangement(
      maskSource(many(), () => false),
      { pace: everyStep, onArranged: () => told++ },
    );
    arrangement.sortBy([descending]);
    arrangement.addFilter('odd is 1', { column: 1, test: 'is', values: [1] });
    arrangement.sortBy([]);
    await settled(arrangement);
    assert.deepEqual([arrangement.view().rowCount, arrangement.view().value(0, 0), told], [1500, 1, 1]);
  });

  it('cancelled, is what it was, and what was wanted is forgotten', async () => {
    const arrangement = createArrangement(
      maskSource(many(), () => false),
      { pace: everyStep },
    );
    arrangement.sortBy([descending]);
    await settled(arrangement);
    arrangement.addFilter('odd is 1', { column: 1, test: 'is', values: [1] });
    arrangement.cancelArranging();
    await settled(arrangement);
    assert.deepEqual(
      [arrangement.isArranging(), arrangement.view().rowCount, arrangement.filters],
      [false, 3000, []],
    );
    arrangement.refresh();
    await settled(arrangement);
    assert.deepEqual([arrangement.sorts, arrangement.view().value(0, 0)], [[descending], 2999]);
  });

  it('by a column that is hidden now is gone at once, before the rest is arranged', async () => {
    let hidden = false;
    const arrangement = createArrangement(
      maskSource(many(), (_row, column) => hidden && column === 0),
      { pace: everyStep, isColumnHidden: (column) => hidden && column === 0 },
    );
    arrangement.sortBy([descending]);
    arrangement.addFilter('odd is 1', { column: 1, test: 'is', values: [1] });
    await settled(arrangement);
    hidden = true;
    arrangement.refresh();
    assert.deepEqual([arrangement.displayOrder(), arrangement.isArranging()], [undefined, true]);
    await settled(arrangement);
    assert.deepEqual(
      [arrangement.displayOrder()?.[0], arrangement.getUnappliedParts()],
      [1, { sort: true, filters: 0 }],
    );
  });
});
