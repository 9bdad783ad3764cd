/** What an aggregate gave, in large type above its one row: the figure is what was asked for, not a table. */
import { seenName } from '../../core/messages/oneLine.ts';
import type { ResultColumn } from '../../protocol/results.ts';
import { element } from '../shared/dom.ts';
import { createCell, drawCell } from '../shared/grid/cell.ts';
import type { Row } from '../shared/grid/rowWindow.ts';

export interface Figures {
  readonly element: HTMLElement;
  /** Shows what the cells of a row are under the columns' names; nothing without one. */
  draw(columns: readonly ResultColumn[], row: Row | undefined): void;
}

export function createFigures(): Figures {
  const root = element('dl', { class: 'figures' });
  root.hidden = true;
  return {
    element: root,
    draw(columns, cells) {
      root.hidden = cells === undefined;
      const figure = (name: string, column: number): HTMLElement => {
        const view = createCell();
        drawCell(view, cells?.[column] ?? { k: 'absent', t: '' });
        view.element.removeAttribute('role');
        return element('div', {}, element('dt', {}, seenName(name)), element('dd', {}, view.element));
      };
      root.replaceChildren(...(cells ? columns.map(({ name }, column) => figure(name, column)) : []));
    },
  };
}
