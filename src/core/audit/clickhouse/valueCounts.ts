/**
 * Counts the events of a listing by the values of one field, or by the values of all fields that events are sorted by.
 */
import type { AbortSignalLike } from '../../service/transport.ts';
import type { FieldValue, ValueOrder } from '../merged/olderTrail.ts';
import { MAX_VALUES } from '../store/counts/seenValues.ts';
import { type FieldID, findAuditField } from '../table/fields.ts';
import type { SeenValue } from '../table/trail.ts';
import { findIntegerFields } from './eventRows.ts';
import { nullableValue, textSortKey } from './fieldSql.ts';
import { type HashOf, mayBeOneOf, selectForGiven } from './givenValues.ts';
import { type ListedEvents, numberIn, type ResultRow, textIn } from './select.ts';
import { bind, listSql, nameSql, type Sql, sql } from './sql.ts';

/**
 * Maximum number of different combinations of sort values that one statement returns, so that its result fits in
 * memory. A combination has one value for each field of the order.
 */
const MAX_COMBINATIONS = 100_000;

/** Resolves to the values of a field with their numbers of events, the most frequent first, at most `MAX_VALUES`. */
export async function listFrequentValues(
  events: ListedEvents,
  field: FieldID,
  signal?: AbortSignalLike,
): Promise<readonly SeenValue[]> {
  const select = sql`${selectValues(events, field, sql`1`)} ORDER BY events DESC, isNotNull(value), ${textSortKey(sql`value`)} LIMIT ${bind('UInt64', MAX_VALUES)}`;
  return (await events.run(select, signal)).map(toSeenValue);
}

/** Resolves to those of the given values that any event of the listing has in a field, with their numbers of events. */
export async function countGivenValues(
  events: ListedEvents,
  field: FieldID,
  given: readonly FieldValue[],
  hashOf: HashOf,
  signal?: AbortSignalLike,
): Promise<readonly SeenValue[]> {
  const value = nullableValue(field);
  const rows = await selectForGiven(given, (some) =>
    events.run(selectValues(events, field, mayBeOneOf(value, some, hashOf)), signal),
  );
  const isGiven = new Set(given);
  return rows.map(toSeenValue).filter((seen) => isGiven.has(seen.value));
}

function selectValues({ from }: ListedEvents, field: FieldID, where: Sql): Sql {
  const isList = findAuditField(field)?.each !== undefined;
  const entries = isList ? nameSql(field) : sql`[${nameSql(field)}]`;
  return sql`SELECT ${nullableValue(field)} AS value, count() AS events, any(${entries}) AS entries ${from} AND ${where} GROUP BY value`;
}

function toSeenValue(row: ResultRow): SeenValue {
  const value = textIn(row, 'value');
  const found = Array.isArray(row.entries) ? row.entries.map(String) : [];
  return { value, entries: value === undefined ? [] : found, count: numberIn(row, 'events') };
}

interface SortedEvents {
  readonly events: ListedEvents;
  /** The condition that selects the events of the set. */
  readonly where: Sql;
  /** Maximum number of combinations of values that one statement returns. The default is `MAX_COMBINATIONS`. */
  readonly maxCombinations?: number | undefined;
}

/** A part of the combinations of values: those whose hash modulo `of` is `part`. */
interface Part {
  readonly part: number;
  readonly of: number;
}

/**
 * Does what `OlderTrail.countPreceding` says, without sending the values of `rows`: reads the number of events for each
 * combination of values, and compares the combinations with `rows` on this machine. If there are more than
 * `maxCombinations`, they are read in several statements.
 */
export async function countPrecedingEvents(
  { events, where, maxCombinations = MAX_COMBINATIONS }: SortedEvents,
  order: ValueOrder,
  rows: readonly (readonly FieldValue[])[],
  signal?: AbortSignalLike,
): Promise<readonly number[]> {
  const { keys } = order;
  const tested = keys.filter(({ isText }) => !isText).map(({ field }) => field);
  const integers = await findIntegerFields(events, tested, signal);
  const columns = keys.map(({ field }, at) => sql`${nullableValue(field)} AS ${nameSql(`key${at}`)}`);
  const names = listSql(keys.map((_, at) => nameSql(`key${at}`)));
  const hashed = listSql(keys.map((_, at) => sql`ifNull(${nameSql(`key${at}`)}, '')`));
  const select = ({ part, of }: Part): Promise<readonly ResultRow[]> =>
    events.run(
      sql`SELECT ${names}, sum(one) AS events FROM (SELECT ${listSql(columns)}, 1 AS one ${events.from} AND ${where})
WHERE cityHash64(${hashed}) % ${bind('UInt64', of)} = ${bind('UInt64', part)}
GROUP BY ${names} LIMIT ${bind('UInt64', maxCombinations + 1)}`,
      signal,
    );
  const countPart = async ({ part, of }: Part): Promise<readonly number[]> => {
    const combinations = await select({ part, of });
    if (combinations.length <= maxCombinations) return countPreceding(combinations, order, integers, rows);
    const lower = await countPart({ part, of: 2 * of });
    const upper = await countPart({ part: part + of, of: 2 * of });
    return lower.map((count, at) => count + (upper[at] ?? 0));
  };
  return countPart({ part: 0, of: 1 });
}

/** Returns, for each of `rows`, the number of events whose combination of values precedes those of the row. */
function countPreceding(
  combinations: readonly ResultRow[],
  { keys, isOldestFirst }: ValueOrder,
  integers: ReadonlySet<FieldID>,
  rows: readonly (readonly FieldValue[])[],
): readonly number[] {
  const compare = (a: readonly FieldValue[], b: readonly FieldValue[]): number => {
    for (const [at, { field, descending, isText }] of keys.entries()) {
      const isNumber = !isText && integers.has(field);
      const order = compareValues(a[at], b[at], { isNumber, descending });
      if (order !== 0) return order;
    }
    return 0;
  };
  const known = combinations
    .map((row) => ({ values: keys.map((_, at) => textIn(row, `key${at}`)), count: numberIn(row, 'events') }))
    .sort((a, b) => compare(a.values, b.values));
  const before = [0];
  for (const { count } of known) before.push((before.at(-1) ?? 0) + count);
  const isPreceding = (values: readonly FieldValue[], row: readonly FieldValue[]): boolean =>
    compare(values, row) < (isOldestFirst ? 1 : 0);
  return rows.map((row) => {
    let [low, high] = [0, known.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isPreceding(known[middle]?.values ?? [], row)) low = middle + 1;
      else high = middle;
    }
    return before[low] ?? 0;
  });
}

/** Compares two values of a field for sorting. An absent value is last in both directions, as `TrailSort` says. */
function compareValues(
  a: FieldValue,
  b: FieldValue,
  { isNumber, descending }: { readonly isNumber: boolean; readonly descending: boolean },
): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const order = isNumber ? Number(a) - Number(b) : a < b ? -1 : Number(a > b);
  return descending ? -order : order;
}
