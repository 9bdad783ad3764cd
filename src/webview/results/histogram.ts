import type { Histogram } from '../../protocol/results.ts';
import { element, setText } from '../shared/dom.ts';
import { formatShare } from '../shared/l10n.ts';
import { moveFocusByKey } from '../shared/roving.ts';
import { strings } from '../shared/strings.ts';

/**
 * Creates the elements of a histogram. `rowCount` is the number of rows that the statistics cover. `onChoose` is called
 * with the 0-based index of the chosen bin.
 */
export function createHistogramElement(
  { bins, others }: Histogram,
  rowCount: number,
  onChoose: (index: number) => void,
): HTMLElement {
  const maxCount = Math.max(1, ...bins.map(({ count }) => count));
  const readout = element('p', { class: 'readout', 'aria-hidden': 'true' }, strings.barHint);
  const buttons = bins.map(({ from, to, count }, index) => {
    const label = `${strings.bin(from, to)}: ${strings.countedRows(count, formatShare(count, rowCount))}`;
    const button = element('button', {
      type: 'button',
      class: 'bin',
      tabindex: index === 0 ? '0' : '-1',
      'aria-label': label,
    });
    const bar = element('span', { class: count > 0 ? 'bar-fill' : 'bar-fill none' });
    bar.style.height = `${(100 * count) / maxCount}%`;
    button.append(bar);
    // A filter by an empty bin would keep no rows.
    if (count === 0) button.setAttribute('aria-disabled', 'true');
    else button.addEventListener('click', () => onChoose(index));
    for (const type of ['focus', 'pointerenter'] as const)
      button.addEventListener(type, () => setText(readout, label));
    return button;
  });
  const hint = element('span', { class: 'unseen', id: 'bar-hint' }, strings.barHint);
  const chart = element(
    'div',
    { class: 'bins', role: 'group', 'aria-label': strings.distribution, 'aria-describedby': 'bar-hint' },
    ...buttons,
  );
  chart.addEventListener('keydown', (event) => moveFocusByKey(buttons, event, ['ArrowLeft', 'ArrowRight']));
  const ends = [bins[0]?.from, bins.at(-1)?.to].map((end) => element('span', {}, end ?? ''));
  const axis = element('div', { class: 'axis', 'aria-hidden': 'true' }, ...ends);
  const unbinned = others > 0 ? [element('p', { class: 'quiet' }, strings.notBinned(others))] : [];
  return element('div', { class: 'distribution' }, hint, chart, axis, readout, ...unbinned);
}
