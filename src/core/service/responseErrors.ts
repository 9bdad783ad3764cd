import type { ApiError, RedirectError, StatusError, UnreadableError } from './errors.ts';
import { replaceInvisible } from './invisible.ts';
import { isJsonObject, type JsonValue } from './json.ts';
import { parseJson } from './parseJson.ts';
import { parseRetryAfter } from './retryAfter.ts';
import type { TransportResponse } from './transport.ts';

/** Maximum length of an error message in UTF-16 code units: enough for a real message, too little for a whole page. */
const MAX_MESSAGE_LENGTH = 500;

/**
 * Returns the error for a response whose status is not 200 or that looks like HTML; undefined for any other response.
 * `url` is the URL of the request. `secret` (the token) is removed from the error's texts. `now` is in milliseconds
 * since 1970.
 */
export function findResponseError(
  response: TransportResponse,
  url: string,
  secret: string,
  now: number,
): ApiError | undefined {
  const { status, headers } = response;
  const requestID = readRequestID(response, secret);
  const common = requestID === undefined ? {} : { requestID };
  if (status >= 300 && status < 400 && status !== 304) {
    const toOrigin = findRedirectOrigin(headers.location, url, secret);
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
    const requestedWait = parseRetryAfter(headers['retry-after'], headers.date, now);
    const error: StatusError = {
      kind: 'status',
      retry: status === 408 || status === 425 || status === 429 || status >= 500,
      status,
      message: readErrorMessage(response, secret),
      ...common,
      ...(isHtml(response) && { isWebPage: true }),
      ...(requestedWait.kind === 'wait' && {
        retryAfterMs: requestedWait.ms,
        retryAt: now + requestedWait.ms,
      }),
      ...(requestedWait.kind === 'unreadable' && { hasUnreadableRetryAfter: true }),
    };
    return error;
  }
  return isHtml(response) ? createUnreadableError(response, 'html', secret) : undefined;
}

/** Returns the error for a response of status 200 whose body reports an error. */
export function createReportedError(response: TransportResponse, secret: string): StatusError {
  const requestID = readRequestID(response, secret);
  return {
    kind: 'status',
    retry: false,
    status: response.status,
    message: readErrorMessage(response, secret),
    ...(requestID !== undefined && { requestID }),
  };
}

/**
 * Returns the error for a response of status 200 whose body can't be used. `path` is the part of the body with the
 * wrong shape, such as `records[3].fields`.
 */
export function createUnreadableError(
  response: TransportResponse,
  what: UnreadableError['what'],
  secret: string,
  path?: string,
): UnreadableError {
  const requestID = readRequestID(response, secret);
  return {
    kind: 'unreadable',
    retry: what === 'html' || what === 'json',
    status: response.status,
    what,
    ...(requestID !== undefined && { requestID }),
    ...(path !== undefined && { path }),
  };
}

const MAX_REQUEST_ID_LENGTH = 64;

/**
 * Returns the `x-request-id` header in a form that is safe to display and log: shortened, and without `secret` (the
 * token) and unusual characters. Undefined if there is no such header or nothing of it remains.
 */
export function readRequestID(response: TransportResponse, secret: string): string | undefined {
  const raw = response.headers['x-request-id']?.slice(0, MAX_REDACTED_LENGTH) ?? '';
  const plain = redactSecret(raw, secret, '').replace(/[^A-Za-z0-9._:;=+/@~-]/g, '');
  // Again, because removed characters may have separated those of the token.
  return redactSecret(plain, secret, '').slice(0, MAX_REQUEST_ID_LENGTH) || undefined;
}

const MAX_REDACTED_LENGTH = 64 * 1024;
const MIN_SECRET_PART_LENGTH = 12;

/**
 * Returns `text` with `replacement` in place of `secret`, such as a token, and of parts of the secret with at least 12
 * characters.
 */
export function redactSecret(text: string, secret: string, replacement: string): string {
  if (secret === '') return text;
  const without = text.replaceAll(secret, replacement);
  const secretParts = new Set<string>();
  for (let offset = 0; offset + MIN_SECRET_PART_LENGTH <= secret.length; offset++)
    secretParts.add(secret.slice(offset, offset + MIN_SECRET_PART_LENGTH));
  let result = '';
  for (let offset = 0; offset < without.length; ) {
    let end = offset;
    while (secretParts.has(without.slice(end, end + MIN_SECRET_PART_LENGTH))) end++;
    result += end === offset ? without.charAt(offset) : replacement;
    offset = end === offset ? offset + 1 : end - 1 + MIN_SECRET_PART_LENGTH;
  }
  return result;
}

/** Whether a response is taken for HTML, by its content type or the beginning of its body. */
export function isHtml({ headers, body }: TransportResponse): boolean {
  return /^\s*text\/html/i.test(headers['content-type'] ?? '') || /^\s*</.test(body.slice(0, 1024));
}

function readErrorMessage(response: TransportResponse, secret: string): string {
  const { body } = response;
  const json = parseJson(body);
  const found = json.ok ? findErrorMessage(json.value) : isHtml(response) ? findHtmlTitle(body) : body;
  return cleanErrorMessage(found ?? '', secret);
}

/** Returns the error message in a parsed response body, or undefined if no message is found (S31). */
export function findErrorMessage(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return findErrorMessage(value[0]);
  if (!isJsonObject(value)) return undefined;
  for (const name of ['error', 'message', 'error_description', 'errors', 'detail', 'title']) {
    // In OAuth's form, `error` is a code, and `error_description` the sentence.
    if (name === 'error' && typeof value.error === 'string' && typeof value.error_description === 'string')
      continue;
    const inner = value[name];
    const found =
      typeof inner === 'string'
        ? inner
        : isJsonObject(inner) || Array.isArray(inner)
          ? findErrorMessage(inner)
          : undefined;
    if (found) return found;
  }
  return undefined;
}

function findHtmlTitle(html: string): string | undefined {
  return /<title[^>]*>([^<]*)<\/title/i.exec(html.slice(0, 20_000))?.[1];
}

function cleanErrorMessage(text: string, secret: string): string {
  // The secret is removed before the message is shortened, because the rest of a secret cut in two may not be found.
  const redacted = redactSecret(text.slice(0, MAX_REDACTED_LENGTH), secret, '…');
  // The message must be a single line, because it is quoted within sentences of the extension.
  const clean = replaceInvisible(redacted, ' ').replace(/ {2,}/g, ' ').trim();
  return (
    clean.length > MAX_MESSAGE_LENGTH ? `${clean.slice(0, MAX_MESSAGE_LENGTH - 1)}…` : clean
  ).toWellFormed();
}

function findRedirectOrigin(location: string | undefined, url: string, secret: string): string | undefined {
  const text = location?.trim() ?? '';
  // URL parsers disagree on backslashes, which some read as slashes, and on control characters, which some ignore.
  if (text === '' || /[\\\p{Cc}]/u.test(text)) return undefined;
  const scheme = /^([a-z][a-z0-9+.-]{0,30}):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && !/^https?$/.test(scheme)) return `${scheme}:`;
  const own = /^(https?:)\/\/[^/]+/.exec(url);
  const authority = /^(?:https?:)?\/\/([^/?#]*)/i.exec(text)?.[1];
  if (authority === undefined) return scheme === undefined ? toSafeOrigin(own?.[0]) : undefined;
  const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
  if (secret !== '' && redactSecret(host, secret.toLowerCase(), '') !== host) return undefined;
  return toSafeOrigin(`${scheme ?? own?.[1]?.slice(0, -1) ?? 'https'}://${host}`);
}

const toSafeOrigin = (origin = ''): string | undefined =>
  /^https?:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?$/i.test(origin) ? origin.toLowerCase() : undefined;
