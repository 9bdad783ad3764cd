/**
 * Which rows and columns are visible. Rows have one height, so this is arithmetic that costs the same for a hundred
 * rows and for a million; a virtualizer that measures elements would keep an entry for each. A browser caps an
 * element's height (Chromium near 33 million pixels, Firefox near 17) and places elements by 32-bit floats, which
 * miss pixels from 16 million on. So beyond `maxPixels` the body stays that high: the scroll bar moves through the
 * rows faster than one to one, the wheel and the keys continue moving by the pixel.
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
  /** The width of the view as measured last, in pixels; `measured` measures it. */
  width(): number;
  measured(): number;
  /** Visible rows, widened by `over` on both sides. */
  rows(over: number): Range;
  /** Indices into the visible unpinned columns, widened by `over` on both sides. */
  columns(over: number): Range;
  /** Pixels to add to `row * rowHeight` for a row's top within the body, at the present scroll position. */
  shift(): number;
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
}

export const maxPixels = 8_000_000;
/** Wheel steps in lines, where a mouse reports them. */
const lineHeight = 16;

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
  const maxTop = (): number => Math.max(0, rowCount * rowHeight - height);
  /** Pixels of rows for each pixel of scrolling; 1 unless there are more rows than an element may be high. */
  const scale = (): number => {
    const range = bodyHeight() - height;
    return bodyHeight() < maxPixels || range <= 0 ? 1 : maxTop() / range;
  };
  /** Where we put the scroll bar last, and the exact position it means. */
  let written = { scrollTop: 0, top: 0 };
  /** Pixels of rows above the first visible one. */
  const topInSight = (): number => {
    const { scrollTop } = scroller;
    if (scale() === 1) return scrollTop;
    if (Math.abs(scrollTop - written.scrollTop) >= 1) written = { scrollTop, top: scrollTop * scale() };
    return Math.min(maxTop(), written.top);
  };
  const scrollToTop = (to: number): void => {
    const top = Math.max(0, Math.min(maxTop(), to));
    scroller.scrollTop = top / scale();
    written = { scrollTop: scroller.scrollTop, top };
    onChange();
  };
  const turned = (event: WheelEvent): void => {
    if (scale() === 1 || event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    event.preventDefault();
    const unit = [1, lineHeight, height][event.deltaMode] ?? 1;
    scroller.scrollLeft += event.deltaX * unit;
    scrollToTop(topInSight() + event.deltaY * unit);
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
      // A listener that may prevent scrolling slows it down: only where it is needed.
      scroller.removeEventListener('wheel', turned);
      if (scale() !== 1) scroller.addEventListener('wheel', turned, { passive: false });
    },
    setColumns(shown, pinned) {
      center = shown;
      pinnedWidth = pinned;
      measure();
    },
    width: () => width,
    measured() {
      measure();
      return width;
    },
    rows(over) {
      const top = topInSight();
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
    shift: () => scroller.scrollTop - topInSight(),
    rowAt(y) {
      if (y < headerHeight) return -1;
      const row = Math.floor((y - headerHeight + topInSight()) / rowHeight);
      return Math.max(-1, Math.min(rowCount - 1, row));
    },
    columnAt: (x) => indexAt(x - pinnedWidth + scroller.scrollLeft),
    bodyHeight,
    pageRows: () => Math.max(1, Math.floor(height / rowHeight) - 1),
    reveal(row, column) {
      measure();
      if (row >= 0) {
        const top = topInSight();
        const low = (row + 1) * rowHeight - height;
        if (row * rowHeight < top) scrollToTop(row * rowHeight);
        else if (low > top) scrollToTop(Math.ceil(low));
      }
      const shown = center[column];
      if (!shown) return;
      const right = shown.left + shown.width - viewWidth();
      if (shown.left < scroller.scrollLeft || shown.width > viewWidth()) scroller.scrollLeft = shown.left;
      else if (right > scroller.scrollLeft) scroller.scrollLeft = Math.ceil(right);
    },
  };
}
