/**
 * The columns as shown: width, order, visibility and pinning, kept by TanStack Table. A column's id is its index in
 * the host's list, because names may be empty, repeated or `__proto__`.
 */
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  constructTable,
  tableFeatures,
} from '@tanstack/table-core';
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings';
import type { ResultColumn } from '../../../protocol/results.ts';

/** One column in its place. `left` is in pixels from the start of its region. */
export interface ShownColumn {
  /** Index in the host's list. */
  readonly index: number;
  readonly name: string;
  readonly numeric: boolean;
  readonly left: number;
  readonly width: number;
}

/** Numbers only, so that it may be saved: host indices as keys of `widths` and entries of the lists. */
export interface ColumnLayout {
  readonly widths: Readonly<Record<string, number>>;
  readonly order: readonly number[];
  readonly hidden: readonly number[];
  readonly pinned: readonly number[];
}

export interface ColumnModel {
  /** Takes the host's list; what was set stays where the names before it are the same. */
  setColumns(columns: readonly ResultColumn[], widths: readonly number[]): void;
  readonly all: readonly ResultColumn[];
  /** Whether `columns` begins with the names of the present ones: then it is the same table, perhaps grown. */
  continuedBy(columns: readonly ResultColumn[]): boolean;
  /** Pinned columns first, then the others: display order. */
  shown(): { readonly pinned: readonly ShownColumn[]; readonly center: readonly ShownColumn[] };
  /** Widths of columns that nobody has set. */
  setFirstWidths(widths: readonly number[]): void;
  /**
   * Widens columns that nobody has set towards `widths`, by `room` pixels together at most. None becomes narrower, so
   * that columns stay where the eye has learnt them while pages are turned.
   */
  widen(widths: readonly number[], room: number): void;
  setWidth(index: number, pixels: number): void;
  setHidden(index: number, hidden: boolean): void;
  setPinned(index: number, pinned: boolean): void;
  /** Moves a column to where `target` is shown. */
  move(index: number, target: number): void;
  layout(): ColumnLayout;
  setLayout(layout: ColumnLayout): void;
}

const minWidth = 40;
const maxWidth = 2_000;
const features = tableFeatures({
  coreReactivityFeature: storeReactivityBindings(),
  columnSizingFeature,
  columnOrderingFeature,
  columnVisibilityFeature,
  columnPinningFeature,
});

const definitions = (columns: readonly ResultColumn[], widths: readonly number[]) =>
  columns.map((column, index) => ({
    id: String(index),
    header: column.name,
    size: widths[index] ?? 120,
    minSize: minWidth,
    maxSize: maxWidth,
  }));

/** `onChange` is called after every change of what is shown. */
export function createColumnModel(onChange: () => void): ColumnModel {
  const data: readonly never[] = [];
  const table = constructTable<typeof features, never>({ features, columns: [], data: [...data] });
  let all: readonly ResultColumn[] = [];
  let firstWidths: readonly number[] = [];
  let cached: ReturnType<ColumnModel['shown']> | undefined;

  const changed = (): void => {
    cached = undefined;
    onChange();
  };

  const place = (columns: readonly { readonly id: string; getSize(): number }[]): ShownColumn[] => {
    let left = 0;
    return columns.flatMap((column) => {
      const index = Number(column.id);
      const source = all[index];
      if (!source) return [];
      const width = column.getSize();
      const shown = { index, name: source.name, numeric: source.numeric, left, width };
      left += width;
      return [shown];
    });
  };

  const continuedBy = (columns: readonly ResultColumn[]): boolean =>
    all.length > 0 && all.every((column, index) => columns[index]?.name === column.name);

  const setFirstWidths = (widths: readonly number[]): void => {
    firstWidths = widths;
    table.setOptions((previous) => ({ ...previous, columns: definitions(all, widths) }));
    changed();
  };
  const order = (): number[] => table.getAllLeafColumns().map((column) => Number(column.id));

  return {
    get all() {
      return all;
    },
    continuedBy,
    setColumns(columns, widths) {
      const same = continuedBy(columns);
      all = columns;
      firstWidths = same ? widths.map((width, index) => firstWidths[index] ?? width) : widths;
      if (!same) {
        table.resetColumnSizing(true);
        table.resetColumnOrder(true);
        table.resetColumnVisibility(true);
        table.resetColumnPinning(true);
      }
      table.setOptions((previous) => ({ ...previous, columns: definitions(columns, firstWidths) }));
      changed();
    },
    setFirstWidths,
    widen(widths, room) {
      const isSet = table.store.state.columnSizing;
      const isHidden = table.store.state.columnVisibility;
      let left = room;
      const next = firstWidths.map((width, index) => {
        const id = String(index);
        if (isSet[id] !== undefined || isHidden[id] === false) return width;
        const more = Math.max(0, Math.min(left, (widths[index] ?? 0) - width));
        left -= more;
        return width + more;
      });
      if (left < room) setFirstWidths(next);
    },
    shown() {
      cached ??= {
        pinned: place(table.getStartVisibleLeafColumns()),
        center: place(table.getCenterVisibleLeafColumns()),
      };
      return cached;
    },
    setWidth(index, pixels) {
      const width = Math.round(Math.max(minWidth, Math.min(maxWidth, pixels)));
      table.setColumnSizing((previous) => ({ ...previous, [String(index)]: width }));
      changed();
    },
    setHidden(index, hidden) {
      table.setColumnVisibility((previous) => ({ ...previous, [String(index)]: !hidden }));
      changed();
    },
    setPinned(index, pinned) {
      table.getColumn(String(index))?.pin(pinned ? 'start' : false);
      changed();
    },
    move(index, target) {
      const ids = order();
      const from = ids.indexOf(index);
      const to = ids.indexOf(target);
      if (from < 0 || to < 0) return;
      ids.splice(to, 0, ...ids.splice(from, 1));
      table.setColumnOrder(ids.map(String));
      changed();
    },
    layout() {
      const { columnSizing, columnOrder, columnVisibility, columnPinning } = table.store.state;
      return {
        widths: { ...columnSizing },
        order: columnOrder.map(Number),
        hidden: Object.entries(columnVisibility).flatMap(([id, visible]) => (visible ? [] : [Number(id)])),
        pinned: columnPinning.start.map(Number),
      };
    },
    setLayout(layout) {
      table.setColumnSizing({ ...layout.widths });
      table.setColumnOrder(layout.order.map(String));
      table.setColumnVisibility(Object.fromEntries(layout.hidden.map((index) => [String(index), false])));
      table.setColumnPinning({ start: layout.pinned.map(String), end: [] });
      changed();
    },
  };
}
