import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createOverlapDetector } from '../../../../../src/core/results/loading/overlap.ts';
import { createEmptyResult } from '../../../../../src/core/results/loading/result.ts';
import { createRowStore } from '../../../../../src/core/results/loading/rowStore.ts';
import { type JsonValue, stringifyJson } from '../../../../../src/core/service/json.ts';
import type { QueryRecord } from '../../../../../src/core/service/types.ts';
import { anyRecord, exact, numbered, record } from './records.ts';

describe('overlap', () => {
  const detector = () => {
    const store = createRowStore();
    const overlap = createOverlapDetector();
    const see = (offset: number, records: Parameters<typeof store.addPage>[1]) => {
      const page = store.addPage(offset, records);
      assert.ok(page);
      return overlap.addResponse(offset, page);
    };
    return { see, overlap };
  };

  it('counts the records that an earlier answer held, in whatever order their fields come', () => {
    const { see } = detector();
    assert.equal(see(0, numbered(0, 25)).repeatedRows, 0);
    const turned = numbered(20, 45).map(({ fields }) => ({ fields: [...fields].reverse() }));
    assert.deepEqual(see(25, turned), { repeatedRows: 5, isProof: false });
  });

  it('tells apart what only looks alike', () => {
    const pairs: readonly (readonly [JsonValue | undefined, JsonValue | undefined])[] = [
      [null, undefined],
      [null, ''],
      ['1', 1],
      [1, exact('1.0')],
      ['true', true],
      ['{}', {}],
      [[], {}],
    ];
    for (const [a, b] of pairs) {
      const { see } = detector();
      see(0, [record({ id: 'x', value: a })]);
      assert.equal(see(25, [record({ id: 'x', value: b })]).repeatedRows, 0);
    }
    const { see } = detector();
    see(0, [record({ a: 'ab', b: 'c' })]);
    assert.equal(see(25, [record({ a: 'a', b: 'bc' })]).repeatedRows, 0);
    assert.equal(see(50, [record({ b: 'ab', a: 'c' })]).repeatedRows, 0);
  });

  it('knows nothing of earlier answers once it is cleared', () => {
    const { see, overlap } = detector();
    see(0, numbered(0, 25));
    overlap.clear();
    assert.deepEqual(see(25, numbered(0, 25)), { repeatedRows: 0, isProof: false });
  });

  it('agrees with comparing the records themselves', () => {
    const canonical = ({ fields }: QueryRecord): string =>
      fields
        .map(([name, value]) => `${JSON.stringify(name)} ${typeof value} ${stringifyJson(value)}`)
        .sort()
        .join();
    fc.assert(
      fc.property(
        fc.array(fc.array(anyRecord, { minLength: 1, maxLength: 5 }), { maxLength: 6 }),
        (pages) => {
          const { see } = detector();
          const before = new Set<string>();
          for (const [index, records] of pages.entries()) {
            const { repeatedRows } = see(index * 25, records);
            assert.equal(repeatedRows, records.filter((one) => before.has(canonical(one))).length);
            for (const one of records) before.add(canonical(one));
          }
        },
      ),
    );
  });

  it('an equal page is proof only where the records are distinct and not few', () => {
    const same = (records: Parameters<ReturnType<typeof createRowStore>['addPage']>[1]) => {
      const { see } = detector();
      see(0, records);
      return see(50, records);
    };
    assert.deepEqual(same(numbered(0, 25)), { repeatedRows: 25, equalPageOffset: 0, isProof: true });
    assert.equal(same(numbered(0, 3)).isProof, false);
    assert.equal(same(Array.from({ length: 25 }, () => record({ state: 'CA' }))).isProof, false);
  });
});

describe('result', () => {
  const options = { pageSize: 25 };

  it('drops a page that is another one again and asks for no further', () => {
    const result = createEmptyResult(options);
    assert.equal(result.addResponse(0, { records: numbered(0, 25) }), 'rows');
    assert.equal(result.addResponse(7, { records: numbered(0, 25) }), 'repeated');
    assert.equal(result.lastPage(), 0);
    assert.equal(result.totalRowCount(), undefined);
    assert.equal(result.rows.rowCount, 25);
    assert.equal(result.countRepeatedRows(), 0);
  });

  it('keeps the first of two equal pages also when the answers overtake one another', () => {
    const result = createEmptyResult(options);
    assert.equal(result.addResponse(1, { records: numbered(0, 25) }), 'rows');
    assert.equal(result.addResponse(0, { records: numbered(0, 25) }), 'rows');
    assert.ok(result.isOffsetIgnored());
    assert.ok(result.hasPage(0) && !result.hasPage(1));
    assert.equal(result.addResponse(2, { records: numbered(0, 25) }), 'repeated');
  });

  it('equal pages of records that are not distinct are rows, until OFFSET is known to be ignored', () => {
    const records = Array.from({ length: 25 }, () => record({ state: 'CA' }));
    const result = createEmptyResult(options);
    for (const page of [0, 2, 1]) assert.equal(result.addResponse(page, { records }), 'rows');
    assert.ok(!result.isOffsetIgnored());
    assert.ok(result.hasDuplicatesInPage());
    assert.deepEqual(result.suspectOffsets(), [25, 50]);
    assert.equal(result.countRepeatedRows(), 50);
    result.markOffsetIgnored();
    assert.equal(result.rows.rowCount, 25);
    assert.equal(result.countRepeatedRows(), 0);
  });

  it('says when rows are after the end', () => {
    const result = createEmptyResult(options);
    result.addResponse(0, { records: numbered(0, 25) });
    result.addResponse(2, { records: numbered(50, 75) });
    assert.equal(result.addResponse(1, { records: numbered(25, 30) }), 'rows');
    assert.equal(result.countRowsAfterEnd(), 0);
    assert.equal(result.addResponse(1, { records: null }), 'nothing');
    assert.equal(result.countRowsAfterEnd(), 25);
    assert.equal(result.rows.rowCount, 55);
  });

  it('never takes a page twice, more than was asked for, or anything once closed', () => {
    const result = createEmptyResult(options);
    assert.equal(result.addResponse(0, { records: numbered(0, 26) }), 'rows');
    assert.equal(result.rows.rowCount, 25);
    assert.equal(result.lastPage(), Number.POSITIVE_INFINITY);
    assert.equal(result.addResponse(0, { records: numbered(0, 25) }), 'late');
    result.close();
    assert.equal(result.addResponse(1, { records: numbered(25, 50) }), 'late');
    assert.equal(result.rows.rowCount, 0);
  });
});
