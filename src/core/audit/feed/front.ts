/**
 * Decides how far down each round of following must read. An event may be added to the listing after events with a
 * later time. Therefore a round reads again down to some time before the newest known events (the overlap), and
 * further if events have arrived later still. Only times of the service are compared with each other.
 */
import type { AuditEvent } from '../../service/types.ts';
import { ListingOrder } from './listingOrder.ts';
import { identityOf, type Run, timeOf } from './reading.ts';
import { earlierOf, msToTimestamp, timestampToMs } from './timestamps.ts';

/**
 * The lower limit of following if none of the events known at the start has a time: the lowest of them in the
 * listing, the floor.
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
  /** Whether the run contains the floor. */
  isIn({ seen }: Run): boolean {
    return [...this.#keys].every((key) => seen.has(key));
  }
  /** Narrows down which event is the lowest, from the order of the events in a run. */
  advance({ events }: Run): void {
    // An event above another one is not the lowest.
    for (const { key } of events.filter((one) => this.#keys.has(one.key)).slice(0, -1))
      this.#keys.delete(key);
  }
}

/** A known event that has a valid time. */
class Dated {
  readonly time: string;
  readonly event: AuditEvent;
  /**
   * Number of the run, counted from 1, in which the event first appeared; 0 if it may have been in the listing
   * before.
   */
  readonly came: number;
  #key: string | undefined;

  constructor(event: AuditEvent, time: string, came = 0, key?: string) {
    this.event = event;
    this.time = time;
    this.came = came;
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
interface Front {
  /** Whether the listing is sorted by time, as far as is known. */
  isByTime(): boolean;
  /** Whether a run from the top reaches down to events that were known and that are not expected to change. */
  isReachedBy(run: Run): boolean;
  /**
   * Whether a run from the top that could not read as far as `isReachedBy` requires has still read far enough that
   * no gap is likely.
   */
  isEnough(run: Run): boolean;
  /** Whether the run reaches the floor: the oldest event known at the start. Older events are not followed. */
  isAtFloor(run: Run): boolean;
  /** Whether the listing can't contain followed events below the run. */
  isAtBottom(run: Run): boolean;
  /** Whether no event was known at the start, so that the whole listing is followed. */
  isBottomless(): boolean;
  /**
   * Returns the newest known event below the run, and below everything that the run had to reach; undefined if none
   * is known there.
   */
  settledBelow(run: Run): AuditEvent | undefined;
  /** Must be called after all reads of a round. `hasFound` is whether the round returned a new event. */
  endRound(hasFound: boolean): void;
  /**
   * Records a run. `wasMissing` returns whether an event with the given time may come from a known gap, and so is
   * not a late arrival. Returns the floor, the oldest event that is followed, if the run shows that an event was
   * inserted below it; otherwise undefined.
   */
  advance(run: Run, wasMissing: (time: string) => boolean): AuditEvent | undefined;
}

/** Time before the newest events down to which each round reads again, unless the caller sets another one. */
const DEFAULT_OVERLAP_MS = 30_000;
/**
 * Maximum length to which the overlap grows when events arrive late. An event that is later still is taken as a
 * sign that the service's clock was set back.
 */
const MAX_OVERLAP_MS = 600_000;
const DAY = 86_400_000;
/** Number of rounds without a new event during which reading still goes down to the last late event. */
const MAX_LATE_QUIET = 3;
/** Number of newest events that may have times too far ahead without keeping rounds from reading far enough. */
const AHEAD = 9;
/** Minimum number of the newest events that are compared with new ones. */
const MIN_RECENT = 2 * AHEAD + 1;

/**
 * Creates the tracker for a listing. `start.known` are the events known at the start, `start.overlapMs` is the
 * initial overlap, and `now` returns the current time in milliseconds since 1970.
 */
export function createFront(
  start: { readonly known: readonly AuditEvent[]; readonly overlapMs?: number },
  now: () => number,
): Front {
  let overlap = start.overlapMs ?? DEFAULT_OVERLAP_MS;
  /** The newest known events, newest first, down to the first that rounds need not read again. */
  let recent = start.known.flatMap((event) => dated(event, timeOf(event))).sort(newestFirst);
  const floor = recent.at(-1);
  const order = new ListingOrder();
  /**
   * Time of the oldest of the last events that arrived later than the overlap, which happens after the service's
   * clock was set back; undefined if there is none.
   */
  let late: string | undefined;
  /** Number of runs recorded. */
  let readings = 0;
  /** Number of rounds since the last one that returned a new event. */
  let quiet = 0;

  const reference = (): string | undefined => referenceTime(recent, now());
  /** Returns the time below which no further events are expected to arrive. */
  const line = (): string | undefined => {
    const newest = earlierOf(reference(), late);
    return newest === undefined ? undefined : earlier(newest, overlap);
  };
  /**
   * Returns the newest time that another event confirms and that no later arrival has disproved. If the events are
   * too far apart for that, returns the reference time.
   */
  const present = (): string | undefined => {
    const proved = recent.find(({ time, came }, i) => {
      const least = earlier(time, overlap);
      if ((recent[i + 1]?.time ?? '') < least) return false;
      return !recent.some((other) => other.came > came && other.time < least);
    });
    return earlierOf(proved?.time ?? reference(), newestSane(recent, now())?.time);
  };
  /**
   * Returns the time down to which a run must read if `newest` is the newest reliable time. If the run found an
   * event that arrived late, the time is earlier, because there may be more such events below it.
   */
  const lineFor = ({ lowestFresh }: Run, newest: string | undefined): string | undefined => {
    if (newest === undefined) return undefined;
    const to = earlier(earlierOf(newest, late) ?? newest, overlap);
    if (lowestFresh === undefined || lowestFresh >= newest) return to;
    return earlierOf(to, earlier(lowestFresh, Math.min(overlap, between(lowestFresh, newest))));
  };
  /**
   * Whether the run ends with a known event older than `to`. False if either time is unknown: then nothing shows
   * how late events may have arrived.
   */
  const isBelow = ({ isKnownBelow, time }: Run, to: string | undefined): boolean =>
    isKnownBelow && to !== undefined && time !== undefined && time < to;
  const prune = (): void => {
    const end = line() ?? '';
    const last = recent.findIndex(({ time }) => time < end);
    if (last >= 0) recent = recent.slice(0, Math.max(last + 1, MIN_RECENT));
  };
  /** The floor if no event known at the start has a time. */
  const undated = new UndatedFloor(floor ? [] : start.known);
  const isAtFloor = (run: Run): boolean => {
    const { seen, time } = run;
    if (undated.isFloor) return undated.isIn(run);
    if (floor === undefined) return false;
    order.note(run, recent.slice(0, AHEAD + 1));
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
    isReachedBy: (run) => isAtFloor(run) || isBelow(run, lineFor(run, reference())),
    isEnough: (run) => isBelow(run, lineFor(run, present())),
    settledBelow(run) {
      // Events that arrived since the last run are above all events known before.
      if (!order.isByTime) return (recent.find(({ key }) => !run.seen.has(key)) ?? floor)?.event;
      const to = earlierOf(lineFor(run, reference()), run.time);
      // Arrived later than the overlap, which is then no measure of how late other events may arrive.
      const isLate = run.lowestFresh !== undefined && run.lowestFresh < (line() ?? '');
      const found = isLate ? undefined : recent.find(({ time }) => to === undefined || time < to);
      return (found ?? floor)?.event;
    },
    endRound(hasFound) {
      quiet = hasFound ? 0 : quiet + 1;
      if (quiet > MAX_LATE_QUIET) late = undefined;
    },
    advance(run, wasMissing) {
      const reachesFloor = floor && run.isFromTop && isAtFloor(run);
      const isLateBelow = reachesFloor && order.isByTime && order.hasLateBelow(floor, run, wasMissing);
      undated.advance(run);
      const [newest, before] = [reference(), line()];
      const have = new Set(recent.map(({ key }) => key));
      readings++;
      const came = run.events
        .flatMap(({ event, time, key }) => dated(event, time, key))
        .filter(({ time, key }) => !have.has(key) && !(time < (floor?.time ?? '')));
      const arrived = came.filter(({ time, key }) => run.fresh.has(key) && !wasMissing(time));
      const fresh = new Set(arrived);
      const lowest = arrived.reduce<string | undefined>((low, { time }) => earlierOf(low, time), undefined);
      if (lowest !== undefined && newest !== undefined) {
        const twice = 2 * between(lowest, newest);
        const isLate = before !== undefined && lowest < earlier(newest, overlap);
        late = isLate ? lowest : undefined;
        // An event that is later still was not delayed: a clock was set back.
        if (twice <= MAX_OVERLAP_MS) overlap = Math.max(overlap, twice);
      }
      const placed = came.map((one) =>
        fresh.has(one) ? new Dated(one.event, one.time, readings, one.key) : one,
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
function newestSane(recent: readonly Dated[], nowMs: number): Dated | undefined {
  const limit = msToTimestamp(nowMs + DAY);
  return recent.find(({ time }) => time <= limit) ?? recent[0];
}

/**
 * Returns the newest time that can be relied on: that of an event some positions below the newest ones, which may be dated
 * ahead. Undefined without events.
 */
function referenceTime(recent: readonly Dated[], nowMs: number): string | undefined {
  const newest = newestSane(recent, nowMs);
  const first = newest ? recent.indexOf(newest) : 0;
  return recent[Math.min(first + AHEAD, recent.length - 1)]?.time;
}

/**
 * Whether a follower with the default overlap needs none of the known events that are older than `newest`, except for the
 * oldest one. `newest` are the newest known events, newest first. `nowMs`: milliseconds since 1970.
 */
export function hasEnoughToFollow(newest: readonly AuditEvent[], nowMs: number): boolean {
  const recent = newest.flatMap((event) => dated(event, timeOf(event)));
  const limit = msToTimestamp(nowMs + DAY);
  // Older events could change which time can be relied on.
  const first = recent.findIndex(({ time }) => time <= limit);
  if (first < 0 || recent.length < Math.max(first + AHEAD + 1, MIN_RECENT)) return false;
  const end = earlier(recent[first + AHEAD]?.time ?? '', DEFAULT_OVERLAP_MS);
  return recent.some(({ time }) => time < end);
}

const newestFirst = (a: Dated, b: Dated): number => (a.time === b.time ? 0 : a.time > b.time ? -1 : 1);

const dated = (event: AuditEvent, time: string | undefined, key?: string): Dated[] =>
  time === undefined ? [] : [new Dated(event, time, 0, key)];

/** Returns the milliseconds from timestamp `a` to timestamp `b`, or 0 if `b` is earlier. */
const between = (a: string, b: string): number =>
  Math.max(0, (timestampToMs(b) ?? 0) - (timestampToMs(a) ?? 0));

/**
 * Returns the timestamp `ms` milliseconds before `time`. The fraction digits after the third are cut off, so the
 * result may be slightly earlier.
 */
const earlier = (time: string, ms: number): string => msToTimestamp((timestampToMs(time) ?? 0) - ms);
