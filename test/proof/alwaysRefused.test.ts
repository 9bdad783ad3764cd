import assert from 'node:assert/strict';
import type { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { checkText } from '../../src/core/sql/lint/check.ts';
import { hasErrors } from '../../src/core/sql/lint/severity.ts';
import { createProofEngine, runs } from './engine.ts';

const warned = (sql: string): string[] =>
  checkText(sql).flatMap(({ code, severity, start, end }) =>
    code === 'always-refused' ? [`${severity} ${sql.slice(start, end)}`] : [],
  );

/** Statements that PostgreSQL refuses whatever tables and columns there are, and what is marked in them. */
const refused: Readonly<Record<string, string>> = {
  'SELECT t.a.b.c.d.e FROM t': 't.a.b.c.d.e',
  'SELECT a.b.c.d.e FROM t': 'a.b.c.d.e',
  'SELECT a.b.c.d.* FROM t': 'a.b.c.d.*',
  'SELECT id FROM t WHERE a.b.c.t.i = 1': 'a.b.c.t.i',
  'SELECT sum(max(i)) FROM t': 'max',
  'SELECT COUNT((MIN(i))) FROM t': 'MIN',
  'SELECT MAX(CASE WHEN count(*) > 1 THEN 1 END) FROM t': 'count',
  'SELECT MAX(abs(AVG(i))) FROM t': 'AVG',
  'SELECT id FROM t WHERE count(*) > 1': 'count',
  'SELECT id FROM t WHERE NOT (i < MAX(i))': 'MAX',
  'SELECT t.id FROM t JOIN u ON sum(t.id) = u.id': 'sum',
  'SELECT id FROM t GROUP BY max(i)': 'max',
  'SELECT sum(i) FILTER (WHERE max(i) > 1) FROM t': 'max',
  'SELECT id FROM t LIMIT count(*)': 'count',
  'SELECT id FROM t LIMIT 99999999999999999999': '99999999999999999999',
  'SELECT id FROM t LIMIT 9223372036854775808': '9223372036854775808',
  'SELECT id FROM t LIMIT 1e30': '1e30',
  'SELECT id FROM t OFFSET 0x8000000000000000': '0x8000000000000000',
  'SELECT id FROM t LIMIT -1': '-1',
  'SELECT id FROM t OFFSET -0.5': '-0.5',
  'SELECT id FROM t LIMIT id': 'id',
  'SELECT id FROM t OFFSET t.id': 't.id',
  "SELECT id FROM t WHERE s = X'zz'": "X'zz'",
  "SELECT B'012' FROM t": "B'012'",
  'SELECT id WHERE id = 1': 'id',
  'SELECT MIN(t.i)': 't.i',
};
/** What looks alike and runs. */
const accepted = [
  'SELECT public.t.id FROM public.t',
  'SELECT 1 WHERE 2 > 1',
  'SELECT (SELECT i FROM t LIMIT 1)',
  'SELECT sum(i) + max(i) FROM t',
  'SELECT MAX(abs(i)) FROM t',
  'SELECT sum(sum(i)) OVER () FROM t',
  'SELECT sum(sum(i)) FILTER (WHERE true) OVER () FROM t',
  'SELECT sum((SELECT max(i) FROM u)) FROM t',
  'SELECT id FROM t WHERE id > (SELECT count(*) FROM u)',
  'SELECT id FROM t GROUP BY id HAVING count(*) > 1 ORDER BY max(i)',
  'SELECT id FROM t LIMIT 9223372036854775807',
  'SELECT id FROM t LIMIT 0x7fffffffffffffff',
  'SELECT id FROM t LIMIT -0.4 OFFSET 1.5',
  'SELECT id FROM t LIMIT NULL',
  'SELECT id FROM t LIMIT (SELECT 1)',
  "SELECT X'ff', B'01', x'0A'\n'1f' FROM t",
  'SELECT min FROM t WHERE min > 1',
  'SELECT (SELECT u.id FROM u WHERE u.id < count(t.id) LIMIT 1) FROM t',
  'SELECT (SELECT sum(u.id + max(t.i)) FROM u) FROM t',
];

describe('what PostgreSQL always refuses', () => {
  let engine: PGlite;
  before(async () => {
    engine = await createProofEngine();
  });
  after(() => engine.close());

  for (const [sql, mark] of Object.entries(refused)) {
    it(sql, async () => {
      assert.equal(await runs(engine, sql), false);
      assert.deepEqual(warned(sql), [`warning ${mark}`]);
    });
  }
  for (const sql of accepted) {
    it(`not ${sql}`, async () => {
      assert.equal(await runs(engine, sql), true);
      assert.deepEqual(warned(sql), []);
    });
  }

  it('is said of nothing that PostgreSQL runs', async () => {
    const { value } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        { weight: 3, arbitrary: fc.constantFrom('i', 't.id', '1', 'NULL', 'public.t.i', "X'1f'::int") },
        fc
          .tuple(fc.constantFrom('sum', 'max', 'COUNT', 'abs', '', 'COALESCE'), tie('value'))
          .map(([name, inner]) => `${name}(${inner})`),
        tie('value').map((inner) => `(SELECT max(${inner}) FROM u)`),
        tie('value').map((inner) => `sum(${inner}) OVER ()`),
        fc.tuple(tie('value'), tie('value')).map(([a, b]) => `sum(${a}) FILTER (WHERE ${b} > 0)`),
        fc.tuple(tie('value'), tie('value')).map(([a, b]) => `CASE WHEN ${a} > 1 THEN ${b} END`),
      ),
    }));
    const page = fc.constantFrom(
      '',
      'LIMIT 1',
      'LIMIT -1',
      'LIMIT i',
      'OFFSET -0.4',
      'LIMIT 1e19',
      'LIMIT 9e18',
    );
    const statement = fc
      .tuple(value, fc.option(value, { nil: '' }), fc.option(value, { nil: '' }), page)
      .map(
        ([target, where, group, end]) =>
          `SELECT ${target} FROM t${where && ` WHERE ${where} > 0`}${group && ` GROUP BY ${group}`} ${end}`,
      );
    let both = 0;
    await fc.assert(
      fc.asyncProperty(statement, async (sql) => {
        if (warned(sql).length === 0) return;
        both++;
        assert.equal(await runs(engine, sql), false, sql);
      }),
      { numRuns: process.env.VAULTSQL_LONG ? 20_000 : 1500 },
    );
    assert.ok(both > 100, `${both}`);
  });

  it('a NUL, anywhere in a statement', async () => {
    for (const sql of [
      "SELECT id FROM t WHERE s = 'a\0b'",
      'SELECT "a\0b" FROM t',
      'SELECT U&"a\0b" FROM t',
      "SELECT E'a\0b' FROM t",
      'SELECT $$a\0b$$ FROM t',
      'SELECT id /* a\0b */ FROM t',
      'SELECT id -- a\0b\nFROM t',
      'SELECT id\0 FROM t',
      'SELECT `a\0b` FROM t',
    ]) {
      assert.equal(await runs(engine, sql), false, sql);
      const errors = checkText(sql).filter(({ severity }) => severity === 'error');
      assert.ok(hasErrors(errors), sql);
      assert.ok(
        errors.some(({ start, end }) => start <= sql.indexOf('\0') && sql.indexOf('\0') < end),
        sql,
      );
    }
    // Between statements it is not sent.
    assert.deepEqual(checkText('/* \0 */ SELECT id FROM t; -- \0\nSELECT i FROM t -- \0'), []);
  });
});
