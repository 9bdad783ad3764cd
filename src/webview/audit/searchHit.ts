/**
 * Scrolls to the column in which the first event contains the searched text. If only hidden columns contain it, offers
 * a button that shows the first of them.
 */
import type { AuditState } from '../../protocol/audit.ts';
import { auditStrings as strings } from '../shared/auditStrings.ts';
import { element, icon, setText } from '../shared/dom.ts';
import type { Grid } from '../shared/grid/grid.ts';
import { createHighlightPattern } from '../shared/grid/highlight.ts';

export interface SearchHit {
  /** The button that shows the hidden column, to be placed beside the status line. */
  readonly element: HTMLElement;
  draw(state: AuditState): void;
}

/** `onShow` is called after the button has shown a column. */
export function createSearchHit(grid: Grid, onShow: () => void): SearchHit {
  const label = element('span', {});
  const button = element('button', { type: 'button', class: 'action' }, icon('search'), label);
  button.hidden = true;
  let column = 0;
  let drawn = '';
  button.addEventListener('click', () => {
    grid.columns.setHidden(column, false);
    grid.revealColumn(column);
    button.hidden = true;
    onShow();
    grid.focus();
  });
  return {
    element: button,
    draw({ text, rows, columns }) {
      const isNew = text !== drawn;
      drawn = text;
      const hits = createHighlightPattern(text);
      const places = (rows[0] ?? []).flatMap(({ t }, index) => (hits && t.search(hits) >= 0 ? [index] : []));
      const shown = grid.visibleColumns();
      const place = shown.find((index) => places.includes(index));
      if (isNew && place !== undefined) grid.revealColumn(place);
      column = places[0] ?? 0;
      button.hidden = place !== undefined || places.length === 0;
      setText(label, strings.showColumn(columns[column]?.name ?? ''));
    },
  };
}
