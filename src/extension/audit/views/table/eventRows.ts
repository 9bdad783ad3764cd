import * as vscode from 'vscode';
import { isConflicting } from '../../../../core/audit/feed/ledger.ts';
import { utc } from '../../../../core/audit/feed/zones.ts';
import type { Mark } from '../../../../core/audit/marks/marks.ts';
import { auditFields, type FieldID, valueText } from '../../../../core/audit/table/fields.ts';
import { outcomeOf } from '../../../../core/audit/table/outcome.ts';
import { seen } from '../../../../core/messages/oneLine.ts';
import type { RowSource } from '../../../../core/results/loading/rowStore.ts';
import type { JsonValue } from '../../../../core/service/json.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import type { AuditColumn } from '../../../../protocol/audit.ts';
import type { Cell } from '../../../../protocol/results.ts';
import type { Zone } from '../../../app/timeZone.ts';
import { conflictText, fieldLabels } from '../../labels.ts';
import { shortTimestamps } from '../../shortTimes.ts';

/** Longer texts are cut for the grid; the details show the whole. In UTF-16 code units. */
const cellLimit = 256;

/** A row's values by column; undefined where there is none. */
export type TableRow = readonly (JsonValue | undefined)[];

/** How a value of a column looks. */
export type Look = (value: JsonValue | undefined) => Cell;

export interface TableColumn extends Omit<AuditColumn, 'heading'> {
  /** Whether its values are timestamps, which are shown in the zone chosen. */
  readonly time?: boolean;
}

/** Rows of the grid with their columns: of events, or of reads. */
export interface Table {
  readonly columns: readonly TableColumn[];
  readonly rowCount: number;
  /** Rows `from` … `to` − 1, fewer where there are no more; undefined where the table is outdated. */
  rows(from: number, to: number): Promise<readonly TableRow[] | undefined>;
  /** How the values of a column look, where that is not for `cellOf` to say. */
  readonly looks?: ReadonlyMap<number, Look>;
}

/** How a value of an event looks: odd times and unknown values as they are, on one line. Copies have it as it came. */
export function cellOf(value: JsonValue | undefined): Cell {
  const text = valueText(value);
  if (text === undefined) return { k: 'absent', t: '' };
  if (text === '') return { k: 'empty', t: '' };
  const kind = typeof value === 'number' ? 'number' : typeof value === 'object' ? 'object' : 'text';
  if (text.length <= cellLimit) return { k: kind, t: seen(text) };
  // Between the halves of a surrogate pair there is no cut.
  return { k: kind, t: seen(text.slice(0, cellLimit).replace(/[\ud800-\udbff]$/, '')), cut: true };
}

/** The same rows as cells, with times in that zone. */
export async function cellsOf(
  { columns, looks, rows }: Table,
  from: number,
  to: number,
  zone: Zone,
): Promise<Cell[][] | undefined> {
  const time = timeLook(zone);
  const lookOf = columns.map((column, index) => (column.time ? time : (looks?.get(index) ?? cellOf)));
  return (await rows(from, to))?.map((row) => row.map((value, column) => (lookOf[column] ?? cellOf)(value)));
}

/** A time at a glance; details and copies have its nine digits. */
function timeLook(zone: Zone): Look {
  const short = shortTimestamps(zone);
  return (value) => {
    const cell = cellOf(value);
    return cell.k === 'text' ? { ...cell, t: short(cell.t) } : cell;
  };
}

/** Returns the cell of a response code, marked if the code means that the request failed. */
const codeLook: Look = (value) => {
  const cell = cellOf(value);
  return outcomeOf(valueText(value)) === 'failed' ? { ...cell, failed: true } : cell;
};

/** A note beside its mark, also where it has no words; nothing for an event that is not marked. */
const noteLook: Look = (value) => {
  if (value === undefined) return { k: 'text', t: '' };
  return value === '' ? { k: 'text', t: '', marked: true } : { ...cellOf(value), marked: true };
};

/** Where the notes are: behind the fields of the event. */
export const NOTE_COLUMN = auditFields.length;

const columnOf = (id: FieldID): number => auditFields.findIndex((field) => field.id === id);

/** How the fields of an event look in the table. */
export const eventLooks = (): ReadonlyMap<number, Look> =>
  new Map([
    [columnOf('code'), codeLook],
    [NOTE_COLUMN, noteLook],
  ]);

/** Columns with a width that is not their own. */
const widths: Partial<Record<FieldID, NonNullable<AuditColumn['width']>>> = {
  content: 'rest',
  actor: 'yields',
  ipAddress: 'yields',
};

/**
 * Notes have a column of their own, which is of use where events are marked. A further column is there where events have
 * the IDs of different events.
 */
export const eventColumns = (hasMarks: boolean, hasConflicts = false): TableColumn[] => {
  const labels = fieldLabels();
  const note = { numeric: false, shown: hasMarks, sortable: false, width: 'yields' } as const;
  const fields = auditFields.map(({ id, shown, numeric, values, time = false }) => {
    const width = widths[id];
    return {
      name: labels[id],
      numeric: numeric === true,
      shown: shown === true,
      time,
      sortable: values === 'few' || id === 'time',
      ...(width ? { width } : {}),
    };
  });
  const conflict = { ...note, name: vscode.l10n.t('Conflict'), shown: true };
  return [...fields, { name: vscode.l10n.t('Note'), ...note }, ...(hasConflicts ? [conflict] : [])];
};

/** The values of an event by field, and the note. */
export const eventValues = (event: AuditEvent, mark: Mark | undefined): TableRow => [
  ...auditFields.map(({ read }) => read(event)),
  mark?.note,
];

/** The value of the column of conflicts. */
export const conflictValue = (event: AuditEvent): string | undefined =>
  isConflicting(event) ? conflictText() : undefined;

/** With the zone in place of one in each row. */
export const inZoneName = (name: string, zone: string): string => vscode.l10n.t('{0} ({1})', name, zone);

/** Rows of a table as what copying and exporting work on, times as they came, in UTC; `columns` in the order wanted. */
export function sourceOf(
  { columns: all }: Pick<Table, 'columns'>,
  rows: readonly TableRow[],
  columns: readonly number[] = all.map((_, index) => index),
): RowSource {
  const row = (index: number): TableRow => columns.map((column) => rows[index]?.[column]);
  return {
    columns: columns.map((column) => {
      const { name = '', time = false } = all[column] ?? {};
      return time ? inZoneName(name, utc.name) : name;
    }),
    rowCount: rows.length,
    rows: (from, to) =>
      Array.from({ length: Math.max(0, Math.min(to, rows.length) - from) }, (_, offset) =>
        row(from + offset),
      ),
    value: (index, column) => row(index)[column],
  };
}
