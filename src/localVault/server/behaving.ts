/** Applies the switches of `behavior.ts` to requests and responses. */
import { type Event, newRequestID } from '../audit/event.ts';
import type { AuditPage, Cursor } from '../audit/log.ts';
import type { EngineRows } from '../engine/engine.ts';
import type { Behavior } from './behavior.ts';
import { type Answer, failure } from './httpAnswer.ts';

const CURSOR_PARAMETERS = ['timestamp', 'changeID'] as const;

/**
 * Returns the parameters of a listing as the local vault reads them: with a cursor under its usual name, and without what is
 * to be ignored. Returns an error response if the request is to be rejected.
 */
export function readParameters(
  parameters: URLSearchParams,
  { cursor, limitParameter }: Behavior,
): URLSearchParams | Answer {
  const read = new URLSearchParams();
  for (const [name, value] of parameters) {
    const isCursor = CURSOR_PARAMETERS.some((part) => name === `afterOps.${part}`);
    const isRenamed = CURSOR_PARAMETERS.some((part) => name === `nextOps.${part}`);
    if (name === 'limit' && limitParameter === 'refused') return failure(400, 'unknown parameter limit');
    if (name === 'limit' && limitParameter === 'ignored') continue;
    if (isCursor && (cursor === 'refused' || cursor === 'renamed'))
      return failure(400, `unknown parameter ${name}`);
    if (isCursor && cursor === 'ignored') continue;
    read.append(isRenamed && cursor === 'renamed' ? name.replace('nextOps', 'afterOps') : name, value);
  }
  return read;
}

interface Page {
  readonly matches: (event: Event) => boolean;
  readonly cursor: Cursor;
  readonly limit: number;
}

/** Whether the switches make a listing differ from what the audit log itself returns. */
export const changesListing = ({ cursor, order, shortPages, lateMs }: Behavior): boolean =>
  cursor === 'inclusive' || order !== 'newest' || shortPages || lateMs > 0;

/** Returns a page of a listing. `events` are in the order of their arrival; `now` is in milliseconds since 1970. */
export function pageOf(
  events: readonly Event[],
  { matches, cursor, limit }: Page,
  { cursor: handling, order, shortPages, lateMs }: Behavior,
  now: number,
): AuditPage {
  const listed = events.filter((event) => matches(event) && arrivedAt(event) + lateMs <= now);
  if (order !== 'oldest') listed.reverse();
  const named = listed.findIndex(({ context }) => context.changeID === cursor.changeID);
  const start = named < 0 ? 0 : handling === 'inclusive' ? named : named + 1;
  const isShort = shortPages && Math.floor(start / limit) % 2 === 1;
  const size = isShort ? Math.max(handling === 'inclusive' ? 2 : 1, Math.floor(limit / 2)) : limit;
  const event = listed.slice(start, start + size);
  const last = event.at(-1);
  return {
    event,
    nextOps:
      last && start + size < listed.length
        ? { timestamp: last.response.timestamp, changeID: last.context.changeID }
        : null,
  };
}

/** When an event arrived, in milliseconds since 1970. An event whose time was set back by `setBack` counts as earlier. */
const arrivedAt = ({ response }: Event): number =>
  Date.parse(`${response.timestamp.slice(0, 23).replace(' ', 'T')}Z`);

/** Seconds by which the time of every third event is set back if the listing is by arrival. */
const SET_BACK_SECONDS = 45;

/** Returns the event with its times some seconds earlier. */
export function setBack(event: Event): Event {
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

/** Returns an error response with its body in the form of the switch `errorBody`. Other responses stay. */
export function withErrorBody(answer: Answer, { errorBody }: Behavior): Answer {
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

/** Returns the rows of a result with the switches `shortRows` and `largeNumbers` applied. */
export function changedRows(
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
        ? String(BigInt(Number(cell)))
        : cell,
    ),
  );
  return { columns: kinds, rows: changed };
}

/** Returns the request ID for the response of a request; undefined leaves it out. */
export function shownRequestID({ requestID }: Behavior, own: string): string | undefined {
  if (requestID === 'absent') return undefined;
  return requestID === 'same' ? own : newRequestID();
}

/** Counts requests, and rejects those beyond the limit of the switch `rateLimit`. */
export class RateLimit {
  readonly #limit: number;
  /** Times of the latest requests in milliseconds since 1970, in ascending order. */
  #times: number[] = [];

  constructor({ rateLimit }: Behavior) {
    this.#limit = rateLimit;
  }

  /** Counts a request. Returns the error response if it is one too many. */
  refuse(now: number): Answer | undefined {
    if (this.#limit === 0) return undefined;
    this.#times = this.#times.filter((time) => time > now - 10_000);
    if (this.#times.length >= this.#limit) return failure(429, 'too many requests', { 'retry-after': '1' });
    this.#times.push(now);
    return undefined;
  }
}
