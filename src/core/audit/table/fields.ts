/** Every field of an audit event (S10–S20) as a column: ONE table, read by index, facets, search, grid and export. */
import { type JsonValue, stringifyJson } from '../../service/json.ts';
import type { AuditContext, AuditEvent } from '../../service/types.ts';
import { eventTimestamp, readTimestamp } from '../feed/timestamps.ts';
import { AUDIT_FILTERS, type FilterName } from '../filters/filters.ts';

interface FieldRow {
  readonly id: string;
  /** `few`: values repeat over many events, so they are counted; `many`: mostly its own for each event. */
  readonly values: 'few' | 'many';
  /** Whether the column is shown before anybody chooses. */
  readonly shown?: true;
  /** Whether its values are listed with counts beside the table. */
  readonly facet?: true;
  readonly numeric?: true;
  /** Whether its values are timestamps, which are shown in the zone chosen. */
  readonly time?: true;
  readonly read: (event: AuditEvent) => JsonValue | undefined;
  /** Of a field that is a list: its values one by one. */
  readonly each?: (event: AuditEvent) => readonly string[] | undefined;
}

const list = (items: readonly string[] | undefined): string | undefined =>
  items && items.length > 0 ? items.join(', ') : undefined;

const rows = [
  { id: 'time', values: 'many', shown: true, time: true, read: (event) => eventTimestamp(event) },
  {
    id: 'code',
    values: 'few',
    shown: true,
    facet: true,
    numeric: true,
    read: ({ response }) => response.code,
  },
  {
    id: 'actor',
    values: 'few',
    shown: true,
    facet: true,
    read: ({ context }) => context.actor,
  },
  {
    id: 'ipAddress',
    values: 'few',
    shown: true,
    facet: true,
    read: ({ context }) => context.ipAddress,
  },
  {
    id: 'actionType',
    values: 'few',
    facet: true,
    read: ({ request }) => request.actionType,
  },
  { id: 'content', values: 'many', shown: true, read: ({ request }) => request.data?.content },
  {
    id: 'vaultID',
    values: 'few',
    facet: true,
    read: ({ request }) => request.vaultID,
  },
  { id: 'message', values: 'few', read: ({ response }) => response.message },
  { id: 'apiName', values: 'few', facet: true, read: ({ request }) => request.apiName },
  {
    id: 'actorType',
    values: 'few',
    facet: true,
    read: ({ context }) => context.actorType,
  },
  {
    id: 'accessType',
    values: 'few',
    facet: true,
    read: ({ context }) => context.accessType,
  },
  {
    id: 'authMode',
    values: 'few',
    facet: true,
    read: ({ context }) => context.authMode,
  },
  { id: 'method', values: 'few', read: ({ request }) => request.httpInfo?.method },
  { id: 'URI', values: 'few', read: ({ request }) => request.httpInfo?.URI },
  { id: 'resourceType', values: 'few', read: ({ request }) => request.resourceType },
  {
    id: 'tags',
    values: 'few',
    read: ({ request }) => list(request.tags),
    each: ({ request }) => request.tags,
  },
  {
    id: 'resourceIDs',
    values: 'few',
    read: ({ resourceIDs }) => list(resourceIDs),
    each: ({ resourceIDs }) => resourceIDs,
  },
  {
    id: 'workspaceID',
    values: 'few',
    read: ({ request }) => request.workspaceID,
  },
  { id: 'accountID', values: 'few', read: ({ accountID }) => accountID },
  {
    id: 'parentAccountID',
    values: 'few',
    read: ({ parentAccountID }) => parentAccountID,
  },
  {
    id: 'requestID',
    values: 'many',
    read: ({ context }) => context.requestID,
  },
  {
    id: 'changeID',
    values: 'many',
    read: ({ context }) => context.changeID,
  },
  { id: 'traceID', values: 'many', read: ({ context }) => context.traceID },
  {
    id: 'sessionID',
    values: 'few',
    read: ({ context }) => context.sessionID,
  },
  { id: 'jwtID', values: 'few', read: ({ context }) => context.jwtID },
  { id: 'keyID', values: 'few', read: ({ context }) => context.keyID },
  {
    id: 'bearerTokenContextID',
    values: 'few',
    read: ({ context }) => context.bearerTokenContextID,
  },
  { id: 'origin', values: 'few', read: ({ context }) => context.origin },
  {
    id: 'answeredAt',
    values: 'many',
    time: true,
    read: ({ response: { timestamp } }) => timestamp && readTimestamp(timestamp),
  },
  { id: 'answer', values: 'many', read: ({ response }) => response.data },
] as const satisfies readonly FieldRow[];

export type FieldID = (typeof rows)[number]['id'];
export interface AuditField extends FieldRow {
  readonly id: FieldID;
  /** The service's filter by this field (S24). */
  readonly filter?: FilterName;
}

/** The field that each of the service's filters goes by. */
export const fieldOfFilter: Readonly<Record<FilterName, FieldID>> = {
  accountID: 'accountID',
  parentAccountID: 'parentAccountID',
  workspaceID: 'workspaceID',
  vaultID: 'vaultID',
  resourceIDs: 'resourceIDs',
  'context.changeID': 'changeID',
  'context.requestID': 'requestID',
  'context.sessionID': 'sessionID',
  'context.actor': 'actor',
  'context.actorType': 'actorType',
  'context.accessType': 'accessType',
  'context.ipAddress': 'ipAddress',
  'context.origin': 'origin',
  'context.authMode': 'authMode',
  'context.jwtID': 'jwtID',
  'context.bearerTokenContextID': 'bearerTokenContextID',
};

// A part of an event's context that is no field would be displayed nowhere. The compiler names it here.
({}) satisfies {
  readonly [Part in Exclude<
    keyof AuditContext,
    FieldID
  > as `the part ${Part} of the context is no field`]: true;
};

/** All fields, the most useful ones first. */
export const auditFields: readonly AuditField[] = rows.map((row) => {
  const filter = AUDIT_FILTERS.find(({ name }) => fieldOfFilter[name] === row.id)?.name;
  return filter === undefined ? row : { ...row, filter };
});

const byID: ReadonlyMap<string, AuditField> = new Map(auditFields.map((field) => [field.id, field]));

/** The field called `id`; undefined for an unknown name, e.g. one that a webview sent. */
export const auditField = (id: string): AuditField | undefined => byID.get(id);

/** Whether the values of a field are timestamps. */
export const isTimeField = (id: FieldID): boolean => byID.get(id)?.time === true;

/** The fields whose values are listed with counts. */
export const facetFields: readonly AuditField[] = auditFields.filter(({ facet }) => facet);

/** The value of a field as choices and searches know it, a list as one; undefined where the event does not have it. */
export const fieldText = (field: AuditField | undefined, event: AuditEvent): string | undefined =>
  textOf(field?.read(event));

/** Whether a text is looked for in `value`: empty answers are not text. */
export const isSearched = (value: string | undefined): value is string =>
  value !== undefined && value !== '{}';

/** A value as one text: numbers as sent, objects as compact JSON. */
export function textOf(value: JsonValue | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : stringifyJson(value);
}

/** The values of the field, for lists and menus: none where the event does not have it, several of a list. */
export function fieldValues(event: AuditEvent, id: FieldID): readonly string[] {
  const field = byID.get(id);
  if (field?.each) return field.each(event) ?? [];
  const text = textOf(field?.read(event) ?? undefined);
  return text === undefined || text === '' || text === '{}' ? [] : [text];
}
