/** A client for ClickHouse's HTTP interface that sends one statement per request. */
import { randomUUID } from 'node:crypto';
import { parseRetryAfter } from '../../core/service/retryAfter.ts';
import type { AbortSignalLike, Transport, TransportResponse } from '../../core/service/transport.ts';
import type { ClickHouseFailure } from './failures.ts';

interface ClickHouseClientOptions {
  readonly transport: Transport;
  /** Address of the HTTP interface, without a slash at the end and without a query. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Time limit of a request, in milliseconds. */
  readonly timeoutMs: number;
  readonly now: () => number;
}

interface RequestOptions {
  readonly settings?: Readonly<Record<string, string>>;
  /** ID of the statement on the server; by default a new one. */
  readonly queryID?: string;
  /** Time limit of this request in milliseconds; by default that of the client. */
  readonly timeoutMs?: number;
}

interface StatementRequest extends RequestOptions {
  /** One statement of up to 256 KiB, ClickHouse's default limit. Values belong in `parameters`. */
  readonly statement: string;
  /**
   * The values of the statement's parameters by name, such as `name` for `{name:String}` or `{name:Array(String)}`. By
   * default, ClickHouse accepts up to 128 KiB for each value, as text or as the text of an array.
   */
  readonly parameters?: Readonly<Record<string, string | readonly string[]>>;
  readonly rows?: never;
}

interface InsertRequest extends RequestOptions {
  /** An INSERT without its rows, such as `INSERT INTO events FORMAT JSONEachRow`. */
  readonly statement: string;
  /** The rows, in the format that the INSERT names. */
  readonly rows: string;
  readonly parameters?: never;
}

export type ClickHouseRequest = StatementRequest | InsertRequest;

export type ClickHouseOutcome =
  | { readonly ok: true; readonly body: string }
  | {
      readonly ok: false;
      readonly failure: ClickHouseFailure;
      /** How many times the request was sent before it was given up; undefined if it was sent only once. */
      readonly attempts?: number;
    };

export interface ClickHouseClient {
  /** Address of the HTTP interface, without a slash at the end. */
  readonly url: string;
  readonly host: string;
  readonly user: string;
  /** Sends one request. Resolves to a failure instead of rejecting. */
  send(request: ClickHouseRequest, signal?: AbortSignalLike): Promise<ClickHouseOutcome>;
}

/**
 * Statuses below 500 with which a proxy in front of ClickHouse may respond. A response with another one, except for 200,
 * and without an error code of ClickHouse is not from ClickHouse.
 */
const PROXY_STATUSES: ReadonlySet<number> = new Set([401, 403, 407, 408, 413, 414, 425, 429, 431]);
/**
 * Maximum length of a part of a statement that is sent as one field of a form. Statements with parameters are ASCII, and
 * a form adds at most one byte to each line.
 */
const MAX_PIECE_LENGTH = 50_000;
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

export function createClickHouseClient(options: ClickHouseClientOptions): ClickHouseClient {
  const { transport, url, user, password, timeoutMs, now } = options;
  // Unlike ClickHouse's own headers, Basic authentication allows all characters, except for a colon in the user name.
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return {
    url,
    host: new URL(url).host,
    user,
    async send(request, signal) {
      const { statement, settings = {}, rows, queryID } = request;
      const query = new URLSearchParams({
        ...(rows === undefined ? {} : { query: statement }),
        query_id: queryID ?? randomUUID(),
        // Without this setting, an error after the first rows has status 200.
        wait_end_of_query: '1',
        ...settings,
      });
      const { type, body } = await encodeBody(request);
      const outcome = await transport.send(
        {
          method: 'POST',
          url: `${url}/?${query}`,
          template: '/',
          attempt: 1,
          headers: { authorization, 'content-type': type },
          body,
          timeoutMs: request.timeoutMs ?? timeoutMs,
          maxBytes: MAX_RESPONSE_BYTES,
        },
        signal,
      );
      if (!outcome.ok) return { ok: false, failure: outcome.error };
      const failure = findFailure(outcome.response, now());
      return failure === undefined ? { ok: true, body: outcome.response.body } : { ok: false, failure };
    },
  };
}

interface EncodedBody {
  /** The media type, for the header `Content-Type`. */
  readonly type: string;
  readonly body: string;
}

/**
 * Returns the body of a request. The values of parameters are in a form, because servers and proxies refuse long
 * addresses, and write addresses into their logs.
 */
async function encodeBody({ statement, parameters, rows }: ClickHouseRequest): Promise<EncodedBody> {
  if (!parameters) return { type: 'text/plain; charset=UTF-8', body: rows ?? statement };
  const form = new FormData();
  // ClickHouse joins the fields of this name. Each may be only half as long as a statement.
  for (let at = 0; at < statement.length; at += MAX_PIECE_LENGTH)
    form.append('query', statement.slice(at, at + MAX_PIECE_LENGTH));
  for (const [name, value] of Object.entries(parameters))
    form.set(`param_${name}`, typeof value === 'string' ? escapeParameter(value) : formatArray(value));
  const encoded = new Response(form);
  return { type: encoded.headers.get('content-type') ?? '', body: await encoded.text() };
}

/**
 * Escapes a parameter's value, which ClickHouse parses in the format TabSeparated. Carriage returns are escaped, too,
 * because a form would change them.
 */
const escapeParameter = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');

/** Formats an array of texts as ClickHouse reads it in the format TabSeparated. */
const formatArray = (entries: readonly string[]): string =>
  `[${entries.map((entry) => `'${escapeParameter(entry).replaceAll("'", String.raw`\'`)}'`).join(',')}]`;

/** Returns the failure that a response reports; undefined if the statement succeeded. `now` is in milliseconds since 1970. */
function findFailure(
  { status, headers, body }: TransportResponse,
  now: number,
): ClickHouseFailure | undefined {
  const codeText = headers['x-clickhouse-exception-code'] ?? /^Code: (\d+)[.,]/.exec(body)?.[1];
  if (codeText === undefined && status === 200) return undefined;
  if (codeText === undefined && status < 500 && !PROXY_STATUSES.has(status))
    return { kind: 'notClickHouse', status };
  const requested = parseRetryAfter(headers['retry-after'], headers.date, now);
  return {
    kind: 'server',
    status,
    code: codeText === undefined ? undefined : Number(codeText),
    ...(/Field value too long|Max query size exceeded/.test(body) ? { isTooLong: true } : {}),
    name: /\(([A-Z][A-Z\d_]+)\)[^()]*(?:\(version [^)]*\)+)?\s*$/.exec(body.slice(-500))?.[1],
    retryAfterMs: requested.kind === 'wait' ? requested.ms : undefined,
  };
}
