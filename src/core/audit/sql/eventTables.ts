/**
 * Loaded audit events as tables of PostgreSQL: `events`, with the columns of `eventColumns`, and `reads`, with a row for
 * each column that a query reads. What PostgreSQL can't hold is not dropped in silence: a time keeps six of its nine
 * digits and has its whole text beside it, and a NUL or half a character becomes U+FFFD.
 */
import {
  type EventColumn,
  type EventColumnType,
  eventColumns,
  type ReadEvent,
  readRows,
} from '../file/eventColumns.ts';

/** Maximum number of events put into SQL tables. More are exported to Parquet and queried by another program. */
export const MAX_EVENTS = 100_000;

const types: Readonly<Record<EventColumnType, string>> = {
  time: 'timestamptz',
  text: 'text',
  integer: 'bigint',
  boolean: 'boolean',
  list: 'text[]',
  json: 'jsonb',
};

/** `reads` is a table of its own. */
const columns: readonly EventColumn[] = eventColumns.filter(({ name }) => name !== 'reads');

/** Of a table: its columns with their types, in the order of a row. */
interface TableShape {
  readonly name: string;
  readonly columns: readonly (readonly [name: string, type: string])[];
}

/** `number` is that of the event in the order loaded; in `reads` it is called `event`. */
export const TABLES: readonly TableShape[] = [
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

/** Rows of both tables in the text form of COPY, each with the end of its line. */
interface CopyRows {
  readonly events: string;
  readonly reads: string;
}

/** An event as rows of the tables. */
export function copyRows(number: number, from: ReadEvent): CopyRows {
  const cells = columns.map((column) => cellOf(column, from));
  const { actor } = from.event.context;
  const reads = (from.reads?.reads ?? []).flatMap(readRows);
  return {
    events: line([String(number), ...cells]),
    reads: reads
      .map(({ table, column, level, use }) =>
        line([
          textCell(actor),
          ...[table, column, level, use].map((value) => textCell(value)),
          String(number),
        ]),
      )
      .join(''),
  };
}

const NULL = '\\N';
const line = (cells: readonly string[]): string => `${cells.join('\t')}\n`;

function cellOf({ type, read }: EventColumn, from: ReadEvent): string {
  const value = read(from);
  if (value === undefined) return NULL;
  if (typeof value === 'bigint') return type === 'time' ? escaped(timeText(value)) : String(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return type === 'json' ? escaped(jsonText(value)) : textCell(value);
  return escaped(`{${value.map(element).join(',')}}`);
}

const textCell = (value: unknown): string =>
  value === undefined || value === null ? NULL : escaped(held(String(value)));

/** Without what no text of PostgreSQL holds. Most texts have nothing of that, and asking is quicker than changing. */
const held = (text: string): string =>
  text.includes('\0') || !text.isWellFormed() ? text.toWellFormed().replaceAll('\0', '\ufffd') : text;

/** In JSON text: a whole character as two escapes, one escape of a unit, or any other escape, as `\\\\`. */
const ESCAPE = /\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u([0-9a-fA-F]{4})|\\[^u]/g;
/** NUL, or half a character. */
const isUnheld = (unit: string): boolean => unit === '0000' || /^d[89a-f]/i.test(unit);

/** There such characters may be written as escapes; a backslash before one makes it a text of its own. */
const jsonText = (json: string): string => (json.includes('\\u') ? replacedIn : held)(json);
const replacedIn = (json: string): string =>
  held(json).replaceAll(ESCAPE, (written, unit: string | undefined) =>
    unit !== undefined && isUnheld(unit) ? '\\ufffd' : written,
  );

/** An element of an array's text. */
const element = (text: string): string => `"${held(text).replaceAll(/["\\]/g, '\\$&')}"`;

const MARKS = /[\\\t\n\r]/;
const marks: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
/** Of a cell of COPY. */
const escaped = (text: string): string =>
  !MARKS.test(text) ? text : text.replaceAll(/[\\\t\n\r]/g, (mark) => marks[mark] ?? mark);

/** To the microsecond, as PostgreSQL keeps it; the rest is cut off, as it is wherever a time is shown. */
function timeText(nanoseconds: bigint): string {
  const micros = nanoseconds / 1000n - (nanoseconds < 0n && nanoseconds % 1000n !== 0n ? 1n : 0n);
  const ms = micros / 1000n - (micros < 0n && micros % 1000n !== 0n ? 1n : 0n);
  const rest = String(micros - ms * 1000n).padStart(3, '0');
  return `${new Date(Number(ms)).toISOString().replace('T', ' ').replace('Z', '')}${rest}+00`;
}
