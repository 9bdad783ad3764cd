/**
 * The output format `ecs`: Elastic Common Schema 9.4.0. Queries are in the fields `db.*` of OpenTelemetry's conventions,
 * because ECS has no fields for them. Values for which neither has a field are in `vault_sql.*`.
 */

import { gapSentence } from '../../messages/auditGaps.ts';
import { sentenceText } from '../../messages/sentence.ts';
import { type JsonObject, stringifyJson } from '../../service/json.ts';
import { isQueryText } from '../feed/queryOf.ts';
import { type EventParts, isUsableText, type PartPath } from './eventParts.ts';
import {
  findEmailAddress,
  findVaultID,
  gapProperties,
  isMappableAddress,
  type MappedEvent,
  type MappingContext,
  msToIso,
  prepareMapping,
  takeHttpStatus,
} from './mappedEvent.ts';
import { type EventRecord, type GapRecord, getRecordID, type OutputRecord } from './records.ts';
import { definedOnly, definedOrNothing } from './values.ts';

const VERSION = '9.4.0';
const DATASET = 'vault_sql.audit';
const GAP_DATASET = 'vault_sql.collector';

const outcomes = {
  succeeded: 'success',
  failed: 'failure',
  unknown: 'unknown',
} as const satisfies Record<MappedEvent['outcome'], string>;

const types = {
  create: 'creation',
  read: 'access',
  update: 'change',
  delete: 'deletion',
} as const satisfies Record<NonNullable<MappedEvent['action']>, string>;

/** Fields of this program for texts and lists of an event for which neither ECS nor OpenTelemetry has a field. */
const ownFields: readonly (readonly [field: string, kind: 'text' | 'texts', path: PartPath])[] = [
  ['account_id', 'text', ['accountID']],
  ['parent_account_id', 'text', ['parentAccountID']],
  ['workspace_id', 'text', ['request', 'workspaceID']],
  ['change_id', 'text', ['context', 'changeID']],
  ['session_id', 'text', ['context', 'sessionID']],
  ['actor_type', 'text', ['context', 'actorType']],
  ['access_type', 'text', ['context', 'accessType']],
  ['auth_mode', 'text', ['context', 'authMode']],
  ['jwt_id', 'text', ['context', 'jwtID']],
  ['key_id', 'text', ['context', 'keyID']],
  ['bearer_token_context_id', 'text', ['context', 'bearerTokenContextID']],
  ['origin', 'text', ['context', 'origin']],
  ['api_name', 'text', ['request', 'apiName']],
  ['resource_type', 'text', ['request', 'resourceType']],
  ['resource_ids', 'texts', ['resourceIDs']],
  ['tags', 'texts', ['request', 'tags']],
];

export function toEcs(record: OutputRecord, context: MappingContext): JsonObject {
  return record.kind === 'gap' ? gapToEcs(record, context) : eventToEcs(record, context);
}

function eventToEcs(record: EventRecord, context: MappingContext): JsonObject {
  const mapped = prepareMapping(record, context);
  const { event, parts, time, now } = mapped;
  const actor = parts.takeText('context', 'actor');
  const address = parts.takeText('context', 'ipAddress');
  const ip = address !== undefined && isMappableAddress(address) ? address : undefined;
  const trace = parts.takeText('context', 'traceID');
  const attributes = definedOnly({
    '@timestamp': time?.iso ?? msToIso(now),
    ecs: { version: VERSION },
    agent: createAgent(context),
    service: { address: context.origin },
    event: mapCategories(mapped),
    user: definedOrNothing({ id: actor, email: findEmailAddress(mapped) }),
    source: definedOrNothing({ address, ip }),
    related: definedOrNothing({
      user: actor === undefined ? undefined : [actor],
      ip: ip === undefined ? undefined : [ip],
    }),
    trace: trace === undefined ? undefined : { id: trace },
    http: mapHttp(mapped),
    url: mapUrl(mapped),
    db: mapDatabase(mapped),
    error: event.response.code !== undefined && mapped.outcome === 'failed' ? mapError(mapped) : undefined,
  });
  return { ...attributes, vault_sql: mapOwnFields(parts, mapped, record.isMasked) };
}

const createAgent = ({ productVersion }: MappingContext): JsonObject => ({
  type: 'vault-sql',
  version: productVersion,
});

function mapCategories({ id, kind, action, outcome, now, parts, original, sha256 }: MappedEvent): JsonObject {
  const type = kind === 'query' || kind === 'listing' ? 'access' : action && types[action];
  return definedOnly({
    id,
    kind: 'event',
    category: [kind === 'query' ? 'database' : 'api'],
    type: type === undefined ? undefined : [type],
    outcome: outcomes[outcome],
    action: parts.takeText('request', 'actionType'),
    module: 'vault_sql',
    dataset: DATASET,
    created: msToIso(now),
    hash: sha256,
    original,
  });
}

function mapHttp(mapped: MappedEvent): JsonObject | undefined {
  const { parts } = mapped;
  const code = takeHttpStatus(mapped);
  return definedOrNothing({
    request: definedOrNothing({
      id: parts.takeText('context', 'requestID'),
      method: parts.takeText('request', 'httpInfo', 'method'),
    }),
    response: code === undefined ? undefined : { status_code: code },
  });
}

function mapUrl({ parts }: MappedEvent): JsonObject | undefined {
  const original = parts.takeText('request', 'httpInfo', 'URI');
  if (original === undefined) return undefined;
  if (!original.startsWith('/')) return { original };
  const mark = original.indexOf('?');
  if (mark < 0) return { original, path: original };
  return { original, path: original.slice(0, mark), query: original.slice(mark + 1) };
}

function mapDatabase(mapped: MappedEvent): JsonObject | undefined {
  const { kind, parts, tables } = mapped;
  const namespace = findVaultID(mapped);
  const query = kind === 'query' ? parts.takeText('request', 'data', 'content') : undefined;
  const [table] = tables?.names ?? [];
  const isOneTable = tables?.areAll === true && tables.names.length === 1;
  return definedOrNothing({
    namespace,
    collection: isOneTable && isUsableText(table) ? { name: table } : undefined,
    operation: query !== undefined && isQueryText(query) ? { name: 'SELECT' } : undefined,
    query: query === undefined ? undefined : { text: query },
  });
}

const mapError = ({ event, parts }: MappedEvent): JsonObject =>
  definedOnly({
    code: String(event.response.code),
    message: parts.takeText('response', 'message'),
  });

/**
 * Maps the values that no other field has. Must be called last, after all other fields are mapped. The remaining values
 * are one JSON text, because Elasticsearch rejects a document in which a field has another type than in earlier documents.
 */
function mapOwnFields(parts: EventParts, { tables }: MappedEvent, isMasked: boolean): JsonObject {
  const fields = ownFields.map(
    ([field, kind, path]) =>
      [field, kind === 'text' ? parts.takeText(...path) : parts.takeTexts(...path)] as const,
  );
  const remainder = parts.getRemainder();
  return definedOnly({
    ...Object.fromEntries(fields),
    is_masked: isMasked,
    tables: tables && tables.names.length > 0 && tables.names.every(isUsableText) ? tables.names : undefined,
    are_all_tables: tables?.areAll,
    unmapped: remainder && stringifyJson(remainder),
  });
}

function gapToEcs(record: GapRecord, context: MappingContext): JsonObject {
  const { gap } = record;
  const now = context.now();
  const isClosed = gap.closedAt !== undefined;
  const ms = Date.parse(gap.closedAt ?? gap.foundAt);
  const message = sentenceText(gapSentence(gap));
  return definedOnly({
    '@timestamp': msToIso(Number.isNaN(ms) ? now : ms),
    ecs: { version: VERSION },
    agent: createAgent(context),
    service: { address: context.origin },
    event: {
      id: getRecordID(record, context.sha256),
      kind: isClosed ? 'event' : 'pipeline_error',
      action: isClosed ? 'audit-gap-closed' : 'audit-gap-found',
      module: 'vault_sql',
      dataset: GAP_DATASET,
      created: msToIso(now),
    },
    message,
    error: isClosed ? undefined : { message },
    vault_sql: { gap: gapProperties(gap) },
  });
}
