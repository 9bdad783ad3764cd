import { formatTimestamp, msToTimestamp } from '../../core/audit/feed/timestamps.ts';
import type { Deps } from './deps.ts';

/** `16:02` of a time as `timeText` and `EventMasking.time` write it. */
export const clockOf = (time: string): string => time.slice(11, 16);

/**
 * Formats a moment as the audit views format times of events, without fractions of a second, in the chosen time zone,
 * which is named. `ms`: milliseconds since 1970.
 */
export const timeText = ({ timeZone }: Pick<Deps, 'timeZone'>, ms: number): string =>
  formatTimestamp(msToTimestamp(ms), timeZone.current()).replace(/\.\d+/, '');

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/**
 * Formats the time when a request can be repeated, as `16:12`, or as `2026-11-20 16:12` on another day than `now`: the
 * moment `ms`, rounded up to a full minute, in the local time zone. Both in milliseconds since 1970.
 */
export const retryTime = (ms: number, now = Date.now()): string =>
  glanceOf(localText(Math.ceil(ms / MINUTE_MS) * MINUTE_MS), localText(now));

/** `16:12:05`: likewise to the second, for a moment that comes within a minute. */
export const waitTime = (ms: number): string =>
  localText(Math.ceil(ms / SECOND_MS) * SECOND_MS).slice(11, 19);

/** `2026-11-20 16:12:05…` by the clock of this machine. */
const localText = (ms: number): string => formatTimestamp(msToTimestamp(ms), 'local');

/**
 * A time of `timeText` at a glance, where the whole is a step away: its clock alone where it is of the day of `now`, which
 * is another such time, else `2026-11-20 16:02`.
 */
export const glanceOf = (time: string, now: string): string =>
  time.slice(0, 10) === now.slice(0, 10) ? clockOf(time) : time.slice(0, 16);
