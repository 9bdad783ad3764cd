/** Audit events without the personal data in what was requested: literals of queries, values of requests. Addresses: addresses.ts. */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  keysOf,
  rememberKeyOrder,
  stringifyJson,
} from '../../service/json.ts';
import { parseJson } from '../../service/parseJson.ts';
import type { AuditEvent } from '../../service/types.ts';
import { isQueryText, queryOf } from '../feed/queryOf.ts';
import type { FieldID } from '../table/fields.ts';

/** In place of what is hidden. */
export const MASK = '•••';
/** The content of a listing's event is query parameters with their names, joined by `&`. */
const PARAMETER = /^[\w.]+=[^\s&]*$/;
/** Parameters of a listing (S24, S28, S29), whose values are no record's, unless they are somebody's e-mail address. */
const LISTING = /^(?:filterOps|afterOps|sortOps)\.|^(?:limit|offset)$/;
/** In a message: to the end where there is none. An apostrophe within a word quotes nothing. */
const QUOTED = /(?<![\p{L}\p{N}])(?:"[^"]*(?:"|$)|'[^']*(?:'|$))/gu;
const WORD = /^(?:true|false|null)$/;
const ADDRESS = /[@＠]|%40|%EF%BC%A0/i;

/** Masks the literals of a query, and tells each. */
export type MaskSql = (text: string, onHidden?: (literal: string) => void) => string;

/**
 * The content of an event's request (S20) without values: of a query its literals, by `maskSql`; of JSON, whole or
 * cut, every value; query parameters stay where they filter a listing, but for e-mail addresses. Undefined where the event has none.
 */
export function maskedContent(event: AuditEvent, maskSql: MaskSql): string | undefined {
  const content = event.request.data?.content;
  return content && maskedText(content, maskSql, queryOf(event) !== undefined);
}

/** The same for content alone, which may or may not be a query. `onHidden` gets each literal and value masked. */
export function maskedText(
  content: string,
  maskSql: MaskSql,
  isQuery = isQueryText(content),
  onHidden: (literal: string) => void = () => undefined,
): string {
  // No query begins like these: sent to the path of queries, a body of JSON or parameters is masked as what it is.
  const values = valuesMask(maskSql, onHidden);
  const parameters = content.split('&');
  if (parameters.every((part) => PARAMETER.test(part))) return parameters.map(values.parameter).join('&');
  if (/^\s*[[{]/.test(content)) {
    const parsed = parseJson(content);
    return parsed.ok ? stringifyJson(values.json(parsed.value)) : values.cutJson(content);
  }
  return !isQuery && /"\s*:/.test(content) ? values.cutJson(content) : maskSql(content, onHidden);
}

type MaskValue = (value: string, maskSql: MaskSql) => string;

/** The service's own record, into which no literal can get. */
const asItIs: MaskValue = (value) => value;

/**
 * How values are masked by field, and those of who read what: a level of REDACTION (`level`) that is none, and a `name` of
 * a table or column that only quotes make one, may be a literal that was put in its place.
 */
const valueMasks: Readonly<Record<FieldID | 'level' | 'name', MaskValue>> = {
  time: asItIs,
  code: asItIs,
  actor: asItIs,
  ipAddress: asItIs,
  actionType: asItIs,
  content: (value, maskSql) => maskedText(value, maskSql),
  vaultID: asItIs,
  message: (value) => value.replace(QUOTED, ([quote = '']) => `${quote}${MASK}${quote}`),
  apiName: asItIs,
  actorType: asItIs,
  accessType: asItIs,
  authMode: asItIs,
  method: asItIs,
  URI(value, maskSql) {
    const [path = '', ...parameters] = value.split('?');
    return [path, ...parameters.map((part) => maskedText(part, maskSql, false))].join('?');
  },
  resourceType: asItIs,
  tags: asItIs,
  resourceIDs: asItIs,
  workspaceID: asItIs,
  accountID: asItIs,
  parentAccountID: asItIs,
  requestID: asItIs,
  changeID: asItIs,
  traceID: asItIs,
  sessionID: asItIs,
  jwtID: asItIs,
  keyID: asItIs,
  bearerTokenContextID: asItIs,
  origin: asItIs,
  answeredAt: asItIs,
  answer: (value, maskSql) => maskedText(value, maskSql, false),
  level: (value, maskSql) => (maskSql(`'${value}'`) === `'${value}'` ? value : MASK),
  name(value, maskSql) {
    const quoted = value.startsWith('"') ? value : `"${value.replaceAll('"', '""')}"`;
    return maskSql(quoted) === quoted ? value : MASK;
  },
};

const hasMask = (field: string): field is keyof typeof valueMasks => Object.hasOwn(valueMasks, field);

/**
 * A value without the event it is of, whose literals are then not known. `field` is one of `valueMasks`; a filter of the
 * service or a text searched for, which the person gave, stays as it is.
 */
export function maskedValue(field: string, value: string, maskSql: MaskSql): string {
  return hasMask(field) ? valueMasks[field](value, maskSql) : value;
}

/** What masks the values of what is no query, but may hold one. */
function valuesMask(maskSql: MaskSql, onHidden: (literal: string) => void) {
  const hidden = (value: string): string => {
    onHidden(value);
    if (isQueryText(value)) maskSql(value, onHidden);
    return MASK;
  };
  /** Keys stay, and of a body that holds a query (S33) the query without its literals. */
  const json = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(json);
    if (!isJsonObject(value))
      return value === null || typeof value === 'boolean' ? value : hidden(String(value));
    return copyOf(keysOf(value), (key) => {
      const inner = value[key] ?? null;
      const isQuery = key === 'query' && typeof inner === 'string' && isQueryText(inner);
      return isQuery ? maskSql(inner, onHidden) : json(inner);
    });
  };
  return {
    json,
    /** The same of JSON text that ends too early, or is none: what is neither a key nor a mark of JSON is masked. */
    cutJson(text: string): string {
      let result = '';
      let done = 0;
      for (const { start, end, isKey } of jsonPieces(text)) {
        const piece = text.slice(start, end);
        const masked = isKey || WORD.test(piece) ? piece : hidden(unquoted(piece));
        result += text.slice(done, start) + masked;
        done = end;
      }
      return result + text.slice(done);
    },
    parameter(parameter: string): string {
      const [name = ''] = parameter.split('=', 1);
      const value = parameter.slice(name.length + 1);
      if (LISTING.test(name) && !ADDRESS.test(value)) return parameter;
      hidden(decoded(value));
      return `${name}=${MASK}`;
    },
  };
}

/**
 * Of JSON text the strings, ended or not, and all else that is no mark, with their UTF-16 ranges; keys are told by the
 * colon after them. No one pattern for a whole string: on megabytes of escapes it would exhaust the stack.
 */
function* jsonPieces(text: string): Generator<{ start: number; end: number; isKey: boolean }> {
  const begin = /"|[^\s[\]{},:"]+/gu;
  const colon = /\s*:/y;
  for (let found = begin.exec(text); found; found = begin.exec(text)) {
    const isString = found[0] === '"';
    const end = isString ? stringEnd(text, begin.lastIndex) : begin.lastIndex;
    begin.lastIndex = end;
    colon.lastIndex = end;
    yield { start: found.index, end, isKey: isString && text[end - 1] === '"' && colon.test(text) };
  }
}

/** The end of a JSON string whose text begins at `from`: after its quote, or that of the whole text. */
function stringEnd(text: string, from: number): number {
  const mark = /["\\]/g;
  mark.lastIndex = from;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    if (found[0] === '"') return mark.lastIndex;
    mark.lastIndex++;
  }
  return text.length;
}

/** A JSON string's text; of one without end or with odd escapes, and of what is no string, what is written. */
function unquoted(piece: string): string {
  if (!piece.startsWith('"')) return piece;
  const parsed = parseJson(piece);
  return parsed.ok && typeof parsed.value === 'string' ? parsed.value : piece.replace(/^"|"$/g, '');
}

/** Once decoded, a blank written as `+` too; as it is where it is not encoded. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
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
