/**
 * Represents an audit event as a row of typed columns. The Parquet writer and the SQL tables are based on these
 * columns.
 */
import { type JsonValue, stringifyJson } from '../../service/json.ts';
import type { AuditEvent } from '../../service/types.ts';
import { getEventJson } from '../feed/compactEvent.ts';
import { normalizeTimestamp, timestampToMs } from '../feed/timestamps.ts';
import type { Mark } from '../marks/marks.ts';
import { auditFields, type FieldID, jsonValueToText } from '../table/fields.ts';
import type { ColumnRead, QueryReads } from '../table/queryReads.ts';

/**
 * The type of a column. `time`: nanoseconds since 1970; a timestamp without a time zone counts as UTC. `json`: JSON
 * text.
 */
export type EventColumnType = 'time' | 'text' | 'integer' | 'boolean' | 'list' | 'json';

type EventValue = string | bigint | boolean | readonly string[] | undefined;

/**
 * An event with what its query reads. `reads` is undefined if the event has no query or the reads were not determined.
 */
export interface EventWithReads {
  readonly event: AuditEvent;
  readonly reads: QueryReads | undefined;
  readonly mark?: Mark | undefined;
}

export interface EventColumn {
  readonly name: string;
  readonly type: EventColumnType;
  readonly meaning: string;
  readonly isLong?: true;
  readonly read: (from: EventWithReads) => EventValue;
}

const columnNames: Readonly<Record<FieldID, string>> = {
  time: 'time',
  code: 'code',
  actor: 'actor',
  ipAddress: 'ip_address',
  actionType: 'action_type',
  content: 'content',
  vaultID: 'vault_id',
  message: 'message',
  apiName: 'api_name',
  actorType: 'actor_type',
  accessType: 'access_type',
  authMode: 'auth_mode',
  method: 'method',
  URI: 'uri',
  resourceType: 'resource_type',
  tags: 'tags',
  resourceIDs: 'resource_ids',
  workspaceID: 'workspace_id',
  accountID: 'account_id',
  parentAccountID: 'parent_account_id',
  requestID: 'request_id',
  changeID: 'change_id',
  traceID: 'trace_id',
  sessionID: 'session_id',
  jwtID: 'jwt_id',
  keyID: 'key_id',
  bearerTokenContextID: 'bearer_token_context_id',
  origin: 'origin',
  answeredAt: 'answered_at',
  answer: 'answer',
};

const specialColumns: Readonly<Partial<Record<FieldID, readonly EventColumn[]>>> = {
  time: timeColumns(
    columnNames.time,
    ({ request, response }) => request.timestamp ?? response.timestamp,
    'Time of the request, or of the response if that is missing',
  ),
  answeredAt: timeColumns(
    columnNames.answeredAt,
    ({ response }) => response.timestamp,
    'Time of the response',
  ),
  code: [
    {
      name: columnNames.code,
      type: 'integer',
      meaning: 'Response code; NULL if it is not an integer',
      read: ({ event }) => toBigIntIfInteger(event.response.code),
    },
    {
      name: `${columnNames.code}_text`,
      type: 'text',
      meaning: 'Response code if it is not an integer',
      read: ({ event: { response } }) =>
        toBigIntIfInteger(response.code) === undefined ? jsonValueToText(response.code) : undefined,
    },
  ],
  tags: [
    {
      name: columnNames.tags,
      type: 'list',
      meaning: 'Field `tags`',
      read: ({ event }) => event.request.tags,
    },
  ],
  resourceIDs: [
    {
      name: columnNames.resourceIDs,
      type: 'list',
      meaning: 'Field `resourceIDs`',
      read: ({ event }) => event.resourceIDs,
    },
  ],
  answer: [
    {
      name: columnNames.answer,
      type: 'json',
      meaning: 'Response data as JSON text',
      isLong: true,
      read: ({ event: { response } }) => response.data && stringifyJson(response.data),
    },
  ],
};

const textColumn = (id: FieldID): EventColumn => {
  const field = auditFields.find((one) => one.id === id);
  return {
    name: columnNames[id],
    type: 'text',
    meaning: `Field \`${id}\``,
    ...(id === 'content' ? { isLong: true } : {}),
    read: ({ event }) => jsonValueToText(field?.read(event)),
  };
};

export const eventColumns: readonly EventColumn[] = [
  ...auditFields.flatMap(({ id }) => specialColumns[id] ?? [textColumn(id)]),
  {
    name: 'reads',
    type: 'json',
    isLong: true,
    meaning:
      'What the query reads, as a JSON list of `table`, `column`, `level`, and `use`; NULL if it is not a query',
    read: ({ reads }) => reads && stringifyJson(reads.reads.flatMap(createRowsOfRead)),
  },
  {
    name: 'reads_missing',
    type: 'text',
    meaning: '`none` if the query could not be parsed, `part` if it may read more; else NULL',
    read: ({ reads }) => reads?.missing,
  },
  {
    name: 'marked',
    type: 'boolean',
    meaning: 'Whether the event is marked',
    read: ({ mark }) => mark !== undefined,
  },
  {
    name: 'note',
    type: 'text',
    meaning: 'Note on a marked event',
    read: ({ mark }) => mark?.note || undefined,
  },
  {
    name: 'event',
    type: 'json',
    meaning: 'The whole event as JSON text',
    isLong: true,
    read: ({ event }) => getEventJson(event),
  },
];

/**
 * Returns a row for each table that the read column may belong to. If no table is known, returns one row with a null
 * `table`.
 */
export function createRowsOfRead({
  tables,
  column,
  level,
  use,
}: ColumnRead): { [name: string]: JsonValue }[] {
  const known = tables.length > 0 ? tables : [null];
  return known.map((table) => ({ table, column: column === '' ? null : column, level: level ?? null, use }));
}

function timeColumns(
  name: string,
  textOfEvent: (event: AuditEvent) => string | undefined,
  meaning: string,
): readonly EventColumn[] {
  return [
    {
      name,
      type: 'time',
      meaning: `${meaning}; NULL if it is missing or unusable`,
      read: ({ event }) => parseToNanoseconds(textOfEvent(event)),
    },
    {
      name: `${name}_text`,
      type: 'text',
      meaning: `Text of \`${name}\` as the service sent it`,
      read: ({ event }) => textOfEvent(event),
    },
  ];
}

/**
 * Maximum number of nanoseconds before or after 1970 in a time column. Times can therefore range from September 1677 to
 * April 2262. The maximum signed 64-bit integer itself is excluded, because DuckDB reads it as infinity.
 */
const MAX_NANOSECONDS = 2n ** 63n - 2n;

function parseToNanoseconds(text: string | undefined): bigint | undefined {
  const proper = text === undefined ? '' : normalizeTimestamp(text);
  const ms = timestampToMs(proper);
  if (ms === undefined) return undefined;
  const value = BigInt(ms) * 1_000_000n + BigInt(proper.slice(-6));
  return value > MAX_NANOSECONDS || value < -MAX_NANOSECONDS ? undefined : value;
}

const toBigIntIfInteger = (code: number | string | undefined): bigint | undefined =>
  typeof code === 'number' && Number.isSafeInteger(code) ? BigInt(code) : undefined;
