/** Finds the audit event of a query that was sent, by its content and URI (S40). */
import type { AuditEvent } from '../../service/types.ts';
import type { TrailFilters } from '../table/filter.ts';
import { outcomeOfEvent } from '../table/outcome.ts';
import { findQueryText } from './queryOf.ts';
import { eventTimestamp, timestampToMs } from './timestamps.ts';

export interface SentQuery {
  readonly vaultID: string;
  readonly query: string;
  /** When the response arrived or the request failed, in milliseconds since 1970 by this machine's clock. */
  readonly at: number;
  readonly actor?: string | undefined;
}

/**
 * Maximum difference in milliseconds between the time of an event and `SentQuery.at`, because the clocks of the service
 * and this machine may differ.
 */
const WINDOW_MS = 10 * 60_000;

/**
 * Maximum difference in milliseconds between the clocks of the service and this machine where an event is recognized by
 * its status 2xx. Small, so that the same query that another window sent minutes before or after is not mistaken for it.
 */
const CLOCK_DIFFERENCE_MS = 5_000;

/** Returns filters for the events that may belong to a query, by vault and time. */
export const filtersForSentQuery = ({ vaultID, at }: Pick<SentQuery, 'vaultID' | 'at'>): TrailFilters => ({
  fields: new Map([['vaultID', { only: new Set([vaultID]), not: new Set() }]]),
  range: { from: at - WINDOW_MS, to: at + WINDOW_MS + 1 },
});

/** Whether an event probably belongs to the query `sent`. Not certain, because the query may have been sent twice. */
export function isLikelyEventOf(event: AuditEvent, sent: SentQuery): boolean {
  const { actor } = event.context;
  const isSameActor = sent.actor === undefined || actor === undefined || actor === sent.actor;
  return (
    isSameActor &&
    event.request.vaultID === sent.vaultID &&
    findQueryText(event)?.trim() === sent.query.trim() &&
    computeTimeDistanceMs(event, sent) <= WINDOW_MS
  );
}

/** A query that ended without a response, for example because the user cancelled it, so that its request ID is unknown. */
export interface UnansweredQuery extends Omit<SentQuery, 'actor'> {
  /** When the query was sent, in milliseconds since 1970 by this machine's clock. */
  readonly sentAt: number;
}

/**
 * Returns the event of a query that ended without a response, among events of the actor who sent the query: of its events
 * without a response, the one nearest in time. If there is none, the service may have answered before it noticed that the
 * client disconnected: then the event with a status 2xx whose request began while the query was pending, if there is only
 * one.
 */
export function findEventOfUnansweredQuery(
  events: readonly AuditEvent[],
  sent: UnansweredQuery,
): AuditEvent | undefined {
  const likely = events.filter((event) => isLikelyEventOf(event, sent));
  const [nearest] = likely.filter(isWithoutResponse).sort(createTimeDistanceComparator(sent));
  const answered = likely.filter(
    (event) => outcomeOfEvent(event) === 'succeeded' && isWhilePending(event, sent),
  );
  return nearest ?? (answered.length === 1 ? answered[0] : undefined);
}

/** Whether the service recorded no response to the request of an event, or that the client closed the connection first. */
const isWithoutResponse = ({ response: { code } }: AuditEvent): boolean =>
  code === undefined || code === CLIENT_CLOSED_REQUEST;
/** The status that proxies and services record, but never send, if the client disconnects before the response. */
const CLIENT_CLOSED_REQUEST = 499;

function isWhilePending(event: AuditEvent, { sentAt, at }: UnansweredQuery): boolean {
  const ms = timestampToMs(eventTimestamp(event) ?? '');
  return ms !== undefined && ms >= sentAt - CLOCK_DIFFERENCE_MS && ms <= at + CLOCK_DIFFERENCE_MS;
}

/** Returns a comparator that sorts the event nearest in time to a query first. */
export const createTimeDistanceComparator =
  (sent: Pick<SentQuery, 'at'>) =>
  (a: AuditEvent, b: AuditEvent): number =>
    computeTimeDistanceMs(a, sent) - computeTimeDistanceMs(b, sent);

function computeTimeDistanceMs(event: AuditEvent, { at }: Pick<SentQuery, 'at'>): number {
  const ms = timestampToMs(eventTimestamp(event) ?? '');
  return ms === undefined ? Number.POSITIVE_INFINITY : Math.abs(ms - at);
}
