/** Draws what is known of a column over the loaded rows. */
import type { Cell, ColumnStatistics } from '../../protocol/results.ts';
import { element } from '../shared/dom.ts';
import { createCell, drawCell } from '../shared/grid/cell.ts';
import { strings } from '../shared/strings.ts';

function value(cell: Cell): HTMLElement {
  const view = createCell();
  drawCell(view, cell);
  view.element.removeAttribute('role');
  view.element.removeAttribute('aria-label');
  return view.element;
}

/** `scope` says over what. */
export function drawStatistics(statistics: ColumnStatistics, scope: string): HTMLElement {
  const counts = ['rows', 'absent', 'nulls', 'empty', 'hidden', 'distinct'] as const;
  const list = element('dl', { class: 'counts' });
  const line = (name: string, content: Node | string): void => {
    list.append(element('div', {}, element('dt', {}, name), element('dd', {}, content)));
  };
  for (const count of counts) {
    const many = statistics[count];
    if (many !== undefined) line(strings.statisticsOf[count], String(many));
  }
  if (statistics.min) line(strings.minimum, value(statistics.min));
  if (statistics.max) line(strings.maximum, value(statistics.max));
  const maxCount = Math.max(1, ...statistics.top.map(({ count }) => count));
  const top = element('ol', { class: 'top', 'aria-label': strings.frequent });
  for (const { cell, count } of statistics.top) {
    const bar = element('span', { class: 'share', 'aria-hidden': 'true' });
    bar.style.width = `${(100 * count) / maxCount}%`;
    top.append(element('li', {}, bar, value(cell), element('span', { class: 'count' }, String(count))));
  }
  return element(
    'div',
    { class: 'statistics' },
    element('p', { class: 'scope' }, scope),
    list,
    element('h3', {}, strings.frequent),
    top,
  );
}
