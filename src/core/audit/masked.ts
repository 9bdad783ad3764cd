/** Audit events without the personal data that they hold: literals of queries, values of requests, e-mail addresses. */
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
import { queryOf } from './queryOf.ts';

const MASK = '•••';
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
  if (!content) return content;
  if (queryOf(event) === undefined) {
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
  return copyOf(value, (key) => withoutValues(value[key] ?? null));
}

/** An e-mail address with its first character and its host only; anything else as it is. */
export function maskedActor(actor: string): string {
  const at = actor.lastIndexOf('@');
  return at > 0 ? `${[...actor][0]}${MASK}${actor.slice(at)}` : actor;
}

/** What stands in the place of the event's own texts. */
export interface Replacements {
  readonly content?: string | undefined;
  readonly actor?: string | undefined;
}

/** The event with these texts, typed parts and `raw` alike. What it does not have it does not get. */
export function withTexts(event: AuditEvent, { content, actor }: Replacements): AuditEvent {
  const newContent = content !== undefined && event.request.data?.content !== undefined;
  const newActor = actor !== undefined && event.context.actor !== undefined;
  if (!newContent && !newActor) return event;
  let { raw } = event;
  if (newContent) raw = replaced(raw, ['request', 'data', 'content'], content);
  if (newActor) raw = replaced(raw, ['context', 'actor'], actor);
  // Part by part: an event of the store is no plain object.
  const { accountID, parentAccountID, context, request, response, resourceIDs } = event;
  return {
    ...(accountID === undefined ? {} : { accountID }),
    ...(parentAccountID === undefined ? {} : { parentAccountID }),
    ...{ raw, response, resourceIDs },
    request: newContent ? { ...request, data: { ...request.data, content } } : request,
    context: newActor ? { ...context, actor } : context,
  };
}

/** `object` with the value at `path` replaced, where there is one. */
function replaced(object: JsonObject, [name, ...rest]: readonly string[], value: string): JsonObject {
  const inner = name === undefined ? undefined : object[name];
  if (name === undefined || inner === undefined) return object;
  const next = rest.length === 0 ? value : isJsonObject(inner) ? replaced(inner, rest, value) : inner;
  return copyOf(object, (key) => (key === name ? next : (object[key] ?? null)));
}

function copyOf(object: JsonObject, valueAt: (key: string) => JsonValue): JsonObject {
  const keys = keysOf(object);
  const copy = Object.create(null) as Record<string, JsonValue>;
  for (const key of keys) copy[key] = valueAt(key);
  rememberKeyOrder(copy, keys);
  return copy;
}
