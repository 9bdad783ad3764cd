/** What an aggregate gave, in large type above its one row: the figure is what was asked for, not a table. */
import type { ResultsState } from '../../protocol/results.ts';
import { element } from '../shared/dom.ts';
import { createCell, drawCell } from '../shared/grid/cell.ts';

export interface Figures {
  readonly element: HTMLElement;
  draw(state: ResultsState): void;
}

export function createFigures(): Figures {
  const root = element('dl', { class: 'figures' });
  root.hidden = true;
  return {
    element: root,
    draw({ figures, columns, rows }) {
      const cells = figures ? rows?.[0] : undefined;
      root.hidden = cells === undefined;
      const figure = (name: string, column: number): HTMLElement => {
        const view = createCell();
        drawCell(view, cells?.[column] ?? { k: 'absent', t: '' });
        view.element.removeAttribute('role');
        return element('div', {}, element('dt', {}, name), element('dd', {}, view.element));
      };
      root.replaceChildren(...(cells ? columns.map(({ name }, column) => figure(name, column)) : []));
    },
  };
}
