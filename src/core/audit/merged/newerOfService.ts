/**
 * Selects the newest events of the service, which are displayed above those of a table. The line between both is the
 * time of the table's newest event.
 */
import { toAuditEvent } from '../../service/decode.ts';
import type { AuditEvent } from '../../service/types.ts';
import { type CompactEvent, toCompactEvent, withVariant } from '../feed/compactEvent.ts';
import { compareEvents, sortKeyOf } from '../feed/eventOrder.ts';
import { eventKey } from '../feed/ledger.ts';
import { createGap, type Gap } from '../feed/listingGaps.ts';
import { timestampToMs } from '../feed/timestamps.ts';

export interface ServiceEvents {
  readonly events: readonly CompactEvent[];
  /**
   * A time in milliseconds since 1970. `events` contains everything that the service lists at or after it; of older
   * events, some may be missing.
   */
  readonly from: number;
}

/**
 * Returns only the events whose time is at or after `line`, in milliseconds since 1970. Events without a time are
 * dropped.
 */
export const selectFrom = ({ events, from }: ServiceEvents, line: number): ServiceEvents => ({
  events: events.filter(({ time }) => (timestampToMs(time ?? '') ?? Number.NEGATIVE_INFINITY) >= line),
  from,
});

/**
 * Returns the gap between the service's events and `newest`, the time of the newest event of a table; undefined if all
 * events of the service back to that time are known.
 */
export function findHole({ events, from }: ServiceEvents, newest: string | undefined): Gap | undefined {
  const [oldest] = events.toSorted((a, b) => compareEvents(sortKeyOf(b), sortKeyOf(a)));
  if (!oldest || newest === undefined || (timestampToMs(newest) ?? from) >= from) return undefined;
  return createGap(oldest, toAuditEvent({ request: { timestamp: newest } }), undefined);
}

/**
 * Returns the events of the service together with those of `stored`, the table's events at or after the line, that the
 * service did not list. Two events are the same if change ID and time are equal, or if both lack an ID and their texts
 * are equal. `added` is the number of events that the table does not have.
 */
export function joinAtLine(
  { events }: ServiceEvents,
  stored: readonly AuditEvent[],
): { readonly events: readonly CompactEvent[]; readonly added: number } {
  const nameOf = (event: CompactEvent): string =>
    event.changeID ? JSON.stringify([event.changeID, event.time]) : eventKey(event);
  const listed = new Set(events.map(nameOf));
  const numbers = new Map<string, number>();
  for (const { changeID } of events) if (changeID) numbers.set(changeID, (numbers.get(changeID) ?? 0) + 1);
  const alone = stored
    .map(toCompactEvent)
    .filter((event) => !listed.has(nameOf(event)))
    .map((event) => {
      const number = (numbers.get(event.changeID ?? '') ?? 0) + 1;
      if (!event.changeID) return event;
      numbers.set(event.changeID, number);
      return number > 1 ? withVariant(event, number) : event;
    });
  return { events: [...events, ...alone], added: events.length - (stored.length - alone.length) };
}
