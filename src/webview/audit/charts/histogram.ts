/** The histogram of the loaded events by time, on which the user can select a time range. */
import { type DisplayZone, utc } from '../../../core/audit/feed/zones.ts';
import type { AuditHistogram } from '../../../protocol/audit.ts';
import { auditStrings as strings, type TimeScale } from '../../shared/auditStrings.ts';
import { element, setOrRemoveAttribute } from '../../shared/dom.ts';
import { createHistogramBars } from './histogramBars.ts';
import { RangeOverlay } from './rangeOverlay.ts';
import { MAX_RESPONSE_MS, RangeRequests } from './rangeRequests.ts';
import { HistogramStatusLine } from './timeLine.ts';
import {
  computeRangeMovedByKey,
  computeRangeOfBins,
  computeRangeOutside,
  computeWholeAxisRange,
  findBinAtFraction,
  findFixedBin,
  isSameRange,
  type RangeEnd,
  type Side,
  type TimeRange,
} from './timeRange.ts';

interface HistogramEvents {
  /** Called with the time range to filter by when the user selects or drags one; with undefined for all times. */
  readonly onRange: (range: TimeRange | undefined) => void;
  /** Called when the user asks for the counts of the displayed histogram as a table. */
  readonly onTable: () => void;
}

/**
 * Where the displayed time range comes from, with the range itself unless it comes from the host. A range that is
 * undefined stands for all times.
 */
type DisplayedTimeRange =
  | { readonly kind: 'fromHost' }
  /**
   * The range being dragged. `anchor` is the 0-based index of the bin that stays in the range while the pointer moves.
   */
  | { readonly kind: 'dragged'; readonly anchor: number; readonly range: TimeRange }
  /**
   * The range that the user selected last. It is displayed until a state of the host has the same range, or until a
   * state arrives after the time `until` (in milliseconds, as `performance.now()`).
   */
  | { readonly kind: 'selected'; readonly range: TimeRange | undefined; readonly until: number };

export class HistogramView {
  readonly element: HTMLElement;
  readonly #bars = createHistogramBars();
  readonly #overlay: RangeOverlay;
  readonly #line: HistogramStatusLine;
  readonly #plot: HTMLElement;
  readonly #requests: RangeRequests;
  #histogram: AuditHistogram | undefined;
  #zone = utc;
  #rangeState: DisplayedTimeRange = { kind: 'fromHost' };
  #drawnBins = '';
  #width = 0;

  constructor({ onRange, onTable }: HistogramEvents) {
    this.#overlay = new RangeOverlay({
      onKey: (end, event) => this.#moveRangeEndByKey(end, event),
      onPointerDown: (end, event) => this.#startDraggingEnd(end, event),
    });
    this.#line = new HistogramStatusLine({
      onOutside: (side) => this.#selectOutside(side),
      onAllTimes: () => {
        this.#selectRangeAndScheduleRequest(undefined);
        this.#overlay.focusStartHandle();
      },
      onTable,
    });
    this.#plot = element('div', { class: 'plot' }, this.#bars.element, ...this.#overlay.elements);
    this.element = element('section', { class: 'histogram' }, this.#plot);
    this.element.hidden = true;
    this.lineElement.hidden = true;
    this.#requests = new RangeRequests(() => onRange(this.#getSelectedOrDraggedRange()));
    this.#listenToPointerAndSize();
  }

  /** The line of text and buttons, to be placed above the histogram. */
  get lineElement(): HTMLElement {
    return this.#line.element;
  }

  isRangeDragged(): boolean {
    return this.#rangeState.kind === 'dragged';
  }

  /** Allows the next time range to be sent. Must be called after everything that depends on the last one was drawn. */
  allowNextRangeRequest(): void {
    this.#requests.allowNextRangeRequest();
  }

  /** Draws the histogram of a state, or hides the histogram and its line if `histogram` is undefined. */
  drawHistogram(histogram: AuditHistogram | undefined, zone: DisplayZone): void {
    this.#zone = zone;
    const name = strings.histogram(zone.name);
    setOrRemoveAttribute(this.element, 'aria-label', name);
    setOrRemoveAttribute(this.#plot, 'title', `${name}. ${strings.histogramHint}`);
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

  #getSelectedOrDraggedRange(): TimeRange | undefined {
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
    this.#overlay.drawSelectedRange(
      histogram,
      this.#getSelectedOrDraggedRange(),
      this.#createTimeScale(histogram),
    );
    this.#line.showRange(histogram, this.#getSelectedOrDraggedRange(), this.#createTimeScale(histogram));
  }

  #listenToPointerAndSize(): void {
    this.#plot.addEventListener('pointerdown', (event) => this.#startDraggingNewRange(event));
    this.#plot.addEventListener('pointermove', (event) => this.#dragRangeOrShowBin(event));
    this.#plot.addEventListener('pointerup', () => this.#selectDraggedRange());
    this.#plot.addEventListener('pointercancel', () => this.#selectDraggedRange());
    this.#plot.addEventListener('pointerleave', () => this.#drawRange());
    new ResizeObserver(() => this.#redrawBarsIfWidthChanged()).observe(this.#plot);
  }

  #redrawBarsIfWidthChanged(): void {
    if (this.#plot.clientWidth === this.#width) return;
    this.#width = this.#plot.clientWidth;
    this.#drawBars();
  }

  #selectRangeAndScheduleRequest(range: TimeRange | undefined): void {
    this.#rangeState = { kind: 'selected', range, until: performance.now() + MAX_RESPONSE_MS };
    this.#drawRange();
    this.#requests.scheduleRangeRequest();
  }

  #selectOutside(side: Side): void {
    const range = this.#histogram && computeRangeOutside(this.#histogram, side);
    if (range) this.#selectRangeAndScheduleRequest(range);
  }

  #moveRangeEndByKey(end: RangeEnd, event: KeyboardEvent): void {
    const histogram = this.#histogram;
    if (!histogram || event.altKey || event.ctrlKey || event.metaKey) return;
    const axis = computeWholeAxisRange(histogram);
    if (event.key === 'Escape') this.#selectRangeAndScheduleRequest(undefined);
    else {
      const moved = computeRangeMovedByKey(
        histogram,
        this.#getSelectedOrDraggedRange() ?? axis,
        end,
        event.key,
      );
      if (!moved) return;
      this.#selectRangeAndScheduleRequest(isSameRange(moved, axis) ? undefined : moved);
    }
    event.preventDefault();
  }

  #startDraggingNewRange(event: PointerEvent): void {
    const histogram = this.#histogram;
    if (!histogram || event.button !== 0) return;
    this.#plot.setPointerCapture(event.pointerId);
    const bin = this.#findBinAtPointer(histogram, event);
    this.#dragRangeTo(histogram, bin, bin);
  }

  /** Starts dragging one end of the displayed range. */
  #startDraggingEnd(end: RangeEnd, event: PointerEvent): void {
    const histogram = this.#histogram;
    if (!histogram || event.button !== 0) return;
    this.#plot.setPointerCapture(event.pointerId);
    const range = this.#getSelectedOrDraggedRange() ?? computeWholeAxisRange(histogram);
    this.#rangeState = { kind: 'dragged', anchor: findFixedBin(histogram, range, end), range };
    event.stopPropagation();
  }

  #dragRangeOrShowBin(event: PointerEvent): void {
    const histogram = this.#histogram;
    if (!histogram) return;
    const bin = this.#findBinAtPointer(histogram, event);
    if (this.#rangeState.kind === 'dragged') this.#dragRangeTo(histogram, this.#rangeState.anchor, bin);
    else this.#line.showBin(histogram, bin, this.#createTimeScale(histogram));
  }

  #dragRangeTo(histogram: AuditHistogram, anchor: number, bin: number): void {
    this.#rangeState = { kind: 'dragged', anchor, range: computeRangeOfBins(histogram, anchor, bin) };
    this.#drawRange();
    this.#requests.scheduleRangeRequest();
  }

  #selectDraggedRange(): void {
    if (this.#rangeState.kind === 'dragged') this.#selectRangeAndScheduleRequest(this.#rangeState.range);
  }

  #findBinAtPointer(histogram: AuditHistogram, event: MouseEvent): number {
    const { left, width } = this.#plot.getBoundingClientRect();
    return findBinAtFraction(histogram, (event.clientX - left) / Math.max(1, width));
  }
}
