/**
 * Reads the service's listing of events from one position downwards, page after page. The service may reject a cursor,
 * ignore it, or lead in a circle with it, and a missing cursor may be a limit of the service rather than the end.
 */
import type { ApiError, Outcome } from '../../service/errors.ts';
import type { AbortSignalLike } from '../../service/transport.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../service/types.ts';
import { CompactEvent } from './compactEvent.ts';
import { contentHash } from './contentComparison.ts';
import { eventKey } from './ledger.ts';
import { cursorKey, isUsableCursor } from './paging.ts';
import { earlierTimestamp, eventTimestamp, isValidTimestamp, laterTimestamp } from './timestamps.ts';

export interface ListedEvent {
  readonly event: AuditEvent;
  /**
   * The event's identity: its change ID and a hash of its content (see `identityOf`). An event with the same ID and
   * different content is a different event.
   */
  readonly key: string;
  /** The event's time; undefined if it is missing or malformed. */
  readonly time: string | undefined;
}

/** A contiguous part of the listing, read from top to bottom. */
export interface ListingRun {
  readonly keys: Set<string>;
  /** The events of the run in the order of the listing, each once. */
  readonly events: ListedEvent[];
  /**
   * Identities of the events that were not loaded before this run was read, or only from a page from elsewhere in the
   * listing.
   */
  readonly newKeys: Set<string>;
  /**
   * All events that reading this run added to the store, in the order of the responses. Some may come from
   * elsewhere in the listing (see `unrelatedPages`).
   */
  readonly added: AuditEvent[];
  /** Identity of the first event of the listing; undefined while it is unknown. */
  first: string | undefined;
  /**
   * The event of the run with a valid time that was read last, usually the lowest one. If none has a valid time, the
   * last event, or the first one if the time of the event above the run is known. Undefined until an event was read.
   */
  bottom: AuditEvent | undefined;
  /**
   * The time of the event of the run with a valid time that was read last, usually the lowest one; until there is such
   * an event, the time of the event above the run. Undefined if neither is known.
   */
  time: string | undefined;
  /** The latest time in the run or of the event above it; undefined if neither has a valid time. */
  newest: string | undefined;
  /**
   * The earliest time, as in `time`, at the position of an event that was not loaded before; undefined if there is no
   * such position or no time.
   */
  lowestNewTime: string | undefined;
  /**
   * Whether the last event of the run was loaded before, as part of a contiguous run. False if it was loaded only
   * from a page from elsewhere in the listing.
   */
  isKnownBelow: boolean;
  /**
   * Whether no event was later, when it was added to the run, than the last valid time read before it, which is at
   * first that of the event above the run, if known.
   */
  isSorted: boolean;
  /** Whether the run starts with the newest page of the listing. */
  readonly isFromTop: boolean;
  /**
   * Pages that the service returned instead of those the cursors name. Each is a contiguous part of the listing at
   * an unknown position.
   */
  readonly unrelatedPages: (readonly ListedEvent[])[];
  /** The cursor at which the listing continues, as returned by the service; undefined if there is none. */
  next: NextOps | undefined;
  /**
   * True if the run reached the end of the listing: the service returned no further usable cursor, although it was
   * sent one for the last page, or has returned a further page before.
   */
  isEnd: boolean;
}

/** The outcome of a read: the run, and why reading ended. `reached`: the run is long enough. */
export type ReadOutcome = { readonly run: ListingRun } & (
  | { readonly end: 'reached' }
  /** The listing ended (`run.isEnd`) before the run was long enough. */
  | { readonly end: 'bottom' }
  /** The page budget was used up. */
  | { readonly end: 'full' }
  /**
   * The service returned no usable cursor to continue with, rejected or ignored the last one, repeated pages, or
   * returned too many pages in a row without events further down; or cursors should not be tried.
   */
  | { readonly end: 'cut' }
  | { readonly end: 'failed'; readonly error: ApiError }
);

/** Where to start reading, and when to stop. */
interface ReadRequest {
  /** The cursor at which to start; undefined to start with the newest event. */
  readonly cursor?: NextOps;
  /** The time of the event above the cursor's position; undefined if it is unknown. */
  readonly time?: string | undefined;
  /** Identity of the first event of the listing, as the current round found it. */
  readonly first?: string | undefined;
  /** Returns whether the run is long enough. Called after each page. */
  readonly until: (run: ListingRun) => boolean;
  /**
   * Number of pages that may still be requested. Decremented for each page; negative after a read that ended with
   * `full`.
   */
  readonly budget: { pages: number };
}

/** Reads consecutive pages of the service's listing of audit events. */
interface ListingReader {
  read(from: ReadRequest, signal?: AbortSignalLike): Promise<ReadOutcome>;
  /**
   * Whether further pages can be requested. False if cursors are not to be tried, or if a read was cut short before the
   * service ever returned a further page.
   */
  pages(): boolean;
}

/** Functions that a reader calls. */
interface ReaderDeps {
  /** Fetches the page at a cursor, or the newest page without one. */
  readonly fetch: (cursor: NextOps | undefined, signal?: AbortSignalLike) => Promise<Outcome<AuditPage>>;
  /** Adds events to the store and returns those that were not loaded before. */
  readonly take: (events: readonly AuditEvent[]) => readonly AuditEvent[];
  readonly isByTime: () => boolean;
}

/** Maximum number of consecutive pages without events further down, although each has a new cursor. */
const MAX_STALLED_PAGES = 20;

/**
 * Creates a reader. `start.pages` is false if cursors should not be tried; `start.paged` is true if the service has
 * returned a further page before.
 */
export function createListingReader(
  start: { pages: boolean; paged: boolean },
  deps: ReaderDeps,
): ListingReader {
  let { pages, paged } = start;
  /**
   * Identities of the events that this reader first loaded from a page that the service returned instead of the
   * requested one, and that no run has contained since. The events around them may not have been loaded.
   */
  const strays = new Set<string>();
  /**
   * Ends the read because the cursor leads no further. If the service has never paged, that shows that it does not
   * page; otherwise a single rejection or repetition proves nothing.
   */
  const cutShort = (run: ListingRun): ReadOutcome => {
    pages &&= paged;
    run.next = undefined;
    return { end: 'cut', run };
  };
  const read = async (from: ReadRequest, signal?: AbortSignalLike): Promise<ReadOutcome> => {
    const run = emptyRun(from);
    const used = new Set<string>();
    let stalled = 0;
    for (let { cursor } = from; ; cursor = run.next) {
      run.next = cursor;
      if (from.budget.pages-- <= 0) return { end: 'full', run };
      if (cursor) used.add(cursorKey(cursor));
      const outcome = await deps.fetch(cursor, signal);
      if (!outcome.ok)
        return cursor && isRefusal(outcome.error)
          ? cutShort(run)
          : { end: 'failed', error: outcome.error, run };
      const { events, nextOps } = outcome.value;
      const page = events ?? [];
      const added = deps.take(page);
      const isFurther = cursor !== undefined;
      const step = appendPage(run, page, { added, isFurther, isByTime: deps.isByTime(), strays });
      if (step === 'back') return cutShort(run);
      if (cursor && step === 'down') paged = true;
      stalled = step === 'down' ? 0 : stalled + 1;
      run.next = isUsableCursor(nextOps) ? nextOps : undefined;
      run.isEnd = !run.next && (cursor !== undefined || paged);
      if (from.until(run)) return { end: 'reached', run };
      if (!run.next) return { end: run.isEnd ? 'bottom' : 'cut', run };
      if (stalled > MAX_STALLED_PAGES || used.has(cursorKey(run.next))) return cutShort(run);
      if (!pages) return { end: 'cut', run };
    }
  };
  return { read, pages: () => pages };
}

const emptyRun = ({ cursor, time, first }: ReadRequest): ListingRun => ({
  keys: new Set(),
  events: [],
  newKeys: new Set(),
  added: [],
  first,
  bottom: undefined,
  time,
  newest: time,
  lowestNewTime: undefined,
  isKnownBelow: false,
  isSorted: true,
  isFromTop: cursor === undefined,
  unrelatedPages: [],
  next: undefined,
  isEnd: false,
});

const isRefusal = (error: ApiError): boolean => error.kind === 'status' && error.status === 400;

interface PageFacts {
  /** The events of the page that were not loaded before. */
  readonly added: readonly AuditEvent[];
  readonly isFurther: boolean;
  readonly isByTime: boolean;
  readonly strays: Set<string>;
}

/**
 * Appends a page to the run. Returns `down` if the page has events further down in the listing, and `still` if it has
 * none. Returns `back`, and records the page as unrelated instead, if it is not a continuation because the service
 * ignored the cursor: it has several events and contains the first one of the listing, or the events that are new to
 * the run are all newer. In a listing that is not sorted by time, newer events can be below older ones; such a page
 * still counts as `down` if some of them were loaded before.
 */
function appendPage(
  run: ListingRun,
  page: readonly AuditEvent[],
  { added, isFurther, isByTime, strays }: PageFacts,
): 'down' | 'still' | 'back' {
  run.added.push(...added);
  const read = page.map(listedEvent);
  const unseen = read.filter(({ key }) => !run.keys.has(key));
  const fresh = new Set(added.map(identityOf));
  const isDown = unseen.some(({ time, key }) => !isLater(time, run.newest) || (!isByTime && !fresh.has(key)));
  // One event alone may be given twice.
  const isAgain = read.length > 1 && read.some(({ key }) => key === run.first);
  if (isFurther && (isAgain || (unseen.length > 0 && !isDown))) {
    run.unrelatedPages.push(read);
    for (const key of fresh) strays.add(key);
    return 'back';
  }
  for (const key of fresh) run.newKeys.add(key);
  for (const one of read) appendEvent(run, one, strays);
  return isDown ? 'down' : 'still';
}

const isLater = (time: string | undefined, than: string | undefined): boolean =>
  time !== undefined && than !== undefined && time > than;

function appendEvent(run: ListingRun, read: ListedEvent, strays: Set<string>): void {
  const { event, key, time } = read;
  run.first ??= key;
  if (!run.keys.has(key)) {
    run.events.push(read);
    if (isLater(time, run.time)) run.isSorted = false;
  }
  run.keys.add(key);
  if (time !== undefined || run.time === undefined) run.bottom = event;
  run.bottom ??= event;
  if (time !== undefined) {
    run.time = time;
    run.newest = laterTimestamp(run.newest, time);
  }
  if (strays.delete(key)) run.newKeys.add(key);
  run.isKnownBelow = !run.newKeys.has(key);
  if (!run.isKnownBelow) run.lowestNewTime = earlierTimestamp(run.lowestNewTime, run.time);
}

export const listedEvent = (event: AuditEvent): ListedEvent => ({
  event,
  key: identityOf(event),
  time: validTimeOf(event),
});

/**
 * Returns an event's identity: its change ID with a hash of its content, or its `eventKey` if it has no change ID. A
 * received event and the stored one have the same identity.
 */
export function identityOf(event: AuditEvent): string {
  const { changeID } = event instanceof CompactEvent ? event : event.context;
  return changeID ? `${contentHash(event)} ${changeID}` : eventKey(event);
}

/**
 * Returns the time of an event; undefined if it is missing or malformed. For a `CompactEvent` its JSON text is not
 * parsed.
 */
export function validTimeOf(event: AuditEvent): string | undefined {
  const time = event instanceof CompactEvent ? event.time : eventTimestamp(event);
  return time !== undefined && isValidTimestamp(time) ? time : undefined;
}
