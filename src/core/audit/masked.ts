/** Audit events without the personal data in what was requested: literals of queries, values of requests. Addresses: addresses.ts. */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  keysOf,
  parseJson,
  rememberKeyOrder,
  stringifyJson,
} from '../api/json.ts';
import type { AuditEvent } from '../api/types.ts';
import { isQueryText, queryOf } from './queryOf.ts';

/** In place of what is hidden. */
export const MASK = '•••';
/** The content of a listing's event: query parameters with their names. */
const PARAMETERS = /^[\w.]+=[^\s&]*(?:&[\w.]+=[^\s&]*)*$/;
/** Parameters of a listing (spec 4.1), whose values are no record's, unless they are somebody's e-mail address. */
const LISTING = /^(?:filterOps|afterOps|sortOps)\.|^(?:limit|offset)$/;
const ADDRESS = /@|%40/i;

/**
 * The content of an event's request (spec 2.4) without values: of a query its literals, by `maskSql`; of JSON every
 * value; query parameters stay where they filter a listing, but for e-mail addresses. Undefined where the event has none.
 */
export function maskedContent(event: AuditEvent, maskSql: (text: string) => string): string | undefined {
  const content = event.request.data?.content;
  return content && maskedText(content, maskSql, queryOf(event) !== undefined);
}

/** The same of a content alone, of which nobody says whether it is a query. */
export function maskedText(
  content: string,
  maskSql: (text: string) => string,
  isQuery = isQueryText(content),
): string {
  if (!isQuery) {
    if (PARAMETERS.test(content)) return content.split('&').map(maskedParameter).join('&');
    const parsed = /^\s*[[{]/.test(content) ? parseJson(content) : undefined;
    if (parsed?.ok) return stringifyJson(withoutValues(parsed.value));
  }
  return maskSql(content);
}

function maskedParameter(parameter: string): string {
  const [name = ''] = parameter.split('=', 1);
  const value = parameter.slice(name.length + 1);
  return LISTING.test(name) && !ADDRESS.test(value) ? parameter : `${name}=${MASK}`;
}

function withoutValues(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutValues);
  if (!isJsonObject(value)) return value === null || typeof value === 'boolean' ? value : MASK;
  return copyOf(keysOf(value), (key) => withoutValues(value[key] ?? null));
}

/** The event with this content, typed part and `raw` alike. What it does not have it does not get. */
export function withContent(event: AuditEvent, content: string | undefined): AuditEvent {
  if (content === undefined || event.request.data?.content === undefined) return event;
  const raw = replaced(event.raw, ['request', 'data', 'content'], content);
  // Part by part: an event of the store is no plain object.
  const { accountID, parentAccountID, context, request, response, resourceIDs } = event;
  return {
    ...(accountID === undefined ? {} : { accountID }),
    ...(parentAccountID === undefined ? {} : { parentAccountID }),
    ...{ raw, context, response, resourceIDs },
    request: { ...request, data: { ...request.data, content } },
  };
}

/** `object` with the value at `path` replaced, where there is one. */
function replaced(object: JsonObject, [name, ...rest]: readonly string[], value: string): JsonObject {
  const inner = name === undefined ? undefined : object[name];
  if (name === undefined || inner === undefined) return object;
  const next = rest.length === 0 ? value : isJsonObject(inner) ? replaced(inner, rest, value) : inner;
  return copyOf(keysOf(object), (key) => (key === name ? next : (object[key] ?? null)));
}

/** An object with these keys, in their order. */
export function copyOf(keys: readonly string[], valueAt: (key: string) => JsonValue): JsonObject {
  const copy = Object.create(null) as Record<string, JsonValue>;
  for (const key of keys) copy[key] = valueAt(key);
  rememberKeyOrder(copy, keys);
  return copy;
}
