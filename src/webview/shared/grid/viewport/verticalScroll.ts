/**
 * Vertical scrolling over any number of rows. A browser caps an element's height (Chromium near 33 million pixels,
 * Firefox near 17) and positions elements by 32-bit floats, which miss pixels from 16 million on. So an element for
 * more rows is `MAX_BODY_HEIGHT` high: its scroll bar moves through the rows faster than one to one, while the wheel
 * and the keys still move by the pixel.
 */

/** Maximum height in pixels of the element that contains the rows. */
const MAX_BODY_HEIGHT = 8_000_000;
/** Pixels per line, for a mouse whose wheel reports lines. */
const WHEEL_LINE_HEIGHT = 16;

export class VerticalScroll {
  readonly #scroller: HTMLElement;
  readonly #onScroll: () => void;
  readonly #onWheel = (event: WheelEvent): void => this.#scrollByWheel(event);
  #rowsHeight = 0;
  #viewHeight = 0;
  /**
   * The scroll position that was set last in pixels of the scroll bar, and the exact height of the rows above the view
   * that it stands for.
   */
  #lastSet = { scrollTop: 0, top: 0 };

  /**
   * `scroller` is the element that scrolls. `onScroll` is called after each `scrollTo`, and after each movement of the
   * wheel that this class handles itself.
   */
  constructor(scroller: HTMLElement, onScroll: () => void) {
    this.#scroller = scroller;
    this.#onScroll = onScroll;
  }

  /** Sets the height of all rows together and of the part that is visible, in pixels. */
  setHeights(rowsHeight: number, viewHeight: number): void {
    this.#rowsHeight = rowsHeight;
    this.#viewHeight = viewHeight;
  }

  /**
   * Starts handling the wheel if there are too many rows for the browser to scroll them. Otherwise stops listening to
   * the wheel, because a listener slows scrolling down. Must be called after the number of rows changed.
   */
  listenToWheel(): void {
    this.#scroller.removeEventListener('wheel', this.#onWheel);
    if (this.#isScaled()) this.#scroller.addEventListener('wheel', this.#onWheel, { passive: false });
  }

  /** Height in pixels of the element that contains the rows. */
  bodyHeight(): number {
    return Math.min(MAX_BODY_HEIGHT, this.#rowsHeight);
  }

  /** Height in pixels of the rows above the top of the view. */
  scrollOffset(): number {
    const { scrollTop } = this.#scroller;
    if (!this.#isScaled()) return scrollTop;
    const isMovedByScrollBar = Math.abs(scrollTop - this.#lastSet.scrollTop) >= 1;
    if (isMovedByScrollBar) this.#lastSet = { scrollTop, top: scrollTop * this.#scale() };
    return Math.min(this.#maxTop(), this.#lastSet.top);
  }

  /** Pixels to add to a row's position among all rows to get its position within the body. */
  bodyOffset(): number {
    return this.#scroller.scrollTop - this.scrollOffset();
  }

  /** Scrolls until `top` pixels of rows are above the view, or as near as possible. */
  scrollTo(top: number): void {
    const clamped = Math.max(0, Math.min(this.#maxTop(), top));
    this.#scroller.scrollTop = clamped / this.#scale();
    this.#lastSet = { scrollTop: this.#scroller.scrollTop, top: clamped };
    this.#onScroll();
  }

  #maxTop(): number {
    return Math.max(0, this.#rowsHeight - this.#viewHeight);
  }

  /** Pixels of rows per pixel of scrolling: 1 unless the rows are higher than the body may be. */
  #scale(): number {
    const range = this.bodyHeight() - this.#viewHeight;
    return this.bodyHeight() < MAX_BODY_HEIGHT || range <= 0 ? 1 : this.#maxTop() / range;
  }

  #isScaled(): boolean {
    return this.#scale() !== 1;
  }

  #scrollByWheel(event: WheelEvent): void {
    if (!this.#isScaled() || event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    event.preventDefault();
    const unit = [1, WHEEL_LINE_HEIGHT, this.#viewHeight][event.deltaMode] ?? 1;
    this.#scroller.scrollLeft += event.deltaX * unit;
    this.scrollTo(this.scrollOffset() + event.deltaY * unit);
  }
}
