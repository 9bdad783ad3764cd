/**
 * The display position of a column is its 0-based index among the columns that are not hidden. The pinned ones come
 * first, then those that scroll.
 */
import type { ColumnModel, VisibleColumn } from './columns.ts';
import { HEADER_ROW, type Position, ROW_NUMBER_COLUMN } from './selection.ts';
import type { Range, Viewport } from './viewport/viewport.ts';

/** A column with its 0-based display position. `left` is its left edge within the row in pixels. */
export interface PlacedColumn extends VisibleColumn {
  readonly position: number;
  readonly pinned: boolean;
}

export interface Placement {
  readonly pinned: readonly PlacedColumn[];
  readonly unpinned: readonly VisibleColumn[];
  readonly numberWidth: number;
  /** Width in pixels of everything that does not scroll: the row numbers and the pinned columns. */
  readonly pinnedWidth: number;
  /** Width in pixels of the row numbers and of all columns that are not hidden. */
  readonly totalWidth: number;
  readonly columnCount: number;
  /** Returns the column at a display position. `left` of a pinned column is its left edge within the row. */
  columnAt(position: number): VisibleColumn | undefined;
  /**
   * Returns the display position of the column with this index in the host's list, or -1 if it is hidden or does not
   * exist.
   */
  positionOf(index: number): number;
  /** Returns the indices in the host's list of the columns at the display positions from `from` to `to` − 1. */
  listColumnIndices(from: number, to: number): number[];
  /**
   * Returns the columns to draw: the pinned ones, those of `range`, and the one at the display position `keptPosition`,
   * if there is one. `range` counts the columns that scroll. Returns the same array if the arguments of the last call
   * were the same.
   */
  listColumnsToDraw(range: Range, keptPosition: number): readonly PlacedColumn[];
}

export function createPlacement(model: ColumnModel, numberWidth: number): Placement {
  const { pinned: pinnedColumns, center } = model.getPlacedVisibleColumns();
  const pinned = pinnedColumns.map((column, position) => ({
    ...column,
    position,
    pinned: true,
    left: numberWidth + column.left,
  }));
  const pinnedWidth = pinned.reduce((sum, column) => sum + column.width, numberWidth);
  const last = center.at(-1);
  let cached: { readonly key: string; readonly columns: readonly PlacedColumn[] } | undefined;

  let indices: number[] | undefined;
  const order = (): number[] => {
    indices ??= [...pinned, ...center].map((column) => column.index);
    return indices;
  };

  return {
    pinned,
    unpinned: center,
    numberWidth,
    pinnedWidth,
    totalWidth: pinnedWidth + (last ? last.left + last.width : 0),
    columnCount: pinned.length + center.length,
    columnAt: (position) => (position < pinned.length ? pinned[position] : center[position - pinned.length]),
    positionOf: (index) => order().indexOf(index),
    listColumnIndices: (from, to) => order().slice(Math.max(0, from), to),
    listColumnsToDraw(range, keptPosition) {
      const keptIndex = keptPosition - pinned.length;
      const isKeptOutside = keptIndex >= 0 && (keptIndex < range.first || keptIndex > range.last);
      const key = `${range.first} ${range.last} ${isKeptOutside ? keptIndex : ''}`;
      if (cached?.key === key) return cached.columns;
      const indices: number[] = [];
      for (let index = range.first; index <= range.last; index++) indices.push(index);
      if (isKeptOutside && keptIndex < range.first) indices.unshift(keptIndex);
      else if (isKeptOutside) indices.push(keptIndex);
      const unpinned = indices.flatMap((index) => {
        const column = center[index];
        if (!column) return [];
        return [
          { ...column, position: index + pinned.length, pinned: false, left: pinnedWidth + column.left },
        ];
      });
      cached = { key, columns: [...pinned, ...unpinned] };
      return cached.columns;
    },
  };
}

const EDGE_TOLERANCE = 4;

/**
 * Returns the position at or nearest to a point of the window, in pixels. It may be the position of a header or a row
 * number.
 */
export function findPositionAtPoint(
  point: { readonly x: number; readonly y: number },
  scroller: HTMLElement,
  viewport: Viewport,
  placement: Placement,
): Position {
  const box = scroller.getBoundingClientRect();
  const x = Math.min(point.x - box.left, scroller.clientWidth - 1);
  const row = viewport.findRowAtY(Math.min(point.y - box.top, scroller.clientHeight - 1));
  if (x < placement.numberWidth) return { row, column: ROW_NUMBER_COLUMN };
  if (x < placement.pinnedWidth) {
    return { row, column: placement.pinned.findIndex((column) => x < column.left + column.width) };
  }
  return {
    row,
    column: Math.min(
      placement.columnCount - 1,
      placement.pinned.length + viewport.findNearestUnpinnedColumn(x),
    ),
  };
}

/**
 * Returns the column whose right edge in the header is within a few pixels of a point of the window, by its index in
 * the host's list. Undefined if there is none.
 */
export function findColumnWithEdgeAt(
  point: { readonly x: number; readonly y: number },
  scroller: HTMLElement,
  viewport: Viewport,
  placement: Placement,
): number | undefined {
  if (findPositionAtPoint(point, scroller, viewport, placement).row !== HEADER_ROW) return undefined;
  const left = scroller.getBoundingClientRect().left;
  for (const shift of [0, -EDGE_TOLERANCE - 1]) {
    const position = findPositionAtPoint({ x: point.x + shift, y: point.y }, scroller, viewport, placement);
    const column = placement.columnAt(position.column);
    if (!column || position.column === ROW_NUMBER_COLUMN) continue;
    const start =
      position.column < placement.pinned.length
        ? column.left
        : placement.pinnedWidth + column.left - scroller.scrollLeft;
    if (Math.abs(left + start + column.width - point.x) <= EDGE_TOLERANCE) return column.index;
  }
  return undefined;
}
