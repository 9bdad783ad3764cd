/** PostgreSQL itself with the tables of `grammar`, and what it makes of a statement. */
import { PGlite } from '@electric-sql/pglite';

export async function createRandomTables(): Promise<PGlite> {
  const engine = await PGlite.create();
  await engine.exec(`
    CREATE TABLE persons (id int, v int, age int, score real, income float8, balance numeric, big bigint, small smallint,
      name text, code varchar(9), fixed char(4), granted boolean, born date, doc json, tags int[], "Odd Name" uuid);
    INSERT INTO persons VALUES
      (1, 1, 30, 0.1, 0.1, 2.50, 34359738368, 1, 'a', 'a', 'a', TRUE, '2024-02-29', '{}', '{1}', NULL),
      (2, 2, 0, 0.5, 'NaN', 'NaN', 1, 0, 'A', 'NaN', '1', FALSE, 'infinity', NULL, '{1, 2}', NULL),
      (3, NULL, NULL, 'NaN', 2.5, 1.0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '[1]', NULL, NULL),
      (4, 2, 1, 2.5, -1.25, 2.5, 16777217, -1, 'it''s', 'it''s', '%', TRUE, '1999-12-31', NULL, '{}', NULL),
      (5, 5, 2, 16777217, 16777217, 0.10, 0, 3, '', '', '', NULL, '2024-02-29', NULL, NULL, NULL),
      (5, 0, 65, 1.1, 1.1, 0.1, -1, 2, '1', 'é', 'é', FALSE, NULL, NULL, '{NULL}', NULL);
    CREATE TABLE cards (id int, v int, w int, person_id int, amount numeric, name text, brand text, active boolean, until date);
    INSERT INTO cards VALUES
      (1, 1, 1, 1, 2.5, 'a', 'a', TRUE, '2024-02-29'), (2, 2, NULL, 1, 0.1, 'A', 'NaN', FALSE, 'infinity'),
      (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL), (4, 2, 3, 5, 1.00, 'it''s', '', NULL, NULL);
    CREATE TABLE notes (nid int, v int, w int, body text, done boolean);
    INSERT INTO notes VALUES (1, 1, 1, 'a', TRUE), (2, NULL, 3, '2.5', NULL), (3, 5, NULL, NULL, FALSE);
  `);
  return engine;
}

const asText = (value: string): string => value;
const written = { 700: asText, 701: asText, 1700: asText, 20: asText, 1082: asText, 114: asText };

/** Scale and the sign of zero are no value: `1.0` and `1.00`, `-0` and `0` are equal to PostgreSQL. */
const asNumber = (value: string): string =>
  value
    .replace(/^-(?=0*\.?0*$)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
const compared = { ...written, 700: asNumber, 701: asNumber, 1700: asNumber };

/**
 * The columns and rows of a statement, rows in any order; `error` for whatever PostgreSQL refuses. Numbers are as
 * PostgreSQL writes them, or with `equalNumbers` so that equal numbers are the same text.
 */
export async function outcomeOf(
  engine: PGlite,
  statement: string,
  { equalNumbers = false } = {},
): Promise<string[]> {
  try {
    const parsers = equalNumbers ? compared : written;
    const { rows, fields } = await engine.query<unknown[]>(statement, [], { rowMode: 'array', parsers });
    const head = fields.map(({ name, dataTypeID }) => `${name}:${dataTypeID}`).join();
    return [head, ...rows.map((row) => JSON.stringify(row)).sort()];
  } catch {
    return ['error'];
  }
}
