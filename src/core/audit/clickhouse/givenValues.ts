/**
 * Conditions by which the table is searched for values of events that are not in it, such as newer events of the
 * service. Only a checksum of each value is sent, so that the server's logs do not contain the values. Because other
 * values can have the same checksum, the caller must compare the values in the result with the given ones.
 */
import type { FieldValue } from '../merged/olderTrail.ts';
import { anyOf, bindIntegers, type Sql, sql } from './sql.ts';

/** Returns the CRC-32 of a text in UTF-8, as the function `CRC32` of ClickHouse does. */
export type HashOf = (text: string) => number;

/**
 * Returns a condition that is true if `value` is one of `given`, and for a few other values with the same checksum as
 * one of them. `value` must be NULL for an absent value, which is undefined in `given`.
 */
export function mayBeOneOf(value: Sql, given: readonly FieldValue[], hashOf: HashOf): Sql {
  const texts = given.filter((one) => one !== undefined);
  return anyOf([
    ...(texts.length === 0
      ? []
      : [
          sql`ifNull(CRC32(${value}) IN ${bindIntegers([...new Set(texts.map((text) => hashOf(text)))])}, 0)`,
        ]),
    ...(texts.length < given.length ? [sql`isNull(${value})`] : []),
  ]);
}

/** Maximum number of given values in one statement. The checksums of more would not fit into one parameter. */
const MAX_VALUES_PER_STATEMENT = 10_000;

/**
 * Calls `select` for at most `MAX_VALUES_PER_STATEMENT` of the given values at a time, and resolves to the rows of all
 * calls. If there are no values, `select` is called once with an empty list.
 */
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
