/**
 * Follows the audit trail. The service is not known to send notifications (S7), so it is polled. Each round reads the
 * listing from the top down to events that are known. A range that could not be read is recorded as a gap.
 */
import { type ApiError, isNotSentError, type Outcome } from '../../service/errors.ts';
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
      /** Whether the round left something unread because its budget was used up. */
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
  /**
   * Identities of added events that must not be passed to the next follower as known, because the events around them may
   * not have been read.
   */
  getStrays(): ReadonlySet<string>;
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

export function createFollower(start: FollowStart, deps: FollowDeps): Follower {
  const { minMs, maxMs = Math.max(minMs, MAX_DELAY_MS) } = start;
  const depth = new ReadDepth(start, deps.now);
  const reader = createListingReader(
    { pages: start.pages, paged: start.paged ?? false },
    { ...deps, isByTime: () => depth.isByTime },
  );
  let nextDelayMs = minMs;
  let gaps: readonly Gap[] = (start.gaps ?? []).filter((gap) => !gap.isBelowFloor);
  let gapsBelowFloor: readonly Gap[] = (start.gaps ?? []).filter((gap) => gap.isBelowFloor);
  let allGaps: readonly Gap[] = start.gaps ?? [];
  let lateGap: Gap | undefined;
  /** Identity of the first event of the listing, as of the last read from the top. */
  let first: string | undefined;
  /** Whether the last round stopped because of its number of new events, so that the next one continues in the gaps. */
  let isInterrupted = false;
  /** Number of consecutive rounds that have read only in gaps. */
  let roundsInGaps = 0;
  const sweep = createDownwardSweep();

  const recordRun = ({ run }: ReadOutcome, from?: AuditEvent): void => {
    const before = gaps;
    const isByTime = depth.isByTime;
    const isAtBottom = depth.reachesEndOfFollowedEvents(run);
    gaps = remainingGaps(gaps, run, { from, isAtBottom, isByTime });
    const floor = depth.advance(run, (time) => isInGap(before, time));
    if (isAtBottom) gapsBelowFloor = [];
    else if (floor && gapsBelowFloor.length === 0) gapsBelowFloor = [createGapBelowFloor(floor)];
  };
  const gapBelow = ({ run, end }: ReadOutcome): Gap | undefined => {
    if (end === 'reached' || !run.bottom || (end === 'bottom' && depth.followsWholeListing)) return undefined;
    if (depth.isGapUnlikelyAfterRun(run)) return undefined;
    const { bottom } = run;
    const lowerEnd = (event: AuditEvent | undefined): AuditEvent =>
      event && !hasReachedEvent(event, run, depth.isByTime) ? event : bottom;
    const below = lowerEnd(depth.findKnownEventBelow(run));
    if (depth.isByTime) return createGap(bottom, below, run);
    // Missing events can be older than the next known event in order of arrival. One malformed page is also enough to
    // make a listing sorted by time appear to be in order of arrival.
    const found = createGap(bottom, lowerEnd(depth.findKnownEventBelowInTime(run)), undefined);
    return createGap(bottom, below, run, [found]);
  };
  const addGap = (gap: Gap, { endsAtKnownEvent }: ListingRun): void => {
    const isByTime = depth.isByTime;
    const both =
      isByTime && endsAtKnownEvent && lateGap && gaps.includes(lateGap) ? mergeGaps(gap, lateGap) : undefined;
    const next = both ?? gap;
    gaps = addOrMergeGap(both ? gaps.filter((other) => other !== lateGap) : gaps, next, isByTime);
    if (endsAtKnownEvent) lateGap = next;
  };
  const readTop = async (pass: RoundContext): Promise<TopRead> => {
    const top = await reader.read(
      { until: (run) => depth.canStopRun(run), budget: pass.budget },
      pass.signal,
    );
    const gap = gapBelow(top);
    recordRun(top);
    if (gap) addGap(gap, top.run);
    addReadEventsToRound(pass, top);
    pass.isFull = top.end === 'full';
    first = top.run.first;
    return {
      run: top.run,
      gap,
      isWhole: top.end === 'reached',
      ...(top.end === 'failed' && { error: top.error }),
    };
  };
  const fillGap = async (gap: Gap, cursor: NextOps, pass: RoundContext): Promise<ApiError | undefined> => {
    const until = (run: ListingRun): boolean => reachesEndOfGap(gap, run, depth);
    // In a listing by time, events that are later than the last one show that the service ignored the cursor.
    const newest = depth.isByTime ? undefined : gap.newest;
    const place = { cursor, time: validTimeOf(gap.above), newest, first };
    const reading = await reader.read({ ...place, until, budget: pass.budget }, pass.signal);
    addReadEventsToRound(pass, reading);
    pass.isFull ||= reading.end === 'full';
    // A cursor that led to no event is not sent again.
    const isRefused = reading.end === 'cut' && !reading.run.bottom;
    recordRun(reading, gap.above);
    if (isRefused)
      gaps = gaps.map((one) =>
        one === gap ? createGap(gap.above, gap.below, undefined, getOrigins(gap)) : one,
      );
    return reading.end === 'failed' ? reading.error : undefined;
  };
  const fillGaps = async (pass: RoundContext): Promise<ApiError | undefined> => {
    const tried = new Set<Gap>();
    // Reading a gap may close another one or a part of it. A needless request could create an audit event.
    const nextGap = (): Gap | undefined => gaps.find((gap) => gap.resume && !tried.has(gap));
    for (let gap = nextGap(); gap?.resume && reader.pages(); gap = nextGap()) {
      if (isUsedUp(pass.budget)) {
        pass.isFull = true;
        break;
      }
      tried.add(gap);
      const error = await fillGap(gap, gap.resume, pass);
      if (error) return error;
    }
    return undefined;
  };
  const readFurtherDown = async (top: ListingRun, pass: RoundContext): Promise<ApiError | undefined> => {
    const place = reader.pages() && !depth.isAtFloor(top) ? sweep.next(top) : undefined;
    if (!place) return undefined;
    const from = { ...place, first: top.first, until: (run: ListingRun) => depth.isAtFloor(run) };
    const reading = await reader.read(from, pass.signal);
    addReadEventsToRound(pass, reading);
    recordRun(reading, place.above);
    sweep.moveTo(reading);
    return reading.end === 'failed' ? reading.error : undefined;
  };

  return {
    async round(signal) {
      const pages = start.getMaxPagesPerRound?.() ?? MAX_PAGES_PER_ROUND;
      const maxEvents = start.maxEventsPerRound;
      const pass: RoundContext = {
        added: [],
        unrelatedPages: [],
        budget: maxEvents === undefined ? { pages } : { pages, maxEvents },
        isFull: false,
        signal,
      };
      roundsInGaps = isInterrupted && roundsInGaps < MAX_ROUNDS_IN_GAPS ? roundsInGaps + 1 : 0;
      const top = roundsInGaps > 0 ? undefined : await readTop(pass);
      const isQuiet = !pass.added.some(deps.isNews);
      let error = top?.error ?? (await fillGaps(pass));
      if (!error && isQuiet && top?.isWhole) error = await readFurtherDown(top.run, pass);
      gaps = pass.unrelatedPages.reduce(withoutCoveredGaps, gaps);
      if (!isQuiet) sweep.slow();
      depth.recordRoundEnd(pass.added.length > 0);
      isInterrupted =
        !error && reader.pages() && mayExceedEvents(pass.budget) && gaps.some(({ resume }) => resume);
      const news = pass.added.filter(deps.isNews).length;
      const found = { added: pass.added, news };
      if (error) {
        const requestedMs = error.kind === 'status' ? (error.retryAfterMs ?? 0) : 0;
        nextDelayMs = Math.max(requestedMs, Math.min(maxMs, nextDelayMs * 2));
        return { ok: false, error, ...found };
      }
      nextDelayMs = news > 0 ? minMs : Math.min(maxMs, nextDelayMs * 1.5);
      const gap = top?.gap;
      const isMet = top !== undefined && top.run.keys.size > top.run.newKeys.size;
      const hasUncertainGap = gap !== undefined && isMet;
      return { ok: true, ...found, hasUncertainGap, isFull: pass.isFull, ...(gap && { gap }) };
    },
    gaps() {
      const all = [...gaps, ...gapsBelowFloor];
      const isSame = all.length === allGaps.length && all.every((gap, index) => gap === allGaps[index]);
      if (!isSame) allGaps = all;
      return allGaps;
    },
    getDelayMs: () => nextDelayMs,
    getPaging: () => ({ pages: reader.pages(), paged: reader.hasPaged(), isByTime: depth.isByTime }),
    getStrays: () => reader.strays(),
  };
}

/** A read from the top of the listing. */
interface TopRead {
  readonly run: ListingRun;
  /** The range below the run, if events may be missing in it. */
  readonly gap: Gap | undefined;
  /** Whether the run reaches as far down as needed. */
  readonly isWhole: boolean;
  readonly error?: ApiError;
}

interface RoundContext {
  readonly added: AuditEvent[];
  readonly unrelatedPages: (readonly ListedEvent[])[];
  readonly budget: ReadBudget;
  /** Whether a part was left unread because the budget was used up. */
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

/** Whether a later request may succeed after an error, without the user's help. */
export function isTransient(error: ApiError): boolean {
  // A token can't be obtained at present, for example because the sign-in server can't be reached.
  if (isNotSentError(error)) return error.kind === 'noToken' && error.retry;
  switch (error.kind) {
    case 'status':
      return error.status === 408 || error.status === 429 || error.status >= 500;
    case 'network':
      // The files of the client certificate can't be used, or its passphrase is wrong.
      return !error.code.startsWith('CLIENT_CERT_');
    case 'timeout':
    case 'unreadable':
      return true;
    case 'cancelled':
    case 'tooLarge':
    case 'redirect':
      return false;
  }
}
