import type { Provenance } from '../feed/ledger.ts';
import { msToTimestamp, timestampToMs } from '../feed/timestamps.ts';
import { momentOfLocalTime } from '../feed/zones.ts';
import type { TrailFilters } from '../table/filter.ts';

/**
 * Whether the filtered time range may contain older events that are not loaded. False without a time range. `oldest` is
 * the time of the oldest loaded event, and `more` is whether the service has older events.
 */
export function mayLackOlderEvents(
  { range }: Pick<TrailFilters, 'range'>,
  { oldest, more }: { readonly oldest?: string; readonly more: 'yes' | 'no' | 'unknown' },
): boolean {
  if (!range || more === 'no') return false;
  const reached = timestampToMs(oldest ?? '');
  return reached === undefined || reached >= range.from;
}

/**
 * Returns the start of the filtered time range, in milliseconds since 1970, if older events must be loaded to reach it.
 * Undefined if the loaded events go back further, if the service is not known to have older events, or if the range has
 * no start after the beginning of 1970.
 */
export function findUncoveredStart(
  filters: Pick<TrailFilters, 'range'>,
  provenance: Parameters<typeof mayLackOlderEvents>[1],
): number | undefined {
  const from = filters.range?.from ?? Number.NEGATIVE_INFINITY;
  // No events can be loaded back to an infinite start, and none are loaded back to 1970 or before.
  const isTime = Number.isFinite(from) && from > 0;
  return isTime && provenance.more === 'yes' && mayLackOlderEvents(filters, provenance) ? from : undefined;
}

/**
 * Estimates how many further requests are needed to load the events back to `from` (in milliseconds since 1970). The
 * estimate is based on the loaded pages. Undefined if no page is loaded, or if the loaded events do not have two
 * different times.
 */
export function estimateRequestCount(
  { oldest, newest, pages }: Pick<Provenance, 'oldest' | 'newest' | 'pages'>,
  from: number,
): number | undefined {
  const first = timestampToMs(oldest ?? '');
  const last = timestampToMs(newest ?? '');
  if (first === undefined || last === undefined || first >= last || pages === 0) return undefined;
  return Math.max(1, Math.ceil(((first - from) / (last - first)) * pages));
}

const DAY = 86_400_000;
const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: DAY, w: 7 * DAY };
const ABSOLUTE = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?)?\s*(Z|UTC)?$/i;

/**
 * Parses a time that the user typed and returns it in UTC in the form of the service's timestamps (S21). The time can
 * be absolute, such as `2024-01-31 14:05`, a duration before `now`, such as `15m`, or `today` or `yesterday`. Undefined
 * if `text` is not a valid time.
 *
 * `now` is in milliseconds since 1970. `offsetMinutes` returns the time zone's offset, in minutes east of UTC, at a
 * moment in milliseconds since 1970; the default is UTC. A day, a minute, or another time that is not exact becomes its last moment if `end` is
 * true, otherwise its first.
 */
export function parseTime(
  text: string,
  options: {
    readonly now: number;
    readonly end?: boolean;
    readonly offsetMinutes?: (ms: number) => number;
  },
): string | undefined {
  const { now, end = false, offsetMinutes = () => 0 } = options;
  const typed = text.trim();
  const [, amount, unit] = /^(\d{1,6})\s*([mhdw])$/i.exec(typed) ?? [];
  if (amount && unit)
    return msToTimestampIfRepresentable(now - Number(amount) * (units[unit.toLowerCase()] ?? 0));
  const day = ['today', 'yesterday'].indexOf(typed.toLowerCase());
  if (day >= 0) {
    const there = new Date(now + offsetMinutes(now) * 60_000 - day * DAY).toISOString().slice(0, 10);
    return parseTime(there, options);
  }
  const [, date, minutes, seconds, fraction, utc] = ABSOLUTE.exec(typed) ?? [];
  if (!date) return undefined;
  const rest = end ? '9' : '0';
  const filled = `${date} ${minutes ?? (end ? '23:59' : '00:00')}:${seconds ?? (end ? '59' : '00')}.${(fraction ?? '').padEnd(9, rest)}`;
  const ms = timestampToMs(filled);
  // Reject days that do not exist, and a leap second at the end of a day, which a Date would convert to the next day.
  if (ms === undefined || new Date(ms).toISOString().slice(0, 10) !== date) return undefined;
  const moved = utc ? ms : momentOfLocalTime(offsetMinutes, ms, end);
  return msToTimestampIfRepresentable(moved, filled.slice(-6));
}

function msToTimestampIfRepresentable(ms: number, digits = '000000'): string | undefined {
  const text = `${msToTimestamp(ms).slice(0, 23)}${digits}`;
  // For a time outside the years 0 to 9999, `msToTimestamp` returns a different time.
  return timestampToMs(text) === Math.floor(ms) ? text : undefined;
}
