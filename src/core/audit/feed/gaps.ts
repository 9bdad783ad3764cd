/** Where events may be missing among those shown, whichever of the loaded ones that are. */
import type { AuditEvent } from '../../service/types.ts';
import type { TimeRange } from '../table/filter.ts';
import { CompactEvent } from './compactEvent.ts';
import type { Gap } from './missing.ts';
import { compareEvents, type Placed } from './store.ts';
import { eventTimestamp, timestampToMs } from './timestamps.ts';

export interface PlacedGap {
  readonly gap: Gap;
  /** Index of the first event below it; the number of events where all are above. */
  readonly at: number;
}

/** Those of the store have both available: they need not be read for it. */
const placeOf = (event: AuditEvent): Placed =>
  event instanceof CompactEvent ? event : { time: eventTimestamp(event), changeID: event.context.changeID };

/**
 * The gaps in a part of the loaded events, newest first, in the same order. A gap stays while the events at its sides are
 * filtered away, since those missing might pass; but not where `range` keeps none of the time between them. None without
 * events.
 */
export function gapsAmong(
  events: readonly AuditEvent[],
  gaps: readonly Gap[],
  range?: TimeRange,
): readonly PlacedGap[] {
  if (events.length === 0) return [];
  return gaps
    .filter((gap) => !range || meets(gap, range))
    .map((gap) => ({ gap, at: countAbove(events, placeOf(gap.above)) }))
    .sort((a, b) => a.at - b.at || compareEvents(placeOf(a.gap.above), placeOf(b.gap.above)));
}

/** How many events come before `place`, or at it. */
function countAbove(events: readonly AuditEvent[], place: Placed): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const event = events[middle];
    if (event && compareEvents(placeOf(event), place) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a missing event can have a time in the range; of one without a usable time at its sides nothing is known. */
function meets({ above, below }: Gap, { from, to }: TimeRange): boolean {
  const [latest, earliest] = [above, below].map((event) => timestampToMs(eventTimestamp(event) ?? ''));
  return (latest ?? from) >= from && (earliest ?? Number.NEGATIVE_INFINITY) < to;
}
