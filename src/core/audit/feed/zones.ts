/**
 * The time zone in which times are displayed, as plain data that can be sent to a webview. Includes the changes of the
 * zone's offset around the displayed times, such as for daylight saving time.
 */

/** The offset of a time zone from one moment on, in minutes east of UTC. */
export interface ZoneOffset {
  /** When the offset starts to apply, in milliseconds since 1970. */
  readonly from: number;
  readonly minutes: number;
}

/** The display name of a time zone and its offsets from UTC. */
export interface DisplayZone {
  /**
   * The display name, such as `UTC`, `UTC+1`, or `UTC+5:30`; `UTC+1/+2` if the displayed times lie on both sides of
   * a change.
   */
  readonly name: string;
  /** The offsets in ascending order of time. The first one also applies to all earlier times. */
  readonly offsets: readonly ZoneOffset[];
}

export const utc: DisplayZone = { name: 'UTC', offsets: [{ from: 0, minutes: 0 }] };

const DAY = 86_400_000;
const MINUTE = 60_000;
/**
 * Range before the first and after the last time, in milliseconds, for which offsets are determined too, as far as it
 * lies between `earliestMs` and `latestMs`: an axis of days begins before its first event.
 */
const MARGIN = 366 * DAY;
/**
 * Step in which offsets are sampled, in milliseconds. An offset that applies for a shorter time may be missed; time
 * zones usually keep one for at least some weeks.
 */
const SAMPLE_STEP_MS = 14 * DAY;
/**
 * Range in which offsets are sampled, in milliseconds since 1970, so that a wrong year among the times does not make
 * this slow.
 */
const [earliestMs, latestMs] = [0, Date.UTC(2100, 0)];

/**
 * Returns the time zone whose offset at a moment, in minutes east of UTC, is returned by `offsetMinutes`. Its display
 * name covers the times from `first` to `last`, in milliseconds since 1970. Changes of the offset are determined from a
 * year before `first` to a year after `last`, but not before 1970 or after 2100.
 */
export function displayZone(first: number, last: number, offsetMinutes: (ms: number) => number): DisplayZone {
  const within = (ms: number): number => Math.min(Math.max(ms, earliestMs), latestMs);
  const [begin, end] = [within(first - MARGIN), within(last + MARGIN)];
  let known: ZoneOffset = { from: begin, minutes: offsetMinutes(begin) };
  const offsets = [known];
  for (let at = begin; at < end; ) {
    const next = Math.min(at + SAMPLE_STEP_MS, end);
    const minutes = offsetMinutes(next);
    if (minutes !== known.minutes) {
      known = { from: changeBetween(at, next, offsetMinutes), minutes };
      offsets.push(known);
    }
    at = next;
  }
  const [from, to] = [within(first), within(last)];
  const isOfTimes = ({ from: since }: ZoneOffset, at: number): boolean =>
    since <= to && (offsets[at + 1]?.from ?? Number.POSITIVE_INFINITY) > from;
  return { name: nameOf(offsets.filter(isOfTimes)), offsets };
}

/** Returns a moment between `low` and `high` at which the offset changes, to the millisecond. */
function changeBetween(low: number, high: number, offsetMinutes: (ms: number) => number): number {
  const before = offsetMinutes(low);
  let [from, to] = [low, high];
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (offsetMinutes(middle) === before) from = middle;
    else to = middle;
  }
  return to;
}

/** Formats an offset in minutes east of UTC as `UTC`, `UTC+1`, or `UTC+5:30`. */
export const offsetName = (minutes: number): string => (minutes === 0 ? 'UTC' : `UTC${offsetText(minutes)}`);

function nameOf(offsets: readonly ZoneOffset[]): string {
  const different = [...new Set(offsets.map(({ minutes }) => minutes))].sort((a, b) => a - b);
  const [only = 0] = different;
  return different.length > 1 ? `UTC${different.map(offsetText).join('/')}` : offsetName(only);
}

function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/**
 * Returns the zone's offset at a moment (in milliseconds since 1970), in minutes east of UTC. Returns 0 for a zone
 * without offsets.
 */
export function offsetAt({ offsets }: Pick<DisplayZone, 'offsets'>, ms: number): number {
  return (offsets.findLast(({ from }) => from <= ms) ?? offsets[0])?.minutes ?? 0;
}

/**
 * Returns the moment, in milliseconds since 1970, at which local clocks show the time `local`. `local` is in
 * milliseconds since 1970 too, as if the clock time were UTC; `offsetMinutes` returns the zone's offset in minutes east
 * of UTC. For a clock time that occurs twice, returns the first moment, or the last one if `last`. For a skipped clock
 * time, returns the moment of the change, or the millisecond before it if `last`, so that a day whose last hour is
 * skipped ends within that day. Changes of the offset before 1970 or after 2100 are ignored.
 */
export function momentOfLocalTime(
  offsetMinutes: (ms: number) => number,
  local: number,
  last = false,
): number {
  const zone = displayZone(local, local, offsetMinutes);
  if (!last) return firstMomentOfLocalTime(zone, local);
  const moments = zone.offsets.flatMap(({ from, minutes }, at) => {
    const moment = local - minutes * MINUTE;
    const end = zone.offsets[at + 1]?.from ?? Number.POSITIVE_INFINITY;
    return (at === 0 || moment >= from) && moment < end ? [moment] : [];
  });
  return moments.at(-1) ?? firstMomentOfLocalTime(zone, local) - 1;
}

/**
 * Returns the first moment, in milliseconds since 1970, at which the zone's clocks show the time `local` or a later
 * one. `local` is in milliseconds since 1970 as if the clock time were UTC.
 */
export function firstMomentOfLocalTime({ offsets }: Pick<DisplayZone, 'offsets'>, local: number): number {
  for (const [at, { from, minutes }] of offsets.entries()) {
    const moment = Math.max(at === 0 ? Number.NEGATIVE_INFINITY : from, local - minutes * MINUTE);
    if (moment < (offsets[at + 1]?.from ?? Number.POSITIVE_INFINITY)) return moment;
  }
  return local;
}
