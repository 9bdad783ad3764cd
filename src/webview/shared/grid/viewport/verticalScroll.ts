/** Scrolls the rows of the grid vertically, even if they are higher than a browser allows for an element. */

/**
 * Maximum height in pixels of the element that contains the rows, because browsers limit the height of an element
 * (Firefox to about 17 million pixels). If the rows together are higher, each pixel of `scrollTop` stands for more than
 * one pixel of rows.
 */
const MAX_BODY_HEIGHT = 8_000_000;
const WHEEL_LINE_HEIGHT = 16;

export class VerticalScroll {
  readonly #scroller: HTMLElement;
  readonly #onScroll: () => void;
  readonly #onWheel = (event: WheelEvent): void => this.#scrollByWheel(event);
  #rowsHeight = 0;
  #viewHeight = 0;
  /**
   * `top` is the exact height in pixels of the rows above the view while the scroller's `scrollTop` is `scrollTop`. It
   * is kept because it can't be derived exactly from `scrollTop` if one pixel of `scrollTop` stands for several pixels
   * of rows.
   */
  #lastSet = { scrollTop: 0, top: 0 };

  /** `onScroll` is called whenever this class has set the scroll position. */
  constructor(scroller: HTMLElement, onScroll: () => void) {
    this.#scroller = scroller;
    this.#onScroll = onScroll;
  }

  setHeights(rowsHeight: number, viewHeight: number): void {
    this.#rowsHeight = rowsHeight;
    this.#viewHeight = viewHeight;
  }

  /**
   * Starts listening to the wheel if the rows together are higher than `MAX_BODY_HEIGHT`, and stops otherwise, because
   * such a listener slows scrolling down. Must be called after `setHeights` changed the height of the rows.
   */
  listenToWheelIfScaled(): void {
    this.#scroller.removeEventListener('wheel', this.#onWheel);
    if (this.#isScaled()) this.#scroller.addEventListener('wheel', this.#onWheel, { passive: false });
  }

  computeBodyHeight(): number {
    return Math.min(MAX_BODY_HEIGHT, this.#rowsHeight);
  }

  /** Returns the height in pixels of the rows above the top of the view. */
  readScrollOffset(): number {
    const { scrollTop } = this.#scroller;
    if (!this.#isScaled()) return scrollTop;
    const isMovedByScrollBar = Math.abs(scrollTop - this.#lastSet.scrollTop) >= 1;
    if (isMovedByScrollBar) this.#lastSet = { scrollTop, top: scrollTop * this.#computeScrollScale() };
    return Math.min(this.#computeMaxScrollOffset(), this.#lastSet.top);
  }

  /**
   * Returns how many pixels to add to the height of all rows above a row to get the row's upper edge within the body.
   */
  computeRowShift(): number {
    return this.#scroller.scrollTop - this.readScrollOffset();
  }

  /** Scrolls so that `top` pixels of rows are above the view, or as close to that as possible. */
  scrollTo(top: number): void {
    const clamped = Math.max(0, Math.min(this.#computeMaxScrollOffset(), top));
    this.#scroller.scrollTop = clamped / this.#computeScrollScale();
    this.#lastSet = { scrollTop: this.#scroller.scrollTop, top: clamped };
    this.#onScroll();
  }

  #computeMaxScrollOffset(): number {
    return Math.max(0, this.#rowsHeight - this.#viewHeight);
  }

  /**
   * Returns the pixels of rows per pixel of `scrollTop`: 1 unless the rows together are higher than `MAX_BODY_HEIGHT`.
   */
  #computeScrollScale(): number {
    const range = this.computeBodyHeight() - this.#viewHeight;
    return this.computeBodyHeight() < MAX_BODY_HEIGHT || range <= 0
      ? 1
      : this.#computeMaxScrollOffset() / range;
  }

  #isScaled(): boolean {
    return this.#computeScrollScale() !== 1;
  }

  #scrollByWheel(event: WheelEvent): void {
    if (!this.#isScaled() || event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    event.preventDefault();
    const unit = [1, WHEEL_LINE_HEIGHT, this.#viewHeight][event.deltaMode] ?? 1;
    this.#scroller.scrollLeft += event.deltaX * unit;
    this.scrollTo(this.readScrollOffset() + event.deltaY * unit);
  }
}
