/** What every reader of statements says stays what it was; test/proof holds all of the drawn ones. */
import assert from 'node:assert/strict';
import { checkText } from '../../../../../src/core/sql/lint/check.ts';
import { differences, findingDifferences, report } from './compare.ts';
import { holdReadings } from './hold.ts';
import { type Reader, readers } from './readers.ts';
import type { Sample } from './samples.ts';

describe('golden readings, every tenth block', () => {
  holdReadings(10);
});

describe('comparing two checks', () => {
  const sample = (id: string, text: string): Sample => ({ id, text, options: {} });
  const samples = [
    sample('one', 'SELECT a FROM t ORDER BY a'),
    sample('two', 'SELECT a FROM t'),
    sample('three', 'SELECT b FROM t ORDER BY b'),
  ];

  it('finds nothing between a check and itself', () => {
    assert.deepEqual(findingDifferences(checkText, checkText, samples), []);
  });
  it('groups statements by what changed, with both lists of findings', () => {
    const found = findingDifferences(checkText, () => [], samples);
    assert.deepEqual(
      found.map(({ sample: { id }, change, after }) => [id, change, after]),
      [
        ['one', '- error unsupported-keyword ORDER BY', []],
        ['three', '- error unsupported-keyword ORDER BY', []],
      ],
    );
    const text = report(found, { examples: 1 });
    assert.match(
      text,
      /^2 statements differ, in 1 ways\n\n2 × - error unsupported-keyword ORDER BY\n {2}one: /,
    );
    assert.match(text, /\n {4}- error unsupported-keyword ORDER BY 16\.\.24$/);
  });
  it('tells a moved finding from another one, and puts what is meant last', () => {
    const moved = findingDifferences(
      checkText,
      (text, options) => checkText(text, options).map((one) => ({ ...one, end: one.end + 1 })),
      samples,
    );
    assert.equal(moved[0]?.change, '~ error unsupported-keyword ORDER BY');
    const meant = { '~ error unsupported-keyword ORDER BY': 'the range takes in a blank' };
    assert.match(report(moved, { deliberate: meant }), /\(meant: the range takes in a blank\)/);
  });
  it('shows what a reader throws', () => {
    const throwing: Reader = () => {
      throw new RangeError('no');
    };
    const [first] = differences(readers.count, throwing, samples);
    assert.deepEqual(first?.after, ['throws RangeError: no']);
  });
});
