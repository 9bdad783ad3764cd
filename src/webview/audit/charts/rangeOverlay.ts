/** The selected time range, drawn over the histogram's bars, with a slider at each end. */
import { positionInBins } from '../../../core/audit/table/histogram.ts';
import type { AuditHistogram } from '../../../protocol/audit.ts';
import { auditStrings as strings, type TimeScale } from '../../shared/auditStrings.ts';
import { element } from '../../shared/dom.ts';
import { getBinEdgeTime, type RangeEnd, type TimeRange } from './timeRange.ts';

interface OverlayEvents {
  readonly onKey: (end: RangeEnd, event: KeyboardEvent) => void;
  readonly onPointerDown: (end: RangeEnd, event: PointerEvent) => void;
}

export class RangeOverlay {
  readonly #shade = element('div', { class: 'shade' });
  readonly #from: HTMLElement;
  readonly #to: HTMLElement;

  constructor(events: OverlayEvents) {
    this.#from = createHandle('from', events);
    this.#to = createHandle('to', events);
  }

  get elements(): readonly HTMLElement[] {
    return [this.#shade, this.#from, this.#to];
  }

  focusStartHandle(): void {
    this.#from.focus();
  }

  /**
   * Draws `range` as a shade with a slider at each end. If `range` is undefined, draws the sliders at the ends of the
   * axis, and no shade.
   */
  drawSelectedRange(histogram: AuditHistogram, range: TimeRange | undefined, scale: TimeScale): void {
    const { edges, bins } = histogram;
    const left = range ? positionInBins(edges, range.from) / bins.length : 0;
    const right = range ? positionInBins(edges, range.to) / bins.length : 1;
    this.#shade.hidden = !range;
    this.#shade.style.left = `${left * 100}%`;
    this.#shade.style.width = `${(right - left) * 100}%`;
    drawHandle(this.#from, left, histogram, scale);
    drawHandle(this.#to, right, histogram, scale);
  }
}

function createHandle(end: RangeEnd, { onKey, onPointerDown }: OverlayEvents): HTMLElement {
  const handle = element('div', { role: 'slider', class: `handle ${end}`, tabindex: '0' });
  handle.setAttribute('aria-label', strings[end]);
  handle.setAttribute('aria-orientation', 'horizontal');
  handle.addEventListener('keydown', (event) => onKey(end, event));
  handle.addEventListener('pointerdown', (event) => onPointerDown(end, event));
  return handle;
}

function drawHandle(
  handle: HTMLElement,
  fraction: number,
  histogram: AuditHistogram,
  scale: TimeScale,
): void {
  const bin = Math.round(fraction * histogram.bins.length);
  handle.style.left = `${fraction * 100}%`;
  handle.setAttribute('aria-valuemin', '0');
  handle.setAttribute('aria-valuemax', String(histogram.bins.length));
  handle.setAttribute('aria-valuenow', String(bin));
  handle.setAttribute('aria-valuetext', strings.moment(getBinEdgeTime(histogram, bin), scale));
}
