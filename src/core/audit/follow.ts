/**
 * Following the audit trail. The service pushes nothing (spec 6), so it is asked again and again. An event may come into
 * the listing later than events with a later time; so each round reads back to some time before the newest event known
 * (the overlap), and the store drops what it has already. No clock of this machine takes part in that.
 */
import type { ApiError, Outcome } from '../api/errors.ts';
import type { AbortSignalLike } from '../api/transport.ts';
import type { AuditEvent, AuditPage, NextOps } from '../api/types.ts';
import { cursorKey, isUsable } from './paging.ts';
import { eventTimestamp, isProperTimestamp, msToTimestamp, timestampToMs } from './timestamps.ts';

/** Some events between the two may be missing: the service gave no way to them. */
export interface Gap {
  /** The oldest event that came after the break. */
  readonly above: AuditEvent;
  /** The newest event known before it. */
  readonly below: AuditEvent;
}

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
  /** How much later than its time an event may come into the listing; grows by itself when one came later still. */
  readonly overlapMs?: number;
  /** Waits between rounds, with news and after long idleness. */
  readonly minMs: number;
  readonly maxMs?: number;
}

export type Round =
  | {
      readonly ok: true;
      /** Not known before, in the order of the answer. */
      readonly added: readonly AuditEvent[];
      readonly news: number;
      readonly gap?: Gap;
      /** True where the service's one page does not reach back over the overlap: an event written late could be missed. */
      readonly shallow: boolean;
    }
  | { readonly ok: false; readonly error: ApiError };

export interface Follower {
  /** Reads what is new. A round that fails midway is made up for by the next. */
  round(signal?: AbortSignalLike): Promise<Round>;
  /** Milliseconds to wait before the next round. */
  delay(): number;
}

const DEFAULT_OVERLAP_MS = 30_000;
const MAX_OVERLAP_MS = 600_000;
const MAX_DELAY_MS = 60_000;
/** Of one round: a service that never comes to an end must not be read for ever. */
const MAX_PAGES = 1000;
const DAY = 86_400_000;

export function createFollower(start: FollowStart, deps: FollowDeps): Follower {
  const { minMs, maxMs = Math.max(minMs, MAX_DELAY_MS) } = start;
  let overlap = start.overlapMs ?? DEFAULT_OVERLAP_MS;
  let pages = start.pages;
  let delay = minMs;
  const floor = start.known.findLast((event) => timeOf(event) !== undefined);
  const floorTime = floor && timeOf(floor);
  let newest = newestOf(start.known, deps.now());
  let top = start.known.find((event) => timeOf(event) !== undefined);

  /** Whether the events of a page lead down to what was complete before. */
  const reaches = (events: readonly AuditEvent[], back: string | undefined): boolean =>
    events.some((event) => {
      const time = timeOf(event);
      if (time === undefined) return false;
      if (back !== undefined && time < back) return true;
      return floorTime !== undefined && (time < floorTime || sameEvent(event, floor));
    });

  /** All pages of one round, newest first. */
  const read = async (back: string | undefined, signal: AbortSignalLike | undefined) => {
    const used = new Set<string>();
    const seen = new Set<string>();
    const added: AuditEvent[] = [];
    let met = false;
    let last: AuditEvent | undefined;
    let oldest: AuditEvent | undefined;
    let first: AuditEvent | undefined;
    const end = (whole: boolean) => ({ ok: true, whole, added, met, first, last: oldest ?? last }) as const;
    for (let cursor: NextOps | undefined; ; ) {
      const outcome = await deps.fetch(cursor, signal);
      if (!outcome.ok) {
        const refused = cursor && outcome.error.kind === 'status' && outcome.error.status === 400;
        if (!refused) return { ok: false, error: outcome.error } as const;
        pages = false;
        return end(false);
      }
      const events = outcome.value.events ?? [];
      const fresh = deps.take(events);
      added.push(...fresh);
      const again = events.filter((event) => seen.has(nameOf(event))).length;
      met ||= fresh.length + again < events.length;
      first ??= events.find((event) => timeOf(event) !== undefined);
      const bottom = events.at(-1);
      const moved = bottom !== undefined && !seen.has(nameOf(bottom)) && !isLater(bottom, last);
      last = moved ? bottom : last;
      // An event of odd time stands at the end of a page, and nowhere in the order of time.
      oldest = moved ? (events.findLast((event) => timeOf(event) !== undefined) ?? oldest) : oldest;
      if (reaches(events, back)) return end(true);
      const next = outcome.value.nextOps;
      // Only of a service that pages does the lack of a cursor say that nothing older is there.
      if (!isUsable(next)) return end(cursor !== undefined || events.length === 0);
      // A page asked for by cursor that leads no further back: the cursor was ignored.
      if (cursor !== undefined && !moved) pages = false;
      if (!pages || used.has(cursorKey(next)) || used.size === MAX_PAGES) return end(false);
      for (const event of events) seen.add(nameOf(event));
      used.add(cursorKey(next));
      cursor = next;
    }
  };

  return {
    async round(signal) {
      const back = newest === undefined ? undefined : earlier(newest, overlap);
      const result = await read(back, signal);
      if (!result.ok) {
        const asked = result.error.kind === 'status' ? (result.error.retryAfterMs ?? 0) : 0;
        delay = Math.max(asked, Math.min(maxMs, delay * 2));
        return result;
      }
      const { added, whole, met, first, last } = result;
      const below = top;
      const isBroken = !whole && !met && last !== undefined && below !== undefined;
      overlap = Math.max(overlap, latestArrival(added, newest, back, floorTime));
      newest = laterOf(newest, newestOf(added, deps.now()));
      top = first ?? top;
      const news = added.filter(deps.isNews).length;
      delay = news > 0 ? minMs : Math.min(maxMs, delay * 1.5);
      return {
        ok: true,
        added,
        news,
        shallow: !whole && met,
        ...(isBroken ? { gap: { above: last, below } } : {}),
      };
    },
    delay: () => delay,
  };
}

export interface FollowLoop {
  readonly follower: Follower;
  /** Resolves after `ms` milliseconds, or earlier: when `signal` aborts or somebody looks. */
  readonly wait: (ms: number, signal: AbortSignalLike) => Promise<void>;
  readonly onRound: (round: Round) => void;
}

/** Follows until `signal` aborts (answers undefined) or the service refuses for good (answers why). */
export async function follow(loop: FollowLoop, signal: AbortSignalLike): Promise<ApiError | undefined> {
  while (!signal.aborted) {
    const round = await loop.follower.round(signal);
    if (signal.aborted) return undefined;
    loop.onRound(round);
    if (!round.ok && !isPassing(round.error)) return round.error;
    await loop.wait(loop.follower.delay(), signal);
  }
  return undefined;
}

/** Whether asking again later, with nothing changed, may help. */
function isPassing(error: ApiError): boolean {
  if (error.kind === 'status') return error.status === 408 || error.status === 429 || error.status >= 500;
  return error.kind === 'network' || error.kind === 'timeout' || error.kind === 'unreadable';
}

/** Time of an event where it can be compared. */
function timeOf(event: AuditEvent): string | undefined {
  const time = eventTimestamp(event);
  return time !== undefined && isProperTimestamp(time) ? time : undefined;
}

/** Whether `event` is newer than `other`, where both times can be compared. */
function isLater(event: AuditEvent, other: AuditEvent | undefined): boolean {
  const [time, before] = [timeOf(event), other && timeOf(other)];
  return time !== undefined && before !== undefined && time > before;
}

/** Tells the events of one round apart. */
function nameOf(event: AuditEvent): string {
  return event.context.changeID ?? `${event.context.requestID} ${eventTimestamp(event)}`;
}

function sameEvent(event: AuditEvent, other: AuditEvent | undefined): boolean {
  return event === other || (!!event.context.changeID && event.context.changeID === other?.context.changeID);
}

/**
 * The latest time among `events`. One dated more than a day ahead of this machine is passed over where there are
 * others: with it as the newest, every page would seem to reach back far enough.
 */
function newestOf(events: readonly AuditEvent[], now: number): string | undefined {
  const limit = msToTimestamp(now + DAY);
  let sane: string | undefined;
  let any: string | undefined;
  for (const event of events) {
    const time = timeOf(event);
    any = laterOf(any, time);
    if (time !== undefined && time <= limit) sane = laterOf(sane, time);
  }
  return sane ?? any;
}

function laterOf(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a > b ? a : b;
}

/** `time` less `ms`; the digits after the third are cut off, which is earlier still. */
function earlier(time: string, ms: number): string {
  return msToTimestamp((timestampToMs(time) ?? 0) - ms);
}

/** Twice the time by which the latest of `added` missed the overlap, in milliseconds; 0 if all came within it. */
function latestArrival(
  added: readonly AuditEvent[],
  newest: string | undefined,
  back: string | undefined,
  floor: string | undefined,
): number {
  if (newest === undefined || back === undefined || floor === undefined) return 0;
  let late = 0;
  for (const event of added) {
    const time = timeOf(event);
    if (time === undefined || time >= back || time < floor) continue;
    late = Math.max(late, (timestampToMs(newest) ?? 0) - (timestampToMs(time) ?? 0));
  }
  return Math.min(MAX_OVERLAP_MS, late * 2);
}
