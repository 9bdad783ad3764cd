/** Puts an event together again from a record of another schema, to show that nothing of it is lost or changed. */
import {
  getKeysInOrder,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../../../src/core/service/json.ts';
import { parseJson } from '../../../../../src/core/service/parseJson.ts';

type Path = readonly string[];
type Mutable = Record<string, JsonValue>;

/** Where the record has a value of the event, and where the event had it. */
type Place = readonly [record: string, event: string];

const ocsfPlaces: readonly Place[] = [
  ['metadata.original_event_uid', 'context.changeID'],
  ['metadata.correlation_uid', 'context.requestID'],
  ['metadata.tenant_uid', 'accountID'],
  ['metadata.event_code', 'request.apiName'],
  ['actor.user.uid', 'context.actor'],
  ['actor.user.programmatic_credentials.0.uid', 'context.keyID'],
  ['actor.session.uid', 'context.sessionID'],
  ['actor.session.credential_uid', 'context.jwtID'],
  ['src_endpoint.ip', 'context.ipAddress'],
  ['database.uid', 'request.vaultID'],
  ['query_info.query_string', 'request.data.content'],
  ['http_request.http_method', 'request.httpInfo.method'],
  ['http_request.url.url_string', 'request.httpInfo.URI'],
  ['http_response.code', 'response.code'],
  ['status_detail', 'response.message'],
];

const ecsPlaces: readonly Place[] = [
  ['event.action', 'request.actionType'],
  ['user.id', 'context.actor'],
  ['source.address', 'context.ipAddress'],
  ['trace.id', 'context.traceID'],
  ['http.request.id', 'context.requestID'],
  ['http.request.method', 'request.httpInfo.method'],
  ['http.response.status_code', 'response.code'],
  ['url.original', 'request.httpInfo.URI'],
  ['db.namespace', 'request.vaultID'],
  ['db.query.text', 'request.data.content'],
  ['error.message', 'response.message'],
  ['vault_sql.account_id', 'accountID'],
  ['vault_sql.parent_account_id', 'parentAccountID'],
  ['vault_sql.workspace_id', 'request.workspaceID'],
  ['vault_sql.change_id', 'context.changeID'],
  ['vault_sql.session_id', 'context.sessionID'],
  ['vault_sql.actor_type', 'context.actorType'],
  ['vault_sql.access_type', 'context.accessType'],
  ['vault_sql.auth_mode', 'context.authMode'],
  ['vault_sql.jwt_id', 'context.jwtID'],
  ['vault_sql.key_id', 'context.keyID'],
  ['vault_sql.bearer_token_context_id', 'context.bearerTokenContextID'],
  ['vault_sql.origin', 'context.origin'],
  ['vault_sql.api_name', 'request.apiName'],
  ['vault_sql.resource_type', 'request.resourceType'],
  ['vault_sql.resource_ids', 'resourceIDs'],
  ['vault_sql.tags', 'request.tags'],
];

export function restoreFromOcsf(record: JsonObject): JsonObject {
  const event = mutableCopy(valueAt(record, ['unmapped', 'event']));
  for (const [from, to] of ocsfPlaces) copy(record, from, event, to);
  if (valueAt(record, ['activity_id']) === 99) copy(record, 'activity_name', event, 'request.actionType');
  if (valueAt(record, ['actor', 'user', 'type_id']) === 99)
    copy(record, 'actor.user.type', event, 'context.actorType');
  // A code that is no HTTP status stays among what is not mapped, unless it was a text.
  copy(record, 'status_code', event, 'response.code');
  const path = valueAt(record, ['http_request', 'url', 'path']);
  const query = valueAt(record, ['http_request', 'url', 'query_string']);
  if (typeof path === 'string')
    place(event, ['request', 'httpInfo', 'URI'], typeof query === 'string' ? `${path}?${query}` : path);
  const resources = valueAt(record, ['resources']);
  if (Array.isArray(resources))
    place(
      event,
      ['resourceIDs'],
      (resources as readonly JsonObject[]).map(({ type, uid }) =>
        type === undefined ? (uid ?? '') : `${String(type)}/${String(uid)}`,
      ),
    );
  return event;
}

export function restoreFromEcs(record: JsonObject): JsonObject {
  const rest = valueAt(record, ['vault_sql', 'unmapped']);
  const parsed = typeof rest === 'string' ? parseJson(rest) : undefined;
  const event = mutableCopy(parsed?.ok ? parsed.value : undefined);
  for (const [from, to] of ecsPlaces) copy(record, from, event, to);
  return event;
}

export const valueAt = (object: JsonValue | undefined, path: Path): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>((value, name) => {
    if (Array.isArray(value)) return (value as readonly JsonValue[])[Number(name)];
    return isJsonObject(value) ? value[name] : undefined;
  }, object);

/** Copies a value, unless the event has one there among what was not mapped. */
function copy(record: JsonObject, from: string, event: Mutable, to: string): void {
  const value = valueAt(record, from.split('.'));
  const path = to.split('.');
  if (value !== undefined && valueAt(event, path) === undefined) place(event, path, value);
}

function place(event: Mutable, [name = '', ...rest]: Path, value: JsonValue): void {
  if (rest.length === 0) event[name] = value;
  else {
    const inner = mutableCopy(event[name]);
    event[name] = inner;
    place(inner, rest, value);
  }
}

/** Of the outermost object alone: no other is changed. */
function mutableCopy(value: JsonValue | undefined): Mutable {
  const made = Object.create(null) as Mutable;
  if (isJsonObject(value)) for (const name of getKeysInOrder(value)) made[name] = value[name] ?? null;
  return made;
}

/** Returns a value with the keys of its objects sorted, for comparison. */
export function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(sorted);
  if (!isJsonObject(value)) return value;
  const made = Object.create(null) as Mutable;
  for (const name of [...getKeysInOrder(value)].sort()) made[name] = sorted(value[name] ?? null);
  return made;
}
