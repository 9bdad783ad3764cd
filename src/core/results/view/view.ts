/** Other ways to look at the same rows: sorted or filtered, with fewer or other columns, with values hidden. */
import type { JsonValue } from '../../service/json.ts';
import type { Row } from '../loading/columnUnion.ts';
import type { NumberedRows, RowSource } from '../loading/rowStore.ts';

/** Shown instead of a hidden value; never its length. */
export const MASK_TEXT = '[masked]';

/** Rows some of whose values are replaced by `MASK_TEXT`. */
export interface MaskedSource extends RowSource {
  /** Whether the value is there, but hidden. */
  hidden(row: number, column: number): boolean;
}

/** Whether a source has hidden values, and whether this is one. */
export const isHidden = (source: RowSource, row: number, column: number): boolean =>
  'hidden' in source && (source as MaskedSource).hidden(row, column);

interface ViewOptions {
  /** Row indices of the source in the order wanted; all if left out. */
  readonly rows?: ArrayLike<number>;
  /** Column indices of the source in the order wanted; all if left out. */
  readonly columns?: readonly number[];
}

/** The rows and columns wanted, as a source of its own; values hidden in the source are hidden in the view. */
export function viewOf(source: RowSource, { rows, columns }: ViewOptions): MaskedSource {
  const columnAt = (column: number): number => (columns ? (columns[column] ?? -1) : column);
  const rowAt = (row: number): number => (rows ? (rows[row] ?? -1) : row);
  const view: MaskedSource = {
    get columns() {
      return columns ? columns.map((column) => source.columns[column] ?? '') : source.columns;
    },
    get rowCount() {
      return rows ? rows.length : source.rowCount;
    },
    rows: (from, to) => (rows || columns ? eachRow(view, from, to) : source.rows(from, to)),
    value: (row, column) => source.value(rowAt(row), columnAt(column)),
    hidden: (row, column) => isHidden(source, rowAt(row), columnAt(column)),
  };
  return view;
}

/** The rows wanted, in the order wanted, each with the number that it has in the result. */
export function numberedView(source: NumberedRows, wanted: ArrayLike<number>): NumberedRows {
  const { rows, value } = viewOf(source, { rows: wanted });
  return {
    get columns() {
      return source.columns;
    },
    rowCount: wanted.length,
    rows,
    value,
    numberOf: (index) => source.numberOf(wanted[index] ?? -1),
  };
}

/**
 * The same rows with every value replaced by `MASK_TEXT` for which `hide` says so. Absent and NULL stay: there is
 * nothing to hide. Copying, exporting, sorting and finding over this source can give nothing hidden away.
 */
export function maskSource(source: RowSource, hide: (row: number, column: number) => boolean): MaskedSource {
  const hidden = (row: number, column: number): boolean => {
    // Whether there is a value is asked last: reading it takes longer than all else.
    if (!hide(row, column)) return isHidden(source, row, column);
    const value = source.value(row, column);
    return value !== undefined && value !== null;
  };
  const shown = (value: JsonValue | undefined, row: number, column: number): JsonValue | undefined =>
    value === undefined || value === null || !hide(row, column) ? value : MASK_TEXT;
  const masked: MaskedSource = {
    get columns() {
      return source.columns;
    },
    get rowCount() {
      return source.rowCount;
    },
    rows: (from, to) =>
      source
        .rows(from, to)
        .map((row, index) => row.map((value, column) => shown(value, Math.max(0, from) + index, column))),
    value(row, column) {
      return shown(source.value(row, column), row, column);
    },
    hidden,
  };
  return masked;
}

function eachRow(source: RowSource, from: number, to: number): readonly Row[] {
  const rows: Row[] = [];
  const width = source.columns.length;
  for (let row = Math.max(0, from); row < Math.min(to, source.rowCount); row++) {
    const values: (JsonValue | undefined)[] = [];
    for (let column = 0; column < width; column++) values.push(source.value(row, column));
    rows.push(values);
  }
  return rows;
}
