/** The loaded audit events of one listing: deduplicated, newest first, and with what is known about the rest. */
import type { ApiError } from '../../service/errors.ts';
import { stringifyJson } from '../../service/json.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../service/types.ts';
import { CompactEvent, compactEvent } from './compactEvent.ts';
import {
  afterFirstPage,
  afterOlderPage,
  afterRefusal,
  cursorKey,
  type PagingState,
  type PagingSupport,
  unloaded,
} from './paging.ts';
import { compareNewestFirst, isProperTimestamp } from './timestamps.ts';

export { type CursorParameters, cursorParameters, type MoreReason, type PagingSupport } from './paging.ts';

/** What can be claimed about the events loaded; shown with every view of them. */
export interface Provenance extends PagingState {
  readonly loaded: number;
  /** Times of events as the service gave them, odd forms aside; absent while there are none. */
  readonly oldest?: string;
  readonly newest?: string;
}

export interface AddedPage {
  readonly added: number;
  /** Events that were loaded already; they are not shown twice. */
  readonly repeated: number;
  /** The events that were added, in the order of the page. */
  readonly fresh: readonly AuditEvent[];
  /** True if a newest page has no event in common with those loaded: some in between may be missing. */
  readonly gap: boolean;
}

export interface AuditStore {
  /**
   * Takes in a page: `newest` as asked for without a cursor, `older` with the cursor `asked` (by default the one that
   * `provenance().next` gave).
   */
  addPage(page: AuditPage, from: 'newest' | 'older', asked?: NextOps): AddedPage;
  /**
   * Tells the store that a further page was refused. True if that answers the probe (status 400, never paged before):
   * then it is no failure to report, but the finding that this service does not page.
   */
  refused(error: ApiError): boolean;
  /** All events, newest first; equal times by change ID. A live list: it grows with the next page. */
  events(): readonly AuditEvent[];
  /** The event with this `context.changeID`. */
  get(changeID: string): AuditEvent | undefined;
  provenance(): Provenance;
}

/** An empty store. `paging` is what an earlier store of the same connection found out. */
export function createAuditStore(options: { readonly paging?: PagingSupport } = {}): AuditStore {
  const known = new Map<string, CompactEvent>();
  const used = new Set<string>();
  let sorted: CompactEvent[] = [];
  /** Older pages in a row that brought nothing. */
  let empty = 0;
  let state: PagingState = unloaded(options.paging ?? 'untried');

  const takeIn = (events: readonly AuditEvent[], boundary: string | undefined) => {
    const added: CompactEvent[] = [];
    let repeated = 0;
    for (const received of events) {
      const key = identityOf(received);
      if (!known.has(key)) {
        const event = compactEvent(received);
        // A copy: what was received may be a part of the answer's text, and would keep all of that in memory.
        known.set(identityOf(event), event);
        added.push(event);
      } else if (boundary === undefined || received.context.changeID !== boundary) repeated++;
    }
    sorted = merged(sorted, added);
    return { added, repeated };
  };

  return {
    addPage(page, from, asked = state.next) {
      const events = page.events ?? [];
      const isFirst = state.reason === 'nothingLoaded';
      const before = { loaded: sorted.length, oldest: oldestTime(sorted) };
      const cursor = from === 'older' ? asked : undefined;
      const { added, repeated } = takeIn(events, cursor?.changeID);
      if (from === 'older') {
        if (cursor) used.add(cursorKey(cursor));
        const effect = {
          size: events.length,
          added,
          repeated,
          loadedBefore: before.loaded,
          oldestBefore: before.oldest,
          emptyBefore: empty,
        };
        empty = added.length === 0 ? empty + 1 : 0;
        state = afterOlderPage(state.support, effect, page.nextOps, used);
      } else if (isFirst) state = afterFirstPage(state.support, events.length, page.nextOps);
      const gap =
        from === 'newest' && before.loaded > 0 && events.length > 0 && added.length === events.length;
      return { added: added.length, repeated: events.length - added.length, fresh: added, gap };
    },
    refused(error) {
      if (error.kind !== 'status' || error.status !== 400 || state.support === 'supported') return false;
      state = afterRefusal(state);
      return true;
    },
    events: () => sorted,
    get: (changeID) => known.get(idKey(changeID)),
    provenance() {
      const newest = newestTime(sorted);
      const oldest = oldestTime(sorted);
      return { ...state, loaded: sorted.length, ...(newest && { newest }), ...(oldest && { oldest }) };
    },
  };
}

const idKey = (changeID: string): string => `id ${changeID}`;

/** By change ID (S12); an event without one is the same as another only if all of it is. */
export function identityOf(event: AuditEvent): string {
  // A compact one has it available: its context would be parsed again.
  const { changeID } = event instanceof CompactEvent ? event : event.context;
  return changeID ? idKey(changeID) : `raw ${stringifyJson(event.raw)}`;
}

/** What an event's place in the order goes by. */
export interface Placed {
  readonly time: string | undefined;
  readonly changeID: string | undefined;
}

/** For sorting newest first, equal times by change ID: negative if `a` comes before `b`. */
export function compareEvents(a: Placed, b: Placed): number {
  const byTime = compareNewestFirst(a.time, b.time);
  if (byTime !== 0) return byTime;
  const [left, right] = [a.changeID ?? '', b.changeID ?? ''];
  return left === right ? 0 : left > right ? -1 : 1;
}

/** `sorted` with `added` put in their places; in place where all of them go to the end, as with older pages. */
function merged(sorted: CompactEvent[], added: readonly CompactEvent[]): CompactEvent[] {
  const batch = [...added].sort(compareEvents);
  const last = sorted.at(-1);
  const first = batch[0];
  if (first === undefined) return sorted;
  if (last === undefined || compareEvents(last, first) <= 0) {
    sorted.push(...batch);
    return sorted;
  }
  // A new list, so that those who hold the old one see that it is another; its ends are copied whole.
  let from = firstIndex(sorted, 0, (other) => compareEvents(first, other) < 0);
  const result = sorted.slice(0, from);
  for (const event of batch) {
    const at = firstIndex(sorted, from, (other) => compareEvents(event, other) < 0);
    for (const other of sorted.slice(from, at)) result.push(other);
    result.push(event);
    from = at;
  }
  return result.concat(sorted.slice(from));
}

/**
 * Index of the first event, from `from` on, for which `is` holds, as for all after it; their number where it is none.
 * In growing steps, since it is often near.
 */
function firstIndex(
  sorted: readonly CompactEvent[],
  from: number,
  is: (event: CompactEvent) => boolean,
): number {
  const holds = (at: number): boolean => {
    const event = sorted[at];
    return event === undefined || is(event);
  };
  let [low, high] = [from, from];
  for (let step = 1; !holds(high); step *= 2) {
    low = high + 1;
    high = Math.min(sorted.length, high + step);
  }
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Times that can be compared stand first: the list is sorted. */
function oldestTime(sorted: readonly CompactEvent[]): string | undefined {
  const end = firstIndex(sorted, 0, (event) => !hasProperTime(event));
  return sorted[end - 1]?.time;
}

function newestTime(sorted: readonly CompactEvent[]): string | undefined {
  const first = sorted[0];
  return first && hasProperTime(first) ? first.time : undefined;
}

function hasProperTime(event: CompactEvent): boolean {
  return isProperTimestamp(event.time ?? '');
}
