/** Answers that are no result: which closed error each becomes. */
import type { ApiError, RedirectError, StatusError, UnreadableError } from './errors.ts';
import { isJsonObject, type JsonValue, parseJson } from './json.ts';
import { retryAfterMs } from './retry.ts';
import type { TransportResponse } from './transport.ts';

/** Longest message kept of an error body, in UTF-16 units: room for a real one, not for a page. */
export const MAX_MESSAGE_LENGTH = 500;

/**
 * The error that `response` stands for; undefined if it may be a result. `secret` (the token) is struck out of the
 * message, should the service repeat it. `now` is in milliseconds, for a Retry-After that is a date.
 */
export function errorOf(
  response: TransportResponse,
  url: string,
  secret: string,
  now: number,
): ApiError | undefined {
  const { status, headers } = response;
  const requestID = requestIDOf(response);
  const common = requestID === undefined ? {} : { requestID };
  if (status >= 300 && status < 400 && status !== 304) {
    const toOrigin = originOf(headers.location, url);
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
    const wait = retryAfterMs(headers['retry-after'], headers.date, now);
    const error: StatusError = {
      kind: 'status',
      retry: status === 408 || status === 425 || status === 429 || status >= 500,
      status,
      message: errorMessage(response, secret),
      ...common,
      ...(wait !== undefined && { retryAfterMs: wait }),
    };
    return error;
  }
  return isHtml(response) ? unreadable(response, 'html') : undefined;
}

/** A 200 that can't be used. `path` goes with `shape`. Trying again can help against a cut body or a gateway's page only. */
export function unreadable(
  response: TransportResponse,
  what: UnreadableError['what'],
  path?: string,
): UnreadableError {
  const requestID = requestIDOf(response);
  return {
    kind: 'unreadable',
    retry: what === 'html' || what === 'json',
    status: response.status,
    what,
    ...(requestID !== undefined && { requestID }),
    ...(path !== undefined && { path }),
  };
}

/** The service's `x-request-id`, cut to something that can be shown and logged on one line. */
export function requestIDOf(response: TransportResponse): string | undefined {
  const id = response.headers['x-request-id']?.replace(/[^\x21-\x7e]/g, '').slice(0, 128);
  return id || undefined;
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

/** Error bodies seen (facts: service): `{error:{message}}`, `{error:"…"}`, `{message}`, `{errors:[…]}`, a bare string. */
function messageIn(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return messageIn(value[0]);
  if (!isJsonObject(value)) return undefined;
  for (const name of ['error', 'message', 'error_description', 'errors', 'detail', 'title']) {
    // OAuth's `error` is a code; the sentence stands beside it.
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

// Control characters and those that turn the direction of text: a message is shown inside our own sentences.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const UNSHOWABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/g;

function oneLine(text: string, secret: string): string {
  // The secret goes first: cut short, it would no longer be found.
  const safe = secret ? text.replaceAll(secret, '…') : text;
  const clean = safe
    .slice(0, 8 * MAX_MESSAGE_LENGTH)
    .replace(UNSHOWABLE, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return (
    clean.length > MAX_MESSAGE_LENGTH ? `${clean.slice(0, MAX_MESSAGE_LENGTH - 1)}…` : clean
  ).toWellFormed();
}

function originOf(location: string | undefined, url: string): string | undefined {
  if (location === undefined) return undefined;
  const absolute = /^(https?:)?\/\/(?:[^/?#@]*@)?([^/?#@\\]+)/i.exec(location.trim());
  const ownScheme = url.slice(0, url.indexOf(':') + 1);
  const origin = absolute
    ? `${absolute[1] ?? ownScheme}//${absolute[2]}`
    : /^https?:\/\/[^/]+/.exec(url)?.[0];
  // A place to show to a person: whatever is no plain origin is left out, not cleaned.
  return origin && /^https?:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?$/i.test(origin)
    ? origin.toLowerCase()
    : undefined;
}
