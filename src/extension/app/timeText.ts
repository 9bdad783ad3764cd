import { formatTimestamp, msToTimestamp } from '../../core/audit/feed/timestamps.ts';
import type { Deps } from './deps.ts';
import { createUtcOffsetGetter } from './timeZone.ts';

/** Returns the hours and minutes, such as `16:02`, of a time that starts with `2026-11-20 16:02`. */
export const getClockTime = (time: string): string => time.slice(11, 16);

/** Returns the time of day, to the millisecond at most, such as `16:02:05.123` for `2026-11-20 16:02:05.123456`. */
export const getExactClockTime = (time: string): string =>
  /^\d\d:\d\d:\d\d(?:\.\d{1,3})?/.exec(time.slice(11))?.[0] ?? getClockTime(time);

/**
 * Formats a time without fractions of a second in the time zone chosen by the user, such as `2026-11-20 16:02:05 UTC`.
 * `ms`: milliseconds since 1970.
 */
export const formatTime = ({ timeZone }: Pick<Deps, 'timeZone'>, ms: number): string =>
  formatTimestamp(msToTimestamp(ms), timeZone.current()).replace(/\.\d+/, '');

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Returns the milliseconds to the next midnight in the time zone chosen by the user, if the zone's offset does not
 * change until then. `now`: milliseconds since 1970.
 */
export function computeMsToMidnight({ timeZone }: Pick<Deps, 'timeZone'>, now = Date.now()): number {
  const local = now + createUtcOffsetGetter(timeZone.current())(now) * MINUTE_MS;
  return DAY_MS - (local % DAY_MS);
}

/**
 * Formats a time in the local time zone, rounded up to a full minute: `16:12`, or `2026-11-20 16:12` if it is not on
 * the day of `now`. `ms` and `now`: milliseconds since 1970.
 */
export const formatRetryTime = (ms: number, now = Date.now()): string =>
  shortenTimeToMinute(formatLocalTime(Math.ceil(ms / MINUTE_MS) * MINUTE_MS), formatLocalTime(now));

/** Formats a time in the local time zone as `16:12:05`, rounded up to a full second. `ms`: milliseconds since 1970. */
export const formatClockTimeRoundedUp = (ms: number): string =>
  formatLocalTime(Math.ceil(ms / SECOND_MS) * SECOND_MS).slice(11, 19);

const formatLocalTime = (ms: number): string => formatTimestamp(msToTimestamp(ms), 'local');

/**
 * Shortens a time that starts with `2026-11-20 16:02`: to `16:02` if it is on the same day as `now`, otherwise to that
 * start. `now` has the same format and time zone.
 */
export const shortenTimeToMinute = (time: string, now: string): string =>
  time.slice(0, 10) === now.slice(0, 10) ? getClockTime(time) : time.slice(0, 16);
