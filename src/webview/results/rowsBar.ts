import type { RowsDescription } from '../../protocol/results.ts';
import { element, setOrRemoveAttribute, setText } from '../shared/dom.ts';
import { strings } from '../shared/strings.ts';
import { type ChipEvents, createChips } from './chips.ts';
import { createFindBar, type FindBarEvents } from './findBar.ts';

export interface RowsBar {
  readonly element: HTMLElement;
  openFind(): void;
  findEditButton(id: string): HTMLElement | undefined;
  closeFind(): void;
  draw(shown: Pick<RowsDescription, 'arrangement' | 'columns' | 'scope' | 'scopeInStatus'> | undefined): void;
}

interface RowsBarEvents
  extends Pick<FindBarEvents, 'find' | 'onFound' | 'onHighlightedText'>,
    Pick<ChipEvents, 'onSort' | 'onEditFilter' | 'onClearFilter' | 'announce'> {
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
      setOrRemoveAttribute(scope, 'title', text || undefined);
      updateVisibility();
    },
  };
}
