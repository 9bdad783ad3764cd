import assert from 'node:assert/strict';
import { highlightSql } from '../../../../../src/core/sql/editor/highlight.ts';

const marked = (text: string): string =>
  highlightSql(text)
    .map(({ text: piece, kind }) => (kind === 'plain' ? piece : `[${kind} ${piece}]`))
    .join('');
const whole = (text: string): string =>
  highlightSql(text)
    .map((piece) => piece.text)
    .join('');

describe('a query for reading', () => {
  it('is laid out, with its words as they were written, and says what its pieces are', () => {
    assert.equal(
      marked("select name, REDACTION(ssn, 'PLAIN_TEXT') from persons where income > 5 -- why"),
      [
        "[keyword select] name, [function REDACTION](ssn, [string 'PLAIN_TEXT'])",
        '[keyword from] persons',
        '[keyword where] income > [number 5] [comment -- why]',
      ].join('\n'),
    );
  });

  it('keeps every character but blanks, whatever the text', () => {
    for (const text of [
      '',
      ' ',
      'SELECT',
      "SELECT 'a",
      'x\u202e y',
      '; ; -- a',
      'SELECT "a b" FROM t; SELECT 1',
      '•••',
    ])
      assert.equal(whole(text).replaceAll(/\s/g, ''), text.replaceAll(/\s/g, ''), text);
  });

  it('is left as it is where it is very long', () => {
    const long = `SELECT ${'a, '.repeat(10_000)}b`;
    assert.deepEqual(highlightSql(long), [{ text: long, kind: 'plain' }]);
  });
});
