import { runWithPauses, type Steps } from '../../../core/results/view/steps.ts';
import { pace } from '../../platform/pace.ts';
import type { ExportSource } from '../exportSource.ts';

const CELLS_PER_STEP = 5000;

/**
 * Returns the names of the columns to export in which at least one value is masked. NULL and absent values do not
 * count.
 */
export async function findMaskedColumns(source: ExportSource): Promise<readonly string[]> {
  return (await runWithPauses(findMaskedColumnsInSteps(source), pace)) ?? [];
}

function* findMaskedColumnsInSteps({ rows, isValueMasked, columns }: ExportSource): Steps<readonly string[]> {
  const undecided = new Set(columns ?? rows.columns.keys());
  const maskedColumns = new Set<number>();
  let examinedCells = 0;
  for (let row = 0; row < rows.rowCount && undecided.size > 0; row++) {
    const number = rows.rowNumberOf(row);
    examinedCells += undecided.size;
    for (const column of undecided) {
      if (!isValueMasked(number, column)) continue;
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
