import type { AbortSignalLike } from '../../service/transport.ts';
import type { AuditEvent } from '../../service/types.ts';
import { eventFromData } from '../feed/compactEvent.ts';
import type { EventKey, EventSet } from './eventSet.ts';
import type { AuditTrail, SeenValue, TrailEvent, TrailQuery, TrailView } from './trail.ts';

export interface LoadedEvent {
  readonly key: EventKey;
  readonly event: AuditEvent;
}

const EVENTS_PER_CALL = 1_000;

export const toLoadedEvent = ({ key, data }: TrailEvent): LoadedEvent => ({
  key,
  event: eventFromData(data),
});

/**
 * Yields the rows of a view in chunks; ends early if the trail no longer keeps the view. Rejects with
 * `TrailCancelled` if `signal` is aborted before the last chunk was fetched.
 */
export async function* readRowChunks(
  trail: Pick<AuditTrail, 'window'>,
  { handle, counts }: Pick<TrailView, 'handle' | 'counts'>,
  signal?: AbortSignalLike,
): AsyncGenerator<readonly LoadedEvent[]> {
  for (let from = 0; from < counts.passing; from += EVENTS_PER_CALL) {
    const rows = await trail.window(handle, from, Math.min(counts.passing, from + EVENTS_PER_CALL), signal);
    if (!rows) return;
    yield rows.map(toLoadedEvent);
  }
}

/** Returns those events of a query's view that pass `isMatch`, in the view's order. */
export async function readMatchingEvents(
  trail: Pick<AuditTrail, 'view' | 'window'>,
  query: TrailQuery,
  isMatch: (loaded: LoadedEvent) => boolean,
): Promise<readonly LoadedEvent[]> {
  for (;;) {
    const view = await trail.view(query);
    const matching: LoadedEvent[] = [];
    let count = 0;
    for await (const some of readRowChunks(trail, view)) {
      count += some.length;
      matching.push(...some.filter(isMatch));
    }
    if (count === view.counts.passing) return matching;
  }
}

/** Returns the view of a query, and the set of the view's events. */
export async function fetchViewWithSet(
  trail: Pick<AuditTrail, 'view' | 'rows'>,
  query: TrailQuery,
): Promise<{ readonly view: TrailView; readonly events: EventSet }> {
  for (;;) {
    const view = await trail.view(query);
    const events = await trail.rows(view.handle);
    if (events) return { view, events };
  }
}

/** Yields the events of a set in chunks, without those that the listing no longer has. */
export async function* readSetChunks(
  trail: Pick<AuditTrail, 'members'>,
  listing: number,
  set: EventSet,
  signal?: AbortSignalLike,
): AsyncGenerator<readonly LoadedEvent[]> {
  for (let from = 0; from < set.length; from += EVENTS_PER_CALL)
    yield (await trail.members(listing, set, from, from + EVENTS_PER_CALL, signal)).map(toLoadedEvent);
}

/**
 * Returns how often each entry occurs in `values`, the most frequent first, for at most `limit` entries. The entries of
 * a list are counted one by one.
 */
export function countEntries(
  values: readonly SeenValue[],
  limit = 50,
): readonly (readonly [value: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { entries: parts, count } of values)
    for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + count);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, limit);
}
