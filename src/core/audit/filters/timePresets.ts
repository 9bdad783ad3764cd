/** Ranges of time that are chosen by name. */

import { timestampToMs } from '../feed/timestamps.ts';
import type { TimeRange } from '../table/filter.ts';
import { parseTime } from './localFilters.ts';

export const timePresets = ['lastHour', 'today', 'yesterday', 'last7Days'] as const;
export type TimePreset = (typeof timePresets)[number];

/**
 * The range that the name means at `now`, in milliseconds since 1970. Days are those of a zone `offsetMinutes` east of
 * UTC: yesterday is that day from its midnight to the next. The others have no end, so that later events are in them.
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
