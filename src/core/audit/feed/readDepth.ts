/**
 * Decides how far down each round of following must read. An event may be added to the listing after events with a
 * later time. Therefore a round reads again down to some time before the newest known events (the overlap), and
 * further if events have arrived later still. Only times of the service are compared with each other.
 */
import type { AuditEvent } from '../../service/types.ts';
import { ListingOrder } from './listingOrder.ts';
import { identityOf, type ListingRun, validTimeOf } from './listingReader.ts';
import { earlierTimestamp, msToTimestamp, timestampToMs } from './timestamps.ts';

/**
 * The floor of following if none of the events known at the start has a time. The floor is the oldest event known
 * at the start; events below it in the listing are not followed. Without times, it is the event that is lowest in
 * the listing.
 */
class UndatedFloor {
  /** Whether any event was known at the start, so that there is a floor. */
  readonly isFloor: boolean;
  /** Identities of the events that may be the lowest. */
  readonly #keys: Set<string>;

  constructor(known: readonly AuditEvent[]) {
    this.#keys = new Set(known.map(identityOf));
    this.isFloor = known.length > 0;
  }
  /**
   * Whether the run certainly contains the floor: it contains all events that may be the lowest. Call it only if
   * `isFloor` is true.
   */
  isIn({ keys: seen }: ListingRun): boolean {
    return [...this.#keys].every((key) => seen.has(key));
  }
  /** Narrows down which event is the lowest, from the order of the events in a run. */
  advance({ events }: ListingRun): void {
    // An event above another one is not the lowest.
    for (const { key } of events.filter((one) => this.#keys.has(one.key)).slice(0, -1))
      this.#keys.delete(key);
  }
}

/** A known event that has a valid time. */
class DatedEvent {
  readonly time: string;
  readonly event: AuditEvent;
  /**
   * Number of the run in which the event first appeared, counted from 1. A run is a contiguous part of the listing
   * that was read from top to bottom. 0 if the event may have been in the listing before the first run.
   */
  readonly firstSeenInRun: number;
  #key: string | undefined;

  constructor(event: AuditEvent, time: string, came = 0, key?: string) {
    this.event = event;
    this.time = time;
    this.firstSeenInRun = came;
    this.#key = key;
  }
  /**
   * The event's identity (`identityOf`), computed on first use: of very many known events only the newest are
   * compared.
   */
  get key(): string {
    this.#key ??= identityOf(this.event);
    return this.#key;
  }
}

/** Tracks how far a followed listing is known, and decides whether a run has read far enough. */
interface ReadDepth {
  /** Whether the listing is sorted by time, as far as is known. */
  isByTime(): boolean;
  /** Whether a run from the top reaches down to events that were known and that are not expected to change. */
  isReachedBy(run: ListingRun): boolean;
  /**
   * Whether a run from the top that could not read as far as `isReachedBy` requires has still read far enough that
   * no gap is likely.
   */
  isEnough(run: ListingRun): boolean;
  /** Whether the run reaches the floor: the oldest event known at the start. Older events are not followed. */
  isAtFloor(run: ListingRun): boolean;
  /** Whether the listing can't contain followed events below the run. */
  isAtBottom(run: ListingRun): boolean;
  /** Whether no event was known at the start, so that the whole listing is followed. */
  isBottomless(): boolean;
  /**
   * Returns the newest known event below the run, and, in a listing sorted by time, below everything that the run had
   * to reach. If none is known there, returns the floor, which the run may contain; undefined if there is no floor
   * with a valid time.
   */
  settledBelow(run: ListingRun): AuditEvent | undefined;
  /** Must be called after all reads of a round. `hasFound` is whether the round returned a new event. */
  endRound(hasFound: boolean): void;
  /**
   * Records a run. `wasMissing` returns whether an event with the given time may come from a known gap, and so is
   * not a late arrival. Returns the floor, the oldest event that is followed, if the run shows that an event was
   * inserted below it; otherwise undefined.
   */
  advance(run: ListingRun, wasMissing: (time: string) => boolean): AuditEvent | undefined;
}

/** Time before the newest events down to which each round reads again, unless the caller sets another one. */
const DEFAULT_OVERLAP_MS = 30_000;
/**
 * Maximum length to which the overlap grows when events arrive late. An event that is later still is taken as a
 * sign that the service's clock was set back.
 */
const MAX_OVERLAP_MS = 600_000;
const DAY = 86_400_000;
/**
 * Number of consecutive rounds without a new event after which one further such round still reads down to the last
 * late event.
 */
const MAX_LATE_QUIET = 3;
/** Number of newest events that may have times too far ahead without keeping rounds from reading far enough. */
const MAX_EVENTS_AHEAD = 9;
/** Minimum number of the newest events that are compared with new ones. */
const MIN_RECENT = 2 * MAX_EVENTS_AHEAD + 1;

/**
 * Creates the tracker for a listing. `start.known` are the events known at the start, `start.overlapMs` is the
 * initial overlap, `start.isByTime` is false if the service is known to list events in order of arrival, and `now` returns
 * the current time in milliseconds since 1970.
 */
export function createReadDepth(
  start: { readonly known: readonly AuditEvent[]; readonly overlapMs?: number; readonly isByTime?: boolean },
  now: () => number,
): ReadDepth {
  let overlap = start.overlapMs ?? DEFAULT_OVERLAP_MS;
  /** The newest known events, newest first, down to the first that rounds need not read again. */
  let recent = start.known.flatMap((event) => toDatedEvents(event, validTimeOf(event))).sort(newestFirst);
  const floor = recent.at(-1);
  const order = new ListingOrder(start.isByTime ?? true);
  /**
   * Time of the oldest of the last events that arrived later than the overlap, which happens after the service's
   * clock was set back; undefined if there is none.
   */
  let lateTime: string | undefined;
  /** Number of runs recorded. */
  let runCount = 0;
  /** Number of rounds since the last one that returned a new event. */
  let quietRounds = 0;

  const reference = (): string | undefined => referenceTime(recent, now());
  /** Returns the time below which no further events are expected to arrive. */
  const arrivalLimit = (): string | undefined => {
    const newest = earlierTimestamp(reference(), lateTime);
    return newest === undefined ? undefined : subtractMs(newest, overlap);
  };
  /**
   * Returns the time up to which the listing is taken to be present: that of the newest event that has another
   * event within the overlap before it, and after which no run found a new event older than that overlap.
   * Without such an event, returns the reference time. The result is never later than the newest event dated at
   * most a day ahead of this machine.
   */
  const presentTime = (): string | undefined => {
    const proved = recent.find(({ time, firstSeenInRun: came }, i) => {
      const least = subtractMs(time, overlap);
      if ((recent[i + 1]?.time ?? '') < least) return false;
      return !recent.some((other) => other.firstSeenInRun > came && other.time < least);
    });
    return earlierTimestamp(proved?.time ?? reference(), newestSane(recent, now())?.time);
  };
  /**
   * Returns the time down to which a run must read if `newest` is the newest reliable time. If the run found an
   * event that arrived late, the time is earlier, because there may be more such events below it.
   */
  const limitFor = (
    { lowestNewTime: lowestFresh }: ListingRun,
    newest: string | undefined,
  ): string | undefined => {
    if (newest === undefined) return undefined;
    const to = subtractMs(earlierTimestamp(newest, lateTime) ?? newest, overlap);
    if (lowestFresh === undefined || lowestFresh >= newest) return to;
    return earlierTimestamp(to, subtractMs(lowestFresh, Math.min(overlap, msBetween(lowestFresh, newest))));
  };
  const prune = (): void => {
    const end = arrivalLimit() ?? '';
    const last = recent.findIndex(({ time }) => time < end);
    if (last >= 0) recent = recent.slice(0, Math.max(last + 1, MIN_RECENT));
  };
  /** The floor if no event known at the start has a time. */
  const undated = new UndatedFloor(floor ? [] : start.known);
  const isAtFloor = (run: ListingRun): boolean => {
    const { keys: seen, time } = run;
    if (undated.isFloor) return undated.isIn(run);
    if (floor === undefined) return false;
    order.recordRun(run, recent.slice(0, MAX_EVENTS_AHEAD + 1));
    return seen.has(floor.key) || (order.isByTime && time !== undefined && time < floor.time);
  };
  prune();

  return {
    isByTime: () => order.isByTime,
    isAtFloor,
    // A limit of the service looks like the end of its listing. At the real end, the run contains the known events.
    isAtBottom: (run) =>
      undated.isFloor ? isAtFloor(run) : run.isEnd && (floor === undefined || isAtFloor(run)),
    isBottomless: () => floor === undefined && !undated.isFloor,
    isReachedBy: (run) => isAtFloor(run) || isBelow(run, limitFor(run, reference())),
    isEnough: (run) => isBelow(run, limitFor(run, presentTime())),
    settledBelow(run) {
      // Events that arrived since the last run are above all events known before.
      if (!order.isByTime) return (recent.find(({ key }) => !run.keys.has(key)) ?? floor)?.event;
      const to = earlierTimestamp(limitFor(run, reference()), run.time);
      // Arrived later than the overlap, which is then no measure of how late other events may arrive.
      const isLate = run.lowestNewTime !== undefined && run.lowestNewTime < (arrivalLimit() ?? '');
      const found = isLate ? undefined : recent.find(({ time }) => to === undefined || time < to);
      return (found ?? floor)?.event;
    },
    endRound(hasFound) {
      quietRounds = hasFound ? 0 : quietRounds + 1;
      if (quietRounds > MAX_LATE_QUIET) lateTime = undefined;
    },
    advance(run, wasMissing) {
      const reachesFloor = floor && run.isFromTop && isAtFloor(run);
      const isLateBelow = reachesFloor && order.isByTime && order.hasLateEventBelow(floor, run, wasMissing);
      undated.advance(run);
      const [newest, before] = [reference(), arrivalLimit()];
      const have = new Set(recent.map(({ key }) => key));
      runCount++;
      const came = run.events
        .flatMap(({ event, time, key }) => toDatedEvents(event, time, key))
        .filter(({ time, key }) => !have.has(key) && !(time < (floor?.time ?? '')));
      const arrived = came.filter(({ time, key }) => run.newKeys.has(key) && !wasMissing(time));
      const fresh = new Set(arrived);
      const lowest = arrived.reduce<string | undefined>(
        (low, { time }) => earlierTimestamp(low, time),
        undefined,
      );
      if (lowest !== undefined && newest !== undefined) {
        const twice = 2 * msBetween(lowest, newest);
        const isLate = before !== undefined && lowest < subtractMs(newest, overlap);
        lateTime = isLate ? lowest : undefined;
        // An event that is later still was not delayed: a clock was set back.
        if (twice <= MAX_OVERLAP_MS) overlap = Math.max(overlap, twice);
      }
      const placed = came.map((one) =>
        fresh.has(one) ? new DatedEvent(one.event, one.time, runCount, one.key) : one,
      );
      if (came.length > 0) recent = [...placed, ...recent].sort(newestFirst);
      prune();
      return isLateBelow ? floor.event : undefined;
    },
  };
}

/**
 * Returns the newest event that is not dated more than a day ahead of this machine's clock, or the newest of all if each
 * is.
 */
function newestSane(recent: readonly DatedEvent[], nowMs: number): DatedEvent | undefined {
  const limit = msToTimestamp(nowMs + DAY);
  return recent.find(({ time }) => time <= limit) ?? recent[0];
}

/**
 * Returns the newest time that can be relied on: that of an event some positions below the newest ones, which may be dated
 * ahead. Undefined without events.
 */
function referenceTime(recent: readonly DatedEvent[], nowMs: number): string | undefined {
  const newest = newestSane(recent, nowMs);
  const first = newest ? recent.indexOf(newest) : 0;
  return recent[Math.min(first + MAX_EVENTS_AHEAD, recent.length - 1)]?.time;
}

/**
 * Whether a follower with the default overlap needs only the newest known events and the oldest one. `newest` are the valid
 * times of the newest known events, newest first. `nowMs`: milliseconds since 1970.
 */
export function hasEnoughToFollow(newest: readonly string[], nowMs: number): boolean {
  const limit = msToTimestamp(nowMs + DAY);
  // Older events could change which time can be relied on.
  const first = newest.findIndex((time) => time <= limit);
  if (first < 0 || newest.length < Math.max(first + MAX_EVENTS_AHEAD + 1, MIN_RECENT)) return false;
  const end = subtractMs(newest[first + MAX_EVENTS_AHEAD] ?? '', DEFAULT_OVERLAP_MS);
  return newest.some((time) => time < end);
}

/**
 * Whether the run ends with a known event older than `to`. False if either time is unknown: then nothing shows
 * how late events may have arrived.
 */
const isBelow = ({ isKnownBelow, time }: ListingRun, to: string | undefined): boolean =>
  isKnownBelow && to !== undefined && time !== undefined && time < to;

const newestFirst = (a: DatedEvent, b: DatedEvent): number =>
  a.time === b.time ? 0 : a.time > b.time ? -1 : 1;

const toDatedEvents = (event: AuditEvent, time: string | undefined, key?: string): DatedEvent[] =>
  time === undefined ? [] : [new DatedEvent(event, time, 0, key)];

/** Returns the milliseconds from timestamp `a` to timestamp `b`, or 0 if `b` is earlier. */
const msBetween = (a: string, b: string): number =>
  Math.max(0, (timestampToMs(b) ?? 0) - (timestampToMs(a) ?? 0));

/**
 * Returns the timestamp `ms` milliseconds before `time`. The fraction digits after the third are cut off, so the
 * result may be slightly earlier.
 */
const subtractMs = (time: string, ms: number): string => msToTimestamp((timestampToMs(time) ?? 0) - ms);
