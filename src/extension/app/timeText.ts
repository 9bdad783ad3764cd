import { formatTimestamp, msToTimestamp } from '../../core/audit/feed/timestamps.ts';
import type { Deps } from './deps.ts';

/** `16:02` of a time as `timeText` and `EventMasking.time` write it. */
export const clockOf = (time: string): string => time.slice(11, 16);

/** Milliseconds since 1970 as times of events are written, to the second: in the zone chosen, which is named. */
export const timeText = ({ timeZone }: Pick<Deps, 'timeZone'>, ms: number): string =>
  formatTimestamp(msToTimestamp(ms), timeZone.current()).replace(/\.\d+/, '');

/**
 * A time of `timeText` at a glance, where the whole is a step away: its clock alone where it is of the day of `now`, which
 * is another such time, else `2026-11-20 16:02`.
 */
export const glanceOf = (time: string, now: string): string =>
  time.slice(0, 10) === now.slice(0, 10) ? clockOf(time) : time.slice(0, 16);
