/**
 * The columns as shown: width, order, visibility and pinning. A column is known by its index in the host's list,
 * because names may be empty, repeated or `__proto__`.
 */
import type { ResultColumn } from '../../../protocol/results.ts';
import { type Filling, filled } from './filling.ts';

/** A column as it is given: known by its name, which may be another than its heading. */
export interface GridColumn extends ResultColumn {
  readonly heading?: string;
  /** In pixels: one whose values are yet to come may ask for a width at first. */
  readonly least?: number;
}
export const headingOf = ({ name, heading = name }: GridColumn): string => heading;

/** One column in its place. `left` is in pixels from the start of its region. */
export interface ShownColumn {
  /** Index in the host's list. */
  readonly index: number;
  readonly name: string;
  readonly heading: string;
  readonly numeric: boolean;
  readonly left: number;
  readonly width: number;
}

/**
 * What was set, and all of it. Numbers only, so that it may be saved: host indices as keys of `widths` and entries of
 * the lists. Columns that `order` leaves out follow those that it names.
 */
export interface ColumnLayout {
  readonly widths: Readonly<Record<string, number>>;
  readonly order: readonly number[];
  readonly hidden: readonly number[];
  readonly pinned: readonly number[];
}

export interface ColumnModel {
  /** Takes the host's list; what was set stays where the names before it are the same. */
  setColumns(columns: readonly GridColumn[], widths: readonly number[]): void;
  readonly all: readonly GridColumn[];
  /** Whether `columns` begins with the names of the present ones: then it is the same table, perhaps grown. */
  continuedBy(columns: readonly ResultColumn[]): boolean;
  /** Pinned columns first, then the others: display order. */
  shown(): { readonly pinned: readonly ShownColumn[]; readonly center: readonly ShownColumn[] };
  /** Widths of columns that the person has not set. */
  setFirstWidths(widths: readonly number[]): void;
  /**
   * Widens columns that the person has not set towards `widths`, by `room` pixels together at most. None becomes narrower, so
   * that columns stay where the eye has learnt them while pages are turned.
   */
  widen(widths: readonly number[], room: number): void;
  /** One column takes what the others leave; undefined: each has its own width. */
  setFilling(filling: Filling | undefined): void;
  /** The width that there is for all columns, in pixels; no event tells of it. */
  setRoom(pixels: number): void;
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
const firstWidth = 120;
const nothingSet: ColumnLayout = { widths: {}, order: [], hidden: [], pinned: [] };

const within = (pixels: number): number => Math.max(minWidth, Math.min(maxWidth, pixels));
const without = (list: readonly number[], index: number): number[] => list.filter((one) => one !== index);

/** All of `count` columns in the order that was set. */
function ordered({ order }: ColumnLayout, count: number): number[] {
  return [...new Set([...order, ...Array.from({ length: count }, (_, index) => index)])];
}

/** `onChange` is called after every change of what is shown. */
export function createColumnModel(onChange: () => void): ColumnModel {
  let all: readonly GridColumn[] = [];
  let firstWidths: readonly number[] = [];
  let layout = nothingSet;
  let filling: Filling | undefined;
  let room = 0;
  let cached: ReturnType<ColumnModel['shown']> | undefined;

  const changed = (): void => {
    cached = undefined;
    onChange();
  };
  const set = (part: Partial<ColumnLayout>): void => {
    layout = { ...layout, ...part };
    changed();
  };

  const widthOf = (index: number): number => within(layout.widths[index] ?? firstWidths[index] ?? firstWidth);

  /** The widths of those that are there. */
  function widthsOf(indices: readonly number[]): ReadonlyMap<number, number> {
    const own = new Map(indices.filter((index) => all[index]).map((index) => [index, widthOf(index)]));
    return filling ? filled(own, filling, new Set(Object.keys(layout.widths).map(Number)), room) : own;
  }

  /** Those of `indices` that are there, side by side. */
  function place(indices: readonly number[], widths: ReadonlyMap<number, number>): ShownColumn[] {
    let left = 0;
    return indices.flatMap((index) => {
      const [source, width] = [all[index], widths.get(index)];
      if (!source || width === undefined) return [];
      left += width;
      const { name, numeric } = source;
      return [{ ...{ index, name, heading: headingOf(source), numeric }, left: left - width, width }];
    });
  }

  const continuedBy = (columns: readonly ResultColumn[]): boolean =>
    all.length > 0 && all.every((column, index) => columns[index]?.name === column.name);

  const setFirstWidths = (widths: readonly number[]): void => {
    firstWidths = widths;
    changed();
  };

  return {
    get all() {
      return all;
    },
    continuedBy,
    setColumns(columns, widths) {
      const same = continuedBy(columns);
      all = columns;
      firstWidths = same ? widths.map((width, index) => firstWidths[index] ?? width) : widths;
      set(same ? {} : nothingSet);
    },
    setFirstWidths,
    widen(widths, room) {
      const hidden = new Set(layout.hidden);
      let left = room;
      const next = firstWidths.map((width, index) => {
        if (layout.widths[index] !== undefined || hidden.has(index)) return width;
        const more = Math.max(0, Math.min(left, (widths[index] ?? 0) - width));
        left -= more;
        return width + more;
      });
      if (left < room) setFirstWidths(next);
    },
    shown() {
      if (!cached) {
        const hidden = new Set(layout.hidden);
        const pinned = new Set(layout.pinned);
        const beside = [...pinned].filter((index) => !hidden.has(index));
        const others = ordered(layout, all.length).filter(
          (index) => !hidden.has(index) && !pinned.has(index),
        );
        const widths = widthsOf([...beside, ...others]);
        cached = { pinned: place(beside, widths), center: place(others, widths) };
      }
      return cached;
    },
    setFilling(next) {
      if (JSON.stringify(next) === JSON.stringify(filling)) return;
      filling = next;
      changed();
    },
    setRoom(pixels) {
      if (pixels === room) return;
      room = pixels;
      if (filling) cached = undefined;
    },
    setWidth: (index, pixels) => set({ widths: { ...layout.widths, [index]: Math.round(within(pixels)) } }),
    setHidden: (index, hidden) =>
      set({ hidden: [...without(layout.hidden, index), ...(hidden ? [index] : [])] }),
    setPinned: (index, pinned) =>
      set({ pinned: [...without(layout.pinned, index), ...(pinned ? [index] : [])] }),
    move(index, target) {
      const order = ordered(layout, all.length);
      const from = order.indexOf(index);
      const to = order.indexOf(target);
      if (from < 0 || to < 0) return;
      order.splice(to, 0, ...order.splice(from, 1));
      set({ order });
    },
    layout: () => layout,
    // By name: what is loaded may hold more, and would be saved again.
    setLayout: ({ widths, order, hidden, pinned }) => set({ widths, order, hidden, pinned }),
  };
}
