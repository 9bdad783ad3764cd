import type { AuditSort } from '../../protocol/audit.ts';

/**
 * Returns whether the next sort by `column` is descending; undefined for the original order. The sorts follow each
 * other in this order: ascending, descending, original. A descending sort by time counts as the original order, so
 * ascending follows it.
 */
export function computeNextSortDirection(
  column: number,
  currentSort: AuditSort | undefined,
): boolean | undefined {
  if (currentSort?.column !== column || currentSort.isOriginalOrder) return false;
  return currentSort.descending ? undefined : true;
}
