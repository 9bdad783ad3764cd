/** Decodes the untrusted response bodies of the service to typed values. */
import * as v from 'valibot';
import { WHOLE_BODY } from './errors.ts';
import {
  ExactNumber,
  getKeysInOrder,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from './json.ts';
import { type ParsedJson, parseJson } from './parseJson.ts';
import { findErrorMessage } from './responseErrors.ts';
import type {
  AuditContext,
  AuditEvent,
  AuditPage,
  AuditRequest,
  AuditResponse,
  NextOps,
  QueryRecord,
  QueryResult,
} from './types.ts';

/**
 * A decoded response body, or why it can't be used. `path` names the part with the wrong shape, such as
 * `records[3].fields`; `WHOLE_BODY` is all of it.
 */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  /** `reported`: the body reports an error of the service. `tooDeep`: nested deeper than `MAX_JSON_DEPTH`. */
  | { readonly ok: false; readonly what: 'json' | 'tooDeep' | 'reported' }
  | { readonly ok: false; readonly what: 'shape'; readonly path: string };

const jsonObjectSchema = v.custom<JsonObject>((input) => isJsonObject(input as JsonValue));
const queryResultSchema = v.object({
  records: v.nullable(v.array(v.object({ fields: v.nullish(jsonObjectSchema) }))),
});
const auditPageSchema = v.object({ event: v.nullish(v.array(jsonObjectSchema)) });

/**
 * Decodes the body of a response to "execute query" (S34, S35). The columns of a record keep the order that they have
 * in `text`.
 */
export function decodeQueryResult(text: string): Decoded<QueryResult> {
  const frame = parseBody(text, 'records', queryResultSchema);
  if (!frame.ok) return frame;
  const { records } = frame.value;
  const malformedIndex = recordsOf(frame.json).findIndex(hasPropertiesButNoFields);
  if (malformedIndex >= 0) return { ok: false, what: 'shape', path: `records[${malformedIndex}].fields` };
  return { ok: true, value: { records: records?.map(({ fields }) => toRecord(fields ?? {})) ?? null } };
}

const recordsOf = ({ records }: JsonObject): readonly JsonValue[] => (Array.isArray(records) ? records : []);

/**
 * Whether a record has properties, but no `fields`. A record without values may be sent as `{}`, but a record with its
 * values elsewhere must not be taken for one without values.
 */
const hasPropertiesButNoFields = (record: JsonValue): boolean =>
  isJsonObject(record) && record.fields === undefined && getKeysInOrder(record).length > 0;

/** Decodes the body of a response to "list data audit events" (S10–S22, S27). */
export function decodeAuditPage(text: string): Decoded<AuditPage> {
  const frame = parseBody(text, 'event', auditPageSchema);
  if (!frame.ok) return frame;
  const { event } = frame.value;
  if (event === undefined && getKeysInOrder(frame.json).some((key) => key !== 'nextOps'))
    return { ok: false, what: 'shape', path: 'event' };
  return {
    ok: true,
    value: { events: event?.map(toAuditEvent) ?? null, nextOps: toNextOps(frame.json.nextOps) },
  };
}

type ParsedBody<T> =
  | { readonly ok: true; readonly value: T; readonly json: JsonObject }
  | Exclude<Decoded<T>, { ok: true }>;

function parseBody<T>(
  text: string,
  resultProperty: string,
  schema: v.GenericSchema<unknown, T>,
): ParsedBody<T> {
  const parsed: ParsedJson = parseJson(text);
  if (!parsed.ok) return { ok: false, what: parsed.reason === 'tooDeep' ? 'tooDeep' : 'json' };
  if (!isJsonObject(parsed.value)) return { ok: false, what: 'shape', path: WHOLE_BODY };
  const { error, errors } = parsed.value;
  const hasMessage =
    parsed.value[resultProperty] === undefined && findErrorMessage(parsed.value) !== undefined;
  if (isNonEmptyErrorValue(error) || isNonEmptyErrorValue(errors) || hasMessage)
    return { ok: false, what: 'reported' };
  const result = v.safeParse(schema, parsed.value, { abortEarly: true });
  if (result.success) return { ok: true, value: result.output, json: parsed.value };
  return { ok: false, what: 'shape', path: issuePath(result.issues[0]) };
}

function isNonEmptyErrorValue(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isJsonObject(value) || getKeysInOrder(value).length > 0;
}

function issuePath(issue: v.BaseIssue<unknown>): string {
  const keys = issue.path?.map((item) => (item as { key?: unknown }).key) ?? [];
  return (
    keys.reduce<string>(
      (path, key) => (typeof key === 'number' ? `${path}[${key}]` : path ? `${path}.${key}` : `${key}`),
      '',
    ) || WHOLE_BODY
  );
}

function toRecord(fields: JsonObject): QueryRecord {
  return { fields: getKeysInOrder(fields).map((name) => [name, fields[name] ?? null] as const) };
}

type TextProperties<T> = { [K in keyof T as [T[K]] extends [string | undefined] ? K : never]: T[K] };

/**
 * Returns the names of T's properties. The compiler reports a name that is missing in `names`; otherwise, that property
 * would never be decoded.
 */
const listPropertyNames = <T>(names: Readonly<Record<keyof T & string, true>>) =>
  Object.keys(names) as (keyof T & string)[];

const CONTEXT_PROPERTIES = listPropertyNames<AuditContext>({
  changeID: true,
  requestID: true,
  traceID: true,
  actor: true,
  actorType: true,
  accessType: true,
  ipAddress: true,
  authMode: true,
  jwtID: true,
  origin: true,
  bearerTokenContextID: true,
  keyID: true,
  sessionID: true,
});
const REQUEST_PROPERTIES = listPropertyNames<Omit<TextProperties<AuditRequest>, 'timestamp'>>({
  actionType: true,
  apiName: true,
  resourceType: true,
  vaultID: true,
  workspaceID: true,
});
const RESPONSE_PROPERTIES = listPropertyNames<Omit<TextProperties<AuditResponse>, 'timestamp'>>({
  message: true,
});

/** Decodes an audit event (S10). Any of its properties may be absent or have an unexpected type. */
export function toAuditEvent(raw: JsonObject): AuditEvent {
  return {
    context: pickStrings(readObjectOrEmpty(raw, 'context'), CONTEXT_PROPERTIES),
    request: toRequest(readObjectOrEmpty(raw, 'request')),
    response: toResponse(readObjectOrEmpty(raw, 'response')),
    ...pickStrings(raw, ['accountID', 'parentAccountID']),
    resourceIDs: keepStrings(raw.resourceIDs) ?? [],
    raw,
  };
}

function toRequest(request: JsonObject): AuditRequest {
  const data = request.data;
  const http = request.httpInfo;
  const tags = keepStrings(request.tags);
  return {
    ...pickStrings(request, REQUEST_PROPERTIES),
    ...readTimestamp(request),
    ...(isJsonObject(data) && { data: pickStrings(data, ['content']) }),
    ...(isJsonObject(http) && { httpInfo: pickStrings(http, ['URI', 'method']) }),
    ...(tags && { tags }),
  };
}

function toResponse(response: JsonObject): AuditResponse {
  const { code, data } = response;
  return {
    ...readCode(code),
    ...pickStrings(response, RESPONSE_PROPERTIES),
    ...readTimestamp(response),
    ...(isJsonObject(data) && { data }),
  };
}

/**
 * Returns an object with the code of a response (S19), or an empty object if there is none. Some undocumented forms are
 * kept as text, because without a code, the event would look as if it had no response.
 */
function readCode(code: JsonValue | undefined): { code?: number | string } {
  if (typeof code === 'number' && Number.isInteger(code)) return { code };
  const text = textOfStringOrNumber(code);
  return text ? { code: text } : {};
}

function readTimestamp({ timestamp }: JsonObject): { timestamp?: string } {
  const text = textOfStringOrNumber(timestamp);
  return text === undefined ? {} : { timestamp: text };
}

function textOfStringOrNumber(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || value instanceof ExactNumber ? stringifyJson(value) : undefined;
}

function toNextOps(value: JsonValue | undefined): NextOps | null {
  if (value === undefined || value === null) return null;
  return isJsonObject(value) ? pickStrings(value, ['timestamp', 'changeID']) : {};
}

const EMPTY_OBJECT: JsonObject = Object.freeze(Object.create(null) as JsonObject);

function readObjectOrEmpty(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isJsonObject(value) ? value : EMPTY_OBJECT;
}

function pickStrings<K extends string>(object: JsonObject, names: readonly K[]): { [P in K]?: string } {
  const found: { [P in K]?: string } = {};
  for (const name of names) {
    const value = object[name];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}

function keepStrings(value: JsonValue | undefined): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;
}
