import type { AuditEvent } from '../../service/types.ts';
import { CompactEvent } from './compactEvent.ts';
import { compareNewestFirst, eventTimestamp } from './timestamps.ts';

export interface EventSortKey {
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

export const sortKeyOf = (event: AuditEvent): EventSortKey =>
  event instanceof CompactEvent
    ? { time: event.time, changeID: event.changeID }
    : { time: eventTimestamp(event), changeID: event.context.changeID };
