/**
 * Decides how far down each round of following must read. An event may be added to the listing after events with a
 * later time. Therefore each round also rereads a period before the newest known events (the overlap).
 */
import type { AuditEvent } from '../../service/types.ts';
import { ListingOrder } from './listingOrder.ts';
import { createEventIdentity, type ListingRun, validTimeOf } from './listingReader.ts';
import { earlierTimestamp, msToTimestamp, timestampToMs } from './timestamps.ts';

/**
 * Finds the floor of following if no event known at the start has a valid time. The floor is the event among them that
 * is lowest in the listing.
 */
class UndatedFloor {
  readonly isFloor: boolean;
  readonly #keys: Set<string>;

  constructor(known: readonly AuditEvent[]) {
    this.#keys = new Set(known.map(createEventIdentity));
    this.isFloor = known.length > 0;
  }
  /** Whether the run certainly contains the floor. Meaningful only if `isFloor` is true. */
  isUndatedFloorInRun({ keys: seen }: ListingRun): boolean {
    return [...this.#keys].every((key) => seen.has(key));
  }
  advance({ events }: ListingRun): void {
    // An event above another one is not the lowest.
    for (const { key } of events.filter((one) => this.#keys.has(one.key)).slice(0, -1))
      this.#keys.delete(key);
  }
}

class DatedEvent {
  readonly time: string;
  readonly event: AuditEvent;
  /** Number of the run, counted from 1, in which the event arrived; 0 if it may have been in the listing before. */
  readonly firstSeenInRun: number;
  #key: string | undefined;

  constructor(event: AuditEvent, time: string, came = 0, key?: string) {
    this.event = event;
    this.time = time;
    this.firstSeenInRun = came;
    this.#key = key;
  }
  get key(): string {
    this.#key ??= createEventIdentity(this.event);
    return this.#key;
  }
}

const DEFAULT_OVERLAP_MS = 30_000;
const MAX_OVERLAP_MS = 600_000;
const DAY = 86_400_000;
const MAX_LATE_QUIET = 3;
const MAX_EVENTS_AHEAD = 9;
const MIN_RECENT = 2 * MAX_EVENTS_AHEAD + 1;

/** Tracks how far a followed listing is known, and decides whether a run has read far enough. */
export class ReadDepth {
  readonly #now: () => number;
  #overlap: number;
  #recent: readonly DatedEvent[];
  readonly #floor: DatedEvent | undefined;
  readonly #undated: UndatedFloor;
  readonly #order: ListingOrder;
  #lateTime: string | undefined;
  #runCount = 0;
  #quietRounds = 0;

  constructor(
    start: {
      readonly known: readonly AuditEvent[];
      readonly undatedFloor?: readonly AuditEvent[];
      readonly overlapMs?: number;
      readonly isByTime?: boolean;
    },
    now: () => number,
  ) {
    this.#now = now;
    this.#overlap = start.overlapMs ?? DEFAULT_OVERLAP_MS;
    this.#recent = start.known
      .flatMap((event) => toDatedEvents(event, validTimeOf(event)))
      .sort(compareDatedEvents);
    this.#floor = start.undatedFloor ? undefined : this.#recent.at(-1);
    this.#undated = new UndatedFloor(start.undatedFloor ?? (this.#floor ? [] : start.known));
    this.#order = new ListingOrder(start.isByTime ?? true);
    this.#dropOldRecentEvents();
  }

  get isByTime(): boolean {
    return this.#order.isByTime;
  }
  /** Whether the listing is followed down to its end. */
  get followsWholeListing(): boolean {
    return this.#floor === undefined && !this.#undated.isFloor;
  }
  /**
   * Whether the run reaches the floor. Events below the floor are not followed. Can also set `isByTime` to false, if
   * the run shows that the listing has another order.
   */
  isAtFloor(run: ListingRun): boolean {
    this.#order.recordTimeOrderOfRun(run, this.#recent.slice(0, MAX_EVENTS_AHEAD + 1), this.#floor);
    if (this.#undated.isFloor) return this.#undated.isUndatedFloorInRun(run);
    if (this.#floor === undefined) return false;
    if (run.keys.has(this.#floor.key)) return true;
    return this.isByTime && run.time !== undefined && run.time < this.#floor.time;
  }
  /** Whether no followed events are expected in the listing below the run. */
  reachesEndOfFollowedEvents(run: ListingRun): boolean {
    if (this.#undated.isFloor) return this.isAtFloor(run);
    // A limit of the service looks like the end of its listing. At the real end, the run has reached the floor.
    return run.isEnd && (this.#floor === undefined || this.isAtFloor(run));
  }
  /**
   * Whether a run from the top can stop. It can if it has reached the floor, or if it ends at a known event and has
   * read past the overlap.
   */
  canStopRun(run: ListingRun): boolean {
    return (
      this.isAtFloor(run) ||
      endsAtKnownEventBelow(run, this.#computeReadLimit(run, this.#findReferenceTime()))
    );
  }
  /**
   * Whether a gap below a run from the top is unlikely, although the run has not read as far as `canStopRun`
   * requires.
   */
  isGapUnlikelyAfterRun(run: ListingRun): boolean {
    return endsAtKnownEventBelow(run, this.#computeReadLimit(run, this.#findProvedPresentTime()));
  }
  /** Whether the run ends at an event that is older than all events that were known when following began. */
  isBelowKnownEvents({ time }: ListingRun): boolean {
    return this.#floor !== undefined && time !== undefined && time < this.#floor.time;
  }
  /** Returns the known event at the lower end of a gap below the run; undefined if there is none. */
  findKnownEventBelow(run: ListingRun): AuditEvent | undefined {
    if (this.isByTime) return this.findKnownEventBelowInTime(run);
    // Events that arrived since the last run are above all events known before.
    return (this.#recent.find(({ key }) => !run.keys.has(key)) ?? this.#floor)?.event;
  }
  /**
   * Returns the newest known event that is older than the events missing below the run, as far as times show that;
   * undefined if there is none.
   */
  findKnownEventBelowInTime(run: ListingRun): AuditEvent | undefined {
    const to = earlierTimestamp(this.#computeReadLimit(run, this.#findReferenceTime()), run.time);
    // A new event arrived later than the overlap allows. The overlap then does not show how late other events may
    // arrive.
    const isLate = run.lowestNewTime !== undefined && run.lowestNewTime < (this.#computeArrivalLimit() ?? '');
    const found = isLate ? undefined : this.#recent.find(({ time }) => to === undefined || time < to);
    return (found ?? this.#floor)?.event;
  }
  /**
   * Records the end of a round. Call it after all reads of the round. `hasFound` is whether the round found an event
   * that was not loaded before.
   */
  recordRoundEnd(hasFound: boolean): void {
    this.#quietRounds = hasFound ? 0 : this.#quietRounds + 1;
    if (this.#quietRounds > MAX_LATE_QUIET) this.#lateTime = undefined;
  }
  /**
   * Records a run. Returns the floor if the run shows that an event was inserted below the floor; otherwise undefined.
   * `wasMissing` returns whether an event with the given time may come from a known gap.
   */
  advance(run: ListingRun, wasMissing: (time: string) => boolean): AuditEvent | undefined {
    const floor = this.#floor;
    const reachesFloor = floor && run.isFromTop && this.isAtFloor(run);
    const isLateBelow =
      reachesFloor && this.isByTime && this.#order.recordAndDetectLateEventBelow(floor, run, wasMissing);
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
    if (dated.length > 0) this.#recent = [...dated, ...this.#recent].sort(compareDatedEvents);
    this.#dropOldRecentEvents();
    return isLateBelow ? floor.event : undefined;
  }

  #measureLateness(arrived: ReadonlySet<DatedEvent>): void {
    const newest = this.#findReferenceTime();
    const lowest = [...arrived].reduce<string | undefined>(
      (earliest, { time }) => earlierTimestamp(earliest, time),
      undefined,
    );
    if (lowest === undefined || newest === undefined) return;
    const isLate = lowest < subtractMs(newest, this.#overlap);
    this.#lateTime = isLate ? lowest : undefined;
    const twice = 2 * msBetween(lowest, newest);
    // An even later event was probably not delayed. More likely, a clock was set back.
    if (twice <= MAX_OVERLAP_MS) this.#overlap = Math.max(this.#overlap, twice);
  }
  #findReferenceTime(): string | undefined {
    return findReferenceTime(this.#recent, this.#now());
  }
  #computeArrivalLimit(): string | undefined {
    const newest = earlierTimestamp(this.#findReferenceTime(), this.#lateTime);
    return newest === undefined ? undefined : subtractMs(newest, this.#overlap);
  }
  #findProvedPresentTime(): string | undefined {
    const recent = this.#recent;
    const proved = recent.find(({ time, firstSeenInRun }, i) => {
      const least = subtractMs(time, this.#overlap);
      if ((recent[i + 1]?.time ?? '') < least) return false;
      return !recent.some((other) => other.firstSeenInRun > firstSeenInRun && other.time < least);
    });
    return earlierTimestamp(
      proved?.time ?? this.#findReferenceTime(),
      findNewestPlausible(recent, this.#now())?.time,
    );
  }
  #computeReadLimit({ lowestNewTime }: ListingRun, newest: string | undefined): string | undefined {
    if (newest === undefined) return undefined;
    const to = subtractMs(earlierTimestamp(newest, this.#lateTime) ?? newest, this.#overlap);
    if (lowestNewTime === undefined || lowestNewTime >= newest) return to;
    const lateness = Math.min(this.#overlap, msBetween(lowestNewTime, newest));
    return earlierTimestamp(to, subtractMs(lowestNewTime, lateness));
  }
  #dropOldRecentEvents(): void {
    const end = this.#computeArrivalLimit() ?? '';
    const last = this.#recent.findIndex(({ time }) => time < end);
    if (last >= 0) this.#recent = this.#recent.slice(0, Math.max(last + 1, MIN_RECENT));
  }
}

/**
 * Returns the newest event that is not dated more than a day ahead of `nowMs`. If there is none, returns the newest
 * event. `recent` is sorted newest first.
 */
function findNewestPlausible(recent: readonly DatedEvent[], nowMs: number): DatedEvent | undefined {
  const limit = msToTimestamp(nowMs + DAY);
  return recent.find(({ time }) => time <= limit) ?? recent[0];
}

/**
 * Returns the newest time that can be relied on; undefined without events. It is the time of an event up to
 * `MAX_EVENTS_AHEAD` positions below the newest plausible one, because the newest events may be dated ahead.
 */
function findReferenceTime(recent: readonly DatedEvent[], nowMs: number): string | undefined {
  const newest = findNewestPlausible(recent, nowMs);
  const first = newest ? recent.indexOf(newest) : 0;
  return recent[Math.min(first + MAX_EVENTS_AHEAD, recent.length - 1)]?.time;
}

/**
 * Whether enough of the newest known events were fetched to follow a listing. `newest` contains their valid times,
 * newest first. `nowMs` is in milliseconds since 1970.
 */
export function hasEnoughToFollow(newest: readonly string[], nowMs: number): boolean {
  const limit = msToTimestamp(nowMs + DAY);
  // With fewer events, older ones could still change which time can be relied on.
  const first = newest.findIndex((time) => time <= limit);
  if (first < 0 || newest.length < Math.max(first + MAX_EVENTS_AHEAD + 1, MIN_RECENT)) return false;
  const end = subtractMs(newest[first + MAX_EVENTS_AHEAD] ?? '', DEFAULT_OVERLAP_MS);
  return newest.some((time) => time < end);
}

const endsAtKnownEventBelow = ({ endsAtKnownEvent, time }: ListingRun, to: string | undefined): boolean =>
  endsAtKnownEvent && to !== undefined && time !== undefined && time < to;

const compareDatedEvents = (a: DatedEvent, b: DatedEvent): number =>
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
