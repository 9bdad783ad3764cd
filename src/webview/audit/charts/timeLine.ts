import type { AuditHistogram } from '../../../protocol/audit.ts';
import { auditStrings as strings, type TimeScale } from '../../shared/auditStrings.ts';
import { createIcon, element, setText } from '../../shared/dom.ts';
import { computeWholeAxisRange, getBinEdgeTime, type Side, type TimeRange } from './timeRange.ts';

interface TimeLineEvents {
  readonly onOutside: (side: Side) => void;
  readonly onAllTimes: () => void;
  readonly onTable: () => void;
}

export class HistogramStatusLine {
  readonly element: HTMLElement;
  readonly #readout = element('span', { class: 'readout' });
  readonly #own = element('span', { class: 'own-legend' });
  readonly #before = element('button', { type: 'button', class: 'action' });
  readonly #after = element('button', { type: 'button', class: 'action' });
  readonly #allTimes = element('button', { type: 'button', class: 'action' }, strings.wholeTime);

  constructor({ onOutside, onAllTimes, onTable }: TimeLineEvents) {
    const table = element('button', { type: 'button', class: 'action' }, createIcon('list-flat'));
    table.setAttribute('aria-label', strings.asTable);
    table.title = strings.asTable;
    this.#before.addEventListener('click', () => onOutside('before'));
    this.#after.addEventListener('click', () => onOutside('after'));
    this.#allTimes.addEventListener('click', onAllTimes);
    table.addEventListener('click', onTable);
    const readout = element('div', { class: 'readout-room' }, this.#readout);
    this.element = element('div', { class: 'time-line' }, readout, this.#own, this.#before, this.#after);
    this.element.append(this.#allTimes, table);
  }

  showRange(histogram: AuditHistogram, range: TimeRange | undefined, scale: TimeScale): void {
    const { undated, outside } = histogram;
    const { from, to } = range ?? computeWholeAxisRange(histogram);
    const before = sumCounts(outside?.before);
    const after = sumCounts(outside?.after);
    const parts = [strings.chosen(from, to, scale)];
    if (before + after > 0) parts.push(strings.outside(before + after));
    if (undated > 0) parts.push(strings.undated(undated));
    setText(this.#readout, parts.join(' · '));
    const own = histogram.bins.reduce((sum, [, , , count = 0]) => sum + count, 0);
    this.#own.hidden = own === 0;
    setText(this.#own, strings.ownRequests(own));
    this.#own.title = strings.ownRequestsHint;
    setText(this.#before, strings.earlier(before));
    setText(this.#after, strings.later(after));
    this.#before.hidden = before === 0;
    this.#after.hidden = after === 0;
    this.#allTimes.hidden = range === undefined;
  }

  showBin(histogram: AuditHistogram, bin: number, scale: TimeScale): void {
    const [from, to] = [getBinEdgeTime(histogram, bin), getBinEdgeTime(histogram, bin + 1)];
    setText(this.#readout, strings.bin(from, to, scale, histogram.bins[bin] ?? []));
  }
}

const sumCounts = (bin: readonly number[] = []): number => bin.reduce((sum, count) => sum + count, 0);
