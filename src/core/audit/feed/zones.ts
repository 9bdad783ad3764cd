/** The offset of a time zone from one moment on, in minutes east of UTC. */
export interface ZoneOffset {
  /** When the offset starts to apply, in milliseconds since 1970. */
  readonly from: number;
  readonly minutes: number;
}

/** A time zone for display, as plain data that can be sent to a webview. */
export interface DisplayZone {
  readonly name: string;
  /** The offsets in ascending order of time. The first one also applies to all earlier times. */
  readonly offsets: readonly ZoneOffset[];
}

export const utc: DisplayZone = { name: 'UTC', offsets: [{ from: 0, minutes: 0 }] };

const DAY = 86_400_000;
const MINUTE = 60_000;
/**
 * Margin around the displayed times, in milliseconds, for which offsets are determined too: an axis of days begins
 * before its first event.
 */
const MARGIN = 366 * DAY;
const SAMPLE_STEP_MS = 14 * DAY;
/** Range in which offsets are sampled, so that a wrong year among the times does not make this slow. */
const [earliestMs, latestMs] = [0, Date.UTC(2100, 0)];

/**
 * Creates the display zone for times from `first` to `last`, in milliseconds since 1970. `offsetMinutes` returns the
 * offset, in minutes east of UTC, at such a moment.
 */
export function createDisplayZone(
  first: number,
  last: number,
  offsetMinutes: (ms: number) => number,
): DisplayZone {
  const within = (ms: number): number => Math.min(Math.max(ms, earliestMs), latestMs);
  const [begin, end] = [within(first - MARGIN), within(last + MARGIN)];
  let known: ZoneOffset = { from: begin, minutes: offsetMinutes(begin) };
  const offsets = [known];
  for (let at = begin; at < end; ) {
    const next = Math.min(at + SAMPLE_STEP_MS, end);
    const minutes = offsetMinutes(next);
    if (minutes !== known.minutes) {
      known = { from: findOffsetChange(at, next, offsetMinutes), minutes };
      offsets.push(known);
    }
    at = next;
  }
  const [from, to] = [within(first), within(last)];
  const isOfTimes = ({ from: since }: ZoneOffset, at: number): boolean =>
    since <= to && (offsets[at + 1]?.from ?? Number.POSITIVE_INFINITY) > from;
  return { name: formatZoneName(offsets.filter(isOfTimes)), offsets };
}

function findOffsetChange(low: number, high: number, offsetMinutes: (ms: number) => number): number {
  const before = offsetMinutes(low);
  let [from, to] = [low, high];
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (offsetMinutes(middle) === before) from = middle;
    else to = middle;
  }
  return to;
}

/** Formats an offset in minutes east of UTC, for example as `UTC+5:30`. */
export const formatOffset = (minutes: number): string =>
  minutes === 0 ? 'UTC' : `UTC${formatSignedOffset(minutes)}`;

function formatZoneName(offsets: readonly ZoneOffset[]): string {
  const different = [...new Set(offsets.map(({ minutes }) => minutes))].sort((a, b) => a - b);
  const [only = 0] = different;
  return different.length > 1 ? `UTC${different.map(formatSignedOffset).join('/')}` : formatOffset(only);
}

function formatSignedOffset(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** Returns the zone's offset at a moment (in milliseconds since 1970), in minutes east of UTC. */
export function getOffsetAt({ offsets }: Pick<DisplayZone, 'offsets'>, ms: number): number {
  return (offsets.findLast(({ from }) => from <= ms) ?? offsets[0])?.minutes ?? 0;
}

/**
 * Returns the moment, in milliseconds since 1970, at which local clocks show the time `local`, which is given as if the
 * clock time were UTC. `last` selects the last of two such moments. For a time that the clocks skip, returns the moment
 * at which they skip it, or with `last` the millisecond before.
 */
export function momentOfLocalTime(
  offsetMinutes: (ms: number) => number,
  local: number,
  last = false,
): number {
  const zone = createDisplayZone(local, local, offsetMinutes);
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
