/** Computes the positions of gaps among the displayed events. */
import type { TimeRange } from '../table/filter.ts';
import { compareEvents, type EventSortKey, sortKeyOf } from './eventOrder.ts';
import type { Gap } from './listingGaps.ts';
import { timestampToMs } from './timestamps.ts';

/**
 * The two ends of a gap, as the values by which the events there are sorted. Both ends are equal if the gap has no
 * known lower end.
 */
export interface GapEnds {
  readonly above: EventSortKey;
  readonly below: EventSortKey;
}

/** A gap and its position among displayed events. */
export interface GapPosition {
  readonly gap: GapEnds;
  /** Index of the first displayed event below the upper end of the gap; the number of events if there is none. */
  readonly at: number;
}

/** Returns the two ends of a gap as plain data, to be sent to the thread that stores the events. */
export const gapEndsOf = ({ above, below }: Gap): GapEnds => ({
  above: sortKeyOf(above),
  below: sortKeyOf(below),
});

/**
 * Returns the gaps among `count` displayed events, which are sorted newest first, with their positions in ascending
 * order. `placeAt` returns the sort values of the event at an index. A gap remains even if the events at its ends
 * are filtered out, because missing events might pass the filters; but it is left out if no missing event can be
 * within `range`. Empty if `count` is 0.
 */
export function gapPositions(
  count: number,
  placeAt: (index: number) => EventSortKey,
  gaps: readonly GapEnds[],
  range?: TimeRange,
): readonly GapPosition[] {
  if (count === 0) return [];
  return gaps
    .filter((gap) => !range || canContainTimeIn(gap, range))
    .map((gap) => ({ gap, at: countEventsUpTo(count, placeAt, gap.above) }))
    .sort((a, b) => a.at - b.at || compareEvents(a.gap.above, b.gap.above));
}

function countEventsUpTo(
  count: number,
  placeAt: (index: number) => EventSortKey,
  place: EventSortKey,
): number {
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
 * the gap, nor does a lower end that is the same event as the upper one: such a gap has no known lower end.
 */
function canContainTimeIn({ above, below }: GapEnds, { from, to }: TimeRange): boolean {
  const [latest, end] = [above, below].map(({ time }) => timestampToMs(time ?? ''));
  const earliest = compareEvents(above, below) === 0 ? undefined : end;
  return (latest ?? from) >= from && (earliest ?? Number.NEGATIVE_INFINITY) < to;
}
