import { auditFields, textOf } from '../../../core/audit/table/fields.ts';
import { seen } from '../../../core/messages/oneLine.ts';
import type { RowSource } from '../../../core/results/loading/rowStore.ts';
import type { JsonValue } from '../../../core/service/json.ts';
import type { AuditEvent } from '../../../core/service/types.ts';
import type { AuditColumn } from '../../../protocol/audit.ts';
import type { Cell } from '../../../protocol/results.ts';
import { fieldLabels } from '../labels.ts';

/** Longer texts are cut for the grid; the details show the whole. In UTF-16 code units. */
const cellLimit = 256;

/** Rows of the grid with their columns, whatever they are made of. */
export interface Table {
  readonly columns: readonly AuditColumn[];
  readonly rowCount: number;
  /** The row's values by column; undefined where there is none. */
  values(row: number): readonly (JsonValue | undefined)[];
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

export const cellsOf = (table: Table, from: number, to: number): Cell[][] =>
  Array.from({ length: Math.max(0, Math.min(to, table.rowCount) - from) }, (_, offset) =>
    table.values(from + offset).map(cellOf),
  );

export const eventColumns = (): AuditColumn[] => {
  const labels = fieldLabels();
  return auditFields.map(({ id, shown, numeric, values }) => ({
    name: labels[id],
    numeric: numeric === true,
    shown: shown === true,
    sortable: values === 'few' || id === 'time',
  }));
};

/** The values of an event by field. */
export const eventValues = (event: AuditEvent | undefined): (JsonValue | undefined)[] =>
  auditFields.map(({ read }) => (event ? read(event) : undefined));

/** Some rows and columns of a table as what copying and exporting work on; `columns` in the order wanted. */
export function sourceOf(
  table: Table,
  fromRow: number,
  toRow: number,
  columns: readonly number[],
): RowSource {
  const rowCount = Math.max(0, Math.min(toRow, table.rowCount) - fromRow);
  const row = (index: number): readonly (JsonValue | undefined)[] => {
    const values = table.values(fromRow + index);
    return columns.map((column) => values[column]);
  };
  return {
    columns: columns.map((column) => table.columns[column]?.name ?? ''),
    rowCount,
    rows: (from, to) =>
      Array.from({ length: Math.max(0, Math.min(to, rowCount) - from) }, (_, offset) => row(from + offset)),
    value: (index, column) => row(index)[column],
  };
}
