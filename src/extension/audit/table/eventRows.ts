import * as vscode from 'vscode';
import type { Mark } from '../../../core/audit/marks/marks.ts';
import { auditFields, type FieldID, textOf } from '../../../core/audit/table/fields.ts';
import { outcomeOf } from '../../../core/audit/table/outcome.ts';
import { seen } from '../../../core/messages/oneLine.ts';
import type { RowSource } from '../../../core/results/loading/rowStore.ts';
import type { JsonValue } from '../../../core/service/json.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { AuditColumn } from '../../../protocol/audit.ts';
import type { Cell } from '../../../protocol/results.ts';
import { fieldLabels } from '../labels.ts';
import { shortTimestamps } from '../shortTimes.ts';

/** Longer texts are cut for the grid; the details show the whole. In UTF-16 code units. */
const cellLimit = 256;

/** A row's values by column; undefined where there is none. */
export type TableRow = readonly (JsonValue | undefined)[];

/** How a value of a column looks. */
export type Look = (value: JsonValue | undefined) => Cell;

/** Rows of the grid with their columns, whatever they are made of. */
export interface Table {
  readonly columns: readonly AuditColumn[];
  readonly rowCount: number;
  /** Rows `from` … `to` − 1, fewer where there are no more; undefined where the table is outdated. */
  rows(from: number, to: number): Promise<readonly TableRow[] | undefined>;
  /** How the values of a column look, where that is not for `cellOf` to say. */
  readonly looks?: ReadonlyMap<number, Look>;
}

/** How a value of an event looks: odd times and unknown values as they are, on one line. Copies have it as it came. */
export function cellOf(value: JsonValue | undefined): Cell {
  const text = textOf(value);
  if (text === undefined) return { k: 'absent', t: '' };
  if (text === '') return { k: 'empty', t: '' };
  const kind = typeof value === 'number' ? 'number' : typeof value === 'object' ? 'object' : 'text';
  if (text.length <= cellLimit) return { k: kind, t: seen(text) };
  // Between the halves of a surrogate pair there is no cut.
  return { k: kind, t: seen(text.slice(0, cellLimit).replace(/[\ud800-\udbff]$/, '')), cut: true };
}

/** The same rows as cells. */
export const cellsOf = async (table: Table, from: number, to: number): Promise<Cell[][] | undefined> =>
  (await table.rows(from, to))?.map((row) =>
    row.map((value, column) => (table.looks?.get(column) ?? cellOf)(value)),
  );

/** A time at a glance; details and copies have its nine digits. */
export function timeLook(): Look {
  const short = shortTimestamps();
  return (value) => {
    const cell = cellOf(value);
    return cell.k === 'text' ? { ...cell, t: short(cell.t) } : cell;
  };
}

/** A response code, marked where it says that the request failed. */
const codeLook: Look = (value) => {
  const cell = cellOf(value);
  return outcomeOf(textOf(value)) === 'failed' ? { ...cell, failed: true } : cell;
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
    [columnOf('time'), timeLook()],
    [columnOf('code'), codeLook],
    [NOTE_COLUMN, noteLook],
  ]);

/** Columns with a width that is not their own. */
const widths: Partial<Record<FieldID, NonNullable<AuditColumn['width']>>> = {
  ...{ content: 'rest', actor: 'yields', ipAddress: 'yields' },
};

/** Notes have a column of their own, which is of use where events are marked. */
export const eventColumns = (hasMarks: boolean): AuditColumn[] => {
  const labels = fieldLabels();
  const note = { numeric: false, shown: hasMarks, sortable: false, width: 'yields' } as const;
  const fields = auditFields.map(({ id, shown, numeric, values }) => {
    const width = widths[id];
    return {
      // Without its zone in each row.
      name: id === 'time' ? vscode.l10n.t('Time (UTC)') : labels[id],
      numeric: numeric === true,
      shown: shown === true,
      sortable: values === 'few' || id === 'time',
      ...(width ? { width } : {}),
    };
  });
  return [...fields, { name: vscode.l10n.t('Note'), ...note }];
};

/** The values of an event by field, and the note. */
export const eventValues = (event: AuditEvent, mark: Mark | undefined): TableRow => [
  ...auditFields.map(({ read }) => read(event)),
  mark?.note,
];

/** Rows of a table as what copying and exporting work on; `columns` in the order wanted. */
export function sourceOf(
  { columns: all }: Pick<Table, 'columns'>,
  rows: readonly TableRow[],
  columns: readonly number[] = all.map((_, index) => index),
): RowSource {
  const row = (index: number): TableRow => columns.map((column) => rows[index]?.[column]);
  return {
    columns: columns.map((column) => all[column]?.name ?? ''),
    rowCount: rows.length,
    rows: (from, to) =>
      Array.from({ length: Math.max(0, Math.min(to, rows.length) - from) }, (_, offset) =>
        row(from + offset),
      ),
    value: (index, column) => row(index)[column],
  };
}
