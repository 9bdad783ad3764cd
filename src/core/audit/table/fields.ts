/** The fields of an audit event (S10–S20), from which columns, filters, and facets are made. */
import { type JsonValue, stringifyJson } from '../../service/json.ts';
import type { AuditContext, AuditEvent } from '../../service/types.ts';
import { eventTimestamp, normalizeTimestamp } from '../feed/timestamps.ts';
import { AUDIT_FILTERS, type FilterName } from '../filters/filters.ts';

interface FieldRow {
  readonly id: string;
  /**
   * `few`: the field is expected to have few distinct values, so they are stored as codes. `many`: it may have many, so
   * they are stored as texts.
   */
  readonly values: 'few' | 'many';
  readonly shown?: true;
  readonly facet?: true;
  readonly numeric?: true;
  readonly time?: true;
  /** Set for a field whose values name one thing each, and of which several often have the same beginning. */
  readonly identifier?: true;
  /** Returns the field's value in an event. For a field with `each`, returns its entries joined into one text. */
  readonly read: (event: AuditEvent) => JsonValue | undefined;
  readonly each?: (event: AuditEvent) => readonly string[] | undefined;
}

const joinListItems = (items: readonly string[] | undefined): string | undefined =>
  items && items.length > 0 ? items.join(', ') : undefined;

const fieldRows = [
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
    identifier: true,
    shown: true,
    facet: true,
    read: ({ context }) => context.actor,
  },
  {
    id: 'ipAddress',
    values: 'few',
    identifier: true,
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
    identifier: true,
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
    read: ({ request }) => joinListItems(request.tags),
    each: ({ request }) => request.tags,
  },
  {
    id: 'resourceIDs',
    values: 'few',
    identifier: true,
    read: ({ resourceIDs }) => joinListItems(resourceIDs),
    each: ({ resourceIDs }) => resourceIDs,
  },
  {
    id: 'workspaceID',
    values: 'few',
    identifier: true,
    read: ({ request }) => request.workspaceID,
  },
  { id: 'accountID', values: 'few', identifier: true, read: ({ accountID }) => accountID },
  {
    id: 'parentAccountID',
    values: 'few',
    identifier: true,
    read: ({ parentAccountID }) => parentAccountID,
  },
  {
    id: 'requestID',
    values: 'many',
    identifier: true,
    read: ({ context }) => context.requestID,
  },
  {
    id: 'changeID',
    values: 'many',
    identifier: true,
    read: ({ context }) => context.changeID,
  },
  { id: 'traceID', values: 'many', identifier: true, read: ({ context }) => context.traceID },
  {
    id: 'sessionID',
    values: 'few',
    identifier: true,
    read: ({ context }) => context.sessionID,
  },
  { id: 'jwtID', values: 'few', identifier: true, read: ({ context }) => context.jwtID },
  { id: 'keyID', values: 'few', identifier: true, read: ({ context }) => context.keyID },
  {
    id: 'bearerTokenContextID',
    values: 'few',
    identifier: true,
    read: ({ context }) => context.bearerTokenContextID,
  },
  { id: 'origin', values: 'few', read: ({ context }) => context.origin },
  {
    id: 'answeredAt',
    values: 'many',
    time: true,
    read: ({ response: { timestamp } }) => timestamp && normalizeTimestamp(timestamp),
  },
  { id: 'answer', values: 'many', read: ({ response }) => response.data },
] as const satisfies readonly FieldRow[];

export type FieldID = (typeof fieldRows)[number]['id'];
export interface AuditField extends FieldRow {
  readonly id: FieldID;
  /**
   * The name, without `filterOps.`, of the service's filter by this field (S24 in `src/core/service/SERVICE.md`);
   * absent if the service has no such filter.
   */
  readonly filter?: FilterName;
}

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

// Every part of an event's context must be a field. The compiler names a part that is not.
({}) satisfies {
  readonly [Part in Exclude<
    keyof AuditContext,
    FieldID
  > as `the part ${Part} of the context is no field`]: true;
};

export const auditFields: readonly AuditField[] = fieldRows.map((row) => {
  const filter = AUDIT_FILTERS.find(({ name }) => fieldOfFilter[name] === row.id)?.name;
  return filter === undefined ? row : { ...row, filter };
});

const byID: ReadonlyMap<string, AuditField> = new Map(auditFields.map((field) => [field.id, field]));

export const findAuditField = (id: string): AuditField | undefined => byID.get(id);

export const isTimeField = (id: FieldID): boolean => byID.get(id)?.time === true;

export const facetFields: readonly AuditField[] = auditFields.filter(({ facet }) => facet);

/**
 * Returns the value of a field as one text. The entries of a list field are joined with a comma and a space. Undefined
 * if the event does not have the field, if its list is empty, or if `field` is undefined.
 */
export const fieldText = (field: AuditField | undefined, event: AuditEvent): string | undefined =>
  jsonValueToText(field?.read(event));

export const isNeitherAbsentNorEmptyObject = (value: string | undefined): value is string =>
  value !== undefined && value !== '{}';

/**
 * Converts a value to text: a string stays unchanged, any other value becomes compact JSON. Undefined stays undefined.
 */
export function jsonValueToText(value: JsonValue | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : stringifyJson(value);
}

/**
 * Returns the entries of a list field, or the value of any other field as the only entry, converted to text. Empty if
 * the value is absent, null, `''`, or `{}`.
 */
export function getFieldEntries(event: AuditEvent, id: FieldID): readonly string[] {
  const field = byID.get(id);
  if (field?.each) return field.each(event) ?? [];
  const text = jsonValueToText(field?.read(event) ?? undefined);
  return text === undefined || text === '' || text === '{}' ? [] : [text];
}
