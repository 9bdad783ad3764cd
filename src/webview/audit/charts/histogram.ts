/** The histogram of the loaded events by time, on which the user can select a time range. */
import { type DisplayZone, utc } from '../../../core/audit/feed/zones.ts';
import type { AuditHistogram } from '../../../protocol/audit.ts';
import { auditStrings as strings, type TimeScale } from '../../shared/auditStrings.ts';
import { element, setAttribute } from '../../shared/dom.ts';
import { createBars } from './histogramBars.ts';
import { RangeOverlay } from './rangeOverlay.ts';
import { MAX_RESPONSE_MS, RangeRequests } from './rangeRequests.ts';
import { TimeLine } from './timeLine.ts';
import {
  binAtFraction,
  computeRangeMovedByKey,
  computeRangeOutside,
  findFixedBin,
  isSameRange,
  type RangeEnd,
  rangeOfBins,
  type Side,
  type TimeRange,
  wholeAxis,
} from './timeRange.ts';

interface HistogramEvents {
  /** Called when the user selects a time range, with undefined for all times. */
  readonly onRange: (range: TimeRange | undefined) => void;
  readonly onTable: (histogram: AuditHistogram) => void;
}

/** The displayed time range and where it comes from. A range that is undefined is all times. */
type RangeState =
  | { readonly kind: 'fromHost' }
  /** The range being dragged. `anchor` is the bin that stays in it while the pointer moves. */
  | { readonly kind: 'dragged'; readonly anchor: number; readonly range: TimeRange }
  /**
   * The range that the user selected last. States of the host do not replace it before they confirm it or the time
   * `until` (in milliseconds, as `performance.now()`) has passed.
   */
  | { readonly kind: 'selected'; readonly range: TimeRange | undefined; readonly until: number };

export class HistogramView {
  readonly element: HTMLElement;
  readonly #bars = createBars();
  readonly #overlay: RangeOverlay;
  readonly #line: TimeLine;
  readonly #plot: HTMLElement;
  readonly #requests: RangeRequests;
  #histogram: AuditHistogram | undefined;
  #zone = utc;
  #rangeState: RangeState = { kind: 'fromHost' };
  #drawnBins = '';
  #width = 0;

  constructor({ onRange, onTable }: HistogramEvents) {
    this.#overlay = new RangeOverlay({
      onKey: (end, event) => this.#moveRangeEndByKey(end, event),
      onPointerDown: (end, event) => this.#startDraggingEnd(end, event),
    });
    this.#line = new TimeLine({
      onOutside: (side) => this.#selectOutside(side),
      onAllTimes: () => {
        this.#selectRange(undefined);
        this.#overlay.focusStartHandle();
      },
      onTable: () => this.#histogram && onTable(this.#histogram),
    });
    this.#plot = element('div', { class: 'plot' }, this.#bars.element, ...this.#overlay.elements);
    this.element = element('section', { class: 'histogram' }, this.#plot);
    this.element.hidden = true;
    this.lineElement.hidden = true;
    this.#requests = new RangeRequests(() => onRange(this.#displayedRange()));
    this.#listenToPointerAndSize();
  }

  /** The line of text and buttons, to be placed above the histogram. */
  get lineElement(): HTMLElement {
    return this.#line.element;
  }

  isDragged(): boolean {
    return this.#rangeState.kind === 'dragged';
  }

  /** Allows the next time range to be sent. Must be called after what depends on the last one was drawn. */
  allowNextRequest(): void {
    this.#requests.allowNextRequest();
  }

  /** Draws a state of the host; undefined hides the histogram. */
  draw(histogram: AuditHistogram | undefined, zone: DisplayZone): void {
    this.#zone = zone;
    const name = strings.histogram(zone.name);
    setAttribute(this.element, 'aria-label', name);
    setAttribute(this.#plot, 'title', `${name}. ${strings.histogramHint}`);
    this.element.hidden = histogram === undefined;
    this.lineElement.hidden = histogram === undefined;
    this.#histogram = histogram;
    if (!histogram) return;
    if (this.#isSelectionSettled(histogram)) this.#rangeState = { kind: 'fromHost' };
    const bins = JSON.stringify([histogram.edges, histogram.bins]);
    if (bins !== this.#drawnBins) {
      this.#drawnBins = bins;
      this.#drawBars();
    }
    this.#drawRange();
  }

  #isSelectionSettled({ selectedRange }: AuditHistogram): boolean {
    const state = this.#rangeState;
    if (state.kind !== 'selected') return false;
    return performance.now() > state.until || isSameRange(state.range, selectedRange);
  }

  #displayedRange(): TimeRange | undefined {
    return this.#rangeState.kind === 'fromHost' ? this.#histogram?.selectedRange : this.#rangeState.range;
  }

  #createTimeScale({ step }: AuditHistogram): TimeScale {
    return { step, zone: this.#zone };
  }

  #drawBars(): void {
    if (this.#histogram && this.#width > 0) this.#bars.draw(this.#histogram, this.#width);
  }

  #drawRange(): void {
    const histogram = this.#histogram;
    if (!histogram) return;
    this.#overlay.drawSelectedRange(histogram, this.#displayedRange(), this.#createTimeScale(histogram));
    this.#line.showRange(histogram, this.#displayedRange(), this.#createTimeScale(histogram));
  }

  #listenToPointerAndSize(): void {
    this.#plot.addEventListener('pointerdown', (event) => this.#startDraggingNewRange(event));
    this.#plot.addEventListener('pointermove', (event) => this.#onPointerMove(event));
    this.#plot.addEventListener('pointerup', () => this.#selectDraggedRange());
    this.#plot.addEventListener('pointercancel', () => this.#selectDraggedRange());
    this.#plot.addEventListener('pointerleave', () => this.#drawRange());
    new ResizeObserver(() => this.#onResize()).observe(this.#plot);
  }

  #onResize(): void {
    if (this.#plot.clientWidth === this.#width) return;
    this.#width = this.#plot.clientWidth;
    this.#drawBars();
  }

  #selectRange(range: TimeRange | undefined): void {
    this.#rangeState = { kind: 'selected', range, until: performance.now() + MAX_RESPONSE_MS };
    this.#drawRange();
    this.#requests.schedule();
  }

  #selectOutside(side: Side): void {
    const range = this.#histogram && computeRangeOutside(this.#histogram, side);
    if (range) this.#selectRange(range);
  }

  #moveRangeEndByKey(end: RangeEnd, event: KeyboardEvent): void {
    const histogram = this.#histogram;
    if (!histogram || event.altKey || event.ctrlKey || event.metaKey) return;
    const axis = wholeAxis(histogram);
    if (event.key === 'Escape') this.#selectRange(undefined);
    else {
      const moved = computeRangeMovedByKey(histogram, this.#displayedRange() ?? axis, end, event.key);
      if (!moved) return;
      this.#selectRange(isSameRange(moved, axis) ? undefined : moved);
    }
    event.preventDefault();
  }

  #startDraggingNewRange(event: PointerEvent): void {
    const histogram = this.#histogram;
    if (!histogram || event.button !== 0) return;
    this.#plot.setPointerCapture(event.pointerId);
    const bin = this.#binAt(histogram, event);
    this.#dragRangeTo(histogram, bin, bin);
  }

  /** Starts to move one end of the range. */
  #startDraggingEnd(end: RangeEnd, event: PointerEvent): void {
    const histogram = this.#histogram;
    if (!histogram || event.button !== 0) return;
    this.#plot.setPointerCapture(event.pointerId);
    const range = this.#displayedRange() ?? wholeAxis(histogram);
    this.#rangeState = { kind: 'dragged', anchor: findFixedBin(histogram, range, end), range };
    event.stopPropagation();
  }

  #onPointerMove(event: PointerEvent): void {
    const histogram = this.#histogram;
    if (!histogram) return;
    const bin = this.#binAt(histogram, event);
    if (this.#rangeState.kind === 'dragged') this.#dragRangeTo(histogram, this.#rangeState.anchor, bin);
    else this.#line.showBin(histogram, bin, this.#createTimeScale(histogram));
  }

  #dragRangeTo(histogram: AuditHistogram, anchor: number, bin: number): void {
    this.#rangeState = { kind: 'dragged', anchor, range: rangeOfBins(histogram, anchor, bin) };
    this.#drawRange();
    this.#requests.schedule();
  }

  #selectDraggedRange(): void {
    if (this.#rangeState.kind === 'dragged') this.#selectRange(this.#rangeState.range);
  }

  #binAt(histogram: AuditHistogram, event: MouseEvent): number {
    const { left, width } = this.#plot.getBoundingClientRect();
    return binAtFraction(histogram, (event.clientX - left) / Math.max(1, width));
  }
}
