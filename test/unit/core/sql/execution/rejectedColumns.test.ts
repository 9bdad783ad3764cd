import assert from 'node:assert/strict';
import { prepareQuery } from '../../../../../src/core/sql/execution/preparedQuery.ts';

/** What a message marks in a text. */
function marked(text: string, message: string): string[] {
  return prepareQuery(text)
    .findRejectedColumnRanges(message)
    .map(({ start, end }) => text.slice(start, end));
}

describe('the column that a service names as it rejects a query', () => {
  const query = '-- all of them\nSELECT p.nope, c.nope, name FROM persons p, cards c WHERE city = "Ann"';
  for (const [what, message, expected] of [
    ['in quotes', 'column "name" does not exist', ['name']],
    ['of a table', 'column c.nope does not exist', ['c.nope']],
    ['of several tables', 'column reference: Column "NOPE" is ambiguous', ['p.nope', 'c.nope']],
    ['of a table that is called otherwise', "unknown field 'persons.name'.", ['name']],
    ['at the end of a sentence', 'WHERE is not supported on column city.', ['city']],
    ['that was meant as a value', 'column "Ann" does not exist', ['"Ann"']],
    ['after one that the statement does not have', 'column "x" is unknown, as is column "name"', ['name']],
    ['nowhere', 'syntax error at or near "name"', []],
    ['that the statement does not have', 'column "other" does not exist', []],
  ] as const)
    it(`is found: ${what}`, () => assert.deepEqual(marked(query, message), expected));

  it('is found in the text as it was written, whatever is filled in, and for COUNT', () => {
    const text = 'SELECT id FROM t WHERE a = :value AND nope = 1';
    const filled = prepareQuery(text).replacePlaceholders({ value: 'a long value' });
    const start = text.indexOf('nope');
    for (const one of [filled, filled.createCountQuery()])
      assert.deepEqual(one?.findRejectedColumnRanges('column "nope" does not exist'), [
        { start, end: start + 4 },
      ]);
  });

  it('takes no long time over a long message', () => {
    assert.deepEqual(marked(query, 'column '.repeat(20_000)), []);
  });
});
