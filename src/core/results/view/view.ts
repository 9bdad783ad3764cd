import type { JsonValue } from '../../service/json.ts';
import type { Row } from '../loading/columnUnion.ts';
import type { NumberedRows, RowSource } from '../loading/rowStore.ts';

export const MASK_TEXT = '[masked]';

/** Rows with values that may be masked. `hidden` returns whether a value is masked. */
export interface MaskedSource extends RowSource {
  hidden(row: number, column: number): boolean;
}

export const isHidden = (source: RowSource, row: number, column: number): boolean =>
  'hidden' in source && (source as MaskedSource).hidden(row, column);

interface ViewOptions {
  readonly rows?: ArrayLike<number>;
  readonly columns?: readonly number[];
}

/**
 * Returns a view of the given rows and columns of `source`, in the given order. `rows` and `columns` are indices; by
 * default, all are included. Values hidden in `source` are hidden in the view.
 */
export function createView(source: RowSource, { rows, columns }: ViewOptions): MaskedSource {
  const toSourceColumn = (column: number): number => (columns ? (columns[column] ?? -1) : column);
  const toSourceRow = (row: number): number => (rows ? (rows[row] ?? -1) : row);
  const view: MaskedSource = {
    get columns() {
      return columns ? columns.map((column) => source.columns[column] ?? '') : source.columns;
    },
    get rowCount() {
      return rows ? rows.length : source.rowCount;
    },
    rows: (from, to) => (rows || columns ? readRows(view, from, to) : source.rows(from, to)),
    value: (row, column) => source.value(toSourceRow(row), toSourceColumn(column)),
    hidden: (row, column) => isHidden(source, toSourceRow(row), toSourceColumn(column)),
  };
  return view;
}

/**
 * Returns a view of the rows of `source` with the indices `rowIndices`, in that order. Each row keeps its number in the
 * whole result.
 */
export function createNumberedView(source: NumberedRows, rowIndices: ArrayLike<number>): NumberedRows {
  const { rows, value } = createView(source, { rows: rowIndices });
  return {
    get columns() {
      return source.columns;
    },
    rowCount: rowIndices.length,
    rows,
    value,
    rowNumberOf: (index) => source.rowNumberOf(rowIndices[index] ?? -1),
  };
}

/**
 * Returns a view of `source` in which each value for which `hide` returns true is replaced by `MASK_TEXT`. Absent
 * values and NULL are not replaced.
 */
export function maskSource(source: RowSource, hide: (row: number, column: number) => boolean): MaskedSource {
  const hidden = (row: number, column: number): boolean => {
    // The value is read last, because reading it takes longer than everything else.
    if (!hide(row, column)) return isHidden(source, row, column);
    const value = source.value(row, column);
    return value !== undefined && value !== null;
  };
  const visibleValue = (value: JsonValue | undefined, row: number, column: number): JsonValue | undefined =>
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
        .map((row, index) =>
          row.map((value, column) => visibleValue(value, Math.max(0, from) + index, column)),
        ),
    value(row, column) {
      return visibleValue(source.value(row, column), row, column);
    },
    hidden,
  };
  return masked;
}

function readRows(source: RowSource, from: number, to: number): readonly Row[] {
  const rows: Row[] = [];
  const width = source.columns.length;
  for (let row = Math.max(0, from); row < Math.min(to, source.rowCount); row++) {
    const values: (JsonValue | undefined)[] = [];
    for (let column = 0; column < width; column++) values.push(source.value(row, column));
    rows.push(values);
  }
  return rows;
}
