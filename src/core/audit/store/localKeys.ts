/**
 * Converts row numbers and view revisions of the local store to the opaque types by which other code refers to events
 * and views. Converts keys and sets of events back to row numbers.
 */
import type { EventKey, EventSet, ViewHandle } from '../table/eventSet.ts';

export type EventNumbers = readonly number[] | Uint32Array;

export const toViewHandle = (revision: number): ViewHandle => revision as ViewHandle;
export const toEventKey = (row: number): EventKey => row as EventKey;
export const toEventSet = (rows: EventNumbers): EventSet => rows as unknown as EventSet;
export const rowsOfKeys = (keys: readonly EventKey[]): readonly number[] =>
  keys as readonly unknown[] as readonly number[];
export const rowsOfSet = (set: EventSet): EventNumbers => set as unknown as EventNumbers;

/**
 * Returns a copy of the set if its rows are part of a larger buffer, else the set itself. The sets in one result of
 * `whoReadWhat` share one buffer, and sending any of them to another thread would send the whole buffer.
 */
export function copySetIfBufferShared(set: EventSet): EventSet {
  const rows = rowsOfSet(set);
  return rows instanceof Uint32Array && rows.byteLength < rows.buffer.byteLength
    ? toEventSet(rows.slice())
    : set;
}
