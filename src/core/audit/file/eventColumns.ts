/**
 * An audit event as a row of typed columns, for other programs: ONE table, read by the Parquet writer, the SQL tables,
 * and the help page. Nothing is rounded: a time, and a code that is no integer, also have a column with their original
 * text, and the last column is the whole event.
 */
import { type JsonValue, stringifyJson } from '../../service/json.ts';
import type { AuditEvent } from '../../service/types.ts';
import { jsonOf } from '../feed/compactEvent.ts';
import { readTimestamp, timestampToMs } from '../feed/timestamps.ts';
import type { Mark } from '../marks/marks.ts';
import { auditFields, type FieldID, textOf } from '../table/fields.ts';
import type { ColumnRead, QueryReads } from '../table/queryReads.ts';

/** `time`: nanoseconds since 1970, of no named time zone. `json`: JSON text, numbers as they were sent. */
export type EventColumnType = 'time' | 'text' | 'integer' | 'boolean' | 'list' | 'json';

/** Undefined where the event does not have it. */
type EventValue = string | bigint | boolean | readonly string[] | undefined;

/** An event with what its query reads: undefined where it holds no query. */
export interface ReadEvent {
  readonly event: AuditEvent;
  readonly reads: QueryReads | undefined;
  /** What a person said of it. */
  readonly mark?: Mark | undefined;
}

export interface EventColumn {
  readonly name: string;
  readonly type: EventColumnType;
  /** For the help page. */
  readonly meaning: string;
  /** Whether values are long and mostly their own for each event. */
  readonly isLong?: true;
  readonly read: (from: ReadEvent) => EventValue;
}

/** What the fields of an event are called as columns. */
const names: Readonly<Record<FieldID, string>> = {
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

/** Fields that are more than a text. */
const special: Readonly<Partial<Record<FieldID, readonly EventColumn[]>>> = {
  time: timeColumns(
    names.time,
    ({ request, response }) => request.timestamp ?? response.timestamp,
    'When the request was made, or answered if that is missing',
  ),
  answeredAt: timeColumns(names.answeredAt, ({ response }) => response.timestamp, 'When it was answered'),
  code: [
    {
      name: names.code,
      type: 'integer',
      meaning: 'Response code; NULL if it is not an integer',
      read: ({ event }) => integerOf(event.response.code),
    },
    {
      name: `${names.code}_text`,
      type: 'text',
      meaning: 'Response code if it is not an integer',
      read: ({ event: { response } }) =>
        integerOf(response.code) === undefined ? textOf(response.code) : undefined,
    },
  ],
  tags: [
    {
      name: names.tags,
      type: 'list',
      meaning: 'List of texts',
      read: ({ event }) => event.request.tags,
    },
  ],
  resourceIDs: [
    {
      name: names.resourceIDs,
      type: 'list',
      meaning: 'List of texts',
      read: ({ event }) => event.resourceIDs,
    },
  ],
  answer: [
    {
      name: names.answer,
      type: 'json',
      meaning: 'Response data as JSON text',
      isLong: true,
      read: ({ event: { response } }) => response.data && stringifyJson(response.data),
    },
  ],
};

const plain = (id: FieldID): EventColumn => {
  const field = auditFields.find((one) => one.id === id);
  return {
    name: names[id],
    type: 'text',
    meaning: `Field \`${id}\``,
    ...(id === 'content' ? { isLong: true } : {}),
    read: ({ event }) => textOf(field?.read(event)),
  };
};

/** All columns, in the order of a file. */
export const eventColumns: readonly EventColumn[] = [
  ...auditFields.flatMap(({ id }) => special[id] ?? [plain(id)]),
  {
    name: 'reads',
    type: 'json',
    isLong: true,
    meaning:
      'What the query reads, as a JSON list of `table`, `column`, `level`, and `use`; NULL if it is not a query',
    read: ({ reads }) => reads && stringifyJson(reads.reads.flatMap(readRows)),
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
    meaning: 'Whether a person marked the event',
    read: ({ mark }) => mark !== undefined,
  },
  {
    name: 'note',
    type: 'text',
    meaning: 'Note to a marked event',
    read: ({ mark }) => mark?.note || undefined,
  },
  {
    name: 'event',
    type: 'json',
    meaning: 'The whole event as JSON text',
    isLong: true,
    read: ({ event }) => jsonOf(event),
  },
];

/** One for each table that a column may be of. */
export function readRows({ tables, column, level, use }: ColumnRead): { [name: string]: JsonValue }[] {
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
      meaning: `${meaning}; NULL if that is no usable time`,
      read: ({ event }) => nanoseconds(textOfEvent(event)),
    },
    {
      name: `${name}_text`,
      type: 'text',
      meaning: `The text of \`${name}\` as the service gave it`,
      read: ({ event }) => textOfEvent(event),
    },
  ];
}

/** As many nanoseconds as 64 bits hold: the years 1678 to 2261. */
const MOST = 2n ** 63n - 2n;

/** Since 1970, all nine digits kept; undefined for odd forms and times that 64 bits don't hold. */
function nanoseconds(text: string | undefined): bigint | undefined {
  const proper = text === undefined ? '' : readTimestamp(text);
  const ms = timestampToMs(proper);
  if (ms === undefined) return undefined;
  const value = BigInt(ms) * 1_000_000n + BigInt(proper.slice(-6));
  return value > MOST || value < -MOST ? undefined : value;
}

const integerOf = (code: number | string | undefined): bigint | undefined =>
  typeof code === 'number' && Number.isSafeInteger(code) ? BigInt(code) : undefined;
