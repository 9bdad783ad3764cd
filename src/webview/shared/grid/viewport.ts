/**
 * Which rows and columns are in sight. Rows have one height, so this is arithmetic that costs the same for a hundred
 * rows and for a million; a virtualizer that measures elements would keep an entry for each. A browser caps an
 * element's height (Chromium near 33 million pixels, Firefox near 17), so beyond `maxPixels` the scroll bar moves
 * through the rows faster than one to one.
 */
import type { ShownColumn } from './columns.ts';

export interface ViewportOptions {
  readonly scroller: HTMLElement;
  readonly rowHeight: number;
  readonly headerHeight: number;
  /** Scrolled or resized; called before the frame that shows it is drawn. */
  readonly onChange: () => void;
}

/** Indices from `first` to `last`; empty when `last` is below `first`. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

export interface Viewport {
  setRows(count: number): void;
  /** `pinnedWidth` is the width of what does not scroll sideways, the row numbers included. */
  setColumns(center: readonly ShownColumn[], pinnedWidth: number): void;
  /** Rows in sight, widened by `over` on both sides. */
  rows(over: number): Range;
  /** Indices into the unpinned columns in sight, widened by `over` on both sides. */
  columns(over: number): Range;
  /** Top of a row within the body, in pixels, for the present scroll position. */
  top(row: number): number;
  /** The row, or -1 for the header, at `y` pixels below the scroller's top edge; clamped to what there is. */
  rowAt(y: number): number;
  /** Index into the unpinned columns at `x` pixels from the scroller's left edge; clamped to what there is. */
  columnAt(x: number): number;
  /** Height to give to the body, in pixels. */
  bodyHeight(): number;
  /** Whole rows that fit, less one to keep the eye's place. */
  pageRows(): number;
  /** Scrolls no further than needed. `column` is an index into the unpinned columns, or -1. */
  reveal(row: number, column: number): void;
  dispose(): void;
}

export const maxPixels = 15_000_000;

export function createViewport(options: ViewportOptions): Viewport {
  const { scroller, rowHeight, headerHeight, onChange } = options;
  let rowCount = 0;
  let center: readonly ShownColumn[] = [];
  let pinnedWidth = 0;
  let height = 0;
  let width = 0;

  const measure = (): void => {
    height = Math.max(0, scroller.clientHeight - headerHeight);
    width = scroller.clientWidth;
  };
  const viewWidth = (): number => Math.max(0, width - pinnedWidth);
  const bodyHeight = (): number => Math.min(maxPixels, rowCount * rowHeight);
  /** Pixels of rows for each pixel of scrolling; 1 unless there are more rows than an element may be high. */
  const scale = (): number => {
    const range = bodyHeight() - height;
    return bodyHeight() < maxPixels || range <= 0 ? 1 : (rowCount * rowHeight - height) / range;
  };
  /** First column whose right edge is beyond `left`. */
  const indexAt = (left: number): number => {
    let low = 0;
    let high = center.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const column = center[middle];
      if (column && column.left + column.width <= left) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const resized = new ResizeObserver(() => {
    measure();
    onChange();
  });
  resized.observe(scroller);
  scroller.addEventListener('scroll', onChange, { passive: true });
  measure();

  return {
    setRows(count) {
      rowCount = count;
      measure();
    },
    setColumns(shown, pinned) {
      center = shown;
      pinnedWidth = pinned;
      measure();
    },
    rows(over) {
      const top = scroller.scrollTop * scale();
      const first = Math.floor(top / rowHeight);
      const last = Math.ceil((top + height) / rowHeight) - 1;
      return { first: Math.max(0, first - over), last: Math.min(rowCount - 1, last + over) };
    },
    columns(over) {
      const left = scroller.scrollLeft;
      const first = indexAt(left);
      const last = indexAt(left + Math.max(0, viewWidth() - 1));
      return { first: Math.max(0, first - over), last: Math.min(center.length - 1, last + over) };
    },
    top(row) {
      return row * rowHeight + scroller.scrollTop * (1 - scale());
    },
    rowAt(y) {
      if (y < headerHeight) return -1;
      const row = Math.floor((y - headerHeight + scroller.scrollTop * scale()) / rowHeight);
      return Math.max(-1, Math.min(rowCount - 1, row));
    },
    columnAt: (x) => indexAt(x - pinnedWidth + scroller.scrollLeft),
    bodyHeight,
    pageRows: () => Math.max(1, Math.floor(height / rowHeight) - 1),
    reveal(row, column) {
      if (row >= 0) {
        const top = scroller.scrollTop * scale();
        const low = (row + 1) * rowHeight - height;
        if (row * rowHeight < top) scroller.scrollTop = Math.floor((row * rowHeight) / scale());
        else if (low > top) scroller.scrollTop = Math.ceil(low / scale());
      }
      const shown = center[column];
      if (!shown) return;
      const right = shown.left + shown.width - viewWidth();
      if (shown.left < scroller.scrollLeft || shown.width > viewWidth()) scroller.scrollLeft = shown.left;
      else if (right > scroller.scrollLeft) scroller.scrollLeft = Math.ceil(right);
    },
    dispose() {
      resized.disconnect();
      scroller.removeEventListener('scroll', onChange);
    },
  };
}
