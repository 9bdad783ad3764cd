/** Loaded audit events as two PostgreSQL tables: `events`, and `reads` with the columns that queries read. */
import {
  createRowsOfRead,
  type EventColumn,
  type EventColumnType,
  type EventWithReads,
  eventColumns,
} from '../file/eventColumns.ts';

export const MAX_SQL_EVENTS = 100_000;

const types: Readonly<Record<EventColumnType, string>> = {
  time: 'timestamptz',
  text: 'text',
  integer: 'bigint',
  boolean: 'boolean',
  list: 'text[]',
  json: 'jsonb',
};

const columns: readonly EventColumn[] = eventColumns.filter(({ name }) => name !== 'reads');

interface TableShape {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, type: string])[];
}

/**
 * The two tables with their columns. `number` in `events` is the number of the event, from 0 in the order in which
 * events were added. `event` in `reads` refers to it.
 */
export const EVENT_TABLES: readonly TableShape[] = [
  {
    name: 'events',
    columns: [['number', 'integer'], ...columns.map(({ name, type }) => [name, types[type]] as const)],
  },
  {
    name: 'reads',
    columns: [
      ['actor', 'text'],
      ['table_name', 'text'],
      ['column_name', 'text'],
      ['level', 'text'],
      ['use', 'text'],
      ['event', 'integer'],
    ],
  },
];

interface CopyRows {
  readonly events: string;
  readonly reads: string;
}

/**
 * Returns the rows of one event in both tables, in the text format of PostgreSQL's COPY. `number` is the value of its
 * column `number`.
 */
export function createCopyRows(number: number, from: EventWithReads): CopyRows {
  const cells = columns.map((column) => formatEventCell(column, from));
  const { actor } = from.event.context;
  const reads = (from.reads?.reads ?? []).flatMap(createRowsOfRead);
  return {
    events: line([String(number), ...cells]),
    reads: reads
      .map(({ table, column, level, use }) =>
        line([
          formatTextCell(actor),
          ...[table, column, level, use].map((value) => formatTextCell(value)),
          String(number),
        ]),
      )
      .join(''),
  };
}

const NULL = '\\N';
const line = (cells: readonly string[]): string => `${cells.join('\t')}\n`;

function formatEventCell({ type, read }: EventColumn, from: EventWithReads): string {
  const value = read(from);
  if (value === undefined) return NULL;
  if (typeof value === 'bigint')
    return type === 'time' ? escapeCopyCell(formatPostgresTimestamp(value)) : String(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string')
    return type === 'json' ? escapeCopyCell(jsonText(value)) : formatTextCell(value);
  return escapeCopyCell(`{${value.map(formatArrayElement).join(',')}}`);
}

const formatTextCell = (value: unknown): string =>
  value === undefined || value === null ? NULL : escapeCopyCell(storableText(String(value)));

/** Replaces NUL and unpaired surrogates, which PostgreSQL can't store in a text, with U+FFFD. */
const storableText = (text: string): string =>
  text.includes('\0') || !text.isWellFormed() ? text.toWellFormed().replaceAll('\0', '\ufffd') : text;

const ESCAPE = /\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u([0-9a-fA-F]{4})|\\[^u]/g;
const isUnstorable = (unit: string): boolean => unit === '0000' || /^d[89a-f]/i.test(unit);

const jsonText = (json: string): string => (json.includes('\\u') ? storableJson : storableText)(json);
const storableJson = (json: string): string =>
  storableText(json).replaceAll(ESCAPE, (written, unit: string | undefined) =>
    unit !== undefined && isUnstorable(unit) ? '\\ufffd' : written,
  );

const formatArrayElement = (text: string): string => `"${storableText(text).replaceAll(/["\\]/g, '\\$&')}"`;

const NEEDS_ESCAPE = /[\\\t\n\r]/;
const copyEscapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escapeCopyCell = (text: string): string =>
  !NEEDS_ESCAPE.test(text) ? text : text.replaceAll(/[\\\t\n\r]/g, (mark) => copyEscapes[mark] ?? mark);

/**
 * Formats nanoseconds since 1970 as a PostgreSQL timestamp in UTC. Rounds down to the microsecond, PostgreSQL's
 * precision.
 */
function formatPostgresTimestamp(nanoseconds: bigint): string {
  const micros = nanoseconds / 1000n - (nanoseconds < 0n && nanoseconds % 1000n !== 0n ? 1n : 0n);
  const ms = micros / 1000n - (micros < 0n && micros % 1000n !== 0n ? 1n : 0n);
  const rest = String(micros - ms * 1000n).padStart(3, '0');
  return `${new Date(Number(ms)).toISOString().replace('T', ' ').replace('Z', '')}${rest}+00`;
}
