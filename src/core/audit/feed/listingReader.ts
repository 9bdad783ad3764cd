/**
 * Reads the service's listing of events from one position downwards, page after page. The service may reject a cursor,
 * ignore it, or return cursors in a cycle. A missing cursor may be a limit of the service rather than the end.
 */
import type { ApiError, Outcome } from '../../service/errors.ts';
import type { AbortSignalLike } from '../../service/transport.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../service/types.ts';
import { CompactEvent } from './compactEvent.ts';
import { computeContentHash } from './contentComparison.ts';
import { eventKey } from './ledger.ts';
import { createCursorKey, isUsableCursor } from './paging.ts';
import { HashedEvent, RememberedEvent } from './rememberedEvent.ts';
import { earlierTimestamp, eventTimestamp, isValidTimestamp, laterTimestamp } from './timestamps.ts';

export interface ListedEvent {
  readonly event: AuditEvent;
  readonly key: string;
  readonly time: string | undefined;
}

/** A contiguous part of the listing, read from top to bottom. */
export interface ListingRun {
  readonly keys: Set<string>;
  readonly events: ListedEvent[];
  /** Identities of the run's events that were not loaded before the run, or were loaded only from an unrelated page. */
  readonly newKeys: Set<string>;
  /** Events that reading this run added to the store, including those of unrelated pages. */
  readonly added: AuditEvent[];
  /**
   * Identity of the listing's first event if known, otherwise of the first event that this run read. Undefined until
   * either is known.
   */
  first: string | undefined;
  /**
   * The event at the upper end of a gap below the run: the run's last event with a valid time, or another one of its
   * events if none has a valid time. Undefined until an event was read.
   */
  bottom: AuditEvent | undefined;
  /** The last valid time that was read; until one was read, the time of the event above the run, if known. */
  time: string | undefined;
  newest: string | undefined;
  /**
   * The earliest time of an event in `newKeys`. An event without a valid time counts with the last valid time above it.
   * Undefined while there is no such time.
   */
  lowestNewTime: string | undefined;
  /** True if an event was read, and the last one is not in `newKeys`: it was known before the run. */
  endsAtKnownEvent: boolean;
  isSorted: boolean;
  readonly isFromTop: boolean;
  /** Pages that seem not to continue the run, because the service ignored the cursor. Not included in `events`. */
  readonly unrelatedPages: (readonly ListedEvent[])[];
  /** The cursor with which reading can continue below the run; undefined if there is none. */
  next: NextOps | undefined;
  /** True if the run seems to have reached the end of the listing. */
  isEnd: boolean;
}

/**
 * What was read, and why reading ended. `reached`: `until` returned true. `bottom`: the listing seems to end. `full`:
 * the budget was used up. `cut`: reading could not continue, although the listing may continue.
 */
export type ReadOutcome = { readonly run: ListingRun } & (
  | { readonly end: 'reached' }
  | { readonly end: 'bottom' }
  | { readonly end: 'full' }
  | { readonly end: 'cut' }
  | { readonly end: 'failed'; readonly error: ApiError }
);

/** How much may be read. Updated while reading. */
export interface ReadBudget {
  /** Number of pages that may still be requested. */
  pages: number;
  /** Number of events that may be added to the store. Only a single page may exceed it. No limit by default. */
  readonly maxEvents?: number;
  /** Number of events that were added to the store; absent before the first page. */
  added?: number;
  /** Number of events of the largest page that was read; absent before the first one. */
  pageSize?: number;
}

/** Whether events were added, and a further page could add more than the budget allows. */
export const mayExceedEvents = ({ maxEvents, added = 0, pageSize = 0 }: ReadBudget): boolean =>
  maxEvents !== undefined && added > 0 && added + pageSize > maxEvents;

/** Whether no further page may be requested: the pages are used up, or the next one could add too many events. */
export const isUsedUp = (budget: ReadBudget): boolean => budget.pages <= 0 || mayExceedEvents(budget);

interface ReadRequest {
  readonly cursor?: NextOps;
  /** The time of the event above the cursor's position; undefined if it is unknown. */
  readonly time?: string | undefined;
  /** The latest time of the events above the cursor's position; `time` by default. */
  readonly newest?: string | undefined;
  readonly first?: string | undefined;
  readonly until: (run: ListingRun) => boolean;
  readonly budget: ReadBudget;
  /**
   * Keys of the cursors with which the listing was read further up, if it is read in parts; those of this read are added.
   * A page with one of them as its next cursor ends the read, because the cursors lead in a circle.
   */
  readonly used?: Set<string>;
  /**
   * Identities of the events that were read further up, if the listing is read in parts; those of this read are added. A
   * page that repeats some of them says nothing about the order of the listing.
   */
  readonly keys?: Set<string>;
}

interface ListingReader {
  read(from: ReadRequest, signal?: AbortSignalLike): Promise<ReadOutcome>;
  /** False if cursors are known not to lead to further pages. */
  pages(): boolean;
  /** Whether the service has returned a further page. */
  hasPaged(): boolean;
}

interface ReaderDeps {
  readonly fetch: (cursor: NextOps | undefined, signal?: AbortSignalLike) => Promise<Outcome<AuditPage>>;
  readonly addEvents: (events: readonly AuditEvent[]) => readonly AuditEvent[];
  readonly isByTime: () => boolean;
}

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
  /** Identities of events known only from unrelated pages. The events around them may not have been loaded. */
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
    const used = from.used ?? new Set<string>();
    let stalled = 0;
    for (let { cursor } = from; ; cursor = run.next) {
      run.next = cursor;
      if (isUsedUp(from.budget)) return { end: 'full', run };
      from.budget.pages--;
      if (cursor) used.add(createCursorKey(cursor));
      const outcome = await deps.fetch(cursor, signal);
      if (!outcome.ok)
        return cursor && isBadRequestError(outcome.error)
          ? cutShort(run)
          : { end: 'failed', error: outcome.error, run };
      const { events, nextOps } = outcome.value;
      const page = events ?? [];
      const added = deps.addEvents(page);
      recordPageInBudget(from.budget, page.length, added.length);
      const isFurther = cursor !== undefined;
      const step = appendPage(run, page, { added, isFurther, isByTime: deps.isByTime(), strays });
      if (step === 'back') return cutShort(run);
      if (cursor && step === 'down') paged = true;
      stalled = step === 'down' ? 0 : stalled + 1;
      run.next = isUsableCursor(nextOps) ? nextOps : undefined;
      run.isEnd = !run.next && (cursor !== undefined || paged);
      if (from.until(run)) return { end: 'reached', run };
      if (!run.next) return { end: run.isEnd ? 'bottom' : 'cut', run };
      if (stalled > MAX_STALLED_PAGES || used.has(createCursorKey(run.next))) return cutShort(run);
      if (!pages) return { end: 'cut', run };
    }
  };
  return { read, pages: () => pages, hasPaged: () => paged };
}

function recordPageInBudget(budget: ReadBudget, size: number, addedCount: number): void {
  budget.pageSize = Math.max(budget.pageSize ?? 0, size);
  budget.added = (budget.added ?? 0) + addedCount;
}

const emptyRun = ({ cursor, time, newest = time, first, keys }: ReadRequest): ListingRun => ({
  keys: keys ?? new Set(),
  events: [],
  newKeys: new Set(),
  added: [],
  first,
  bottom: undefined,
  time,
  newest,
  lowestNewTime: undefined,
  endsAtKnownEvent: false,
  isSorted: true,
  isFromTop: cursor === undefined,
  unrelatedPages: [],
  next: undefined,
  isEnd: false,
});

const isBadRequestError = (error: ApiError): boolean => error.kind === 'status' && error.status === 400;

interface PageFacts {
  readonly added: readonly AuditEvent[];
  readonly isFurther: boolean;
  readonly isByTime: boolean;
  readonly strays: Set<string>;
}

/**
 * Appends a page to the run. Returns `down` if the page seems to have events further down in the listing, else `still`.
 * If the service seems to have ignored the cursor, records the page as unrelated instead and returns `back`.
 */
function appendPage(
  run: ListingRun,
  page: readonly AuditEvent[],
  { added, isFurther, isByTime, strays }: PageFacts,
): 'down' | 'still' | 'back' {
  run.added.push(...added);
  const read = page.map(toListedEvent);
  const unseen = read.filter(({ key }) => !run.keys.has(key));
  const fresh = new Set(added.map(createEventIdentity));
  const isDown = unseen.some(({ time, key }) => !isLater(time, run.newest) || (!isByTime && !fresh.has(key)));
  // A single event may be returned twice.
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
  run.endsAtKnownEvent = !run.newKeys.has(key);
  if (!run.endsAtKnownEvent) run.lowestNewTime = earlierTimestamp(run.lowestNewTime, run.time);
}

export const toListedEvent = (event: AuditEvent): ListedEvent => ({
  event,
  key: createEventIdentity(event),
  time: validTimeOf(event),
});

/**
 * Returns an event's identity: its change ID with a hash of its content, or its `eventKey` if it has no change ID. A
 * `RememberedEvent` or `HashedEvent` has its own identity.
 */
export function createEventIdentity(event: AuditEvent): string {
  if (event instanceof RememberedEvent || event instanceof HashedEvent) return event.identity;
  const { changeID } = event instanceof CompactEvent ? event : event.context;
  return changeID ? `${computeContentHash(event)} ${changeID}` : eventKey(event);
}

/** Returns the time of an event; undefined if it is missing or malformed. */
export function validTimeOf(event: AuditEvent): string | undefined {
  const time = event instanceof CompactEvent ? event.time : eventTimestamp(event);
  return time !== undefined && isValidTimestamp(time) ? time : undefined;
}
