/** Where the columns are: display positions over the pinned and the unpinned ones, and what is under a point. */
import type { ColumnModel, ShownColumn } from './columns.ts';
import { headerRow, numberColumn, type Position } from './selection.ts';
import type { Range, Viewport } from './viewport/viewport.ts';

/** A column with its display position, counted from 0, and its left edge within the row in pixels. */
export interface PlacedColumn extends ShownColumn {
  readonly position: number;
  readonly pinned: boolean;
}

export interface Placement {
  readonly pinned: readonly PlacedColumn[];
  readonly center: readonly ShownColumn[];
  readonly numberWidth: number;
  readonly pinnedWidth: number;
  readonly totalWidth: number;
  /** Columns shown. */
  readonly count: number;
  /** The column at a display position. */
  at(position: number): ShownColumn | undefined;
  /** Display position of the column with this index in the host's list; -1 where it is hidden. */
  positionOf(index: number): number;
  /** The host's indices of the columns at display positions `from` … `to` − 1. */
  indices(from: number, to: number): number[];
  /** Columns to have in the document: the pinned ones, those of `range`, and the one at `kept`. */
  placed(range: Range, kept: number): readonly PlacedColumn[];
}

export function createPlacement(model: ColumnModel, numberWidth: number): Placement {
  const { pinned: pinnedColumns, center } = model.shown();
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
    center,
    numberWidth,
    pinnedWidth,
    totalWidth: pinnedWidth + (last ? last.left + last.width : 0),
    count: pinned.length + center.length,
    at: (position) => (position < pinned.length ? pinned[position] : center[position - pinned.length]),
    positionOf: (index) => order().indexOf(index),
    indices: (from, to) => order().slice(Math.max(0, from), to),
    placed(range, kept) {
      const keptIndex = kept - pinned.length;
      const key = `${range.first} ${range.last} ${keptIndex}`;
      if (cached?.key === key) return cached.columns;
      const indices: number[] = [];
      for (let index = range.first; index <= range.last; index++) indices.push(index);
      if (keptIndex >= 0 && keptIndex < range.first) indices.unshift(keptIndex);
      if (keptIndex > range.last) indices.push(keptIndex);
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

const edgePixels = 4;

/** The display position under a point of the window; outside the cells the nearest one. */
export function positionAt(
  point: { readonly x: number; readonly y: number },
  scroller: HTMLElement,
  viewport: Viewport,
  placement: Placement,
): Position {
  const box = scroller.getBoundingClientRect();
  const x = Math.min(point.x - box.left, scroller.clientWidth - 1);
  const row = viewport.rowAt(Math.min(point.y - box.top, scroller.clientHeight - 1));
  if (x < placement.numberWidth) return { row, column: numberColumn };
  if (x < placement.pinnedWidth) {
    return { row, column: placement.pinned.findIndex((column) => x < column.left + column.width) };
  }
  return { row, column: placement.pinned.length + viewport.columnAt(x) };
}

/** The column, by its index in the host's list, whose right edge in the header is under a point of the window. */
export function edgeAt(
  point: { readonly x: number; readonly y: number },
  scroller: HTMLElement,
  viewport: Viewport,
  placement: Placement,
): number | undefined {
  if (positionAt(point, scroller, viewport, placement).row !== headerRow) return undefined;
  const left = scroller.getBoundingClientRect().left;
  for (const shift of [0, -edgePixels - 1]) {
    const at = positionAt({ x: point.x + shift, y: point.y }, scroller, viewport, placement);
    const column = placement.at(at.column);
    if (!column || at.column === numberColumn) continue;
    const start =
      at.column < placement.pinned.length
        ? column.left
        : placement.pinnedWidth + column.left - scroller.scrollLeft;
    if (Math.abs(left + start + column.width - point.x) <= edgePixels) return column.index;
  }
  return undefined;
}
