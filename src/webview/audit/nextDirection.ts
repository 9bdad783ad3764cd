import type { AuditSort } from '../../protocol/audit.ts';

/**
 * Returns whether the next sort by `column` is descending; undefined for the original order. Ascending, descending, and
 * the original order follow each other. The original order is itself descending by its column.
 */
export function computeNextSortDirection(column: number, now: AuditSort | undefined): boolean | undefined {
  if (now?.column !== column || now.isOriginalOrder) return false;
  return now.descending ? undefined : true;
}
