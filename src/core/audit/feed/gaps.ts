/** Where events may be missing among those shown, whichever of the loaded ones that are. */
import type { TimeRange } from '../table/filter.ts';
import type { Gap } from './missing.ts';
import { compareEvents, type Placed, placeOf } from './order.ts';
import { timestampToMs } from './timestamps.ts';

/** A gap by the places of the events at its sides. */
export interface GapSides {
  readonly above: Placed;
  readonly below: Placed;
}

export interface PlacedGap {
  readonly gap: GapSides;
  /** Index of the first event below it; the number of events where all are above. */
  readonly at: number;
}

/** What of a gap goes to where the events are. */
export const sidesOf = ({ above, below }: Gap): GapSides => ({
  above: placeOf(above),
  below: placeOf(below),
});

/**
 * The gaps in a part of the loaded events: `count` of them, newest first, each with its place; in the same order. A gap
 * stays while the events at its sides are filtered away, since those missing might pass; but not where `range` keeps none
 * of the time between them. None without events.
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

/** How many events come before `place`, or at it. */
function countAbove(count: number, placeAt: (index: number) => Placed, place: Placed): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareEvents(placeAt(middle), place) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a missing event can have a time in the range; of one without a usable time at its sides nothing is known. */
function meets({ above, below }: GapSides, { from, to }: TimeRange): boolean {
  const [latest, earliest] = [above, below].map(({ time }) => timestampToMs(time ?? ''));
  return (latest ?? from) >= from && (earliest ?? Number.NEGATIVE_INFINITY) < to;
}
