/**
 * Answers of the service to typed values. Trusts nothing: the frame of an answer must have the service's shape and is
 * named by path where it has not; a field of an event with the wrong type is left out and stays visible in `raw`.
 */
import * as v from 'valibot';
import { messageIn } from './answers.ts';
import { ExactNumber, isJsonObject, type JsonObject, type JsonValue, keysOf, stringifyJson } from './json.ts';
import { type ParsedJson, parseJson } from './parseJson.ts';
import type {
  AuditContext,
  AuditEvent,
  AuditPage,
  AuditRequest,
  AuditResponse,
  NextOps,
  QueryAnswer,
  QueryRecord,
} from './types.ts';

/** `path` names the wrong shape, e.g. `records[3].fields`; `$` is the answer itself. Never a value. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  /** reported: the service says in words that it failed, whatever the status. */
  | { readonly ok: false; readonly what: 'json' | 'tooDeep' | 'reported' }
  | { readonly ok: false; readonly what: 'shape'; readonly path: string };

const jsonObject = v.custom<JsonObject>((input) => isJsonObject(input as JsonValue));
/** A list or null (S34); an object without it is no answer to a query. */
const queryAnswer = v.object({ records: v.nullable(v.array(v.object({ fields: v.nullish(jsonObject) }))) });
const auditPage = v.object({ event: v.nullish(v.array(jsonObject)) });

/**
 * The body of an answer to "execute query" (S34, S35). More than the 25 records of S36 are kept as they
 * came; columns are in the order of the text.
 */
export function decodeQueryAnswer(text: string): Decoded<QueryAnswer> {
  const frame = readFrame(text, 'records', queryAnswer);
  if (!frame.ok) return frame;
  const { records } = frame.value;
  const odd = recordsOf(frame.json).findIndex(hasNoFields);
  if (odd >= 0) return { ok: false, what: 'shape', path: `records[${odd}].fields` };
  return { ok: true, value: { records: records?.map(({ fields }) => toRecord(fields ?? {})) ?? null } };
}

const recordsOf = ({ records }: JsonObject): readonly JsonValue[] => (Array.isArray(records) ? records : []);

/** A row without any value may come as `{}`; one whose values are elsewhere must not read as such a row. */
const hasNoFields = (record: JsonValue): boolean =>
  isJsonObject(record) && record.fields === undefined && keysOf(record).length > 0;

/**
 * The body of an answer to "list data audit events" (S10–S22, S27). `event` null gives null, and so does one left
 * out where nothing replaces it. `nextOps` null or left out gives null; one without usable parts gives an
 * empty object: it is there, but leads nowhere.
 */
export function decodeAuditPage(text: string): Decoded<AuditPage> {
  const frame = readFrame(text, 'event', auditPage);
  if (!frame.ok) return frame;
  const { event } = frame.value;
  if (event === undefined && keysOf(frame.json).some((key) => key !== 'nextOps'))
    return { ok: false, what: 'shape', path: 'event' };
  return {
    ok: true,
    value: { events: event?.map(toAuditEvent) ?? null, nextOps: toNextOps(frame.json.nextOps) },
  };
}

type Frame<T> =
  | { readonly ok: true; readonly value: T; readonly json: JsonObject }
  | Exclude<Decoded<T>, { ok: true }>;

/** `list` is the part of the response that is wanted: an error that is worded at the top level counts where it is left out. */
function readFrame<T>(text: string, list: string, schema: v.GenericSchema<unknown, T>): Frame<T> {
  const parsed: ParsedJson = parseJson(text);
  if (!parsed.ok) return { ok: false, what: parsed.reason === 'tooDeep' ? 'tooDeep' : 'json' };
  if (!isJsonObject(parsed.value)) return { ok: false, what: 'shape', path: '$' };
  const { error, errors } = parsed.value;
  const isWorded = parsed.value[list] === undefined && messageIn(parsed.value) !== undefined;
  if (saysSomething(error) || saysSomething(errors) || isWorded) return { ok: false, what: 'reported' };
  const result = v.safeParse(schema, parsed.value, { abortEarly: true });
  if (result.success) return { ok: true, value: result.output, json: parsed.value };
  return { ok: false, what: 'shape', path: pathOf(result.issues[0]) };
}

/** Services that know no error write it as null or 0, or as an empty text, list or object. */
function saysSomething(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isJsonObject(value) || keysOf(value).length > 0;
}

function pathOf(issue: v.BaseIssue<unknown>): string {
  const keys = issue.path?.map((item) => (item as { key?: unknown }).key) ?? [];
  return (
    keys.reduce<string>(
      (path, key) => (typeof key === 'number' ? `${path}[${key}]` : path ? `${path}.${key}` : `${key}`),
      '',
    ) || '$'
  );
}

function toRecord(fields: JsonObject): QueryRecord {
  return { fields: keysOf(fields).map((name) => [name, fields[name] ?? null] as const) };
}

/** The parts of T that are texts. */
type Texts<T> = { [K in keyof T as [T[K]] extends [string | undefined] ? K : never]: T[K] };

/** The names of T's parts; the compiler asks for one that is forgotten, which would never be read. */
const namesOf = <T>(names: Readonly<Record<keyof T & string, true>>) =>
  Object.keys(names) as (keyof T & string)[];

const CONTEXT = namesOf<AuditContext>({
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
/** Times are read by `timestampOf`. */
const REQUEST = namesOf<Omit<Texts<AuditRequest>, 'timestamp'>>({
  actionType: true,
  apiName: true,
  resourceType: true,
  vaultID: true,
  workspaceID: true,
});
const RESPONSE = namesOf<Omit<Texts<AuditResponse>, 'timestamp'>>({ message: true });

/** One element of `event` (S10) to the typed event; whatever is missing or of another type is left out. */
export function toAuditEvent(raw: JsonObject): AuditEvent {
  return {
    context: strings(part(raw, 'context'), CONTEXT),
    request: toRequest(part(raw, 'request')),
    response: toResponse(part(raw, 'response')),
    ...strings(raw, ['accountID', 'parentAccountID']),
    resourceIDs: stringList(raw.resourceIDs) ?? [],
    raw,
  };
}

function toRequest(request: JsonObject): AuditRequest {
  const data = request.data;
  const http = request.httpInfo;
  const tags = stringList(request.tags);
  return {
    ...strings(request, REQUEST),
    ...timestampOf(request),
    ...(isJsonObject(data) && { data: strings(data, ['content']) }),
    ...(isJsonObject(http) && { httpInfo: strings(http, ['URI', 'method']) }),
    ...(tags && { tags }),
  };
}

function toResponse(response: JsonObject): AuditResponse {
  const { code, data } = response;
  return {
    ...codeOf(code),
    ...strings(response, RESPONSE),
    ...timestampOf(response),
    ...(isJsonObject(data) && { data }),
  };
}

/** A code of another type than the service's (S19) is shown as it is; absent it would say that nothing was answered. */
function codeOf(code: JsonValue | undefined): { code?: number | string } {
  if (typeof code === 'number' && Number.isInteger(code)) return { code };
  const text = textOrNumber(code);
  return text ? { code: text } : {};
}

/** A time that came as a number is of odd form, and shown as it is. */
function timestampOf({ timestamp }: JsonObject): { timestamp?: string } {
  const text = textOrNumber(timestamp);
  return text === undefined ? {} : { timestamp: text };
}

function textOrNumber(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || value instanceof ExactNumber ? stringifyJson(value) : undefined;
}

function toNextOps(value: JsonValue | undefined): NextOps | null {
  if (value === undefined || value === null) return null;
  return isJsonObject(value) ? strings(value, ['timestamp', 'changeID']) : {};
}

const NOTHING: JsonObject = Object.freeze(Object.create(null) as JsonObject);

function part(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isJsonObject(value) ? value : NOTHING;
}

function strings<K extends string>(object: JsonObject, names: readonly K[]): { [P in K]?: string } {
  const found: { [P in K]?: string } = {};
  for (const name of names) {
    const value = object[name];
    if (typeof value === 'string') found[name] = value;
  }
  return found;
}

function stringList(value: JsonValue | undefined): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;
}
