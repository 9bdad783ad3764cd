import { timestampToMs } from '../../core/audit/feed/timestamps.ts';
import { createDisplayZone, type DisplayZone, utc } from '../../core/audit/feed/zones.ts';
import { createUtcOffsetGetter, type Zone } from '../app/timeZone.ts';

/**
 * Returns the display zone for `zone`, with its offsets for the period from the oldest to the newest
 * event. A missing or invalid timestamp counts as the current time.
 */
export function createDisplayZoneForEvents(
  zone: Zone,
  { oldest, newest }: { readonly oldest?: string | undefined; readonly newest?: string | undefined },
): DisplayZone {
  if (zone === 'utc') return utc;
  const ms = (timestamp = ''): number => timestampToMs(timestamp) ?? Date.now();
  return createDisplayZone(ms(oldest), ms(newest), createUtcOffsetGetter(zone));
}
