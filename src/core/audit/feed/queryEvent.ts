/** Between a query and its audit event (S40: the event's content is the query text, its URI that of the path). */
import type { AuditEvent } from '../../service/types.ts';
import { queryOf } from './queryOf.ts';
import { eventTimestamp, timestampToMs } from './timestamps.ts';

interface SentQuery {
  readonly vaultID: string;
  readonly query: string;
  /** When it was answered, in milliseconds since 1970 by this machine's clock. */
  readonly at: number;
  /** Who sent it, where that is known. */
  readonly actor?: string | undefined;
}

/** Clocks of service and machine may differ by this much for a likely match. */
const WINDOW_MS = 10 * 60_000;

/**
 * Events that are likely those of `sent`, the nearest in time first: same vault, same text (blanks at its ends aside),
 * the same actor where both are known, a time within ten minutes. Not certain: the same person may have sent it twice.
 */
export function likelyEvents<Loaded extends { readonly event: AuditEvent }>(
  events: readonly Loaded[],
  sent: SentQuery,
): readonly Loaded[] {
  const text = sent.query.trim();
  const distance = ({ event }: Loaded): number => {
    const ms = timestampToMs(eventTimestamp(event) ?? '');
    return ms === undefined ? Number.POSITIVE_INFINITY : Math.abs(ms - sent.at);
  };
  return events
    .filter((loaded) => {
      const { event } = loaded;
      const { actor } = event.context;
      const sameActor = sent.actor === undefined || actor === undefined || actor === sent.actor;
      return (
        sameActor &&
        event.request.vaultID === sent.vaultID &&
        queryOf(event)?.trim() === text &&
        distance(loaded) <= WINDOW_MS
      );
    })
    .sort((a, b) => distance(a) - distance(b));
}
