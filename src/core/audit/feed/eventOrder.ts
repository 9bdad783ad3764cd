/** The default order of loaded events: newest first, events of equal time by change ID in descending order. */
import type { AuditEvent } from '../../service/types.ts';
import { CompactEvent } from './compactEvent.ts';
import { compareNewestFirst, eventTimestamp } from './timestamps.ts';

/** The values by which events are sorted: the time, and the change ID for events of the same time. */
export interface EventSortKey {
  /** The event's time as returned by `eventTimestamp`. */
  readonly time: string | undefined;
  readonly changeID: string | undefined;
}

/**
 * Compares two events for sorting newest first, and events of equal time by change ID in descending order: negative
 * if `a` sorts before `b`.
 */
export function compareEvents(a: EventSortKey, b: EventSortKey): number {
  const byTime = compareNewestFirst(a.time, b.time);
  if (byTime !== 0) return byTime;
  const [left, right] = [a.changeID ?? '', b.changeID ?? ''];
  return left === right ? 0 : left > right ? -1 : 1;
}

/** Returns the values by which an event is sorted. Does not parse the JSON text of a `CompactEvent`. */
export const sortKeyOf = (event: AuditEvent): EventSortKey =>
  event instanceof CompactEvent
    ? { time: event.time, changeID: event.changeID }
    : { time: eventTimestamp(event), changeID: event.context.changeID };
