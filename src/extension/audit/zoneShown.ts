import { timestampToMs } from '../../core/audit/feed/timestamps.ts';
import { createDisplayZone, type DisplayZone, utc } from '../../core/audit/feed/zones.ts';
import { createUtcOffsetGetter, type Zone } from '../app/timeZone.ts';

/**
 * Returns the display time zone with its offsets at the times of these events. Missing or invalid
 * timestamps count as the current time.
 */
export function displayZoneForEvents(
  zone: Zone,
  { oldest, newest }: { readonly oldest?: string | undefined; readonly newest?: string | undefined },
): DisplayZone {
  if (zone === 'utc') return utc;
  const ms = (timestamp = ''): number => timestampToMs(timestamp) ?? Date.now();
  return createDisplayZone(ms(oldest), ms(newest), createUtcOffsetGetter(zone));
}
