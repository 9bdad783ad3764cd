import { formatTimestamp, msToTimestamp } from '../../core/audit/feed/timestamps.ts';
import type { Deps } from './deps.ts';

/** Milliseconds since 1970 as times of events are written, to the second: in the zone chosen there, which is named. */
export function timeText({ audit }: Pick<Deps, 'audit'>, ms: number): string {
  const zone = audit?.().feed.masking.zone() ?? 'utc';
  return formatTimestamp(msToTimestamp(ms), zone).replace(/\.\d+/, '');
}
