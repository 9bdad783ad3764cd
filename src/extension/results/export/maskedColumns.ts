import { maskedColumnSteps } from '../../../core/results/view/maskedColumns.ts';
import { runWithPauses } from '../../../core/results/view/steps.ts';
import { pace } from '../../platform/pace.ts';
import type { ExportSource } from '../exportSource.ts';

/**
 * Returns the names of the columns to export in which at least one value is masked. NULL and absent values do not
 * count.
 */
export async function findMaskedColumns({
  rows,
  isValueMasked,
  columns,
}: ExportSource): Promise<readonly string[]> {
  return (await runWithPauses(maskedColumnSteps(rows, isValueMasked, columns), pace)) ?? [];
}
