import type { TimeRange } from '../table/filter.ts';
import { compareEvents, type EventSortKey, sortKeyOf } from './eventOrder.ts';
import type { Gap } from './listingGaps.ts';
import { timestampToMs } from './timestamps.ts';

/** The sort keys of the two ends of a gap. Both are equal if the gap has no known lower end. */
export interface GapEnds {
  readonly above: EventSortKey;
  readonly below: EventSortKey;
}

export interface GapPosition {
  readonly gap: GapEnds;
  /** Index of the first event that is below the upper end of the gap; the number of events if there is none. */
  readonly at: number;
}

/** Returns the two ends of a gap as plain data, to be sent to the thread that stores the events. */
export const gapEndsOf = ({ above, below }: Gap): GapEnds => ({
  above: sortKeyOf(above),
  below: sortKeyOf(below),
});

/**
 * Returns the positions of gaps in a list of `count` events that is sorted newest first, in ascending order. A gap is
 * left out if no event missing in it can be within `range`. Empty if `count` is 0.
 */
export function computeGapPositions(
  count: number,
  sortKeyAt: (index: number) => EventSortKey,
  gaps: readonly GapEnds[],
  range?: TimeRange,
): readonly GapPosition[] {
  if (count === 0) return [];
  return selectGapsInRange(gaps, range)
    .map((gap) => ({ gap, at: countEventsUpTo(count, sortKeyAt, gap.above) }))
    .sort(compareGapPositions);
}

/** Returns the gaps in which an event within `range` can be missing. */
export const selectGapsInRange = (
  gaps: readonly GapEnds[],
  range: TimeRange | undefined,
): readonly GapEnds[] => gaps.filter((gap) => !range || canContainTimeIn(gap, range));

/** Compares the positions of two gaps for sorting in ascending order. */
export const compareGapPositions = (a: GapPosition, b: GapPosition): number =>
  a.at - b.at || compareEvents(a.gap.above, b.gap.above);

function countEventsUpTo(
  count: number,
  sortKeyAt: (index: number) => EventSortKey,
  key: EventSortKey,
): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareEvents(sortKeyAt(middle), key) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function canContainTimeIn({ above, below }: GapEnds, { from, to }: TimeRange): boolean {
  const [latest, end] = [above, below].map(({ time }) => timestampToMs(time ?? ''));
  const earliest = compareEvents(above, below) === 0 ? undefined : end;
  return (latest ?? from) >= from && (earliest ?? Number.NEGATIVE_INFINITY) < to;
}
