import type { Cell, ColumnStatistics } from '../../protocol/results.ts';
import { element } from '../shared/dom.ts';
import { createCellView, drawCell } from '../shared/grid/cell.ts';
import { formatCount, formatShare } from '../shared/l10n.ts';
import { strings } from '../shared/strings.ts';
import { createHistogramElement } from './histogram.ts';

/**
 * Identifies a frequent value (in the list `top`) or a histogram bin (in the list `bins`) of a column's statistics.
 * `index` is its 0-based index in the list.
 */
export interface CountedEntry {
  readonly list: 'top' | 'bins';
  readonly index: number;
}

function createValueElement(cell: Cell): HTMLElement {
  const view = createCellView();
  drawCell(view, cell);
  view.element.removeAttribute('role');
  view.element.removeAttribute('aria-label');
  return view.element;
}

/**
 * Creates an element that displays a column's statistics. `scope` is the text that says which rows the statistics
 * cover. `onChoose` is called with the frequent value or the bin that the user chose.
 */
export function createStatisticsElement(
  statistics: ColumnStatistics,
  scope: string,
  onChoose: (entry: CountedEntry) => void,
): HTMLElement {
  const { histogram, rows } = statistics;
  const chart = histogram
    ? [createHistogramElement(histogram, rows, (index) => onChoose({ list: 'bins', index }))]
    : [];
  return element(
    'div',
    { class: 'statistics' },
    element('p', { class: 'scope' }, scope),
    ...chart,
    createCountList(statistics),
    element('h3', {}, strings.frequent),
    ...createFrequentValueElements(statistics, (index) => onChoose({ list: 'top', index })),
  );
}

function createCountList(statistics: ColumnStatistics): HTMLElement {
  const names = ['rows', 'absent', 'nulls', 'empty', 'redacted', 'hidden', 'distinct'] as const;
  const list = element('dl', { class: 'counts' });
  const addLine = (name: string, content: Node | string, attributes = {}): void => {
    list.append(element('div', attributes, element('dt', {}, name), element('dd', {}, content)));
  };
  for (const name of names) {
    const count = statistics[name];
    if (count !== undefined) addLine(strings.statisticsOf[name], formatCount(count));
  }
  if (statistics.min) addLine(strings.minimum, createValueElement(statistics.min), { class: 'ends' });
  if (statistics.max) addLine(strings.maximum, createValueElement(statistics.max), { class: 'ends' });
  return list;
}

function createFrequentValueElements(
  { top, others, rows }: ColumnStatistics,
  onChoose: (index: number) => void,
): readonly HTMLElement[] {
  if (others && (top[0]?.count ?? 0) <= 1) return [element('p', {}, strings.allDiffer)];
  const maxCount = Math.max(1, ...top.map(({ count }) => count));
  const list = element('ol', { class: 'top', 'aria-label': strings.frequent });
  for (const [index, { cell, count }] of top.entries()) {
    const fill = element('span', { class: 'bar-fill', 'aria-hidden': 'true' });
    fill.style.width = `${(100 * count) / maxCount}%`;
    const button = element('button', { type: 'button', title: strings.keepValue });
    button.append(createValueElement(cell), ' ', createCountWithShare(count, rows), fill);
    button.addEventListener('click', () => onChoose(index));
    list.append(element('li', {}, button));
  }
  if (!others) return [list];
  const rest = element('p', { class: 'others' }, strings.otherValues(others.values), ' ');
  rest.append(createCountWithShare(others.rows, rows));
  return [list, rest];
}

const createCountWithShare = (count: number, rows: number): HTMLElement =>
  element('span', { class: 'count' }, strings.countedRows(count, formatShare(count, rows)));
