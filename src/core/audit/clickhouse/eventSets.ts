/** Sets of events and event keys of a trail on ClickHouse. A set is a condition, because it can have any size. */
import type { EventKey, EventSet } from '../table/eventSet.ts';
import { momentSql } from './fieldSql.ts';
import { anyOf, isOneOf, type Sql, sql } from './sql.ts';

export interface StoredSet {
  readonly length: number;
  readonly where: Sql;
  /** What follows ORDER BY. */
  readonly order: Sql;
}

export const toEventSet = (set: StoredSet): EventSet => set as unknown as EventSet;
export const findStoredSet = (set: EventSet): StoredSet => set as unknown as StoredSet;

/** Returns the key of an event: its time in nanoseconds since 1970, by which it is found quickly, and its ID. */
export const toEventKey = (nanoseconds: string, id: string): EventKey => `${nanoseconds} ${id}` as EventKey;

/** Returns the condition that an event has one of the keys. At most about 5,000 keys fit into one statement. */
export function hasEventKey(keys: readonly EventKey[]): Sql {
  const parts = keys.map((key) => {
    const text = String(key);
    const space = text.indexOf(' ');
    return { at: text.slice(0, space), id: text.slice(space + 1) };
  });
  const times = [...new Set(parts.map(({ at }) => at))];
  if (parts.length === 0) return anyOf([]);
  const ids = parts.map(({ id }) => id);
  return sql`(ts IN (${anyMoment(times)}) AND ${isOneOf(sql`id`, ids)})`;
}

const anyMoment = (times: readonly string[]): Sql =>
  times.map((time) => momentSql(BigInt(time))).reduce((all, one) => sql`${all}, ${one}`);
