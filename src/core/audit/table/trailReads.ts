/** What was asked of the trail, as events again. */

import type { AuditEvent } from '../../service/types.ts';
import { eventOf } from '../feed/compactEvent.ts';
import type { AuditTrail, SeenValue, TrailEvent, TrailQuery, TrailView } from './trail.ts';

/** A loaded event with its number in the listing. */
export interface LoadedEvent {
  readonly number: number;
  readonly event: AuditEvent;
}

/** Rows asked for at a time. */
const CHUNK = 1_000;

export const loadedEvent = ({ number, data }: TrailEvent): LoadedEvent => ({ number, event: eventOf(data) });

/** The rows of a view, some at a time; fewer where the view is outdated before the end. */
export async function* rowsOf(
  trail: Pick<AuditTrail, 'window'>,
  { revision, counts }: Pick<TrailView, 'revision' | 'counts'>,
): AsyncGenerator<readonly LoadedEvent[]> {
  for (let from = 0; from < counts.passing; from += CHUNK) {
    const rows = await trail.window(revision, from, Math.min(counts.passing, from + CHUNK));
    if (!rows) return;
    yield rows.map(loadedEvent);
  }
}

/** All events of a query, with their view; asked for once more where the view is outdated meanwhile. */
export async function allRows(
  trail: AuditTrail,
  query: TrailQuery,
): Promise<{
  readonly view: TrailView;
  readonly rows: readonly LoadedEvent[];
}> {
  for (;;) {
    const view = await trail.view(query);
    const rows: LoadedEvent[] = [];
    for await (const some of rowsOf(trail, view)) rows.push(...some);
    if (rows.length === view.counts.passing) return { view, rows };
  }
}

/** The numbers of all events of a query, in its order; they name these events whatever comes later. */
export async function allNumbers(
  trail: AuditTrail,
  query: TrailQuery,
): Promise<{ readonly view: TrailView; readonly numbers: Uint32Array }> {
  for (;;) {
    const view = await trail.view(query);
    const numbers = new Uint32Array(view.counts.passing);
    let count = 0;
    for await (const some of rowsOf(trail, view)) for (const { number } of some) numbers[count++] = number;
    if (count === numbers.length) return { view, numbers };
  }
}

/** The events with these numbers, some at a time: those that a listing does not have any more are left out. */
export async function* eventsOf(
  trail: Pick<AuditTrail, 'events'>,
  listing: number,
  numbers: Uint32Array,
): AsyncGenerator<readonly LoadedEvent[]> {
  for (let from = 0; from < numbers.length; from += CHUNK) {
    const some = await trail.events(listing, numbers.subarray(from, from + CHUNK));
    yield some.map(loadedEvent);
  }
}

/** How often each entry occurs, a list counted entry by entry; the most frequent first, at most `limit` of them. */
export function countParts(
  values: readonly SeenValue[],
  limit = 50,
): readonly (readonly [value: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { parts, count } of values)
    for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + count);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, limit);
}
