/** The bar with find, sorts and filters of the loaded rows, visible while any of them is in use. */
import type { RowsDescription } from '../../protocol/results.ts';
import { element, setAttribute, setText } from '../shared/dom.ts';
import { strings } from '../shared/strings.ts';
import { type ChipEvents, createChips } from './chips.ts';
import { createFindBar, type FindBarEvents } from './findBar.ts';

export interface RowsBar {
  readonly element: HTMLElement;
  openFind(): void;
  /** Returns the button that edits the filter with this ID, or undefined if there is none. */
  findEditButton(id: string): HTMLElement | undefined;
  closeFind(): void;
  /** Draws the sorts and filters of the displayed rows; undefined if there are no rows. */
  draw(shown: Pick<RowsDescription, 'arrangement' | 'columns' | 'scope' | 'scopeInStatus'> | undefined): void;
}

interface RowsBarEvents
  extends Pick<FindBarEvents, 'find' | 'onFound' | 'onHighlightedText'>,
    Pick<ChipEvents, 'onSort' | 'onEditFilter' | 'onClearFilter' | 'announce'> {
  /** Called when the focus has to leave the bar. */
  readonly onLeave: () => void;
}

const NO_ROWS = {
  arrangement: { sorts: [], filters: [] },
  columns: [],
  scope: '',
  scopeInStatus: false,
} as const;

export function createRowsBar(events: RowsBarEvents): RowsBar {
  const { onLeave } = events;
  const find = createFindBar({ ...events, onVisibilityChange: () => updateVisibility(), onClose: onLeave });
  const chips = createChips({ ...events, onLastRemoved: onLeave });
  const scope = element('span', { class: 'scope' });
  const root = element('div', { role: 'group', class: 'rows-bar', 'aria-label': strings.rowsBar });
  root.append(find.element, chips.element, scope);
  const updateVisibility = (): void => {
    root.hidden = !find.isOpen() && !chips.hasChips();
  };
  updateVisibility();
  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    find.close();
    if (root.contains(document.activeElement)) onLeave();
  });
  return {
    element: root,
    openFind: find.open,
    findEditButton: chips.findEditButton,
    closeFind: find.close,
    draw(shown = NO_ROWS) {
      chips.draw(shown);
      const text = shown.scopeInStatus ? '' : shown.scope;
      setText(scope, text);
      setAttribute(scope, 'title', text || undefined);
      updateVisibility();
    },
  };
}
