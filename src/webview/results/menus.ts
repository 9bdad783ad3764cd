import type { ColumnTest, CopyFormatOrCondition, ResultsState, RowsState } from '../../protocol/results.ts';
import { type ColumnLayoutEvents, createColumnLayoutEntries } from '../shared/grid/columnMenu.ts';
import type { ColumnModel } from '../shared/grid/columns.ts';
import { createSortEntries } from '../shared/grid/sorts.ts';
import type { MenuEntry } from '../shared/menu.ts';
import { strings } from '../shared/strings.ts';

interface CellMenuEvents {
  readonly copy: (format: CopyFormatOrCondition) => void;
  readonly showValue: () => void;
  readonly showRecord: () => void;
  readonly filter: (exclude: boolean) => void;
  readonly reveal: () => void;
}

interface ColumnMenuEvents extends ColumnLayoutEvents {
  /**
   * Sorts by the column, or removes its sort if `descending` is undefined. The other sorts are removed unless
   * `keepOtherSorts` is true.
   */
  readonly sort: (descending?: boolean, keepOtherSorts?: boolean) => void;
  readonly filter: (test: ColumnTest) => void;
  readonly statistics: () => void;
  readonly reveal: () => void;
}

/** The copy formats and their labels, except `tsv`, which the Copy entry uses. */
const copyFormats = Object.entries(
  strings.copyAs satisfies Record<Exclude<CopyFormatOrCondition, 'tsv'>, string>,
) as [CopyFormatOrCondition, string][];

const columnTests = Object.entries(strings.filterColumn satisfies Record<ColumnTest, string>) as [
  ColumnTest,
  string,
][];

export function createCellMenuEntries(
  { can }: ResultsState,
  masked: boolean,
  events: CellMenuEvents,
): MenuEntry[] {
  const entries: MenuEntry[] = [{ label: strings.copy, keys: 'Ctrl+C', run: () => events.copy('tsv') }];
  if (can.copyAs) {
    for (const [format, label] of copyFormats) entries.push({ label, run: () => events.copy(format) });
  }
  entries.push('separator');
  if (masked && can.reveal) entries.push({ label: strings.revealCell, run: events.reveal });
  entries.push({ label: strings.showValue, keys: 'Enter', run: events.showValue });
  entries.push({ label: strings.showRecord, run: events.showRecord });
  if (can.filter) {
    entries.push('separator');
    entries.push({ label: strings.keepValue, run: () => events.filter(false) });
    entries.push({ label: strings.dropValue, run: () => events.filter(true) });
  }
  return entries;
}

export function createColumnMenuEntries(
  { can, description: { arrangement, maskedColumns } }: RowsState,
  columns: ColumnModel,
  index: number,
  events: ColumnMenuEvents,
): MenuEntry[] {
  const entries: MenuEntry[] = [];
  if (can.sort) {
    const isSorted = arrangement.sorts.length > 0;
    entries.push(...createSortEntries(arrangement.sorts, index, isSorted, events.sort));
    if (isSorted) entries.push({ label: strings.sortNone, run: () => events.sort() });
    entries.push('separator');
  }
  if (can.filter) {
    for (const [test, label] of columnTests) entries.push({ label, run: () => events.filter(test) });
    entries.push('separator');
  }
  if (can.statistics) entries.push({ label: strings.statistics, run: events.statistics });
  if (can.reveal && maskedColumns?.includes(index))
    entries.push({ label: strings.revealColumn, run: events.reveal });
  entries.push(...createColumnLayoutEntries(columns, index, events));
  const { hidden } = columns.getLayout();
  if (hidden.length > 0) {
    const showAll = (): void => {
      for (const one of hidden) columns.setHidden(one, false);
      events.onLayoutChange();
    };
    entries.push({ label: strings.showAllColumns(hidden.length), run: showAll });
  }
  return entries;
}
