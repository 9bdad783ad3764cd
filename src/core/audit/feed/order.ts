/** The order of loaded events: newest first, equal times by change ID. */
import type { AuditEvent } from '../../service/types.ts';
import { CompactEvent } from './compactEvent.ts';
import { compareNewestFirst, eventTimestamp } from './timestamps.ts';

/** What an event's place in the order goes by. */
export interface Placed {
  readonly time: string | undefined;
  readonly changeID: string | undefined;
}

/** For sorting newest first, equal times by change ID: negative if `a` comes before `b`. */
export function compareEvents(a: Placed, b: Placed): number {
  const byTime = compareNewestFirst(a.time, b.time);
  if (byTime !== 0) return byTime;
  const [left, right] = [a.changeID ?? '', b.changeID ?? ''];
  return left === right ? 0 : left > right ? -1 : 1;
}

/** Those that were loaded have both available: they need not be read for it. */
export const placeOf = (event: AuditEvent): Placed =>
  event instanceof CompactEvent
    ? { time: event.time, changeID: event.changeID }
    : { time: eventTimestamp(event), changeID: event.context.changeID };
