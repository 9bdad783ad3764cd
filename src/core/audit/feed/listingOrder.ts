/**
 * Finds out from the pages that were read whether the service lists events in order of time or of arrival (S42),
 * and detects late events below the oldest event that is followed (the floor).
 */
import type { ListingRun } from './listingReader.ts';
import { earlierTimestamp } from './timestamps.ts';

interface KnownEvent {
  readonly key: string;
  readonly time: string;
}

/** What the pages read so far reveal about the order of a followed listing. */
export class ListingOrder {
  #isByTime: boolean;
  /** The earliest time, older than the floor, that an earlier run from the top has reached. Undefined if none has. */
  #readDownTo: string | undefined;

  /** `isByTime` is false if the service is known to list events in order of arrival. */
  constructor(isByTime: boolean) {
    this.#isByTime = isByTime;
  }

  /** False if the listing is known not to be sorted by time. */
  get isByTime(): boolean {
    return this.#isByTime;
  }

  /**
   * Sets `isByTime` to false if the run is not sorted, or if it starts at the top and reads past the times of some of
   * `newest`, the newest known events, without containing any of these.
   */
  recordRun({ isSorted, isFromTop, keys: seen, time }: ListingRun, newest: readonly KnownEvent[]): void {
    const above = newest.filter((known) => time !== undefined && known.time > time);
    const hasPassed = isFromTop && above.length > 0 && !above.some(({ key }) => seen.has(key));
    if (!isSorted || hasPassed) this.#isByTime = false;
  }

  /**
   * Records a run that starts at the top of the listing and reaches `floor`, the oldest event that is followed. Returns
   * true if the run has a new event below the floor, at a time down to which an earlier run has already read.
   * `wasMissing` returns whether an event with the given time may come from a known gap, and so is not a late arrival.
   */
  hasLateEventBelow(floor: KnownEvent, run: ListingRun, wasMissing: (time: string) => boolean): boolean {
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
