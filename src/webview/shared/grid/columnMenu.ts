/** The entries that the column menus of all tables have: to select, fit, pin, move, and hide a column. */
import type { MenuEntry } from '../menu.ts';
import { strings } from '../strings.ts';
import type { ColumnModel } from './columns.ts';

export interface ColumnLayoutEvents {
  /** Called after the entry has changed the layout of the columns. */
  readonly onLayoutChange: () => void;
  readonly move: (by: -1 | 1) => void;
  readonly fitWidth: () => void;
  readonly select: () => void;
}

/**
 * Returns the entries that select, fit, pin, move, and hide the column `index`. An entry that would change nothing is
 * left out: to move the column where there is no other, and to hide the only visible one.
 */
export function createColumnLayoutEntries(
  columns: ColumnModel,
  index: number,
  { onLayoutChange, move, fitWidth, select }: ColumnLayoutEvents,
): MenuEntry[] {
  const isPinned = columns.getLayout().pinned.includes(index);
  const withLayoutChange = (work: () => void) => (): void => {
    work();
    onLayoutChange();
  };
  const entries: MenuEntry[] = [
    { label: strings.selectColumn, keys: 'Ctrl+Space', run: select },
    { label: strings.fit, keys: 'Shift+Alt+↓', run: fitWidth },
    {
      label: strings.pinned,
      checked: isPinned,
      run: withLayoutChange(() => columns.setPinned(index, !isPinned)),
    },
  ];
  if (columns.findColumnToMoveTo(index, -1) !== undefined)
    entries.push({ label: strings.moveLeft, keys: 'Ctrl+Shift+Alt+←', run: () => move(-1) });
  if (columns.findColumnToMoveTo(index, 1) !== undefined)
    entries.push({ label: strings.moveRight, keys: 'Ctrl+Shift+Alt+→', run: () => move(1) });
  const { pinned, center } = columns.getPlacedVisibleColumns();
  if (pinned.length + center.length > 1)
    entries.push({ label: strings.hide, run: withLayoutChange(() => columns.setHidden(index, true)) });
  return entries;
}
