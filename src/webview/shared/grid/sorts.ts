/** How clicks on headers and entries of column menus change the sorts of a grid. The most significant sort is first. */
import type { MenuEntry } from '../menu.ts';
import { strings } from '../strings.ts';
import type { Sort } from './header.ts';

/**
 * Returns the sorts after a sort by `column` in a direction, or after its removal if `descending` is undefined. With
 * `keepOtherSorts`, the other sorts stay, and a new sort is the least significant one. Without it, they are removed.
 */
export function changeSort(
  sorts: readonly Sort[],
  column: number,
  descending: boolean | undefined,
  keepOtherSorts: boolean,
): readonly Sort[] {
  const before = keepOtherSorts ? sorts : [];
  const own = descending === undefined ? [] : [{ column, descending }];
  const isKnown = before.some((sort) => sort.column === column);
  return isKnown ? before.flatMap((sort) => (sort.column === column ? own : sort)) : [...before, ...own];
}

/**
 * Returns whether the next sort by `column` is descending; undefined if the next click removes the sort. The directions
 * follow each other in this order: none, ascending, descending, none. Without `keepOtherSorts`, the column is sorted in
 * ascending order if there are several sorts.
 */
export function computeNextSortDirection(
  sorts: readonly Sort[],
  column: number,
  keepOtherSorts: boolean,
): boolean | undefined {
  const own = keepOtherSorts || sorts.length === 1 ? sorts.find((sort) => sort.column === column) : undefined;
  if (!own) return false;
  return own.descending ? undefined : true;
}

/**
 * Returns the entries of a column's menu that sort by the column. `isSorted` is false if `sorts` are the original
 * order. `sort` is called with the arguments of `changeSort`.
 */
export function createSortEntries(
  sorts: readonly Sort[],
  index: number,
  isSorted: boolean,
  sort: (descending: boolean, keepOtherSorts: boolean) => void,
): MenuEntry[] {
  const position = sorts.findIndex(({ column }) => column === index);
  const descending = sorts[position]?.descending;
  const [own, further] = position === 0 ? [descending, undefined] : [undefined, descending];
  const entries: MenuEntry[] = [
    { label: strings.sortUp, checked: own === false, run: () => sort(false, false) },
    { label: strings.sortDown, checked: own === true, run: () => sort(true, false) },
  ];
  if (isSorted && position !== 0)
    entries.push(
      {
        label: strings.thenSortUp,
        keys: 'Shift+Enter',
        checked: further === false,
        run: () => sort(false, true),
      },
      { label: strings.thenSortDown, checked: further === true, run: () => sort(true, true) },
    );
  return entries;
}
