/** The names of events and views in the local store: row numbers behind the opaque types that other code uses. */
import type { EventKey, EventKeys, EventSet, ViewHandle } from '../table/eventSet.ts';

/** Row numbers. A typed array crosses to another thread as fast with many rows as with a few. */
export type EventNumbers = readonly number[] | Uint32Array;

export const handleOf = (revision: number): ViewHandle => revision as ViewHandle;
export const keyOf = (row: number): EventKey => row as EventKey;
export const keysOf = (rows: EventNumbers): EventKeys => rows as unknown as EventKeys;
export const setOf = (rows: EventNumbers): EventSet => rows as unknown as EventSet;
export const rowsOfKeys = (keys: EventKeys): Iterable<number> => keys as unknown as Iterable<number>;
export const rowsOfSet = (set: EventSet): EventNumbers => set as unknown as EventNumbers;

/**
 * Returns a set with memory of its own. The sets in one result of `whoReadWhat` share their memory, and all of it would be
 * sent to the thread with each of them.
 */
export function detachedSet(set: EventSet): EventSet {
  const rows = rowsOfSet(set);
  return rows instanceof Uint32Array && rows.byteLength < rows.buffer.byteLength ? setOf(rows.slice()) : set;
}
