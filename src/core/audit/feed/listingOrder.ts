/** What runs through a followed listing show of its order (S42), and of events that came into it below all that is followed. */
import type { Run } from './reading.ts';
import { earlierOf } from './timestamps.ts';

/** A known event: what identifies it, and its time. */
interface KnownEvent {
  readonly key: string;
  readonly time: string;
}

export class ListingOrder {
  #isByTime = true;
  /** The lowest time below the floor down to which runs from the top have read. */
  #readDownTo: string | undefined;

  /**
   * Whether the listing is in order of time, as far as has been seen. One in order of arrival can have any event anywhere
   * once the service's clock was set: then an event's time does not say where in the listing it is.
   */
  get isByTime(): boolean {
    return this.#isByTime;
  }

  /** Takes in a run. In a listing by time the `newest` events known are above all older ones. */
  note({ isSorted, isFromTop, seen, time }: Run, newest: readonly KnownEvent[]): void {
    const above = newest.filter((known) => time !== undefined && known.time > time);
    const hasPassed = isFromTop && above.length > 0 && !above.some(({ key }) => seen.has(key));
    if (!isSorted || hasPassed) this.#isByTime = false;
  }

  /**
   * Takes in a run from the top that reaches `floor`, the oldest event that is followed. Returns whether it has an event
   * that came into the listing below the floor, where an earlier run has read. `wasMissing` says of a time whether an event
   * from then is no late arrival.
   */
  hasLateBelow(floor: KnownEvent, run: Run, wasMissing: (time: string) => boolean): boolean {
    const before = this.#readDownTo;
    if (run.time !== undefined && run.time < floor.time) this.#readDownTo = earlierOf(before, run.time);
    if (before === undefined) return false;
    return run.events.some(
      ({ key, time = floor.time }) =>
        run.fresh.has(key) && time < floor.time && time > before && !wasMissing(time),
    );
  }
}
