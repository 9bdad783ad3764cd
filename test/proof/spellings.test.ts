import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { fixAll } from '../../src/core/sql/fixes/rewrite.ts';
import { checkText } from '../../src/core/sql/lint/check.ts';
import { hasErrors } from '../../src/core/sql/lint/severity.ts';
import { applyEdits } from '../../src/core/sql/syntax/ranges.ts';

// What PostgreSQL cannot read is proved on SQLite, which can: `==`, `LIMIT a, b`, names in backticks.
const isLong = process.env.VAULTSQL_LONG !== undefined;
const cases = isLong ? 10_000 : 300;
const seed = Number(process.env.VAULTSQL_SEED ?? (isLong ? Date.now() % 2 ** 31 : 1));

const name = fc.constantFrom('`a`', '`B b`', '`order`', '`S`', 'a', '`x"y`');
const value = fc.constantFrom('1', '0', "'a'", 'NULL', '`a`', "''", "'`'", "'=='");
const statement = fc
  .tuple(
    fc.array(name, { minLength: 1, maxLength: 3 }),
    fc.option(fc.tuple(name, fc.constantFrom('==', '='), value)),
    fc.option(fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 }))),
  )
  .map(
    ([names, test, limit]) =>
      `SELECT ${names.join(', ')} FROM \`t\`${test ? ` WHERE ${test.join(' ')}` : ''}${limit ? ` LIMIT ${limit.join(', ')}` : ''}`,
  );

describe(`other dialects' spellings on SQLite (seed ${seed})`, () => {
  it('== and LIMIT a, b and backticks: the same rows in the same order', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE t (a, "B b", "order", S, "x""y")');
    const values = ['1', 'NULL', "'a'", "''", "'=='", '0'];
    for (let row = 0; row < 17; row++) {
      const cells = [1, 2, 3, 4, 5].map((step) => values[(row * step + step) % values.length]);
      database.exec(`INSERT INTO t VALUES (${cells.join(', ')})`);
    }
    const rowsOf = (sql: string): unknown[][] =>
      database
        .prepare(sql)
        .all()
        .map((row) => Object.values(row));
    for (const original of fc.sample(statement, { numRuns: cases, seed })) {
      const rewritten = applyEdits(original, fixAll(original));
      assert.ok(!hasErrors(checkText(rewritten)), `${original}\n${rewritten}`);
      assert.deepEqual(rowsOf(rewritten), rowsOf(original), `${original}\n${rewritten}`);
    }
    database.close();
  });
});
