/**
 * Decides how far down each round of following must read. An event may be added to the listing after events with a
 * later time. Therefore a round is to read again down to some time before the newest known events (the overlap), and
 * further if events have arrived later still.
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

class DatedEvent {
  readonly time: string;
  readonly event: AuditEvent;
  /**
   * Number of the run, counted from 1, in which the event arrived. 0 if it was known at the start, or may have been in
   * the listing before.
   */
  readonly firstSeenInRun: number;
  #key: string | undefined;

  constructor(event: AuditEvent, time: string, came = 0, key?: string) {
    this.event = event;
    this.time = time;
    this.firstSeenInRun = came;
    this.#key = key;
  }
  /** The event's identity (`identityOf`), computed on first use. */
  get key(): string {
    this.#key ??= identityOf(this.event);
    return this.#key;
  }
}

/** Default initial overlap in milliseconds: the time before the newest known events that is to be read again. */
const DEFAULT_OVERLAP_MS = 30_000;
/** Maximum length to which the overlap grows when events arrive late. */
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

/** Tracks how far a followed listing is known, and decides whether a run has read far enough. */
export class ReadDepth {
  readonly #now: () => number;
  /**
   * The overlap: the time in milliseconds before the newest known events that is to be read again. Can grow when events
   * arrive late.
   */
  #overlap: number;
  /** The newest known events, newest first; older ones are dropped (see `#prune`). */
  #recent: readonly DatedEvent[];
  /** The oldest event with a valid time that was known at the start; undefined if there was none. */
  readonly #floor: DatedEvent | undefined;
  /** The floor if no event known at the start has a time. */
  readonly #undated: UndatedFloor;
  readonly #order: ListingOrder;
  /** Time of the oldest of the last events that arrived later than the overlap; undefined if there is none. */
  #lateTime: string | undefined;
  #runCount = 0;
  #quietRounds = 0;

  /**
   * `start.known` are the events known at the start, `start.overlapMs` is the initial overlap, `start.isByTime` is
   * false if the service is known to list events in order of arrival, and `now` returns the current time in
   * milliseconds since 1970.
   */
  constructor(
    start: {
      readonly known: readonly AuditEvent[];
      readonly overlapMs?: number;
      readonly isByTime?: boolean;
    },
    now: () => number,
  ) {
    this.#now = now;
    this.#overlap = start.overlapMs ?? DEFAULT_OVERLAP_MS;
    this.#recent = start.known.flatMap((event) => toDatedEvents(event, validTimeOf(event))).sort(newestFirst);
    this.#floor = this.#recent.at(-1);
    this.#undated = new UndatedFloor(this.#floor ? [] : start.known);
    this.#order = new ListingOrder(start.isByTime ?? true);
    this.#prune();
  }

  /** Whether the listing is sorted by time, as far as is known. */
  get isByTime(): boolean {
    return this.#order.isByTime;
  }
  /** Whether no event was known at the start, so that the whole listing is followed. */
  get isBottomless(): boolean {
    return this.#floor === undefined && !this.#undated.isFloor;
  }
  /** Whether the run reaches the floor: the oldest event known at the start. Older events are not followed. */
  isAtFloor(run: ListingRun): boolean {
    if (this.#undated.isFloor) return this.#undated.isIn(run);
    if (this.#floor === undefined) return false;
    this.#order.recordRun(run, this.#recent.slice(0, MAX_EVENTS_AHEAD + 1));
    if (run.keys.has(this.#floor.key)) return true;
    return this.isByTime && run.time !== undefined && run.time < this.#floor.time;
  }
  /** Whether no followed events are expected in the listing below the run. */
  isAtBottom(run: ListingRun): boolean {
    if (this.#undated.isFloor) return this.isAtFloor(run);
    // A limit of the service looks like the end of its listing. At the real end, the run contains the known events.
    return run.isEnd && (this.#floor === undefined || this.isAtFloor(run));
  }
  /**
   * Whether a run from the top has read far enough: to the floor, or to a known event below which no new event is
   * expected.
   */
  isReachedBy(run: ListingRun): boolean {
    return this.isAtFloor(run) || isBelow(run, this.#limitFor(run, this.#reference()));
  }
  /**
   * Whether a run from the top that could not read as far as `isReachedBy` requires has still read far enough that
   * no gap is likely.
   */
  isEnough(run: ListingRun): boolean {
    return isBelow(run, this.#limitFor(run, this.#presentTime()));
  }
  /**
   * Returns the newest known event below the run, and, in a listing sorted by time, below everything that the run had
   * to reach. If none is known there, returns the floor, which the run may contain; undefined if there is no floor
   * with a valid time.
   */
  settledBelow(run: ListingRun): AuditEvent | undefined {
    // Events that arrived since the last run are above all events known before.
    if (!this.isByTime) return (this.#recent.find(({ key }) => !run.keys.has(key)) ?? this.#floor)?.event;
    const to = earlierTimestamp(this.#limitFor(run, this.#reference()), run.time);
    // Arrived later than the overlap, which is then no measure of how late other events may arrive.
    const isLate = run.lowestNewTime !== undefined && run.lowestNewTime < (this.#arrivalLimit() ?? '');
    const found = isLate ? undefined : this.#recent.find(({ time }) => to === undefined || time < to);
    return (found ?? this.#floor)?.event;
  }
  /** Must be called after all reads of a round. `hasFound` is whether the round returned a new event. */
  endRound(hasFound: boolean): void {
    this.#quietRounds = hasFound ? 0 : this.#quietRounds + 1;
    if (this.#quietRounds > MAX_LATE_QUIET) this.#lateTime = undefined;
  }
  /**
   * Records a run. `wasMissing` returns whether an event with the given time may come from a known gap, and so is
   * not a late arrival. Returns the floor, the oldest event that is followed, if the run shows that an event was
   * inserted below it; otherwise undefined.
   */
  advance(run: ListingRun, wasMissing: (time: string) => boolean): AuditEvent | undefined {
    const floor = this.#floor;
    const reachesFloor = floor && run.isFromTop && this.isAtFloor(run);
    const isLateBelow =
      reachesFloor && this.isByTime && this.#order.hasLateEventBelow(floor, run, wasMissing);
    this.#undated.advance(run);
    this.#runCount++;
    const recentKeys = new Set(this.#recent.map(({ key }) => key));
    const added = run.events
      .flatMap(({ event, time, key }) => toDatedEvents(event, time, key))
      .filter(({ time, key }) => !recentKeys.has(key) && !(time < (floor?.time ?? '')));
    const arrived = new Set(added.filter(({ time, key }) => run.newKeys.has(key) && !wasMissing(time)));
    this.#measureLateness(arrived);
    const dated = added.map((one) =>
      arrived.has(one) ? new DatedEvent(one.event, one.time, this.#runCount, one.key) : one,
    );
    if (dated.length > 0) this.#recent = [...dated, ...this.#recent].sort(newestFirst);
    this.#prune();
    return isLateBelow ? floor.event : undefined;
  }

  #measureLateness(arrived: ReadonlySet<DatedEvent>): void {
    const newest = this.#reference();
    const lowest = [...arrived].reduce<string | undefined>(
      (earliest, { time }) => earlierTimestamp(earliest, time),
      undefined,
    );
    if (lowest === undefined || newest === undefined) return;
    const isLate = lowest < subtractMs(newest, this.#overlap);
    this.#lateTime = isLate ? lowest : undefined;
    const twice = 2 * msBetween(lowest, newest);
    // An event that is later still was not delayed: a clock was set back.
    if (twice <= MAX_OVERLAP_MS) this.#overlap = Math.max(this.#overlap, twice);
  }
  /** Returns the newest time that can be relied on (see `referenceTime`). */
  #reference(): string | undefined {
    return referenceTime(this.#recent, this.#now());
  }
  /** Returns the time below which no further events are expected to arrive. */
  #arrivalLimit(): string | undefined {
    const newest = earlierTimestamp(this.#reference(), this.#lateTime);
    return newest === undefined ? undefined : subtractMs(newest, this.#overlap);
  }
  /**
   * Returns the time up to which the listing is taken to be present: that of the newest event that has another event
   * within the overlap before it, and after which no run found a new event older than that overlap. Without such an
   * event, returns the reference time.
   */
  #presentTime(): string | undefined {
    const recent = this.#recent;
    const proved = recent.find(({ time, firstSeenInRun }, i) => {
      const least = subtractMs(time, this.#overlap);
      if ((recent[i + 1]?.time ?? '') < least) return false;
      return !recent.some((other) => other.firstSeenInRun > firstSeenInRun && other.time < least);
    });
    return earlierTimestamp(proved?.time ?? this.#reference(), newestSane(recent, this.#now())?.time);
  }
  /**
   * Returns the time down to which a run must read if `newest` is the newest reliable time. If the run found an
   * event that arrived late, the time is earlier, because there may be more such events below it.
   */
  #limitFor({ lowestNewTime }: ListingRun, newest: string | undefined): string | undefined {
    if (newest === undefined) return undefined;
    const to = subtractMs(earlierTimestamp(newest, this.#lateTime) ?? newest, this.#overlap);
    if (lowestNewTime === undefined || lowestNewTime >= newest) return to;
    const lateness = Math.min(this.#overlap, msBetween(lowestNewTime, newest));
    return earlierTimestamp(to, subtractMs(lowestNewTime, lateness));
  }
  /** Drops known events that rounds need not read again, except for some of the newest. */
  #prune(): void {
    const end = this.#arrivalLimit() ?? '';
    const last = this.#recent.findIndex(({ time }) => time < end);
    if (last >= 0) this.#recent = this.#recent.slice(0, Math.max(last + 1, MIN_RECENT));
  }
}

/**
 * Returns the newest event that is not dated more than a day ahead of this machine's clock, or the newest of all if
 * each is. Undefined without events.
 */
function newestSane(recent: readonly DatedEvent[], nowMs: number): DatedEvent | undefined {
  const limit = msToTimestamp(nowMs + DAY);
  return recent.find(({ time }) => time <= limit) ?? recent[0];
}

/**
 * Returns the newest time that can be relied on: that of an event some positions below the newest ones, which may be
 * dated ahead. Undefined without events.
 */
function referenceTime(recent: readonly DatedEvent[], nowMs: number): string | undefined {
  const newest = newestSane(recent, nowMs);
  const first = newest ? recent.indexOf(newest) : 0;
  return recent[Math.min(first + MAX_EVENTS_AHEAD, recent.length - 1)]?.time;
}

/**
 * Whether a follower with the default overlap needs only the newest known events and the oldest one. `newest` are the
 * valid times of the newest known events, newest first. `nowMs`: milliseconds since 1970.
 */
export function hasEnoughToFollow(newest: readonly string[], nowMs: number): boolean {
  const limit = msToTimestamp(nowMs + DAY);
  // Older events could change which time can be relied on.
  const first = newest.findIndex((time) => time <= limit);
  if (first < 0 || newest.length < Math.max(first + MAX_EVENTS_AHEAD + 1, MIN_RECENT)) return false;
  const end = subtractMs(newest[first + MAX_EVENTS_AHEAD] ?? '', DEFAULT_OVERLAP_MS);
  return newest.some((time) => time < end);
}

/** Whether the run ends with a known event older than `to`. False if either time is unknown. */
const isBelow = ({ isKnownBelow, time }: ListingRun, to: string | undefined): boolean =>
  isKnownBelow && to !== undefined && time !== undefined && time < to;

const newestFirst = (a: DatedEvent, b: DatedEvent): number =>
  a.time === b.time ? 0 : a.time > b.time ? -1 : 1;

const toDatedEvents = (event: AuditEvent, time: string | undefined, key?: string): DatedEvent[] =>
  time === undefined ? [] : [new DatedEvent(event, time, 0, key)];

const msBetween = (a: string, b: string): number =>
  Math.max(0, (timestampToMs(b) ?? 0) - (timestampToMs(a) ?? 0));

/**
 * Returns the timestamp `ms` milliseconds before `time`. The fraction digits after the third are cut off, so the
 * result may be slightly earlier.
 */
const subtractMs = (time: string, ms: number): string => msToTimestamp((timestampToMs(time) ?? 0) - ms);
