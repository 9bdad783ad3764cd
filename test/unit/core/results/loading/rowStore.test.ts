import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createRowStore } from '../../../../../src/core/results/loading/rowStore.ts';
import { anyRecord, exact, fieldOf, json, numbered, padded, record } from './records.ts';

describe('row store', () => {
  it('gives back every value as it came, whatever and wherever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyRecord, { maxLength: 6 }), { maxLength: 5 }), (pages) => {
        const store = createRowStore();
        for (const [index, records] of pages.entries()) store.addPage(index * 25, records);
        const all = pages.flat();
        assert.equal(store.rowCount, all.length);
        const rows = store.rows(0, all.length);
        const names = store.columns;
        assert.deepEqual(new Set(names), new Set(all.flatMap(({ fields }) => fields.map(([name]) => name))));
        for (const [at, one] of all.entries()) {
          const expected = names.map((name) => fieldOf(one, name));
          assert.deepEqual(padded(rows[at] ?? [], names.length), expected);
          assert.deepEqual(
            names.map((_, column) => store.value(at, column)),
            expected,
          );
        }
      }),
    );
  });

  it('keeps absent, NULL, empty, and numbers no double can hold apart', () => {
    const store = createRowStore();
    store.addPage(0, [
      record({ a: null, b: '', c: exact('1.10') }),
      record({ b: exact('9007199254740993'), d: json('{"z":1.0,"a":[]}') }),
    ]);
    assert.deepEqual(
      store.rows(0, 2),
      [
        [null, '', exact('1.10'), undefined],
        [undefined, exact('9007199254740993'), undefined, json('{"z":1.0,"a":[]}')],
      ].map((row) => row),
    );
  });

  it('takes pages in any order, and numbers rows by their place in the result', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6]), (order) => {
        const store = createRowStore();
        for (const page of order) store.addPage(page * 10, numbered(page * 10, page * 10 + 10));
        const pages = [...order].sort((a, b) => a - b);
        assert.deepEqual(
          store.pageOffsets(),
          pages.map((page) => page * 10),
        );
        const ids = pages.flatMap((page) => Array.from({ length: 10 }, (_, i) => page * 10 + i));
        assert.deepEqual(
          store.rows(0, 1000).map(([id]) => id),
          ids,
        );
        assert.deepEqual(
          ids.map((_, index) => store.rowNumberOf(index)),
          ids.map((id) => id + 1),
        );
        for (const page of pages) assert.equal(store.rowCountAt(page * 10), 10);
        store.removePage((pages[0] ?? 0) * 10);
        assert.equal(store.rowCount, Math.max(0, ids.length - 10));
        assert.deepEqual(
          store.rows(0, 1000).map(([id]) => id),
          ids.slice(10),
        );
      }),
    );
  });

  it('refuses rows that are not there', () => {
    const store = createRowStore();
    store.addPage(0, numbered(0, 3));
    for (const row of [-1, 3, 1.5e9, Number.NaN]) {
      assert.throws(() => store.value(row, 0), RangeError);
      assert.throws(() => store.rowNumberOf(row), RangeError);
    }
    assert.equal(store.value(2, 99), undefined);
    assert.deepEqual(store.rows(-5, 1).length, 1);
    assert.equal(store.rowCountAt(7), 0);
  });

  it('a column for each record costs no more than the records', () => {
    const store = createRowStore();
    for (let page = 0; page < 40; page++) {
      store.addPage(
        page * 25,
        Array.from({ length: 25 }, (_, i) => record({ [`c${page * 25 + i}`]: i })),
      );
    }
    assert.equal(store.columns.length, 1000);
    assert.equal(store.value(999, 999), 24);
    assert.equal(store.value(999, 0), undefined);
  });

  it('holds nothing once closed, also of an answer that comes later', () => {
    const store = createRowStore();
    store.addPage(0, numbered(0, 25));
    store.close();
    assert.equal(store.addPage(25, numbered(25, 50)), undefined);
    assert.equal(store.rowCount, 0);
    assert.deepEqual(store.columns, []);
    assert.deepEqual(store.rows(0, 100), []);
  });

  it('a snapshot stays as it was, whatever comes, goes or closes after it', () => {
    const store = createRowStore();
    store.addPage(20, numbered(20, 30));
    const snapshot = store.snapshot();
    const before = [snapshot.columns, snapshot.rows(0, 99), snapshot.rowNumberOf(0)];
    store.addPage(0, [record({ new: 'x' })]);
    store.removePage(20);
    store.close();
    assert.deepEqual([snapshot.columns, snapshot.rows(0, 99), snapshot.rowNumberOf(0)], before);
    assert.deepEqual([snapshot.rowCount, snapshot.value(9, 0), snapshot.rowNumberOf(9)], [10, 29, 30]);
    assert.throws(() => snapshot.value(10, 0), RangeError);
  });
});
