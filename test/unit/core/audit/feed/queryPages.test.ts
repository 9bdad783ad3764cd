import assert from 'node:assert/strict';
import {
  removeAddedPaging,
  removePaging,
  splitOffset,
} from '../../../../../src/core/audit/feed/queryPages.ts';

describe('pages of a query', () => {
  const cases: readonly (readonly [text: string, query: string, offset: number])[] = [
    ['SELECT a FROM t LIMIT 25 OFFSET 50', 'SELECT a FROM t LIMIT 25', 50],
    ['SELECT a FROM t LIMIT 25\n offset 50 ROWS ;\n', 'SELECT a FROM t LIMIT 25\n ;', 50],
    ['SELECT a FROM t OFFSET 50 LIMIT 25', 'SELECT a FROM t LIMIT 25', 50],
    ['SELECT a FROM t LIMIT 25', 'SELECT a FROM t LIMIT 25', 0],
    ["SELECT a FROM t WHERE b = ' OFFSET 5'", "SELECT a FROM t WHERE b = ' OFFSET 5'", 0],
    ['SELECT a FROM t OFFSET a', 'SELECT a FROM t OFFSET a', 0],
    ['', '', 0],
  ];
  for (const [text, query, offset] of cases)
    it(JSON.stringify(text), () => assert.deepEqual(splitOffset(text), { query, offset }));

  it('have the same text without LIMIT and OFFSET', () => {
    const pages = ['', ' LIMIT 25', ' LIMIT 25 OFFSET 0', ' OFFSET 25 LIMIT 10', '\nlimit 5\noffset 50 rows'];
    assert.deepEqual(
      new Set(pages.map((page) => removePaging(`SELECT a FROM t${page}`))),
      new Set(['SELECT a FROM t']),
    );
    assert.equal(
      removePaging("SELECT a FROM t WHERE b = ' LIMIT 5'"),
      "SELECT a FROM t WHERE b = ' LIMIT 5'",
    );
  });

  it('are one query without what was added to request them, whose own lower LIMIT stays', () => {
    for (const [sent, query] of [
      ['SELECT a FROM t LIMIT 25 OFFSET 50', 'SELECT a FROM t'],
      ['SELECT a FROM t LIMIT 7 OFFSET 0', 'SELECT a FROM t LIMIT 7'],
      ['SELECT a FROM t', 'SELECT a FROM t'],
    ] as const)
      assert.equal(removeAddedPaging(sent), query);
    assert.equal(removeAddedPaging('SELECT a FROM t LIMIT 7 OFFSET 0', 7), 'SELECT a FROM t');
  });

  it('are told apart from other queries at once, however long those are', () => {
    const long = `SELECT a FROM t WHERE b = '${' OFFSET '.repeat(100_000)}' OFFSET 5`;
    assert.equal(splitOffset(long).offset, 5);
    assert.equal(splitOffset(`SELECT 1${' '.repeat(1_000_000)}OFFSET x`).offset, 0);
  });
});
