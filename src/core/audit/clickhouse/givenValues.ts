/**
 * Values of events of another source, of which it is to be found out what the table has. Only a checksum of each is sent, so
 * that the server's logs do not contain the values. A few other values can have the same checksum, so the rows of a
 * result must be compared with the values.
 */
import type { FieldValue } from '../merged/olderTrail.ts';
import { anyOf, integersSql, type Sql, sql } from './sql.ts';

/** Returns the CRC-32 of a text in UTF-8, as the function `CRC32` of ClickHouse does. */
export type HashOf = (text: string) => number;

/** Returns the condition that a value may be one of those given. `value` is NULL if it is absent. */
export function mayBeOneOf(value: Sql, given: readonly FieldValue[], hashOf: HashOf): Sql {
  const texts = given.filter((one) => one !== undefined);
  return anyOf([
    ...(texts.length === 0
      ? []
      : [
          sql`ifNull(CRC32(${value}) IN (${integersSql([...new Set(texts.map((text) => hashOf(text)))])}), 0)`,
        ]),
    ...(texts.length < given.length ? [sql`isNull(${value})`] : []),
  ]);
}

/** Maximum number of values in a statement, so that it does not become too long. */
const MAX_VALUES_PER_STATEMENT = 10_000;

/** Returns the rows that `select` returns for some of the values at a time, at least once. */
export async function selectForGiven<Given, Row>(
  given: readonly Given[],
  select: (some: readonly Given[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let at = 0;
  do {
    rows.push(...(await select(given.slice(at, at + MAX_VALUES_PER_STATEMENT))));
    at += MAX_VALUES_PER_STATEMENT;
  } while (at < given.length);
  return rows;
}
