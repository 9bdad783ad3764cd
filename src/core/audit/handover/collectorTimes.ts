/** Times from which a collector decides which events are late, and which ones arrived before its first run. */
import { type ReadOutcome, validTimeOf } from '../feed/listingReader.ts';
import { type RememberedData, RememberedEvent } from '../feed/rememberedEvent.ts';
import { earlierTimestamp, isValidTimestamp, msToTimestamp, timestampToMs } from '../feed/timestamps.ts';
import { MAX_EVENTS_AHEAD } from './eventMemory.ts';

/**
 * Milliseconds that an event may be late and still be written, although it is older than the events with which the first
 * run began.
 */
const MAX_LATENESS_MS = 30_000;

export const hasValidTime = ({ timestamp }: RememberedData): boolean =>
  timestamp !== undefined && isValidTimestamp(timestamp);

/** Returns the time of the oldest event; undefined if none has a valid time. */
export const findOldestTime = (events: readonly RememberedData[]): string | undefined =>
  events
    .map((event) => validTimeOf(new RememberedEvent(event)))
    .reduce((oldest, time) => earlierTimestamp(oldest, time), undefined);

/**
 * Returns a time near that of the newest event of a run from the top of a listing by time. It is that of an event some
 * positions below, because the newest events may be dated ahead.
 */
export function findReferenceTime({ events }: ReadOutcome['run']): string | undefined {
  const times = events.flatMap(({ time }) => time ?? []);
  return times[Math.min(MAX_EVENTS_AHEAD, times.length - 1)];
}

/** Returns the timestamp `MAX_LATENESS_MS` before `time`; undefined if `time` is undefined or not valid. */
export function subtractLateness(time: string | undefined): string | undefined {
  const ms = timestampToMs(time ?? '');
  return ms === undefined ? undefined : msToTimestamp(ms - MAX_LATENESS_MS);
}
