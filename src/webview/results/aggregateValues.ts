import { cleanNameForDisplay } from '../../core/messages/oneLine.ts';
import type { ResultColumn } from '../../protocol/results.ts';
import { element } from '../shared/dom.ts';
import { createCellView, drawCell } from '../shared/grid/cell.ts';
import type { Row } from '../shared/grid/rowWindow.ts';

interface AggregateValuesView {
  readonly element: HTMLElement;
  draw(columns: readonly ResultColumn[], row: Row | undefined): void;
}

export function createAggregateValuesView(): AggregateValuesView {
  const root = element('dl', { class: 'figures' });
  root.hidden = true;
  return {
    element: root,
    draw(columns, cells) {
      root.hidden = cells === undefined;
      const figure = (name: string, column: number): HTMLElement => {
        const view = createCellView();
        drawCell(view, cells?.[column] ?? { k: 'absent', t: '' });
        view.element.removeAttribute('role');
        return element(
          'div',
          {},
          element('dt', {}, cleanNameForDisplay(name)),
          element('dd', {}, view.element),
        );
      };
      root.replaceChildren(...(cells ? columns.map(({ name }, column) => figure(name, column)) : []));
    },
  };
}
