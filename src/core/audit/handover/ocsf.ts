/**
 * The output format `ocsf`: Open Cybersecurity Schema Framework 1.9.0 (Datastore Activity, API Activity, and Base
 * Event). Only attributes that 1.8.0 has too are used.
 */

import { gapSentence } from '../../messages/auditGaps.ts';
import { sentenceText } from '../../messages/sentence.ts';
import type { JsonObject } from '../../service/json.ts';
import { isUsableText } from './eventParts.ts';
import {
  findEmailAddress,
  findVaultID,
  gapProperties,
  isMappableAddress,
  type MappedEvent,
  type MappingContext,
  prepareMapping,
  takeHttpStatus,
} from './mappedEvent.ts';
import { type EventRecord, type GapRecord, getRecordID, type OutputRecord } from './records.ts';
import { definedOnly, definedOrNothing } from './values.ts';

const VERSION = '1.9.0';

/** A value of an enumerated attribute of OCSF, with the caption that belongs in its sibling attribute. */
interface Choice {
  readonly id: number;
  readonly caption: string;
}

interface EventClass extends Choice {
  readonly category: Choice;
}

/**
 * The value that OCSF prescribes for a required attribute whose value is unknown.
 */
const UNKNOWN: Choice = { id: 0, caption: 'Unknown' };
const OTHER: Choice = { id: 99, caption: 'Other' };

const application: Choice = { id: 6, caption: 'Application Activity' };
const datastoreActivity: EventClass = { id: 6005, caption: 'Datastore Activity', category: application };
const apiActivity: EventClass = { id: 6003, caption: 'API Activity', category: application };
const baseEvent: EventClass = {
  id: 0,
  caption: 'Base Event',
  category: { id: 0, caption: 'Uncategorized' },
};

const informational: Choice = { id: 1, caption: 'Informational' };
const medium: Choice = { id: 3, caption: 'Medium' };

const datastoreActivities = {
  query: { id: 4, caption: 'Query' },
  listing: { id: 8, caption: 'List' },
} as const satisfies Record<string, Choice>;

const apiActivities = {
  create: { id: 1, caption: 'Create' },
  read: { id: 2, caption: 'Read' },
  update: { id: 3, caption: 'Update' },
  delete: { id: 4, caption: 'Delete' },
} as const satisfies Record<string, Choice>;

const statuses = {
  succeeded: { id: 1, caption: 'Success' },
  failed: { id: 2, caption: 'Failure' },
  unknown: UNKNOWN,
} as const satisfies Record<MappedEvent['outcome'], Choice>;

/** The methods that OCSF 1.8.0 and later have. */
const HTTP_METHODS: ReadonlySet<string> = new Set(
  'CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE'.split(' '),
);

export function toOcsf(record: OutputRecord, context: MappingContext): JsonObject {
  return record.kind === 'gap' ? gapToOcsf(record, context) : eventToOcsf(record, context);
}

function eventToOcsf(record: EventRecord, context: MappingContext): JsonObject {
  const mapped = prepareMapping(record, context);
  const { kind, time, now, sha256 } = mapped;
  const store = kind === 'other' ? undefined : mapDatastore(mapped);
  const isDatastore = kind !== 'other' && store !== undefined;
  const attributes = definedOnly({
    ...(isDatastore ? classify(datastoreActivity, datastoreActivities[kind]) : classifyApiActivity(mapped)),
    ...severity(informational),
    time: time?.ms ?? now,
    ...mapStatus(mapped),
    metadata: mapMetadata(mapped, context),
    actor: mapActor(mapped),
    src_endpoint: mapClient(mapped),
    ...(isDatastore ? store : mapApi(mapped)),
    http_request: mapHttpRequest(mapped),
    http_response: mapHttpResponse(mapped),
    raw_data_hash:
      sha256 === undefined ? undefined : { algorithm: 'SHA-256', algorithm_id: 3, value: sha256 },
  });
  return { ...attributes, unmapped: mapRemainder(mapped, record.isMasked) };
}

/** Returns the attributes of the classification. `name` is the activity's name in the event if OCSF does not define it. */
function classify(
  { id, caption, category }: EventClass,
  activity: Choice,
  name: string = activity.caption,
): JsonObject {
  return {
    category_uid: category.id,
    category_name: category.caption,
    class_uid: id,
    class_name: caption,
    activity_id: activity.id,
    activity_name: name,
    type_uid: id * 100 + activity.id,
    type_name: `${caption}: ${activity.caption}`,
  };
}

function classifyApiActivity({ action, parts }: MappedEvent): JsonObject {
  if (action !== undefined) return classify(apiActivity, apiActivities[action]);
  const name = parts.takeText('request', 'actionType');
  return name === undefined ? classify(apiActivity, UNKNOWN) : classify(apiActivity, OTHER, name);
}

const severity = ({ id, caption }: Choice): JsonObject => ({ severity_id: id, severity: caption });

function mapStatus({ outcome, event, parts }: MappedEvent): JsonObject {
  const { id, caption } = statuses[outcome];
  const { code } = event.response;
  // `status_code` is a text. A number that is converted for it is not recorded as mapped, because its type is lost.
  const text = parts.takeText('response', 'code');
  return definedOnly({
    status_id: id,
    status: caption,
    status_code: text ?? (typeof code === 'number' ? String(code) : undefined),
    status_detail: parts.takeText('response', 'message'),
  });
}

const createProduct = ({ productVersion }: MappingContext): JsonObject => ({
  name: 'Vault SQL',
  version: productVersion,
});

function mapMetadata({ id, time, now, parts }: MappedEvent, context: MappingContext): JsonObject {
  return definedOnly({
    version: VERSION,
    product: createProduct(context),
    uid: id,
    original_event_uid: parts.takeText('context', 'changeID'),
    correlation_uid: parts.takeText('context', 'requestID'),
    tenant_uid: parts.takeText('accountID'),
    event_code: parts.takeText('request', 'apiName'),
    log_source: context.origin,
    logged_time: now,
    original_time: time?.original,
    debug: time
      ? undefined
      : ['The event has no valid timestamp: time is when the collector wrote this record.'],
  });
}

function mapActor(mapped: MappedEvent): JsonObject {
  const { parts } = mapped;
  const session = definedOrNothing({
    uid: parts.takeText('context', 'sessionID'),
    credential_uid: parts.takeText('context', 'jwtID'),
  });
  const actor = parts.takeText('context', 'actor');
  const key = parts.takeText('context', 'keyID');
  // An actor needs a user or a session.
  if (actor === undefined && key === undefined && session) return { session };
  const user = definedOnly({
    uid: actor,
    name: actor === undefined ? UNKNOWN.caption : undefined,
    email_addr: findEmailAddress(mapped),
    ...mapActorType(mapped),
    programmatic_credentials: key === undefined ? undefined : [{ uid: key }],
  });
  return definedOnly({ user, session });
}

function mapActorType({ event, parts }: MappedEvent): JsonObject {
  const { actorType, authMode } = event.context;
  if (actorType === 'USER') return { type_id: 1, type: 'User' };
  const isService =
    actorType === 'SERVICE_ACCOUNT' || (actorType === undefined && authMode === 'SERVICE_ACCOUNT_JWT');
  if (isService) return { type_id: 4, type: 'Service' };
  const type = parts.takeText('context', 'actorType');
  return type === undefined ? { type_id: UNKNOWN.id, type: UNKNOWN.caption } : { type_id: OTHER.id, type };
}

function mapClient({ event, parts }: MappedEvent): JsonObject {
  const isUsable = isMappableAddress(event.context.ipAddress ?? '');
  const ip = isUsable ? parts.takeText('context', 'ipAddress') : undefined;
  return ip === undefined ? { name: UNKNOWN.caption } : { ip };
}

/** Returns undefined if neither the vault nor a table is known. The class Datastore Activity requires one of them. */
function mapDatastore(mapped: MappedEvent): JsonObject | undefined {
  const { id, kind, event, parts, tables } = mapped;
  const vaultID = findVaultID(mapped);
  const tableIDs = event.resourceIDs.flatMap((resource) => {
    const { type, uid } = splitResourceID(resource);
    return type?.toLowerCase() === 'table' && isUsableText(uid) ? [uid] : [];
  });
  const [name] = tables?.names ?? [];
  const isOneTable = tables?.areAll === true && tables.names.length === 1;
  const table = definedOrNothing({
    name: isOneTable && isUsableText(name) ? name : undefined,
    uid: tableIDs.length === 1 ? tableIDs[0] : undefined,
  });
  if (vaultID === undefined && table === undefined) return undefined;
  const query = kind === 'query' ? parts.takeText('request', 'data', 'content') : undefined;
  return definedOnly({
    database:
      vaultID === undefined ? undefined : { uid: vaultID, type_id: OTHER.id, type: 'Data privacy vault' },
    table,
    // OCSF requires a name or an ID. Queries have no names, and each run of a query is one event, so that ID is used.
    query_info: query === undefined ? undefined : { uid: id, query_string: query },
  });
}

function mapApi({ event, parts }: MappedEvent): JsonObject {
  const { actionType, apiName } = event.request;
  const operation = [apiName, actionType].find(isUsableText);
  const { requestID } = event.context;
  const resources = parts.takeTexts('resourceIDs')?.map((resource) => definedOnly(splitResourceID(resource)));
  return definedOnly({
    api: definedOnly({
      operation: operation ?? UNKNOWN.caption,
      request: isUsableText(requestID) ? { uid: requestID } : undefined,
    }),
    resources,
  });
}

/** Splits `<resourceType>/<resourceID>` (S11). A text of another form is an ID without a type. */
function splitResourceID(resource: string): { type?: string; uid: string } {
  const slash = resource.indexOf('/');
  const isSplit = slash > 0 && slash < resource.length - 1;
  return isSplit ? { type: resource.slice(0, slash), uid: resource.slice(slash + 1) } : { uid: resource };
}

function mapHttpRequest({ event, parts }: MappedEvent): JsonObject | undefined {
  const { URI, method = '' } = event.request.httpInfo ?? {};
  const uri = URI === undefined ? undefined : parts.takeText('request', 'httpInfo', 'URI');
  return definedOrNothing({
    http_method: HTTP_METHODS.has(method) ? parts.takeText('request', 'httpInfo', 'method') : undefined,
    url: uri === undefined ? undefined : mapUri(uri),
  });
}

function mapUri(uri: string): JsonObject {
  if (!uri.startsWith('/')) return { url_string: uri };
  const mark = uri.indexOf('?');
  return mark < 0 ? { path: uri } : { path: uri.slice(0, mark), query_string: uri.slice(mark + 1) };
}

function mapHttpResponse(mapped: MappedEvent): JsonObject | undefined {
  const code = takeHttpStatus(mapped);
  return code === undefined ? undefined : { code };
}

/** Returns the values that no other attribute has. Must be called last, after all other attributes are mapped. */
function mapRemainder({ parts, tables }: MappedEvent, isMasked: boolean): JsonObject {
  return definedOnly({
    event: parts.getRemainder(),
    vault_sql: definedOnly({
      is_masked: isMasked,
      tables: tables && tables.names.length > 0 ? tables.names : undefined,
      are_all_tables: tables?.areAll,
    }),
  });
}

function gapToOcsf(record: GapRecord, context: MappingContext): JsonObject {
  const { gap } = record;
  const now = context.now();
  const isClosed = gap.closedAt !== undefined;
  const ms = Date.parse(gap.closedAt ?? gap.foundAt);
  return {
    ...classify(baseEvent, OTHER, isClosed ? 'Gap closed' : 'Gap found'),
    ...severity(isClosed ? informational : medium),
    time: Number.isNaN(ms) ? now : ms,
    message: sentenceText(gapSentence(gap)),
    status_id: OTHER.id,
    status: isClosed ? 'Closed' : 'Open',
    metadata: {
      version: VERSION,
      product: createProduct(context),
      uid: getRecordID(record, context.sha256),
      correlation_uid: gap.id,
      log_source: context.origin,
      logged_time: now,
    },
    unmapped: { vault_sql: { gap: gapProperties(gap) } },
  };
}
