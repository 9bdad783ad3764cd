/** Answers that are no result: which closed error each becomes. */
import type { ApiError, RedirectError, StatusError, UnreadableError } from './errors.ts';
import { replaceInvisible } from './invisible.ts';
import { isJsonObject, type JsonValue } from './json.ts';
import { parseJson } from './parseJson.ts';
import { parseRetryAfter } from './retryAfter.ts';
import type { TransportResponse } from './transport.ts';

/** Longest message kept of an error body, in UTF-16 units: room for a real one, not for a page. */
const MAX_MESSAGE_LENGTH = 500;

/**
 * The error that `response` means; undefined if it may be a result. `secret` (the token) is struck out of the
 * message, should the service repeat it. `now` is in milliseconds, for a Retry-After that is a date.
 */
export function errorOf(
  response: TransportResponse,
  url: string,
  secret: string,
  now: number,
): ApiError | undefined {
  const { status, headers } = response;
  const requestID = requestIDOf(response, secret);
  const common = requestID === undefined ? {} : { requestID };
  if (status >= 300 && status < 400 && status !== 304) {
    const toOrigin = originOf(headers.location, url, secret);
    const error: RedirectError = {
      kind: 'redirect',
      retry: false,
      status,
      ...common,
      ...(toOrigin && { toOrigin }),
    };
    return error;
  }
  if (status !== 200) {
    const asked = parseRetryAfter(headers['retry-after'], headers.date, now);
    const error: StatusError = {
      kind: 'status',
      retry: status === 408 || status === 425 || status === 429 || status >= 500,
      status,
      message: errorMessage(response, secret),
      ...common,
      ...(asked.kind === 'wait' && { retryAfterMs: asked.ms, retryAt: now + asked.ms }),
      ...(asked.kind === 'unreadable' && { hasUnreadableRetryAfter: true }),
    };
    return error;
  }
  return isHtml(response) ? unreadable(response, 'html', secret) : undefined;
}

/** An answer of status 200 whose body says that the service failed. */
export function reportedError(response: TransportResponse, secret: string): StatusError {
  const requestID = requestIDOf(response, secret);
  return {
    kind: 'status',
    retry: false,
    status: response.status,
    message: errorMessage(response, secret),
    ...(requestID !== undefined && { requestID }),
  };
}

/** A 200 that can't be used. `path` goes with `shape`. Trying again can help against a cut body or a gateway's page only. */
export function unreadable(
  response: TransportResponse,
  what: UnreadableError['what'],
  secret: string,
  path?: string,
): UnreadableError {
  const requestID = requestIDOf(response, secret);
  return {
    kind: 'unreadable',
    retry: what === 'html' || what === 'json',
    status: response.status,
    what,
    ...(requestID !== undefined && { requestID }),
    ...(path !== undefined && { path }),
  };
}

/** Longest request ID kept: known ones have 16 to 55 characters. */
const MAX_REQUEST_ID_LENGTH = 64;

/**
 * The service's `x-request-id`, as it may be shown and logged: without the token, should the service repeat it or a
 * piece of it, and at most 64 of the characters that request and trace IDs consist of.
 */
export function requestIDOf(response: TransportResponse, secret: string): string | undefined {
  const raw = response.headers['x-request-id']?.slice(0, MAX_HEADER_LENGTH) ?? '';
  const plain = strikeOut(raw, secret, '').replace(/[^A-Za-z0-9._:;=+/@~-]/g, '');
  // Once more: characters left out may have parted the token's.
  return strikeOut(plain, secret, '').slice(0, MAX_REQUEST_ID_LENGTH) || undefined;
}

/** What is looked at of a header, in UTF-16 units: room for the longest token twice. */
const MAX_HEADER_LENGTH = 64 * 1024;
/** Pieces of a token shorter than this are found by chance too, and of no use. */
const PIECE_LENGTH = 12;

/** `text` with `mark` in the place of the token, and of any piece of it that is long enough to be of use. */
export function strikeOut(text: string, secret: string, mark: string): string {
  if (secret === '') return text;
  const without = text.replaceAll(secret, mark);
  const pieces = new Set<string>();
  for (let at = 0; at + PIECE_LENGTH <= secret.length; at++) pieces.add(secret.slice(at, at + PIECE_LENGTH));
  let result = '';
  for (let at = 0; at < without.length; ) {
    let end = at;
    while (pieces.has(without.slice(end, end + PIECE_LENGTH))) end++;
    result += end === at ? without.charAt(at) : mark;
    at = end === at ? at + 1 : end - 1 + PIECE_LENGTH;
  }
  return result;
}

function isHtml({ headers, body }: TransportResponse): boolean {
  return /^\s*text\/html/i.test(headers['content-type'] ?? '') || /^\s*</.test(body.slice(0, 1024));
}

function errorMessage(response: TransportResponse, secret: string): string {
  const { body } = response;
  const json = parseJson(body);
  const found = json.ok ? messageIn(json.value) : isHtml(response) ? titleIn(body) : body;
  return oneLine(found ?? '', secret);
}

/** Error bodies seen (S31): `{error:{message}}`, `{error:"…"}`, `{message}`, `{errors:[…]}`, a bare string. */
export function messageIn(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return messageIn(value[0]);
  if (!isJsonObject(value)) return undefined;
  for (const name of ['error', 'message', 'error_description', 'errors', 'detail', 'title']) {
    // OAuth's `error` is a code; the sentence is beside it.
    if (name === 'error' && typeof value.error === 'string' && typeof value.error_description === 'string')
      continue;
    const inner = value[name];
    const found =
      typeof inner === 'string'
        ? inner
        : isJsonObject(inner) || Array.isArray(inner)
          ? messageIn(inner)
          : undefined;
    if (found) return found;
  }
  return undefined;
}

function titleIn(html: string): string | undefined {
  return /<title[^>]*>([^<]*)<\/title/i.exec(html.slice(0, 20_000))?.[1];
}

function oneLine(text: string, secret: string): string {
  // The secret goes before the message is cut: cut short, it would no longer be found whole.
  const struck = strikeOut(text.slice(0, MAX_HEADER_LENGTH), secret, '…');
  // A message is shown inside our own sentences.
  const clean = replaceInvisible(struck, ' ').replace(/ {2,}/g, ' ').trim();
  return (
    clean.length > MAX_MESSAGE_LENGTH ? `${clean.slice(0, MAX_MESSAGE_LENGTH - 1)}…` : clean
  ).toWellFormed();
}

/** Where a redirect leads: an origin, or no more than the scheme where that is not http or https. */
function originOf(location: string | undefined, url: string, secret: string): string | undefined {
  const text = location?.trim() ?? '';
  // A backslash or a control character is read as a slash here, left out there.
  if (text === '' || /[\\\p{Cc}]/u.test(text)) return undefined;
  const scheme = /^([a-z][a-z0-9+.-]{0,30}):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && !/^https?$/.test(scheme)) return `${scheme}:`;
  const own = /^(https?:)\/\/[^/]+/.exec(url);
  const authority = /^(?:https?:)?\/\/([^/?#]*)/i.exec(text)?.[1];
  if (authority === undefined) return scheme === undefined ? plainOrigin(own?.[0]) : undefined;
  const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
  if (secret !== '' && strikeOut(host, secret.toLowerCase(), '') !== host) return undefined;
  return plainOrigin(`${scheme ?? own?.[1]?.slice(0, -1) ?? 'https'}://${host}`);
}

/** A place to show to a person: what is not a plain origin is left out, not cleaned. */
const plainOrigin = (origin = ''): string | undefined =>
  /^https?:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?$/i.test(origin) ? origin.toLowerCase() : undefined;
