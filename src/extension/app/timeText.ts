import { formatTimestamp, msToTimestamp } from '../../core/audit/feed/timestamps.ts';
import type { Deps } from './deps.ts';

/** `16:02` of a time as `timeText` and `EventMasking.time` write it. */
export const clockOf = (time: string): string => time.slice(11, 16);

/** Milliseconds since 1970 as times of events are written, to the second: in the zone chosen, which is named. */
export const timeText = ({ timeZone }: Pick<Deps, 'timeZone'>, ms: number): string =>
  formatTimestamp(msToTimestamp(ms), timeZone.current()).replace(/\.\d+/, '');
