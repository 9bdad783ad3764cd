import type { OutgoingHttpHeaders } from 'node:http';
import { createRequestID, type Event } from '../audit/event.ts';
import type { AuditLog, AuditPage, Cursor } from '../audit/log.ts';
import type { PagingRules } from '../audit/query.ts';
import { REDACTION_LEVELS } from '../data/schema.ts';
import type { EngineRows } from '../engine/engine.ts';
import type { StatementRules } from '../sql/statement.ts';
import type { Behavior } from './behavior.ts';
import { createErrorResponse, type HttpResponse } from './httpAnswer.ts';

export function removeIgnoredParameters(
  parameters: URLSearchParams,
  { cursor, limitParameter }: Behavior,
): void {
  if (limitParameter === 'ignored') parameters.delete('limit');
  if (cursor !== 'ignored') return;
  parameters.delete('afterOps.timestamp');
  parameters.delete('afterOps.changeID');
}

export const createPagingRules = ({ cursor, limitParameter, pageSize }: Behavior): PagingRules => ({
  pageSize,
  cursorPrefix: cursor === 'refused' ? undefined : cursor === 'renamed' ? 'nextOps' : 'afterOps',
  hasLimit: limitParameter !== 'refused',
});

export const createStatementRules = ({
  undocumentedSql,
  largeLimit,
  redactionLevels,
}: Behavior): StatementRules => ({
  isRefused: (construct) =>
    typeof undocumentedSql === 'string' ? undocumentedSql === 'refused' : undocumentedSql.includes(construct),
  largeLimit,
  levels:
    redactionLevels === 'all' ? REDACTION_LEVELS : redactionLevels === 'documented' ? [] : redactionLevels,
});

interface Page {
  readonly matches: (event: Event) => boolean;
  readonly cursor: Cursor;
  readonly limit: number;
}

/** Whether the switches require a page from `createSimulatedPage` instead of one from the audit log. */
export const needsSimulatedPage = ({ cursor, order, shortPages }: Behavior): boolean =>
  cursor === 'inclusive' || order !== 'newest' || shortPages;

/**
 * Returns a page of a listing with the switches `cursor`, `order` and `shortPages` applied. `events` are in the order
 * of their arrival.
 */
export function createSimulatedPage(
  events: readonly Event[],
  { matches, cursor, limit }: Page,
  behavior: Behavior,
): AuditPage {
  const ordered = behavior.order === 'oldest' ? events : events.toReversed();
  const start = findPageStart(ordered, cursor, behavior);
  const listed = ordered.slice(start).filter(matches);
  const event = listed.slice(0, computePageSize(listed.length, limit, behavior));
  const last = event.at(-1);
  return {
    event,
    nextOps:
      last && event.length < listed.length
        ? { timestamp: last.response.timestamp, changeID: last.context.changeID }
        : null,
  };
}

function findPageStart(
  ordered: readonly Event[],
  { timestamp, changeID }: Cursor,
  { cursor, order }: Behavior,
): number {
  if (timestamp === undefined && changeID === undefined) return 0;
  const named = ordered.findIndex(({ context, response }) =>
    changeID === undefined ? response.timestamp === timestamp : context.changeID === changeID,
  );
  if (named >= 0) return cursor === 'inclusive' ? named : named + 1;
  // If the named event was deleted, so were all older ones.
  if (timestamp === undefined) return order === 'oldest' ? 0 : ordered.length;
  const beyond = ordered.findIndex(({ response }) =>
    order === 'oldest' ? response.timestamp > timestamp : response.timestamp < timestamp,
  );
  return beyond < 0 ? ordered.length : beyond;
}

/**
 * Returns the maximum number of events on a page. `remaining` is the number of matching events from the start of the
 * page to the end of the listing. Whether the page is short depends on this number, so that events that are added at
 * the start of the listing do not change that.
 */
function computePageSize(remaining: number, limit: number, { cursor, shortPages }: Behavior): number {
  if (!shortPages) return limit;
  // With the cursor `inclusive`, a page repeats the event that its cursor names. A short page needs another event
  // to continue the listing.
  const repeated = cursor === 'inclusive' ? 1 : 0;
  const half = Math.min(limit, Math.max(repeated + 1, Math.floor(limit / 2)));
  const cycle = Math.max(1, limit - repeated + half - repeated);
  return remaining % cycle < half - repeated ? half : limit;
}

const SET_BACK_SECONDS = 45;

function setBackEventTimes(event: Event): Event {
  const earlier = (timestamp: string): string => {
    const ms = Date.parse(`${timestamp.slice(0, 19).replace(' ', 'T')}Z`) - SET_BACK_SECONDS * 1000;
    return new Date(ms).toISOString().slice(0, 19).replace('T', ' ') + timestamp.slice(19);
  };
  return {
    ...event,
    request: { ...event.request, timestamp: earlier(event.request.timestamp) },
    response: { ...event.response, timestamp: earlier(event.response.timestamp) },
  };
}

export function replaceErrorBody(answer: HttpResponse, { errorBody }: Behavior): HttpResponse {
  if (answer.status < 400 || errorBody === 'nested') return answer;
  const { status, message } = answer;
  const [type, body] = {
    flat: ['application/json', JSON.stringify({ code: status, message, details: [] })],
    text: ['text/plain', message],
    html: ['text/html', `<html><head><title>${status}</title></head><body>Error</body></html>`],
    empty: ['text/plain', ''],
  }[errorBody] as [string, string];
  return { ...answer, body, headers: { ...answer.headers, 'content-type': type } };
}

export function applyResultSwitches(
  { columns, rows }: EngineRows,
  { shortRows, largeNumbers }: Behavior,
): EngineRows {
  const some = shortRows && rows.length > 2 ? rows.slice(0, Math.ceil((rows.length * 2) / 3)) : rows;
  if (largeNumbers === 'exact') return { columns, rows: some };
  const isLarge = (cell: string): boolean => /^-?\d{16,}$/.test(cell) && !Number.isSafeInteger(Number(cell));
  const kinds = columns.map((column, at) => {
    const hasLarge = column.kind === 'exact' && some.some((row) => isLarge(row[at] ?? ''));
    return hasLarge && largeNumbers === 'text' ? { ...column, kind: 'text' as const } : column;
  });
  const changed = some.map((row) =>
    row.map((cell, at) =>
      cell !== null && columns[at]?.kind === 'exact' && largeNumbers === 'rounded' && isLarge(cell)
        ? roundToDouble(cell)
        : cell,
    ),
  );
  return { columns: kinds, rows: changed };
}

function roundToDouble(digits: string): string {
  const nearest = Number(digits);
  return Number.isFinite(nearest) ? String(BigInt(nearest)) : digits;
}

/** Returns the request ID for the response's header; undefined for no header. */
export function chooseRequestID({ requestID }: Behavior, eventRequestID: string): string | undefined {
  if (requestID === 'absent') return undefined;
  return requestID === 'same' ? eventRequestID : createRequestID();
}

export class RateLimiter {
  readonly #limit: number;
  readonly #headers: OutgoingHttpHeaders;
  #times: number[] = [];

  constructor({ rateLimit, rateLimitHeader }: Behavior) {
    this.#limit = rateLimit;
    this.#headers = rateLimitHeader === 'present' ? { 'retry-after': '1' } : {};
  }

  /**
   * Returns an error response if the maximum number of requests in the last 10 seconds is already reached. Otherwise
   * returns undefined and, if there is a maximum, counts the request. `now` is in milliseconds since 1970.
   */
  countOrRejectRequest(now: number): HttpResponse | undefined {
    if (this.#limit === 0) return undefined;
    this.#times = this.#times.filter((time) => time > now - 10_000);
    if (this.#times.length >= this.#limit)
      return createErrorResponse(429, 'too many requests', this.#headers);
    this.#times.push(now);
    return undefined;
  }
}

/** Adds events to the audit trail, with the switches `lateMs` and `order` applied. `addEventNow` ignores `lateMs`. */
export class TrailWriter {
  readonly #log: AuditLog;
  readonly #behavior: Behavior;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(log: AuditLog, behavior: Behavior) {
    this.#log = log;
    this.#behavior = behavior;
  }

  addEventNow(event: Event): void {
    const isSetBack = this.#behavior.order === 'arrival' && this.#log.size % 3 === 2;
    this.#log.add(isSetBack ? setBackEventTimes(event) : event);
  }

  addEventWithDelay(event: Event): void {
    const { lateMs } = this.#behavior;
    if (lateMs === 0) {
      this.addEventNow(event);
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.addEventNow(event);
    }, lateMs).unref();
    this.#timers.add(timer);
  }

  cancelDelayedEvents(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
