import type { NumberedRows } from '../loading/rowStore.ts';
import type { Steps } from './steps.ts';

const CELLS_PER_STEP = 5000;

/**
 * Returns the names of the columns in which at least one value is masked. NULL and absent values do not count. `hides`
 * takes the number of a row in the whole result (from 1) and the index of a column. `columns` are the indices of the
 * columns to examine; undefined for all.
 */
export function* maskedColumnSteps(
  rows: NumberedRows,
  hides: (rowNumber: number, column: number) => boolean,
  columns?: readonly number[],
): Steps<readonly string[]> {
  const undecided = new Set(columns ?? rows.columns.keys());
  const maskedColumns = new Set<number>();
  let examinedCells = 0;
  for (let row = 0; row < rows.rowCount && undecided.size > 0; row++) {
    const number = rows.rowNumberOf(row);
    examinedCells += undecided.size;
    for (const column of undecided) {
      if (!hides(number, column)) continue;
      const value = rows.value(row, column);
      if (value === undefined || value === null) continue;
      maskedColumns.add(column);
      undecided.delete(column);
    }
    if (examinedCells < CELLS_PER_STEP) continue;
    examinedCells = 0;
    yield;
  }
  return [...maskedColumns].sort((a, b) => a - b).map((column) => rows.columns[column] ?? '');
}
