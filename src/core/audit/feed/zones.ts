/** In which zone times are shown, as plain data that goes to a view: a clock that is turned changes the zone's offset. */

/** The offset of a zone from that moment on, in minutes east of UTC. */
export interface ZoneOffset {
  /** In milliseconds since 1970. */
  readonly from: number;
  readonly minutes: number;
}

export interface ShownZone {
  /** `UTC`, `UTC+1`, `UTC+5:30`; `UTC+1/+2` where times lie on both sides of a change. */
  readonly name: string;
  /** In order; the first one holds before it too. */
  readonly offsets: readonly ZoneOffset[];
}

export const utc: ShownZone = { name: 'UTC', offsets: [{ from: 0, minutes: 0 }] };

const DAY = 86_400_000;
const MINUTE = 60_000;
/** So far before and after the times offsets are known too: an axis of days begins before its first event. */
const MARGIN = 366 * DAY;
/** No zone keeps an offset for less. */
const stepMs = 14 * DAY;
/** Between these a zone is looked at: an odd year among the times must not take long, nor name offsets of old times. */
const [earliestMs, latestMs] = [0, Date.UTC(2100, 0)];

/** The zone that is `offsetMinutes` east of UTC at a moment, called what it is for times from `first` to `last`. */
export function shownZone(first: number, last: number, offsetMinutes: (ms: number) => number): ShownZone {
  const within = (ms: number): number => Math.min(Math.max(ms, earliestMs), latestMs);
  const [begin, end] = [within(first - MARGIN), within(last + MARGIN)];
  let known: ZoneOffset = { from: begin, minutes: offsetMinutes(begin) };
  const offsets = [known];
  for (let at = begin; at < end; ) {
    const next = Math.min(at + stepMs, end);
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

/** The first moment after `low` with the offset of `high`. */
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

/** `UTC`, `UTC+1`, `UTC+5:30`. */
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

/** How many minutes east of UTC the zone is at that moment. */
export function offsetAt({ offsets }: Pick<ShownZone, 'offsets'>, ms: number): number {
  return (offsets.findLast(({ from }) => from <= ms) ?? offsets[0])?.minutes ?? 0;
}

/**
 * Returns the moment at which clocks that are `offsetMinutes` east of UTC show `local`, both in milliseconds since 1970. Of an
 * hour that is shown twice, the first such moment; with `last` the last one. Of an hour that is skipped, the moment of the
 * change; with `last` the millisecond before, so that a day whose last hour is skipped ends within that day.
 */
export function momentIn(offsetMinutes: (ms: number) => number, local: number, last = false): number {
  const zone = shownZone(local, local, offsetMinutes);
  if (!last) return momentAt(zone, local);
  const moments = zone.offsets.flatMap(({ from, minutes }, at) => {
    const moment = local - minutes * MINUTE;
    const end = zone.offsets[at + 1]?.from ?? Number.POSITIVE_INFINITY;
    return (at === 0 || moment >= from) && moment < end ? [moment] : [];
  });
  return moments.at(-1) ?? momentAt(zone, local) - 1;
}

/** The first moment at which the clocks of the zone show `local`, in milliseconds as if that were UTC, or a later time. */
export function momentAt({ offsets }: Pick<ShownZone, 'offsets'>, local: number): number {
  for (const [at, { from, minutes }] of offsets.entries()) {
    const moment = Math.max(at === 0 ? Number.NEGATIVE_INFINITY : from, local - minutes * MINUTE);
    if (moment < (offsets[at + 1]?.from ?? Number.POSITIVE_INFINITY)) return moment;
  }
  return local;
}
