/**
 * Up to where a followed listing is known, and how far below that each round reads again. An event may come into the
 * listing later than events with a later time; so a round reads back to some time before the newest events (the
 * overlap), further where events came later still. Only times of the service are compared with each other.
 */
import type { AuditEvent } from '../../service/types.ts';
import { ListingOrder } from './listingOrder.ts';
import { identityOf, type Run, timeOf } from './reading.ts';
import { earlierOf, msToTimestamp, timestampToMs } from './timestamps.ts';

/** Known events of which none has a time: the lowest of them in the listing is the floor. */
class UndatedFloor {
  /** Whether there are such events. */
  readonly isFloor: boolean;
  /** Those that may be the lowest. */
  readonly #keys: Set<string>;

  constructor(known: readonly AuditEvent[]) {
    this.#keys = new Set(known.map(identityOf));
    this.isFloor = known.length > 0;
  }
  isIn({ seen }: Run): boolean {
    return [...this.#keys].every((key) => seen.has(key));
  }
  advance({ events }: Run): void {
    // Those above another are not the lowest.
    for (const { key } of events.filter((one) => this.#keys.has(one.key)).slice(0, -1))
      this.#keys.delete(key);
  }
}

/** A known event that has a time. */
class Dated {
  readonly time: string;
  readonly event: AuditEvent;
  /** Number of the reading that first returned the event; 0 if it may have been there before. */
  readonly came: number;
  #key: string | undefined;

  constructor(event: AuditEvent, time: string, came = 0, key?: string) {
    this.event = event;
    this.time = time;
    this.came = came;
    this.#key = key;
  }
  /** As in `Read`. Computed when it is needed: of very many known events only the newest are compared. */
  get key(): string {
    this.#key ??= identityOf(this.event);
    return this.#key;
  }
}

interface Front {
  /** As in `ListingOrder`. */
  isByTime(): boolean;
  /** Whether a run from the top reaches what was known and can't have changed. */
  isReachedBy(run: Run): boolean;
  /** The same where no more can be read: less than rounds like to read, and enough. */
  isEnough(run: Run): boolean;
  /** Whether it reaches the oldest event known at the start: what is older is not followed. */
  isAtFloor(run: Run): boolean;
  /** Whether nothing that is followed can be below the run. */
  isAtBottom(run: Run): boolean;
  /** Whether no event was known at the start: then all there are is followed. */
  isBottomless(): boolean;
  /** The newest event known below the run, and below all that the run had to reach; undefined where all is open. */
  settledBelow(run: Run): AuditEvent | undefined;
  /** After all readings of a round. */
  endRound(hasFound: boolean): void;
  /**
   * Takes in what was read; `wasMissing` tells of a time whether one from then is no late arrival. Returns the oldest event
   * that is followed if the run shows that another came into the listing below it.
   */
  advance(run: Run, wasMissing: (time: string) => boolean): AuditEvent | undefined;
}

const DEFAULT_OVERLAP_MS = 30_000;
const MAX_OVERLAP_MS = 600_000;
const DAY = 86_400_000;
/** Quiet rounds that still read down to where the last late events came. */
const MAX_LATE_QUIET = 3;
/** So many of the newest events may be dated ahead of their time without keeping rounds from reading far enough. */
const AHEAD = 9;

export function createFront(
  start: { readonly known: readonly AuditEvent[]; readonly overlapMs?: number },
  now: () => number,
): Front {
  let overlap = start.overlapMs ?? DEFAULT_OVERLAP_MS;
  /** The newest of those known, newest first; down to the first that rounds need not read again. */
  let recent = start.known.flatMap((event) => dated(event, timeOf(event))).sort(newestFirst);
  const floor = recent.at(-1);
  const order = new ListingOrder();
  /** The lowest of the last events that came, if they came later than the overlap: the service's clock went back. */
  let late: string | undefined;
  let readings = 0;
  /** Rounds since one found anything. */
  let quiet = 0;

  /** One more than a day ahead of this machine is passed over where it can be. */
  const newestSane = (): Dated | undefined => {
    const limit = msToTimestamp(now() + DAY);
    return recent.find(({ time }) => time <= limit) ?? recent[0];
  };
  /** The newest time that can be relied on. */
  const reference = (): string | undefined => {
    const newest = newestSane();
    const first = newest ? recent.indexOf(newest) : 0;
    return recent[Math.min(first + AHEAD, recent.length - 1)]?.time;
  };
  /** Below this nothing is expected to come any more. */
  const line = (): string | undefined => {
    const newest = earlierOf(reference(), late);
    return newest === undefined ? undefined : earlier(newest, overlap);
  };
  /**
   * The newest time that is not that of one event alone, dated ahead of the others, and that no later arrival has shown
   * to be ahead. Where all are far from each other, the reference has to do.
   */
  const present = (): string | undefined => {
    const proved = recent.find(({ time, came }, i) => {
      const least = earlier(time, overlap);
      if ((recent[i + 1]?.time ?? '') < least) return false;
      return !recent.some((other) => other.came > came && other.time < least);
    });
    return earlierOf(proved?.time ?? reference(), newestSane()?.time);
  };
  /** The line below `newest`, lower for what a run has found: below an event that came late there may be more. */
  const lineFor = ({ lowestFresh }: Run, newest: string | undefined): string | undefined => {
    if (newest === undefined) return undefined;
    const to = earlier(earlierOf(newest, late) ?? newest, overlap);
    if (lowestFresh === undefined || lowestFresh >= newest) return to;
    return earlierOf(to, earlier(lowestFresh, Math.min(overlap, between(lowestFresh, newest))));
  };
  /** Where no time is known, no event says how far others may have come late. */
  const isBelow = ({ isKnownBelow, time }: Run, to: string | undefined): boolean =>
    isKnownBelow && to !== undefined && time !== undefined && time < to;
  const prune = (): void => {
    const end = line() ?? '';
    const last = recent.findIndex(({ time }) => time < end);
    if (last >= 0) recent = recent.slice(0, Math.max(last, 2 * AHEAD) + 1);
  };
  /** Where no event known at the start has a time, one of these is the floor. */
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
    // A limit of the service looks like the end of its listing: there, events known would have to be above it.
    isAtBottom: (run) =>
      undated.isFloor ? isAtFloor(run) : run.isEnd && (floor === undefined || isAtFloor(run)),
    isBottomless: () => floor === undefined && !undated.isFloor,
    isReachedBy: (run) => isAtFloor(run) || isBelow(run, lineFor(run, reference())),
    isEnough: (run) => isBelow(run, lineFor(run, present())),
    settledBelow(run) {
      // What came since it was read last is above all that was known before.
      if (!order.isByTime) return (recent.find(({ key }) => !run.seen.has(key)) ?? floor)?.event;
      const to = earlierOf(lineFor(run, reference()), run.time);
      // Later than the overlap: then that is no measure of what else may have come.
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
        // Later than that, it was no delay: a clock was set back.
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

const newestFirst = (a: Dated, b: Dated): number => (a.time === b.time ? 0 : a.time > b.time ? -1 : 1);

const dated = (event: AuditEvent, time: string | undefined, key?: string): Dated[] =>
  time === undefined ? [] : [new Dated(event, time, 0, key)];

/** Milliseconds from `a` to `b`; 0 where that is earlier. */
const between = (a: string, b: string): number =>
  Math.max(0, (timestampToMs(b) ?? 0) - (timestampToMs(a) ?? 0));

/** `time` less `ms`; the digits after the third are cut off, which is earlier still. */
const earlier = (time: string, ms: number): string => msToTimestamp((timestampToMs(time) ?? 0) - ms);
