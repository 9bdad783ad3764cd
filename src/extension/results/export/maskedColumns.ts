import { runInTurns, type Steps } from '../../../core/results/view/steps.ts';
import { pace } from '../../platform/pace.ts';
import type { ExportSource } from '../exportSource.ts';

/** Number of cells after which the examination of cells pauses, so that other work can run. */
const CELLS_A_STEP = 5000;

/**
 * Returns the names of the columns to export in which at least one value is masked. NULL and absent values do not
 * count.
 */
export async function maskedColumnsOf(source: ExportSource): Promise<readonly string[]> {
  return (await runInTurns(maskedSteps(source), pace)) ?? [];
}

function* maskedSteps({ rows, hides, columns }: ExportSource): Steps<readonly string[]> {
  const open = new Set(columns ?? rows.columns.keys());
  const found = new Set<number>();
  let looked = 0;
  for (let row = 0; row < rows.rowCount && open.size > 0; row++) {
    const number = rows.numberOf(row);
    looked += open.size;
    for (const column of open) {
      if (!hides(number, column)) continue;
      const value = rows.value(row, column);
      if (value === undefined || value === null) continue;
      found.add(column);
      open.delete(column);
    }
    if (looked < CELLS_A_STEP) continue;
    looked = 0;
    yield;
  }
  return [...found].sort((a, b) => a - b).map((column) => rows.columns[column] ?? '');
}
