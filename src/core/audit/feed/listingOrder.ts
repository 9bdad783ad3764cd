/**
 * Finds out from the pages that were read whether the service lists events in order of time or of arrival (S42),
 * and detects late events below the oldest event that is followed (the floor).
 */
import type { ListingRun } from './listingReader.ts';
import { earlierTimestamp } from './timestamps.ts';

/** An event that was loaded before: its identity (see `identityOf`) and its timestamp. */
interface KnownEvent {
  readonly key: string;
  readonly time: string;
}

/** What the pages read so far reveal about the order of a followed listing. */
export class ListingOrder {
  #isByTime: boolean;
  /**
   * The earliest time, older than the floor, down to which an earlier run from the top of the listing has read.
   * Undefined if none read that far.
   */
  #readDownTo: string | undefined;

  /** `isByTime` is false if the service is known to list events in order of arrival. */
  constructor(isByTime: boolean) {
    this.#isByTime = isByTime;
  }

  /**
   * True until a run shows that the listing is not sorted by time. If it is sorted by arrival instead and the
   * service's clock was changed, an event's time does not say where in the listing it is.
   */
  get isByTime(): boolean {
    return this.#isByTime;
  }

  /**
   * Updates `isByTime` from a run. `newest` are the newest known events: a run from the top that reads past their
   * times without containing any of them proves that the listing is not sorted by time.
   */
  recordRun({ isSorted, isFromTop, keys: seen, time }: ListingRun, newest: readonly KnownEvent[]): void {
    const above = newest.filter((known) => time !== undefined && known.time > time);
    const hasPassed = isFromTop && above.length > 0 && !above.some(({ key }) => seen.has(key));
    if (!isSorted || hasPassed) this.#isByTime = false;
  }

  /**
   * Records a run that starts at the top of the listing and reaches `floor`, the oldest event that is followed.
   * Returns true if the run contains an event that was inserted below the floor, in a range that an earlier run has
   * already read. `wasMissing` returns whether an event with the given time may come from a known gap, and so is
   * not a late arrival.
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
