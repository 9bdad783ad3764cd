import { type TimePreset, timePresets } from '../../core/audit/filters/timePresets.ts';
import type { AuditButton, AuditState } from '../../protocol/audit.ts';
import { auditStrings } from '../shared/auditStrings.ts';
import { type ColumnLayoutEvents, createColumnLayoutEntries } from '../shared/grid/columnMenu.ts';
import type { ColumnModel } from '../shared/grid/columns.ts';
import { createSortEntries } from '../shared/grid/sorts.ts';
import type { MenuEntry } from '../shared/menu.ts';
import { strings } from '../shared/strings.ts';
import { shortcutsByActionID } from './marking.ts';
import { explainUnsortableColumn } from './sorting.ts';

export interface CellMenuEvents {
  readonly copy: () => void;
  readonly showDetails: () => void;
  readonly runAction: (id: string) => void;
}

/**
 * Returns the entries of a cell's menu: those of the webview, then the host's `actions` for the cell and its event.
 * `standsForEvents` is true if the row is not one event but stands for several.
 */
export function createCellMenuEntries(
  standsForEvents: boolean,
  actions: readonly AuditButton[],
  { copy, showDetails, runAction }: CellMenuEvents,
): MenuEntry[] {
  const label = standsForEvents ? auditStrings.showEvents : auditStrings.details;
  const entries: MenuEntry[] = [
    { label: strings.copy, keys: 'Ctrl+C', run: copy },
    { label, keys: 'Enter', run: showDetails },
  ];
  let group = '';
  for (const { id, label: name, place } of actions) {
    const [own = ''] = place.split('@');
    if (own !== group) entries.push('separator');
    group = own;
    const keys = shortcutsByActionID[id];
    entries.push({ label: name, ...(keys ? { keys } : {}), run: () => runAction(id) });
  }
  return entries;
}

interface ColumnMenuEvents extends ColumnLayoutEvents {
  /**
   * Sorts by the column, or removes its sort if `descending` is undefined. The other sorts are removed unless
   * `keepOtherSorts` is true.
   */
  readonly sort: (descending?: boolean, keepOtherSorts?: boolean) => void;
}

export function createColumnMenuEntries(
  state: AuditState,
  columns: ColumnModel,
  index: number,
  events: ColumnMenuEvents,
): MenuEntry[] {
  const entries: MenuEntry[] = [];
  const isSorted = state.order?.isOriginalOrder === false;
  const reason = explainUnsortableColumn(state, index);
  if (reason === undefined)
    entries.push(...createSortEntries(state.order?.sorts ?? [], index, isSorted, events.sort));
  else entries.push({ reason });
  if (isSorted) entries.push({ label: strings.sortNone, run: () => events.sort() });
  return [...entries, 'separator', ...createColumnLayoutEntries(columns, index, events)];
}

interface TimeEvents {
  readonly selectPreset: (preset: TimePreset) => void;
  readonly promptForRange: () => void;
  readonly selectAllTimes: () => void;
}

export function createTimeMenuEntries(
  state: Pick<AuditState, 'range'>,
  { selectPreset, promptForRange, selectAllTimes }: TimeEvents,
): MenuEntry[] {
  return [
    ...timePresets.map((name) => ({ label: auditStrings.timePresets[name], run: () => selectPreset(name) })),
    { label: auditStrings.customTime, run: promptForRange },
    'separator',
    { label: auditStrings.allTimes, checked: state.range === undefined, run: selectAllTimes },
  ];
}

export function createColumnVisibilityEntries(columns: ColumnModel, onLayoutChange: () => void): MenuEntry[] {
  const { hidden } = columns.getLayout();
  return columns.allColumns.map(({ name }, index) => {
    const isShown = !hidden.includes(index);
    return {
      label: name,
      checked: isShown,
      run: () => {
        if (isShown && columns.allColumns.length - hidden.length === 1) return;
        columns.setHidden(index, isShown);
        onLayoutChange();
      },
    };
  });
}
