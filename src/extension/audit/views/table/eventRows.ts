import * as vscode from 'vscode';
import { hasVariantNumber } from '../../../../core/audit/feed/ledger.ts';
import { utc } from '../../../../core/audit/feed/zones.ts';
import type { Mark } from '../../../../core/audit/marks/marks.ts';
import { auditFields, type FieldID, jsonValueToText } from '../../../../core/audit/table/fields.ts';
import { classifyOutcome } from '../../../../core/audit/table/outcome.ts';
import { cleanForDisplay } from '../../../../core/messages/oneLine.ts';
import type { RowSource } from '../../../../core/results/loading/rowStore.ts';
import type { JsonValue } from '../../../../core/service/json.ts';
import type { AuditEvent } from '../../../../core/service/types.ts';
import type { AuditColumn } from '../../../../protocol/audit.ts';
import type { Cell } from '../../../../protocol/results.ts';
import type { Zone } from '../../../app/timeZone.ts';
import { conflictText, fieldLabels } from '../../labels.ts';
import { exactTimestamps, shortTimestamps } from '../../shortTimes.ts';

/** Maximum length of a value in a cell, in UTF-16 code units. Longer values are truncated. */
const MAX_CELL_LENGTH = 256;

/** The values of a row, in the order of the table's columns; undefined where the row has no value. */
export type TableRow = readonly (JsonValue | undefined)[];

/** A row that stands for a run of adjacent own events (`OwnRun`). */
export interface RunRow {
  readonly isExpanded: boolean;
  readonly label: string;
  /** Timestamp of the run's newest event in the service's format. */
  readonly time?: string;
}
/** A row with the values of an event that belongs to the expanded run above it. */
interface RowBelowRun {
  readonly cells: TableRow;
  /** Timestamp of the run's newest event in the service's format. */
  readonly runTime: string | undefined;
}
/** A row of a table: values of an event or of “who read what”, a run, or an event of an expanded run. */
export type DisplayedRow = TableRow | RunRow | RowBelowRun;
const isRunRow = (row: DisplayedRow): row is RunRow => 'isExpanded' in row;
const isRowBelowRun = (row: DisplayedRow): row is RowBelowRun => 'cells' in row;

const valuesOf = (row: TableRow | RowBelowRun): TableRow => (isRowBelowRun(row) ? row.cells : row);

type CellFormatter = (value: JsonValue | undefined) => Cell;

export interface TableColumn extends Omit<AuditColumn, 'heading'> {
  readonly time?: boolean;
}

export interface Table {
  readonly columns: readonly TableColumn[];
  readonly rowCount: number;
  /**
   * Returns rows `from` to `to` − 1 (0-based), fewer at the end of the table; undefined if the table is outdated. May
   * reject with `TrailCancelled` if `signal` is aborted.
   */
  rows(from: number, to: number, signal?: AbortSignal): Promise<readonly DisplayedRow[] | undefined>;
  readonly formatters?: ReadonlyMap<number, CellFormatter>;
}

function formatCell(value: JsonValue | undefined): Cell {
  const text = jsonValueToText(value);
  if (text === undefined) return { k: 'absent', t: '' };
  if (text === '') return { k: 'empty', t: '' };
  const kind = typeof value === 'number' ? 'number' : typeof value === 'object' ? 'object' : 'text';
  if (text.length <= MAX_CELL_LENGTH) return { k: kind, t: cleanForDisplay(text) };
  // Never cut between the two halves of a surrogate pair.
  return {
    k: kind,
    t: cleanForDisplay(text.slice(0, MAX_CELL_LENGTH).replace(/[\ud800-\udbff]$/, '')),
    cut: true,
  };
}

/**
 * Returns rows `from` to `to` − 1 (0-based) of a table as cells, with times in `zone`; undefined if the table is
 * outdated. May reject with `TrailCancelled` if `signal` is aborted.
 */
export async function readCells(
  { columns, formatters, rows }: Table,
  from: number,
  to: number,
  zone: Zone,
  signal?: AbortSignal,
): Promise<Cell[][] | undefined> {
  const time = formatTextWith(shortTimestamps(zone));
  const exact = exactTimestamps(zone);
  const lookOf = columns.map((column, index) =>
    column.time ? time : (formatters?.get(index) ?? formatCell),
  );
  return (await rows(from, to, signal))?.map((row) =>
    isRunRow(row)
      ? columns.map((_, column) => (column === RUN_COLUMN ? runCell(row, time) : blankCell))
      : valuesOf(row).map((value, column) => {
          if (!isRowBelowRun(row)) return (lookOf[column] ?? formatCell)(value);
          // Requests of one run may follow each other within a second.
          const look = columns[column]?.time
            ? formatTextWith((timestamp) => exact(timestamp, row.runTime))
            : lookOf[column];
          return { ...(look ?? formatCell)(value), below: true };
        }),
  );
}

/** Index of the column whose cell has the text of a run. The webview draws the text in the first visible column. */
const RUN_COLUMN = 0;
const blankCell: Cell = { k: 'text', t: '' };

const runCell = ({ isExpanded, label, time }: RunRow, formatTime: CellFormatter): Cell => ({
  k: 'text',
  t: runText({ label, time: time === undefined ? '' : formatTime(time).t }),
  expanded: isExpanded,
});
const runText = ({ label, time = '' }: Pick<RunRow, 'label' | 'time'>): string =>
  [time, label].filter(Boolean).join(' · ');

const formatTextWith =
  (format: (text: string) => string): CellFormatter =>
  (value) => {
    const cell = formatCell(value);
    return cell.k === 'text' ? { ...cell, t: format(cell.t) } : cell;
  };

const formatCode: CellFormatter = (value) => {
  const cell = formatCell(value);
  return classifyOutcome(jsonValueToText(value)) === 'failed' ? { ...cell, failed: true } : cell;
};

const formatNote: CellFormatter = (value) => {
  if (value === undefined) return { k: 'text', t: '' };
  return value === '' ? { k: 'text', t: '', marked: true } : { ...formatCell(value), marked: true };
};

/** Index of the note column in the table of events. It follows the columns of fields. */
export const NOTE_COLUMN = auditFields.length;

const fieldColumn = (id: FieldID): number => auditFields.findIndex((field) => field.id === id);

export const eventFormatters = (): ReadonlyMap<number, CellFormatter> =>
  new Map([
    [fieldColumn('code'), formatCode],
    [NOTE_COLUMN, formatNote],
  ]);

const widths: Partial<Record<FieldID, NonNullable<AuditColumn['width']>>> = {
  content: 'rest',
  actor: 'yields',
  ipAddress: 'yields',
};

/**
 * Returns the columns of the table of events. The column of notes is visible if `hasNotes` is true.
 * `hasConflicts` adds a column for the texts of `conflictValue`.
 */
export const eventColumns = (hasNotes: boolean, hasConflicts = false): TableColumn[] => {
  const labels = fieldLabels();
  const note = { numeric: false, visible: hasNotes, sortable: false, width: 'yields' } as const;
  const fields = auditFields.map(({ id, shown, numeric, values, identifier, time = false }) => {
    const width = widths[id];
    return {
      name: labels[id],
      numeric: numeric === true,
      visible: shown === true,
      time,
      sortable: values === 'few' || id === 'time',
      ...(width ? { width } : {}),
      shortensMiddle: identifier === true,
    };
  });
  const conflict = { ...note, name: vscode.l10n.t('Conflict'), visible: true };
  return [...fields, { name: vscode.l10n.t('Note'), ...note }, ...(hasConflicts ? [conflict] : [])];
};

/** Returns the row of an event: the value of each field, then the note of `mark`. */
export const eventValues = (event: AuditEvent, mark: Mark | undefined): TableRow => [
  ...auditFields.map(({ read }) => read(event)),
  mark?.note,
];

/** Returns the text for the Conflict column; undefined unless a different event has the same change ID. */
export const conflictValue = (event: AuditEvent): string | undefined =>
  hasVariantNumber(event) ? conflictText() : undefined;

export const addZoneName = (name: string, zone: string): string => vscode.l10n.t('{0} ({1})', name, zone);

/**
 * Returns table rows as a source for copying and exporting, with unformatted timestamps. `columns` are the 0-based
 * indexes of the columns to include, in order; by default all.
 */
export function createRowSource(
  { columns: all }: Pick<Table, 'columns'>,
  rows: readonly DisplayedRow[],
  columns: readonly number[] = all.map((_, index) => index),
): RowSource {
  const row = (index: number): TableRow => {
    const found: DisplayedRow = rows[index] ?? [];
    return isRunRow(found)
      ? columns.map((_, position) => (position === 0 ? runText(found) : undefined))
      : columns.map((column) => valuesOf(found)[column]);
  };
  return {
    columns: columns.map((column) => {
      const { name = '', time = false } = all[column] ?? {};
      return time ? addZoneName(name, utc.name) : name;
    }),
    rowCount: rows.length,
    rows: (from, to) =>
      Array.from({ length: Math.max(0, Math.min(to, rows.length) - from) }, (_, offset) =>
        row(from + offset),
      ),
    value: (index, column) => row(index)[column],
  };
}
