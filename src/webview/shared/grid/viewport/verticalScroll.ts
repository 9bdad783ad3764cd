/**
 * Maximum height in pixels of the element that contains the rows. Browsers cap it (near 17 million pixels in Firefox),
 * so the scroll bar moves through more rows faster than one to one.
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
   * The last scroll position in pixels of the scroll bar, set by this class or by the user, and the exact height of the
   * rows above the view that it stands for.
   */
  #lastSet = { scrollTop: 0, top: 0 };

  /** `onScroll` is called after this class changed the scroll position. */
  constructor(scroller: HTMLElement, onScroll: () => void) {
    this.#scroller = scroller;
    this.#onScroll = onScroll;
  }

  setHeights(rowsHeight: number, viewHeight: number): void {
    this.#rowsHeight = rowsHeight;
    this.#viewHeight = viewHeight;
  }

  /**
   * Starts or stops listening to the wheel. A listener slows scrolling down, so there is one only if the rows are
   * higher than the body may be. Must be called after the number of rows changed.
   */
  listenToWheelIfScaled(): void {
    this.#scroller.removeEventListener('wheel', this.#onWheel);
    if (this.#isScaled()) this.#scroller.addEventListener('wheel', this.#onWheel, { passive: false });
  }

  bodyHeight(): number {
    return Math.min(MAX_BODY_HEIGHT, this.#rowsHeight);
  }

  /** Height in pixels of the rows above the top of the view. */
  readScrollOffset(): number {
    const { scrollTop } = this.#scroller;
    if (!this.#isScaled()) return scrollTop;
    const isMovedByScrollBar = Math.abs(scrollTop - this.#lastSet.scrollTop) >= 1;
    if (isMovedByScrollBar) this.#lastSet = { scrollTop, top: scrollTop * this.#computeScrollScale() };
    return Math.min(this.#computeMaxScrollOffset(), this.#lastSet.top);
  }

  /** Pixels to add to a row's position among all rows to get its position within the body. */
  computeRowShift(): number {
    return this.#scroller.scrollTop - this.readScrollOffset();
  }

  /** Scrolls until `top` pixels of rows are above the view, or as near as possible. */
  scrollTo(top: number): void {
    const clamped = Math.max(0, Math.min(this.#computeMaxScrollOffset(), top));
    this.#scroller.scrollTop = clamped / this.#computeScrollScale();
    this.#lastSet = { scrollTop: this.#scroller.scrollTop, top: clamped };
    this.#onScroll();
  }

  #computeMaxScrollOffset(): number {
    return Math.max(0, this.#rowsHeight - this.#viewHeight);
  }

  /** Pixels of rows per pixel of scrolling: 1 unless the rows are higher than the body may be. */
  #computeScrollScale(): number {
    const range = this.bodyHeight() - this.#viewHeight;
    return this.bodyHeight() < MAX_BODY_HEIGHT || range <= 0 ? 1 : this.#computeMaxScrollOffset() / range;
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
