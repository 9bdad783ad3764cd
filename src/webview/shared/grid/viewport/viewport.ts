/**
 * Computes which rows and columns are visible, and scrolls to them. All rows have the same height, so none has to be
 * measured.
 */
import type { VisibleColumn } from '../columns.ts';
import { HEADER_ROW } from '../selection.ts';
import { VerticalScroll } from './verticalScroll.ts';

interface ViewportOptions {
  readonly scroller: HTMLElement;
  /** Height of a row in pixels. Must be the same as in the style sheet. */
  readonly rowHeight: number;
  /** Height of the header in pixels. Must be the same as in the style sheet. */
  readonly headerHeight: number;
  readonly onChange: () => void;
}

/** Indices from `first` to `last`, both inclusive. Empty if `last` is less than `first`. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

export class Viewport {
  readonly #scroller: HTMLElement;
  readonly #rowHeight: number;
  readonly #headerHeight: number;
  readonly #scroll: VerticalScroll;
  #rowCount = 0;
  #columns: readonly VisibleColumn[] = [];
  #pinnedWidth = 0;
  /** Size in pixels of the part of the view that displays rows, without the scroll bars, as last measured. */
  #height = 0;
  #width = 0;

  constructor({ scroller, rowHeight, headerHeight, onChange }: ViewportOptions) {
    this.#scroller = scroller;
    this.#rowHeight = rowHeight;
    this.#headerHeight = headerHeight;
    this.#scroll = new VerticalScroll(scroller, onChange);
    this.#measure();
    scroller.addEventListener('scroll', onChange, { passive: true });
    new ResizeObserver(() => {
      this.#measure();
      onChange();
    }).observe(scroller);
  }

  setRowCount(rowCount: number): void {
    this.#rowCount = rowCount;
    this.#measure();
    this.#scroll.listenToWheelIfScaled();
  }

  /**
   * Sets the columns that scroll horizontally, and the total width in pixels of the row numbers and the pinned columns.
   */
  setColumns(columns: readonly VisibleColumn[], pinnedWidth: number): void {
    this.#columns = columns;
    this.#pinnedWidth = pinnedWidth;
    this.#measure();
  }

  getMeasuredWidth(): number {
    return this.#width;
  }

  measureWidth(): number {
    this.#measure();
    return this.#width;
  }

  computeVisibleRowRange(overscan: number): Range {
    const top = this.#scroll.readScrollOffset();
    const first = Math.floor(top / this.#rowHeight);
    const last = Math.ceil((top + this.#height) / this.#rowHeight) - 1;
    return { first: Math.max(0, first - overscan), last: Math.min(this.#rowCount - 1, last + overscan) };
  }

  /**
   * Returns the range of the visible columns among those that scroll, extended by up to `overscan` columns on each
   * side. The range contains at least one column if there is any.
   */
  computeVisibleColumnRange(overscan: number): Range {
    const left = this.#scroller.scrollLeft;
    const first = this.#findColumnAtOffset(left);
    const last = this.#findColumnAtOffset(left + Math.max(0, this.#computeUnpinnedWidth() - 1));
    return {
      first: Math.max(0, first - overscan),
      last: Math.min(this.#columns.length - 1, last + overscan),
    };
  }

  computeBodyHeight(): number {
    return this.#scroll.computeBodyHeight();
  }

  /**
   * Returns how many pixels to add to a row's index times the row height to get the row's upper edge within the body.
   * The value depends on the scroll position.
   */
  computeRowShift(): number {
    return this.#scroll.computeRowShift();
  }

  countRowsPerPageKey(): number {
    return Math.max(1, Math.floor(this.#height / this.#rowHeight) - 1);
  }

  /** Measures the view and returns how many rows fit, a partly visible last row included. */
  measureVisibleRowCount(): number {
    this.#measure();
    return Math.ceil(this.#height / this.#rowHeight);
  }

  /**
   * Returns the index of the row at or nearest to `y` pixels below the top edge of the grid; `HEADER_ROW` for the
   * header, or if there are no rows.
   */
  findRowAtY(y: number): number {
    if (y < this.#headerHeight) return HEADER_ROW;
    const row = Math.floor((y - this.#headerHeight + this.#scroll.readScrollOffset()) / this.#rowHeight);
    return Math.max(HEADER_ROW, Math.min(this.#rowCount - 1, row));
  }

  /**
   * Returns the column at or nearest to `x` pixels from the left edge of the grid, as an index among the columns that
   * scroll. Returns 0 if there are none.
   */
  findNearestUnpinnedColumn(x: number): number {
    return this.#findColumnAtOffset(x - this.#pinnedWidth + this.#scroller.scrollLeft);
  }

  /**
   * Scrolls so that a cell is visible. `column` is an index among the columns that scroll. A negative `row` or `column`
   * causes no scrolling in its direction.
   */
  revealCell(row: number, column: number): void {
    this.#measure();
    if (row >= 0) this.#revealRow(row);
    const target = this.#columns[column];
    if (target) this.#revealColumn(target);
  }

  /**
   * Scrolls to a column unless its first `minPixels` pixels are visible, or the whole column if it is narrower.
   * `column` is an index among the columns that scroll. Does nothing for a negative index.
   */
  revealColumnStart(column: number, minPixels: number): void {
    const target = this.#columns[column];
    if (!target) return;
    const { scrollLeft } = this.#scroller;
    const visible = scrollLeft + this.#width - this.#pinnedWidth - target.left;
    if (target.left < scrollLeft || visible < Math.min(target.width, minPixels)) this.revealCell(-1, column);
  }

  scrollToTop(): void {
    this.#scroller.scrollTop = 0;
  }

  scrollToFirstColumn(): void {
    this.#scroller.scrollLeft = 0;
  }

  #measure(): void {
    this.#height = Math.max(0, this.#scroller.clientHeight - this.#headerHeight);
    this.#width = this.#scroller.clientWidth;
    this.#scroll.setHeights(this.#rowCount * this.#rowHeight, this.#height);
  }

  #computeUnpinnedWidth(): number {
    return Math.max(0, this.#width - this.#pinnedWidth);
  }

  #revealRow(row: number): void {
    const top = this.#scroll.readScrollOffset();
    const rowTop = row * this.#rowHeight;
    const minTop = rowTop + this.#rowHeight - this.#height;
    if (rowTop < top) this.#scroll.scrollTo(rowTop);
    else if (minTop > top) this.#scroll.scrollTo(Math.ceil(minTop));
  }

  #revealColumn({ left, width }: VisibleColumn): void {
    const minLeft = left + width - this.#computeUnpinnedWidth();
    if (left < this.#scroller.scrollLeft || width > this.#computeUnpinnedWidth())
      this.#scroller.scrollLeft = left;
    else if (minLeft > this.#scroller.scrollLeft) this.#scroller.scrollLeft = Math.ceil(minLeft);
  }

  #findColumnAtOffset(offset: number): number {
    let low = 0;
    let high = this.#columns.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const column = this.#columns[middle];
      if (column && column.left + column.width <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
