/**
 * Finds the audit event of a query that was sent. The event's content is the query text, and its URI is that of the
 * query path (S40).
 */
import type { AuditEvent } from '../../service/types.ts';
import type { TrailFilters } from '../table/filter.ts';
import { queryOf } from './queryOf.ts';
import { eventTimestamp, timestampToMs } from './timestamps.ts';

interface SentQuery {
  readonly vaultID: string;
  readonly query: string;
  /** When the response arrived or the request failed, in milliseconds since 1970 by this machine's clock. */
  readonly at: number;
  /** The actor that sent the query; undefined if it is unknown. */
  readonly actor?: string | undefined;
}

/**
 * Maximum difference in milliseconds between the time of an event and `SentQuery.at`, because the clocks of the service
 * and this machine may differ.
 */
const WINDOW_MS = 10 * 60_000;

/** Returns filters for the events that may belong to a query: its vault, and a time within ten minutes of `at`. */
export const filtersForSentQuery = ({ vaultID, at }: Pick<SentQuery, 'vaultID' | 'at'>): TrailFilters => ({
  fields: new Map([['vaultID', { only: new Set([vaultID]), not: new Set() }]]),
  range: { from: at - WINDOW_MS, to: at + WINDOW_MS + 1 },
});

/**
 * Whether an event probably belongs to the query `sent`: same vault, same text apart from surrounding whitespace, the
 * same actor if both are known, and a time within ten minutes. Not certain, because the same actor may have sent the
 * query twice.
 */
export function isLikelyEventOf(event: AuditEvent, sent: SentQuery): boolean {
  const { actor } = event.context;
  const isSameActor = sent.actor === undefined || actor === undefined || actor === sent.actor;
  return (
    isSameActor &&
    event.request.vaultID === sent.vaultID &&
    queryOf(event)?.trim() === sent.query.trim() &&
    distanceMs(event, sent) <= WINDOW_MS
  );
}

/** Returns a comparator that sorts the event nearest in time to a query first. */
export const byTimeDistanceTo =
  (sent: Pick<SentQuery, 'at'>) =>
  (a: AuditEvent, b: AuditEvent): number =>
    distanceMs(a, sent) - distanceMs(b, sent);

/** Milliseconds between an event and a query; infinite for an event without a usable time. */
function distanceMs(event: AuditEvent, { at }: Pick<SentQuery, 'at'>): number {
  const ms = timestampToMs(eventTimestamp(event) ?? '');
  return ms === undefined ? Number.POSITIVE_INFINITY : Math.abs(ms - at);
}
