/** Computes where gaps lie among the displayed events, whichever of the loaded events these are. */
import type { TimeRange } from '../table/filter.ts';
import type { Gap } from './missing.ts';
import { compareEvents, type Placed, placeOf } from './order.ts';
import { timestampToMs } from './timestamps.ts';

/** The two ends of a gap, as the values by which the events there are sorted. */
export interface GapSides {
  readonly above: Placed;
  readonly below: Placed;
}

/** A gap and its position among displayed events. */
export interface PlacedGap {
  readonly gap: GapSides;
  /** Index of the first displayed event below the gap; the number of events if all are above it. */
  readonly at: number;
}

/** Returns the two ends of a gap as plain data, to be sent to the thread that stores the events. */
export const sidesOf = ({ above, below }: Gap): GapSides => ({
  above: placeOf(above),
  below: placeOf(below),
});

/**
 * Returns the gaps among `count` displayed events, which are sorted newest first, with their positions in ascending
 * order. `placeAt` returns the sort values of the event at an index. A gap remains even if the events at its ends
 * are filtered out, because missing events might pass the filters; but it is left out if no missing event can be
 * within `range`. Empty if `count` is 0.
 */
export function placedGaps(
  count: number,
  placeAt: (index: number) => Placed,
  gaps: readonly GapSides[],
  range?: TimeRange,
): readonly PlacedGap[] {
  if (count === 0) return [];
  return gaps
    .filter((gap) => !range || meets(gap, range))
    .map((gap) => ({ gap, at: countAbove(count, placeAt, gap.above) }))
    .sort((a, b) => a.at - b.at || compareEvents(a.gap.above, b.gap.above));
}

/** Returns the number of events that sort before `place` or equal to it. */
function countAbove(count: number, placeAt: (index: number) => Placed, place: Placed): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareEvents(placeAt(middle), place) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Whether an event missing in the gap can have a time within the range. An end without a valid time does not limit
 * the gap.
 */
function meets({ above, below }: GapSides, { from, to }: TimeRange): boolean {
  const [latest, earliest] = [above, below].map(({ time }) => timestampToMs(time ?? ''));
  return (latest ?? from) >= from && (earliest ?? Number.NEGATIVE_INFINITY) < to;
}
