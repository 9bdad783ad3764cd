/**
 * Finds the audit event of a query that was sent. The event's content is the query text, and its URI is that of the
 * query path (S40).
 */
import type { AuditEvent } from '../../service/types.ts';
import { queryOf } from './queryOf.ts';
import { eventTimestamp, timestampToMs } from './timestamps.ts';

/** A query that this extension sent. */
interface SentQuery {
  readonly vaultID: string;
  readonly query: string;
  /** When the response arrived, in milliseconds since 1970 by this machine's clock. */
  readonly at: number;
  /** The actor that sent the query; undefined if it is unknown. */
  readonly actor?: string | undefined;
}

/**
 * Maximum difference between the event's time and the response's arrival, in milliseconds, because the clocks of
 * the service and this machine may differ.
 */
const WINDOW_MS = 10 * 60_000;

/**
 * Returns the events that probably belong to the query `sent`, the nearest in time first: same vault, same text
 * apart from surrounding whitespace, the same actor if both are known, and a time within ten minutes. Not certain,
 * because the same actor may have sent the query twice.
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
