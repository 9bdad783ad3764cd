import assert from 'node:assert/strict';
import fc from 'fast-check';
import { fillPlaceholders, findPlaceholders } from '../../../../../src/core/sql/execution/placeholders.ts';
import { lex } from '../../../../../src/core/sql/lexer/lexer.ts';

const dollar = (name: string): string => `$\{${name}}`;

describe('placeholders', () => {
  it('are :name and the dollar form, not casts, strings, names or comments', () => {
    const sql = `SELECT a::int, ':b', ":c" /* :d */ FROM t WHERE e = :f_1 AND g = ${dollar('h.i-j')} -- :k`;
    assert.deepEqual(
      findPlaceholders(sql).map(({ name, start, end }) => [name, sql.slice(start, end)]),
      [
        ['f_1', ':f_1'],
        ['h.i-j', dollar('h.i-j')],
      ],
    );
  });
  it('become literals: numbers stay numbers, all else is text', () => {
    const fill = (value: string): string => fillPlaceholders('a = :v', { v: value });
    for (const number of ['0', '42', '-7', '1.50']) assert.equal(fill(number), `a = ${number}`);
    for (const text of [
      '',
      '007',
      '1e9',
      ' 1',
      '0x1F',
      '1_000',
      '١',
      "O'Hara",
      "'; DELETE FROM t --",
      '\\',
      '\n',
    ]) {
      assert.equal(fill(text), `a = '${text.replaceAll("'", "''")}'`);
    }
    assert.equal(fill('a\0b'), "a = 'ab'");
  });
  it('without a value stay as they are, also when their name is one of Object', () => {
    assert.equal(fillPlaceholders('a = :x AND b = :constructor', { x: '1' }), 'a = 1 AND b = :constructor');
  });
  it('never change the statement around them, whatever the value', () => {
    const sql = `SELECT a FROM t WHERE b>:x AND c=${dollar('x')}AND d IN(:x,:x) OR e<:x`;
    const shape = (text: string): string[] =>
      lex(text).map(({ kind, word, start, end }) =>
        kind === 'string' || kind === 'number' ? 'literal' : word || text.slice(start, end),
      );
    const expected = shape(sql).map((part) => (part === ':x' || part === dollar('x') ? 'literal' : part));
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('-1', "'", '--', '/*', '5', "''")),
        (x) => {
          const filled = shape(fillPlaceholders(sql, { x }));
          // A negative number is a sign and a number.
          assert.deepEqual(
            filled.filter((part, i) => part !== '-' || filled[i + 1] !== 'literal'),
            expected.filter((part, i) => part !== '-' || expected[i + 1] !== 'literal'),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});
