/** PostgreSQL itself (PGlite), with two small tables full of NULLs, duplicates and odd text. */
import { PGlite } from '@electric-sql/pglite';
import type { RewriteCode } from '../../src/core/sql/fixes/rewrite.ts';

const none = 'NULL';
const text = ["'a'", "'A '", "''", "' '", "'it''s'", "'%'", "'é'", "'😀'", "'a_'", none, none];
const numbers = ['0', '1', '-1', '0.1', '0.5', '16777217', '2', none, none];
/** Also the least and the greatest of the numbers with other digits, which are equal. */
const numerics = [...numbers, '2.00', '-1.00'];
const floats = [...numbers, "'NaN'", "'-infinity'", '0.30000000000000004'];

/** One value of each column's own cycle: their lengths have no common factor with the rows', so pairs vary. */
const rows = (count: number, columns: readonly (readonly string[])[]): string =>
  Array.from(
    { length: count },
    (_, row) =>
      `(${columns.map((values, i) => values[(row * (i + 3) + i) % values.length] ?? none).join(', ')})`,
  ).join(', ');

const integers = ['0', '1', '-1', '2', '16777217', none, none];
const truths = ['TRUE', 'FALSE', none];
const dates = ["'2024-02-29'", "'1999-12-31'", "'infinity'", none];

export async function createProofEngine(): Promise<PGlite> {
  const engine = await PGlite.create();
  await engine.exec(`
    CREATE TABLE t (id int, i int, n numeric, r real, f float8, s text, v varchar(9), c char(4), b boolean, b2 boolean, d date, min bigint);
    INSERT INTO t VALUES ${rows(23, [['1', '2', '2', '3', '4', none], integers, numerics, floats, floats, text, text, text.map((one) => (one.length > 6 ? none : one)), truths, [none, 'TRUE', 'FALSE', 'TRUE', none], dates, integers])};
    INSERT INTO t SELECT * FROM t WHERE id = 2;
    CREATE TABLE w (other int);
    INSERT INTO w VALUES (1), (1), (NULL);
    CREATE TABLE u (id int, k int, s text, i int);
    INSERT INTO u VALUES ${rows(7, [['1', '2', '2', '5', none], integers, text, integers])};
  `);
  return engine;
}

/** Codes of rewrites that are a choice because digits may differ: to PostgreSQL's operators their rows are equal. */
export const equalRows: ReadonlySet<string> = new Set<RewriteCode>(['aggregate-distinct']);

/** Whether PostgreSQL runs a statement at all. */
export const runs = async (engine: PGlite, statement: string): Promise<boolean> => {
  try {
    await engine.query(statement);
    return true;
  } catch {
    return false;
  }
};

/**
 * How many rows of the two statements differ as multisets, for each pair. Rows are compared as PostgreSQL writes them,
 * or `byOperators`, to which 1.0 and 1.00 are equal. Rejects where one of them fails.
 */
export async function differences(
  engine: PGlite,
  pairs: readonly (readonly [string, string])[],
  byOperators = false,
): Promise<number[]> {
  const count = ([a, b]: readonly [string, string]): string => {
    const [one, other] = byOperators ? [`(${a}\n)`, `(${b}\n)`] : [writtenRows(a), writtenRows(b)];
    return `(SELECT count(*) FROM ((${one} EXCEPT ALL ${other}) UNION ALL (${other} EXCEPT ALL ${one})) AS q)`;
  };
  const { rows: found } = await engine.query<unknown[]>(`SELECT ${pairs.map(count).join(',\n')}`, [], {
    rowMode: 'array',
  });
  return (found[0] ?? []).map(Number);
}

const writtenRows = (statement: string): string => `(SELECT (proved)::text FROM (${statement}\n) AS proved)`;
