/** An offset of a time zone and when it starts to apply. */
export interface ZoneOffset {
  /** When the offset starts to apply, in milliseconds since 1970. */
  readonly from: number;
  /** The offset in minutes east of UTC. */
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
 * Time before and after the displayed times, in milliseconds, for which offsets are determined too. For example, an
 * axis of days begins before its first event.
 */
const MARGIN = 366 * DAY;
const SAMPLE_STEP_MS = 14 * DAY;
/**
 * Range in which offsets are sampled, in milliseconds since 1970. Without a limit, a wrong year among the displayed
 * times would make sampling slow.
 */
const [earliestMs, latestMs] = [0, Date.UTC(2100, 0)];

/**
 * Creates the display zone for times from `first` to `last`, in milliseconds since 1970. `offsetMinutes` returns the
 * offset, in minutes east of UTC, at such a moment. It is sampled every 14 days, at most from 1970 to 2100. Times
 * outside the sampled period have the offset at its nearest end.
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
 * Returns the moment when local clocks show the time `local`. Both are in milliseconds since 1970, `local` as if the
 * clock time were UTC. If the clocks show that time twice, returns the first moment, or the second one if `last` is
 * true. If the clocks skip that time, returns the moment of the change, or the millisecond before it if `last` is true.
 * Offsets are determined as in `createDisplayZone`.
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
 * Returns the first moment when the zone's clocks show the time `local` or a later one. Both are in milliseconds since
 * 1970, `local` as if the clock time were UTC.
 */
export function firstMomentOfLocalTime({ offsets }: Pick<DisplayZone, 'offsets'>, local: number): number {
  for (const [at, { from, minutes }] of offsets.entries()) {
    const moment = Math.max(at === 0 ? Number.NEGATIVE_INFINITY : from, local - minutes * MINUTE);
    if (moment < (offsets[at + 1]?.from ?? Number.POSITIVE_INFINITY)) return moment;
  }
  return local;
}
