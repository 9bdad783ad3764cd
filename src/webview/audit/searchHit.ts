/**
 * Makes a match of the searched texts in the first row visible: scrolls to a visible column with a match, or offers a
 * button that shows a hidden column with a match.
 */
import type { AuditState } from '../../protocol/audit.ts';
import { auditStrings as strings } from '../shared/auditStrings.ts';
import { createIcon, element, setText } from '../shared/dom.ts';
import type { Grid } from '../shared/grid/grid.ts';
import { createHighlightPattern } from '../shared/grid/highlight.ts';

export interface SearchHit {
  readonly element: HTMLElement;
  draw(state: AuditState): void;
}

/**
 * Creates the button that shows a hidden column with a match. `onShow` is called after the button has shown a column. It
 * must move the focus, because the button is hidden then.
 */
export function createSearchHitButton(grid: Grid, onShow: () => void): SearchHit {
  const label = element('span', {});
  const button = element('button', { type: 'button', class: 'action' }, createIcon('search'), label);
  button.hidden = true;
  let column = 0;
  let lastText = '';
  button.addEventListener('click', () => {
    grid.columns.setHidden(column, false);
    grid.revealColumn(column);
    button.hidden = true;
    onShow();
  });
  return {
    element: button,
    draw({ text, searchedTexts, rows, columns }) {
      const isNew = text !== lastText;
      lastText = text;
      const hits = createHighlightPattern(searchedTexts);
      const matchingColumns = (rows[0] ?? []).flatMap(({ t }, index) =>
        hits && t.search(hits) >= 0 ? [index] : [],
      );
      const shown = grid.listVisibleColumnIndices();
      const visibleMatch = shown.find((index) => matchingColumns.includes(index));
      if (isNew && visibleMatch !== undefined) grid.revealColumn(visibleMatch);
      column = matchingColumns[0] ?? 0;
      button.hidden = visibleMatch !== undefined || matchingColumns.length === 0;
      setText(label, strings.showColumn(columns[column]?.name ?? ''));
    },
  };
}
