/** Finds out from the pages that were read whether the service lists events in order of time or of arrival (S42). */
import type { ListingRun } from './listingReader.ts';
import { earlierTimestamp } from './timestamps.ts';

interface KnownEvent {
  readonly key: string;
  readonly time: string;
}

export class ListingOrder {
  #isByTime: boolean;
  #readDownTo: string | undefined;

  constructor(isByTime: boolean) {
    this.#isByTime = isByTime;
  }

  /** False if the listing is known not to be sorted by time. */
  get isByTime(): boolean {
    return this.#isByTime;
  }

  /**
   * Records what a run shows. In a listing sorted by time, a run from the top contains the known events with later times
   * than its last one: some of the newest ones, which may have been removed, and the floor.
   */
  recordTimeOrderOfRun(
    { isSorted, isFromTop, keys: seen, time }: ListingRun,
    newest: readonly KnownEvent[],
    floor: KnownEvent | undefined,
  ): void {
    const isPassed = (known: KnownEvent): boolean => time !== undefined && known.time > time;
    const above = newest.filter(isPassed);
    const isFloorMissing = floor !== undefined && isPassed(floor) && !seen.has(floor.key);
    const hasPassed =
      isFromTop && (isFloorMissing || (above.length > 0 && !above.some(({ key }) => seen.has(key))));
    if (!isSorted || hasPassed) this.#isByTime = false;
  }

  /**
   * Records how far down a run from the top has read. Returns whether the run has a new event older than `floor` in a
   * range that an earlier run had already read. An event does not count if `wasMissing` returns true for its time,
   * because it may come from a known gap.
   */
  recordAndDetectLateEventBelow(
    floor: KnownEvent,
    run: ListingRun,
    wasMissing: (time: string) => boolean,
  ): boolean {
    const before = this.#readDownTo;
    if (run.time !== undefined && run.time < floor.time)
      this.#readDownTo = earlierTimestamp(before, run.time);
    if (before === undefined) return false;
    return run.events.some(
      ({ key, time = floor.time }) =>
        run.newKeys.has(key) && time < floor.time && time > before && !wasMissing(time),
    );
  }
}
