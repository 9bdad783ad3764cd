import type { AuditSort, AuditState } from '../../protocol/audit.ts';
import { strings } from '../shared/strings.ts';

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

/** Returns the announcement of the sort of a state; undefined if there is none, or if the state before had the same. */
export function describeChangedSort(
  { columns, sort }: Pick<AuditState, 'columns' | 'sort'>,
  before: Pick<AuditState, 'sort'>,
): string | undefined {
  if (!sort || JSON.stringify(sort) === JSON.stringify(before.sort)) return undefined;
  return strings.sorted(columns[sort.column]?.name ?? '', sort.descending);
}
