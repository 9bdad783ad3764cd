/**
 * Follows the audit trail. The service is not known to send notifications (S7), so it is polled. Each round reads the
 * listing from the top down to events that are known. A range that could not be read is recorded as a gap.
 */
import { type ApiError, getRequestedWaitMs, isNotSentError, type Outcome } from '../../service/errors.ts';
import type { AbortSignalLike } from '../../service/transport.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../service/types.ts';
import {
  addOrMergeGap,
  createGap,
  createGapBelowFloor,
  type Gap,
  getOrigins,
  hasReachedEvent,
  isInGap,
  isOpenEnded,
  mergeGaps,
  remainingGaps,
  withoutCoveredGaps,
} from './listingGaps.ts';
import {
  createListingReader,
  isUsedUp,
  type ListedEvent,
  type ListingRun,
  mayExceedEvents,
  type ReadBudget,
  type ReadOutcome,
  validTimeOf,
} from './listingReader.ts';
import { ReadDepth } from './readDepth.ts';

export type { Gap } from './listingGaps.ts';

export interface FollowDeps {
  readonly fetch: (cursor: NextOps | undefined, signal?: AbortSignalLike) => Promise<Outcome<AuditPage>>;
  /** Adds events to the store and returns those that were not loaded before. */
  readonly addEvents: (events: readonly AuditEvent[]) => readonly AuditEvent[];
  /**
   * Whether an event counts as news. Should be false for events that the requests of following itself create, which
   * would keep the polling interval short.
   */
  readonly isNews: (event: AuditEvent) => boolean;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Is called after each run. `from` is the event above the run; undefined for a run from the top of the listing. Events
   * that were added, but are in no run, must not be passed to the next follower as known, because the events around them
   * may not have been read.
   */
  readonly place?: (run: ListingRun, from: AuditEvent | undefined) => void;
  /**
   * Returns the highest event in the listing that is known and has a valid time, apart from those with the identities
   * `read`; undefined if there is none. Used in a listing in order of arrival. By default, the one with the latest time is.
   */
  readonly findHighestKnown?: (read: ReadonlySet<string>) => AuditEvent | undefined;
}

export interface FollowStart {
  /** The loaded events, newest first: all, or those that `readLoadedEventsForFollowing` returns. */
  readonly known: readonly AuditEvent[];
  /**
   * The events that were known when following began, if none of them has a valid time. The lowest of them in the listing
   * is the oldest one that is followed; if there is none, the listing is followed to its end. By default, the oldest
   * event in `known` is the oldest one that is followed.
   */
  readonly undatedFloor?: readonly AuditEvent[];
  /** False if the service is known not to page, or if paging is turned off. */
  readonly pages: boolean;
  /** Whether the service has returned a further page before. */
  readonly paged?: boolean;
  /** False if the service is known to list events in order of arrival (S42). */
  readonly isByTime?: boolean;
  readonly gaps?: readonly Gap[];
  /**
   * Initial length in milliseconds of the time range before the newest events that each round reads again. The default
   * is 30 seconds.
   */
  readonly overlapMs?: number;
  /** Milliseconds to wait after a successful round with news. */
  readonly minMs: number;
  /**
   * Milliseconds up to which the wait increases. The service can request a longer wait after an error. The default is
   * one minute, or `minMs` if that is longer.
   */
  readonly maxMs?: number;
  /**
   * Returns the maximum number of pages that a round reads from the top and in gaps. A gap that is left is read in later
   * rounds. The default is `MAX_PAGES_PER_ROUND`.
   */
  readonly getMaxPagesPerRound?: () => number;
  /**
   * Number of new events up to which a round reads; only a single page may exceed it. The next rounds continue where the
   * round stopped, before one reads from the top again. No limit by default.
   */
  readonly maxEventsPerRound?: number;
}

interface NewEvents {
  readonly added: readonly AuditEvent[];
  readonly news: number;
}

/** The outcome of a round. If `ok` is false, a request failed; the events read before that are included. */
export type Round =
  | (NewEvents & {
      readonly ok: true;
      /** The range below the pages that were read from the top, if events may be missing in it. */
      readonly gap?: Gap;
      /** True if the pages that were read from the top contain known events, but a gap is still possible. */
      readonly hasUncertainGap: boolean;
      /** Whether the round left events unread that it should have read, because its budget was used up. */
      readonly isFull: boolean;
    })
  | (NewEvents & { readonly ok: false; readonly error: ApiError });

/** What is known about how a service lists events. The properties are those of `FollowStart`. */
export type PagingFacts = Required<Pick<FollowStart, 'pages' | 'paged' | 'isByTime'>>;

export interface Follower {
  round(signal?: AbortSignalLike): Promise<Round>;
  gaps(): readonly Gap[];
  /** Milliseconds to wait before the next round. */
  getDelayMs(): number;
  /** What the rounds have shown about the service. Can be passed to the next follower as a part of its start. */
  getPaging(): PagingFacts;
}

const MAX_DELAY_MS = 60_000;
/** Default maximum number of pages that a round reads from the top and in gaps, in case the listing never ends. */
export const MAX_PAGES_PER_ROUND = 1000;
/**
 * Maximum number of consecutive rounds that read only in gaps, so that new events are read in between while a long gap
 * is filled.
 */
const MAX_ROUNDS_IN_GAPS = 50;
const MAX_SWEEP_PAGES = 16;
const ROUNDS_BETWEEN_SWEEPS = 10;

const reachesEndOfGap = (gap: Gap, run: ListingRun, depth: ReadDepth): boolean =>
  isOpenEnded(gap)
    ? depth.reachesEndOfFollowedEvents(run)
    : hasReachedEvent(gap.below, run, depth.isByTime) &&
      // After a restart, the events below a gap may be forgotten, although they were read.
      (run.endsAtKnownEvent || depth.isBelowKnownEvents(run));

export const createFollower = (start: FollowStart, deps: FollowDeps): Follower =>
  new ListingFollower(start, deps);

class ListingFollower implements Follower {
  readonly #start: FollowStart;
  readonly #deps: FollowDeps;
  readonly #minMs: number;
  readonly #maxMs: number;
  readonly #depth: ReadDepth;
  readonly #reader: ReturnType<typeof createListingReader>;
  readonly #sweep = createDownwardSweep();
  #nextDelayMs: number;
  #gaps: readonly Gap[];
  #gapsBelowFloor: readonly Gap[];
  #allGaps: readonly Gap[];
  #lateGap: Gap | undefined;
  /** Identity of the first event of the listing, as of the last read from the top. */
  #first: string | undefined;
  /** Whether the last round stopped because of its number of new events, so that the next one continues in the gaps. */
  #isInterrupted = false;
  /** Number of consecutive rounds that have read only in gaps. */
  #roundsInGaps = 0;

  constructor(start: FollowStart, deps: FollowDeps) {
    const { pages, paged = false, gaps = [], minMs, maxMs = Math.max(minMs, MAX_DELAY_MS) } = start;
    this.#start = start;
    this.#deps = deps;
    this.#minMs = minMs;
    this.#maxMs = maxMs;
    this.#nextDelayMs = minMs;
    this.#gaps = gaps.filter((gap) => !gap.isBelowFloor);
    this.#gapsBelowFloor = gaps.filter((gap) => gap.isBelowFloor);
    this.#allGaps = gaps;
    this.#depth = new ReadDepth(start, deps.now);
    this.#reader = createListingReader({ pages, paged }, { ...deps, isByTime: () => this.#depth.isByTime });
  }

  async round(signal?: AbortSignalLike): Promise<Round> {
    const pages = this.#start.getMaxPagesPerRound?.() ?? MAX_PAGES_PER_ROUND;
    const maxEvents = this.#start.maxEventsPerRound;
    const pass: RoundContext = {
      added: [],
      unrelatedPages: [],
      budget: maxEvents === undefined ? { pages } : { pages, maxEvents },
      isFull: false,
      signal,
    };
    this.#roundsInGaps =
      this.#isInterrupted && this.#roundsInGaps < MAX_ROUNDS_IN_GAPS ? this.#roundsInGaps + 1 : 0;
    const top = this.#roundsInGaps > 0 ? undefined : await this.#readTop(pass);
    const isQuiet = !pass.added.some(this.#deps.isNews);
    let error = top?.error ?? (await this.#fillGaps(pass));
    if (!error && isQuiet && top?.isWhole) error = await this.#readFurtherDown(top.run, pass);
    this.#gaps = pass.unrelatedPages.reduce(withoutCoveredGaps, this.#gaps);
    if (!isQuiet) this.#sweep.slow();
    this.#depth.recordRoundEnd(pass.added.length > 0);
    this.#isInterrupted =
      !error &&
      this.#reader.pages() &&
      mayExceedEvents(pass.budget) &&
      this.#gaps.some(({ resume }) => resume);
    const news = pass.added.filter(this.#deps.isNews).length;
    const found = { added: pass.added, news };
    if (error) {
      const requestedMs = getRequestedWaitMs(error);
      this.#nextDelayMs = Math.max(requestedMs, Math.min(this.#maxMs, this.#nextDelayMs * 2));
      return { ok: false, error, ...found };
    }
    this.#nextDelayMs = news > 0 ? this.#minMs : Math.min(this.#maxMs, this.#nextDelayMs * 1.5);
    const gap = top?.gap;
    const isMet = top !== undefined && top.run.keys.size > top.run.newKeys.size;
    const hasUncertainGap = gap !== undefined && isMet;
    return { ok: true, ...found, hasUncertainGap, isFull: pass.isFull, ...(gap && { gap }) };
  }

  gaps(): readonly Gap[] {
    const all = [...this.#gaps, ...this.#gapsBelowFloor];
    const isSame =
      all.length === this.#allGaps.length && all.every((gap, index) => gap === this.#allGaps[index]);
    if (!isSame) this.#allGaps = all;
    return this.#allGaps;
  }

  getDelayMs(): number {
    return this.#nextDelayMs;
  }

  getPaging(): PagingFacts {
    return { pages: this.#reader.pages(), paged: this.#reader.hasPaged(), isByTime: this.#depth.isByTime };
  }

  #recordRun({ run }: ReadOutcome, from?: AuditEvent): void {
    const before = this.#gaps;
    const isByTime = this.#depth.isByTime;
    const isAtBottom = this.#depth.reachesEndOfFollowedEvents(run);
    this.#gaps = remainingGaps(this.#gaps, run, { from, isAtBottom, isByTime });
    this.#deps.place?.(run, from);
    const floor = this.#depth.advance(run, (time) => isInGap(before, time));
    if (isAtBottom) this.#gapsBelowFloor = [];
    else if (floor && this.#gapsBelowFloor.length === 0) this.#gapsBelowFloor = [createGapBelowFloor(floor)];
  }

  #gapBelow({ run, end }: ReadOutcome): Gap | undefined {
    if (end === 'reached' || !run.bottom || (end === 'bottom' && this.#depth.followsWholeListing))
      return undefined;
    if (this.#depth.isGapUnlikelyAfterRun(run)) return undefined;
    const { bottom } = run;
    const lowerEnd = (event: AuditEvent | undefined): AuditEvent =>
      event && !hasReachedEvent(event, run, this.#depth.isByTime) ? event : bottom;
    const below = lowerEnd(this.#findKnownEventBelow(run));
    if (this.#depth.isByTime) return createGap(bottom, below, run);
    // Missing events can be older than the next known event in order of arrival. One malformed page is also enough to
    // make a listing sorted by time appear to be in order of arrival.
    const found = createGap(bottom, lowerEnd(this.#depth.findKnownEventBelowInTime(run)), undefined);
    return createGap(bottom, below, run, [found]);
  }

  #findKnownEventBelow(run: ListingRun): AuditEvent | undefined {
    const highest = this.#depth.isByTime ? undefined : this.#deps.findHighestKnown?.(run.keys);
    return highest ?? this.#depth.findKnownEventBelow(run);
  }

  #addGap(gap: Gap, { endsAtKnownEvent }: ListingRun): void {
    const isByTime = this.#depth.isByTime;
    const both =
      isByTime && endsAtKnownEvent && this.#lateGap && this.#gaps.includes(this.#lateGap)
        ? mergeGaps(gap, this.#lateGap)
        : undefined;
    const next = both ?? gap;
    this.#gaps = addOrMergeGap(
      both ? this.#gaps.filter((other) => other !== this.#lateGap) : this.#gaps,
      next,
      isByTime,
    );
    if (endsAtKnownEvent) this.#lateGap = next;
  }

  async #readTop(pass: RoundContext): Promise<TopRead> {
    const top = await this.#reader.read(
      { until: (run) => this.#depth.canStopRun(run), budget: pass.budget },
      pass.signal,
    );
    const gap = this.#gapBelow(top);
    this.#recordRun(top);
    if (gap) this.#addGap(gap, top.run);
    addReadEventsToRound(pass, top);
    pass.isFull = top.end === 'full';
    this.#first = top.run.first;
    return {
      run: top.run,
      gap,
      isWhole: top.end === 'reached',
      ...(top.end === 'failed' && { error: top.error }),
    };
  }

  async #fillGap(gap: Gap, cursor: NextOps, pass: RoundContext): Promise<ApiError | undefined> {
    const until = (run: ListingRun): boolean => reachesEndOfGap(gap, run, this.#depth);
    // In a listing by time, events that are later than the last one show that the service ignored the cursor.
    const newest = this.#depth.isByTime ? undefined : gap.newest;
    const place = { cursor, time: validTimeOf(gap.above), newest, first: this.#first };
    const reading = await this.#reader.read({ ...place, until, budget: pass.budget }, pass.signal);
    addReadEventsToRound(pass, reading);
    pass.isFull ||= reading.end === 'full';
    // A cursor that led to no event is not sent again.
    const isRefused = reading.end === 'cut' && !reading.run.bottom;
    this.#recordRun(reading, gap.above);
    if (isRefused)
      this.#gaps = this.#gaps.map((one) =>
        one === gap ? createGap(gap.above, gap.below, undefined, getOrigins(gap)) : one,
      );
    return reading.end === 'failed' ? reading.error : undefined;
  }

  async #fillGaps(pass: RoundContext): Promise<ApiError | undefined> {
    const tried = new Set<Gap>();
    // Reading a gap may close another one or a part of it. A needless request could create an audit event.
    const nextGap = (): Gap | undefined => this.#gaps.find((gap) => gap.resume && !tried.has(gap));
    for (let gap = nextGap(); gap?.resume && this.#reader.pages(); gap = nextGap()) {
      if (isUsedUp(pass.budget)) {
        pass.isFull = true;
        break;
      }
      tried.add(gap);
      const error = await this.#fillGap(gap, gap.resume, pass);
      if (error) return error;
    }
    return undefined;
  }

  async #readFurtherDown(top: ListingRun, pass: RoundContext): Promise<ApiError | undefined> {
    const place = this.#reader.pages() && !this.#depth.isAtFloor(top) ? this.#sweep.next(top) : undefined;
    if (!place) return undefined;
    const from = { ...place, first: top.first, until: (run: ListingRun) => this.#depth.isAtFloor(run) };
    const reading = await this.#reader.read(from, pass.signal);
    addReadEventsToRound(pass, reading);
    this.#recordRun(reading, place.above);
    this.#sweep.moveTo(reading);
    return reading.end === 'failed' ? reading.error : undefined;
  }
}

/** The result of a read from the top of the listing. */
interface TopRead {
  readonly run: ListingRun;
  /** The gap directly below the run; undefined if no event can be missing there. */
  readonly gap: Gap | undefined;
  /** Whether the run reaches down to known events, so that no gap has to be read before following goes on. */
  readonly isWhole: boolean;
  readonly error?: ApiError;
}

interface RoundContext {
  readonly added: AuditEvent[];
  readonly unrelatedPages: (readonly ListedEvent[])[];
  readonly budget: ReadBudget;
  /** Whether the round left events unread that it should have read, because its budget was used up. */
  isFull: boolean;
  readonly signal: AbortSignalLike | undefined;
}

function addReadEventsToRound(pass: RoundContext, { run }: ReadOutcome): void {
  pass.added.push(...run.added);
  pass.unrelatedPages.push(...run.unrelatedPages);
}

function createDownwardSweep() {
  let place: { cursor: NextOps; above: AuditEvent } | undefined;
  let size = 1;
  let rest = 0;
  return {
    next(top: ListingRun) {
      if (rest > 0) {
        rest--;
        return undefined;
      }
      if (!place && top.next && top.bottom) place = { cursor: top.next, above: top.bottom };
      if (!place) return undefined;
      const budget = { pages: size };
      size = Math.min(MAX_SWEEP_PAGES, size * 2);
      return { ...place, time: validTimeOf(place.above), budget };
    },
    moveTo({ run, end }: ReadOutcome): void {
      const isOver = end !== 'full' && end !== 'failed';
      if (isOver) rest = ROUNDS_BETWEEN_SWEEPS;
      place =
        !isOver && run.next && place ? { cursor: run.next, above: run.bottom ?? place.above } : undefined;
    },
    slow(): void {
      size = 1;
    },
  };
}

interface FollowLoop {
  readonly follower: Follower;
  readonly wait: (ms: number, signal: AbortSignalLike) => Promise<void>;
  readonly onRound: (round: Round) => void;
}

const MAX_FULL_ROUNDS = 10;
/** Number of pages read before `pollUntilStopped` returns `endless`: the page budgets of `MAX_FULL_ROUNDS` rounds. */
export const MAX_FOLLOWED_PAGES = MAX_FULL_ROUNDS * MAX_PAGES_PER_ROUND;

/**
 * Runs rounds until following must stop. Returns undefined if `signal` was aborted, the error if polling must not
 * continue after it, or `endless` if the listing seems to have no end.
 */
export async function pollUntilStopped(
  loop: FollowLoop,
  signal: AbortSignalLike,
): Promise<ApiError | 'endless' | undefined> {
  let full = 0;
  while (!signal.aborted) {
    const round = await loop.follower.round(signal);
    if (signal.aborted) return undefined;
    loop.onRound(round);
    if (!round.ok && !mayPollAfter(round.error)) return round.error;
    if (round.ok) full = round.isFull ? full + 1 : 0;
    if (full >= MAX_FULL_ROUNDS) return 'endless';
    await loop.wait(loop.follower.getDelayMs(), signal);
  }
  return undefined;
}

/**
 * Whether polling may continue after an error. If the service asked for a wait of unknown length, only the user sends
 * another request.
 */
const mayPollAfter = (error: ApiError): boolean =>
  isTransient(error) && !(error.kind === 'status' && error.hasUnreadableRetryAfter);

/**
 * Whether a later request may succeed after an error, without the user's help. `isSingleRun`: whether the caller ends
 * as soon as all events are read. For such a caller, a response of an unexpected shape is not transient, because waiting
 * until the service is mended could take for ever.
 */
export function isTransient(error: ApiError, isSingleRun = false): boolean {
  // A token can't be obtained at present, for example because the sign-in server can't be reached.
  if (isNotSentError(error)) return error.kind === 'noToken' && error.retry;
  switch (error.kind) {
    case 'status':
      return error.status === 408 || error.status === 429 || error.status >= 500;
    case 'network':
      // The files of the client certificate can't be used, or its passphrase is wrong.
      return !error.code.startsWith('CLIENT_CERT_');
    case 'timeout':
      return true;
    case 'unreadable':
      return !(isSingleRun && error.what === 'shape');
    case 'cancelled':
    case 'tooLarge':
    case 'redirect':
      return false;
  }
}
