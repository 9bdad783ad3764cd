/**
 * Following the audit trail. The service pushes nothing (S7), so it is asked again and again. Each round reads from
 * the newest event down to what was settled before; the store drops what it has already. Where a round could not read so
 * far, the stretch that it left out is a gap, whatever later rounds meet above it: it goes only when an answer leads
 * through it. In quiet times the listing is read further down, for events that came later than any round expects.
 */
import { type ApiError, isNotSent, type Outcome } from '../../service/errors.ts';
import type { AbortSignalLike } from '../../service/transport.ts';
import type { AuditEvent, AuditPage, NextOps } from '../../service/types.ts';
import { createFront } from './front.ts';
import {
  type Gap,
  gapBelowFloor,
  gapOf,
  isBottomless,
  isIn,
  isInGap,
  joined,
  remaining,
  withGap,
  withoutShown,
} from './missing.ts';
import { createReader, type Read, type Reading, type Run, timeOf } from './reading.ts';

export type { Gap } from './missing.ts';

export interface FollowDeps {
  /** Asks for the newest page, or for the one at `cursor`. */
  readonly fetch: (cursor: NextOps | undefined, signal?: AbortSignalLike) => Promise<Outcome<AuditPage>>;
  /** Takes events in; answers those that were not known. */
  readonly take: (events: readonly AuditEvent[]) => readonly AuditEvent[];
  /** False for events that following itself causes: they must not keep it awake. */
  readonly isNews: (event: AuditEvent) => boolean;
  /** Milliseconds since 1970; only to disregard events dated more than a day ahead. */
  readonly now: () => number;
}

export interface FollowStart {
  /** The events known, newest first. What is older than all of them is not followed. */
  readonly known: readonly AuditEvent[];
  /** False where the service is known to ignore cursors, or paging is turned off. */
  readonly pages: boolean;
  /** Whether the service has been seen to page: then naming no further page means that there is none. */
  readonly paged?: boolean;
  /** Gaps that an earlier following of the same events left. */
  readonly gaps?: readonly Gap[];
  /** How much later than its time an event may come into the listing; grows by itself when one came later still. */
  readonly overlapMs?: number;
  /** Waits between rounds, with news and after long idleness. */
  readonly minMs: number;
  readonly maxMs?: number;
}

interface Found {
  /** Not known before, in the order of the answers. */
  readonly added: readonly AuditEvent[];
  readonly news: number;
}

export type Round =
  | (Found & {
      readonly ok: true;
      /** What this round could not read, and no later one can be sure to. */
      readonly gap?: Gap;
      /** True where the page that the service gave meets known events, but does not reach back far enough. */
      readonly shallow: boolean;
      /** Whether it read all the pages that one round may, and was not at an end. */
      readonly isFull: boolean;
    })
  | (Found & { readonly ok: false; readonly error: ApiError });

export interface Follower {
  /** Reads what is new. What a round that fails midway left out is a gap until a later one has read it. */
  round(signal?: AbortSignalLike): Promise<Round>;
  /** Where events may be missing as far as is known now; the same list while nothing changes. */
  gaps(): readonly Gap[];
  /** Milliseconds to wait before the next round. */
  delay(): number;
}

const MAX_DELAY_MS = 60_000;
/** Of one round: a service that never comes to an end must not be read without end. The next one continues. */
const MAX_PAGES = 1000;
/** Pages read further down in a quiet round, and quiet rounds to leave out when all has been read. */
const MAX_SWEEP = 16;
const SWEEP_REST = 10;

export function createFollower(start: FollowStart, deps: FollowDeps): Follower {
  const { minMs, maxMs = Math.max(minMs, MAX_DELAY_MS) } = start;
  const front = createFront(start, deps.now);
  const reader = createReader(
    { pages: start.pages, paged: start.paged ?? false },
    { ...deps, isByTime: front.isByTime },
  );
  let delay = minMs;
  let gaps: readonly Gap[] = (start.gaps ?? []).filter((gap) => !gap.isBelowFloor);
  let gapsBelowFloor: readonly Gap[] = (start.gaps ?? []).filter((gap) => gap.isBelowFloor);
  /** Both, as they were last returned. */
  let allGaps: readonly Gap[] = start.gaps ?? [];
  /** The last gap that only late events can be in: the next of the kind continues from it. */
  let soft: Gap | undefined;
  const sweeping = createSweeping();

  /** Takes in what was read from the top, or from below the event `from`. */
  const settle = ({ run }: Reading, from?: AuditEvent): void => {
    const before = gaps;
    const isByTime = front.isByTime();
    const isAtBottom = front.isAtBottom(run);
    gaps = remaining(gaps, run, { from, isAtBottom, isByTime });
    const floor = front.advance(run, (time) => isInGap(before, time));
    if (isAtBottom) gapsBelowFloor = [];
    else if (floor && gapsBelowFloor.length === 0) gapsBelowFloor = [gapBelowFloor(floor)];
  };
  /** The stretch between a run from the top and what was settled before, where it doesn't reach that. */
  const leftOut = ({ run, end }: Reading): Gap | undefined => {
    if (end === 'reached' || !run.bottom || (end === 'bottom' && front.isBottomless())) return undefined;
    if (front.isEnough(run)) return undefined;
    const below = front.settledBelow(run);
    return gapOf(run.bottom, below && !isIn(below, run, front.isByTime()) ? below : run.bottom, run.next);
  };
  const addGap = (gap: Gap, { isKnownBelow }: Run): void => {
    const isByTime = front.isByTime();
    const both = isByTime && isKnownBelow && soft && gaps.includes(soft) ? joined(gap, soft) : undefined;
    const next = both ?? gap;
    gaps = withGap(both ? gaps.filter((other) => other !== soft) : gaps, next, isByTime);
    if (isKnownBelow) soft = next;
  };
  /** Continues where earlier readings ended above a gap; answers the error where one failed. */
  const fill = async (first: string | undefined, pass: Pass): Promise<ApiError | undefined> => {
    for (const gap of gaps) {
      // The reading of another gap may have closed this one, or a part of it: each further request makes an audit event.
      const isOpen = gaps.includes(gap);
      if (!isOpen || !gap.resume || !reader.pages() || pass.budget.pages <= 0) continue;
      const until = (run: Run): boolean =>
        isBottomless(gap)
          ? front.isAtBottom(run)
          : run.isKnownBelow && isIn(gap.below, run, front.isByTime());
      const place = { cursor: gap.resume, time: timeOf(gap.above), first };
      const reading = await reader.read({ ...place, until, budget: pass.budget }, pass.signal);
      collect(pass, reading);
      // A cursor that was refused is not requested again.
      const isRefused = reading.end === 'cut' && !reading.run.bottom;
      settle(reading, gap.above);
      if (isRefused) gaps = gaps.map((one) => (one === gap ? gapOf(gap.above, gap.below, undefined) : one));
      if (reading.end === 'failed') return reading.error;
    }
    return undefined;
  };
  /** Reads some way further down, for what came later than expected. */
  const sweep = async (top: Run, pass: Pass): Promise<ApiError | undefined> => {
    const place = reader.pages() && !front.isAtFloor(top) ? sweeping.next(top) : undefined;
    if (!place) return undefined;
    const from = { ...place, first: top.first, until: front.isAtFloor };
    const reading = await reader.read(from, pass.signal);
    collect(pass, reading);
    settle(reading, place.above);
    sweeping.moveTo(reading);
    return reading.end === 'failed' ? reading.error : undefined;
  };

  return {
    async round(signal) {
      const pass: Pass = { added: [], elsewhere: [], budget: { pages: MAX_PAGES }, signal };
      const top = await reader.read({ until: front.isReachedBy, budget: pass.budget }, signal);
      const gap = leftOut(top);
      settle(top);
      if (gap) addGap(gap, top.run);
      collect(pass, top);
      const isQuiet = !pass.added.some(deps.isNews);
      let error = top.end === 'failed' ? top.error : await fill(top.run.first, pass);
      if (!error && isQuiet && top.end === 'reached') error = await sweep(top.run, pass);
      gaps = pass.elsewhere.reduce(withoutShown, gaps);
      if (!isQuiet) sweeping.slow();
      front.endRound(pass.added.length > 0);
      const news = pass.added.filter(deps.isNews).length;
      const found = { added: pass.added, news };
      if (error) {
        const requestedMs = error.kind === 'status' ? (error.retryAfterMs ?? 0) : 0;
        delay = Math.max(requestedMs, Math.min(maxMs, delay * 2));
        return { ok: false, error, ...found };
      }
      delay = news > 0 ? minMs : Math.min(maxMs, delay * 1.5);
      const isMet = top.run.seen.size > top.run.fresh.size;
      const isFull = pass.budget.pages < 0;
      return { ok: true, ...found, shallow: gap !== undefined && isMet, isFull, ...(gap && { gap }) };
    },
    gaps() {
      const all = [...gaps, ...gapsBelowFloor];
      const isSame = all.length === allGaps.length && all.every((gap, index) => gap === allGaps[index]);
      if (!isSame) allGaps = all;
      return allGaps;
    },
    delay: () => delay,
  };
}

/** What one round collects. */
interface Pass {
  readonly added: AuditEvent[];
  /** Pages that were not asked for. */
  readonly elsewhere: (readonly Read[])[];
  readonly budget: { pages: number };
  readonly signal: AbortSignalLike | undefined;
}

function collect(pass: Pass, { run }: Reading): void {
  pass.added.push(...run.added);
  pass.elsewhere.push(...run.elsewhere);
}

/** How far the listing has been read again from the top to its floor, some pages in each quiet round. */
function createSweeping() {
  let place: { cursor: NextOps; above: AuditEvent } | undefined;
  let size = 1;
  let rest = 0;
  return {
    /** Where to continue, and how far; undefined while nothing is to be read. */
    next(top: Run) {
      if (rest > 0) {
        rest--;
        return undefined;
      }
      if (!place && top.next && top.bottom) place = { cursor: top.next, above: top.bottom };
      if (!place) return undefined;
      const budget = { pages: size };
      size = Math.min(MAX_SWEEP, size * 2);
      return { ...place, time: timeOf(place.above), budget };
    },
    moveTo({ run, end }: Reading): void {
      const isOver = end !== 'full' && end !== 'failed';
      if (isOver) rest = SWEEP_REST;
      place =
        !isOver && run.next && place ? { cursor: run.next, above: run.bottom ?? place.above } : undefined;
    },
    /** While news come, a quiet round reads little. */
    slow(): void {
      size = 1;
    },
  };
}

interface FollowLoop {
  readonly follower: Follower;
  /** Resolves after `ms` milliseconds, or earlier: when `signal` aborts or somebody looks. */
  readonly wait: (ms: number, signal: AbortSignalLike) => Promise<void>;
  readonly onRound: (round: Round) => void;
}

/** Rounds in a row that come to no end. A trail that was long out of reach is read within a few. */
const MAX_FULL_ROUNDS = 10;
/** The pages after which a service that makes events up is not read any further. */
export const MAX_FOLLOWED_PAGES = MAX_FULL_ROUNDS * MAX_PAGES;

/**
 * Follows until `signal` aborts (answers undefined), the service refuses for good (answers why), or it has had new
 * events on every page of many rounds (`endless`).
 */
export async function follow(
  loop: FollowLoop,
  signal: AbortSignalLike,
): Promise<ApiError | 'endless' | undefined> {
  let full = 0;
  while (!signal.aborted) {
    const round = await loop.follower.round(signal);
    if (signal.aborted) return undefined;
    loop.onRound(round);
    if (!round.ok && !isPassing(round.error)) return round.error;
    if (round.ok) full = round.isFull ? full + 1 : 0;
    if (full >= MAX_FULL_ROUNDS) return 'endless';
    await loop.wait(loop.follower.delay(), signal);
  }
  return undefined;
}

/** Whether asking again later, with nothing changed, may help. */
function isPassing(error: ApiError): boolean {
  // A sign-in server that can't be reached for the moment, when a token had to be renewed.
  if (isNotSent(error)) return error.kind === 'noToken' && error.retry;
  switch (error.kind) {
    case 'status':
      // The service asked for a wait of unknown length: only the user sends another request.
      if (error.hasUnreadableRetryAfter) return false;
      return error.status === 408 || error.status === 429 || error.status >= 500;
    case 'network':
    case 'timeout':
    case 'unreadable':
      return true;
    case 'cancelled':
    case 'tooLarge':
    case 'redirect':
      return false;
  }
}
