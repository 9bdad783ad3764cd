/** Time ranges that the user can choose by name. */

import { timestampToMs } from '../feed/timestamps.ts';
import type { TimeRange } from '../table/filter.ts';
import { parseTime } from './localFilters.ts';

export const timePresets = ['lastHour', 'today', 'yesterday', 'last7Days'] as const;
export type TimePreset = (typeof timePresets)[number];

/**
 * Returns the time range that a preset stands for at the time `now`, in milliseconds since 1970. `offsetMinutes`
 * returns the time zone's offset at a moment (milliseconds since 1970) in minutes east of UTC; the default is UTC.
 * `yesterday` ends at midnight. The other ranges have no end, so that they include later events.
 */
export function presetRange(
  preset: TimePreset,
  options: { readonly now: number; readonly offsetMinutes?: (ms: number) => number },
): TimeRange {
  const ms = (text: string, end = false): number =>
    timestampToMs(parseTime(text, { ...options, end }) ?? '') ?? 0;
  const open = Number.POSITIVE_INFINITY;
  switch (preset) {
    case 'lastHour':
      return { from: ms('1h'), to: open };
    case 'today':
      return { from: ms('today'), to: open };
    case 'yesterday':
      return { from: ms('yesterday'), to: ms('yesterday', true) + 1 };
    case 'last7Days':
      return { from: ms('7d'), to: open };
  }
}
