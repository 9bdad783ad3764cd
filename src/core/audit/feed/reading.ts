/**
 * Reading the listing of events from one place downwards, page after page. What a page says is not believed beyond what
 * it shows: a cursor may be refused, ignored or lead in a circle, and a missing one may be a limit of the service.
 */
import type { ApiError, Outcome } from '../../service/errors.ts';
import type { AbortSignalLike } from '../../service/transport.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../service/types.ts';
import { CompactEvent } from './compactEvent.ts';
import { contentHash } from './contents.ts';
import { eventKey } from './ledger.ts';
import { cursorKey, isUsable } from './paging.ts';
import { earlierOf, eventTimestamp, isProperTimestamp, laterOf } from './timestamps.ts';

/** An event as it was read. */
export interface Read {
  readonly event: AuditEvent;
  /** What identifies it: its change ID and its content. An ID that comes again with other content is another event. */
  readonly key: string;
  /** Its time where that can be compared. */
  readonly time: string | undefined;
}

/** Events that follow each other in the listing, with none left out between them. */
export interface Run {
  /** All of them, by identity. */
  readonly seen: Set<string>;
  readonly events: Read[];
  /** Those that were not known before the reading, by identity. */
  readonly fresh: Set<string>;
  /** All that the reading added to the store, in the order of the answers; some may be from elsewhere in the listing. */
  readonly added: AuditEvent[];
  /** The first event of all. */
  first: string | undefined;
  /** The lowest event that has a time; the last one while none has. */
  bottom: AuditEvent | undefined;
  /** Its time: an event without one has the place of the one above it. */
  time: string | undefined;
  newest: string | undefined;
  /** The lowest place of an event not known before. */
  lowestFresh: string | undefined;
  /** Whether the last event was known before the reading, and is from a run of its own. */
  isKnownBelow: boolean;
  /** Whether no event has a later time than one above it. */
  isSorted: boolean;
  /** Whether it begins with the newest page of the listing. */
  readonly isFromTop: boolean;
  /** Pages that were given instead of what the cursors led to: stretches of the listing for themselves. */
  readonly elsewhere: (readonly Read[])[];
  /** Where the listing continues, as the service said. */
  next: NextOps | undefined;
  /** It continues nowhere: the service pages, and named nothing further. */
  isEnd: boolean;
}

export type Reading = { readonly run: Run } & (
  | { readonly end: 'reached' }
  /** `isEnd`, and it was not long enough. */
  | { readonly end: 'bottom' }
  /** So many pages were read as one round may. */
  | { readonly end: 'full' }
  /** The service gives no way further. */
  | { readonly end: 'cut' }
  | { readonly end: 'failed'; readonly error: ApiError }
);

interface ReadFrom {
  /** Nothing: from the newest event. */
  readonly cursor?: NextOps;
  /** The time above the cursor's place, and the first event of the listing as this round found it. */
  readonly time?: string | undefined;
  readonly first?: string | undefined;
  /** Whether the run is long enough. */
  readonly until: (run: Run) => boolean;
  /** Pages that may still be requested. */
  readonly budget: { pages: number };
}

export interface Reader {
  read(from: ReadFrom, signal?: AbortSignalLike): Promise<Reading>;
  /** Whether cursors are worth trying. */
  pages(): boolean;
}

interface ReaderDeps {
  readonly fetch: (cursor: NextOps | undefined, signal?: AbortSignalLike) => Promise<Outcome<AuditPage>>;
  readonly take: (events: readonly AuditEvent[]) => readonly AuditEvent[];
  /** Whether the listing is in order of time, as far as has been seen. */
  readonly isByTime: () => boolean;
}

/** Pages in a row that lead no further down, though each names another cursor. */
const MAX_STALLED = 20;

export function createReader(start: { pages: boolean; paged: boolean }, deps: ReaderDeps): Reader {
  let { pages, paged } = start;
  /** The service leads no further. One refusal or repetition says nothing of a service that has paged; of another, that it does not page. */
  /** Events that came with pages from elsewhere in the listing: what is above and below them may be unknown. */
  const strays = new Set<string>();
  const cutShort = (run: Run): Reading => {
    pages &&= paged;
    run.next = undefined;
    return { end: 'cut', run };
  };
  const read = async (from: ReadFrom, signal?: AbortSignalLike): Promise<Reading> => {
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
      const step = append(run, page, { added, isFurther, isByTime: deps.isByTime(), strays });
      if (step === 'back') return cutShort(run);
      if (cursor && step === 'down') paged = true;
      stalled = step === 'down' ? 0 : stalled + 1;
      run.next = isUsable(nextOps) ? nextOps : undefined;
      run.isEnd = !run.next && (cursor !== undefined || paged);
      if (from.until(run)) return { end: 'reached', run };
      if (!run.next) return { end: run.isEnd ? 'bottom' : 'cut', run };
      if (stalled > MAX_STALLED || used.has(cursorKey(run.next))) return cutShort(run);
      if (!pages) return { end: 'cut', run };
    }
  };
  return { read, pages: () => pages };
}

const emptyRun = ({ cursor, time, first }: ReadFrom): Run => ({
  seen: new Set(),
  events: [],
  fresh: new Set(),
  added: [],
  first,
  bottom: undefined,
  time,
  newest: time,
  lowestFresh: undefined,
  isKnownBelow: false,
  isSorted: true,
  isFromTop: cursor === undefined,
  elsewhere: [],
  next: undefined,
  isEnd: false,
});

const isRefusal = (error: ApiError): boolean => error.kind === 'status' && error.status === 400;

/** What is known of a page beside its events. */
interface PageFacts {
  /** The events that were not known before. */
  readonly added: readonly AuditEvent[];
  /** Whether it was requested with a cursor. */
  readonly isFurther: boolean;
  readonly isByTime: boolean;
  readonly strays: Set<string>;
}

/**
 * Puts a page at the end of the run. `back` if it is no continuation: the cursor was ignored, and the page has the first
 * event of the listing on it, or nothing but newer ones; its new events join `strays`. `still` if it shows nothing further.
 * In a listing that is not in order of time newer events can be below older ones: where some of them were known before,
 * they are not those that came on top of the listing meanwhile.
 */
function append(
  run: Run,
  page: readonly AuditEvent[],
  { added, isFurther, isByTime, strays }: PageFacts,
): 'down' | 'still' | 'back' {
  run.added.push(...added);
  const read = page.map(readOf);
  const unseen = read.filter(({ key }) => !run.seen.has(key));
  const fresh = new Set(added.map(identityOf));
  const isDown = unseen.some(({ time, key }) => !isLater(time, run.newest) || (!isByTime && !fresh.has(key)));
  // One event alone may be given twice.
  const isAgain = read.length > 1 && read.some(({ key }) => key === run.first);
  if (isFurther && (isAgain || (unseen.length > 0 && !isDown))) {
    run.elsewhere.push(read);
    for (const key of fresh) strays.add(key);
    return 'back';
  }
  for (const key of fresh) run.fresh.add(key);
  for (const one of read) extend(run, one, strays);
  return isDown ? 'down' : 'still';
}

const isLater = (time: string | undefined, than: string | undefined): boolean =>
  time !== undefined && than !== undefined && time > than;

function extend(run: Run, read: Read, strays: Set<string>): void {
  const { event, key, time } = read;
  run.first ??= key;
  if (!run.seen.has(key)) {
    run.events.push(read);
    if (isLater(time, run.time)) run.isSorted = false;
  }
  run.seen.add(key);
  if (time !== undefined || run.time === undefined) run.bottom = event;
  run.bottom ??= event;
  if (time !== undefined) {
    run.time = time;
    run.newest = laterOf(run.newest, time);
  }
  if (strays.delete(key)) run.fresh.add(key);
  run.isKnownBelow = !run.fresh.has(key);
  if (!run.isKnownBelow) run.lowestFresh = earlierOf(run.lowestFresh, run.time);
}

export const readOf = (event: AuditEvent): Read => ({
  event,
  key: identityOf(event),
  time: timeOf(event),
});

/** Change ID and content; the same for an event as it was received and as it is kept. */
export function identityOf(event: AuditEvent): string {
  const { changeID } = event instanceof CompactEvent ? event : event.context;
  return changeID ? `${contentHash(event)} ${changeID}` : eventKey(event);
}

/** Time of an event where it can be compared. One kept by the store has it available. */
export function timeOf(event: AuditEvent): string | undefined {
  const time = event instanceof CompactEvent ? event.time : eventTimestamp(event);
  return time !== undefined && isProperTimestamp(time) ? time : undefined;
}
