import { formatTimestamp, msToTimestamp } from '../../core/audit/feed/timestamps.ts';
import type { Deps } from './deps.ts';

/** Milliseconds since 1970 as times of events are written, to the second: in the zone chosen, which is named. */
export const timeText = ({ timeZone }: Pick<Deps, 'timeZone'>, ms: number): string =>
  formatTimestamp(msToTimestamp(ms), timeZone.current()).replace(/\.\d+/, '');
