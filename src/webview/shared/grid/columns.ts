/** A column is identified by its index in the host's list, because names may be empty, repeated or `__proto__`. */
import type { ColumnLayout } from '../../../protocol/columnLayout.ts';
import type { ResultColumn } from '../../../protocol/results.ts';
import { type FlexibleColumns, fitFlexibleColumnWidths } from './flexibleColumns.ts';

export interface GridColumn extends ResultColumn {
  readonly heading?: string;
  /** Text about the column for the tooltip of its header. */
  readonly note?: string;
  /**
   * Minimum of the estimated width in pixels. Set for a column whose values may arrive after its width was estimated. A
   * default applies if undefined.
   */
  readonly minEstimatedWidth?: number;
  /** Whether values without enough room lose their middle, not their end. Default: false. */
  readonly shortensMiddle?: boolean;
}
export const getHeading = ({ name, heading = name }: GridColumn): string => heading;

export interface VisibleColumn {
  readonly index: number;
  readonly name: string;
  readonly heading: string;
  readonly note?: string;
  readonly numeric: boolean;
  /** Whether values without enough room lose their middle, not their end. */
  readonly shortensMiddle: boolean;
  /** Distance in pixels from the left edge of the first column of the same group, pinned or scrolling. */
  readonly left: number;
  readonly width: number;
}

interface VisibleColumns {
  readonly pinned: readonly VisibleColumn[];
  readonly center: readonly VisibleColumn[];
}

/** Minimum width of a column in pixels, so that its edge can still be dragged. */
const MIN_WIDTH = 40;
/** Maximum width in pixels of any column but the flexible one, so that the user can get back to the next column. */
const MAX_WIDTH = 2_000;
const DEFAULT_WIDTH = 120;
/**
 * Maximum width in pixels of a column that the user has not resized, so that one column of long texts does not push the
 * others out of the view. Unused width may be added beyond this maximum.
 */
const MAX_CROWDED_WIDTH = 320;
const EMPTY_LAYOUT: ColumnLayout = { widths: {}, order: [], hidden: [], pinned: [] };

const limitWidth = (pixels: number): number => Math.min(MAX_CROWDED_WIDTH, pixels);
const clampWidth = (pixels: number): number => Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, pixels));
const copyListWithoutMember = (list: readonly number[], index: number): number[] =>
  list.filter((one) => one !== index);

const copyListWithOrWithoutMember = (list: readonly number[], index: number, isMember: boolean): number[] =>
  isMember ? [...copyListWithoutMember(list, index), index] : copyListWithoutMember(list, index);

function copyListWithMemberMoved(
  list: readonly number[],
  index: number,
  target: number,
): number[] | undefined {
  const to = list.indexOf(target);
  if (to < 0 || !list.includes(index)) return undefined;
  return copyListWithoutMember(list, index).toSpliced(to, 0, index);
}

export class ColumnModel {
  readonly #onChange: () => void;
  #all: readonly GridColumn[] = [];
  /** Estimated widths at which the names and the known values fit. */
  #fittingWidths: readonly number[] = [];
  #baseWidths: readonly number[] = [];
  /** Width in pixels that is added to each base width out of the unused width. */
  #addedWidths: readonly number[] = [];
  #layout = EMPTY_LAYOUT;
  #flexibleColumns: FlexibleColumns | undefined;
  #availableWidth = 0;
  #visibleColumns: VisibleColumns | undefined;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get allColumns(): readonly GridColumn[] {
    return this.#all;
  }

  /**
   * Replaces the columns. `fittingWidths` are the estimated widths in pixels at which their names and values fit. If
   * the new columns continue the present ones (`isNonEmptyPrefixOf`), the layout and the widths of the present ones
   * stay, so that no column moves under the pointer. Only one that was changed, for example because its values were
   * revealed, becomes wider if they need it.
   */
  setColumnsWithFittingWidths(columns: readonly GridColumn[], fittingWidths: readonly number[]): void {
    const isContinued = this.isNonEmptyPrefixOf(columns);
    const before = isContinued ? this.#all : [];
    const keepOrWiden = (widths: readonly number[], newWidths: readonly number[]): number[] =>
      newWidths.map((width, index) => {
        const present = before[index];
        if (!present) return width;
        const isChanged = JSON.stringify(present) !== JSON.stringify(columns[index]);
        return Math.max(widths[index] ?? 0, isChanged ? width : 0);
      });
    this.#fittingWidths = keepOrWiden(this.#fittingWidths, fittingWidths);
    this.#baseWidths = keepOrWiden(this.#baseWidths, fittingWidths.map(limitWidth));
    this.#all = columns;
    if (!isContinued) this.#layout = EMPTY_LAYOUT;
    this.#distributeUnusedWidth(isContinued ? this.#addedWidths : []);
    this.#notifyChange();
  }

  /**
   * Whether `columns` begins with the present columns, compared by name and in the same order. False if there are no
   * present columns.
   */
  isNonEmptyPrefixOf(columns: readonly ResultColumn[]): boolean {
    return this.#all.length > 0 && this.#all.every((column, index) => columns[index]?.name === column.name);
  }

  getPlacedVisibleColumns(): VisibleColumns {
    this.#visibleColumns ??= this.#placeColumns();
    return this.#visibleColumns;
  }

  setFittingWidths(widths: readonly number[]): void {
    this.#fittingWidths = widths;
    this.#baseWidths = widths.map(limitWidth);
    this.#distributeUnusedWidth();
    this.#notifyChange();
  }

  /**
   * Raises each fitting width to the one in `widths` if that is greater, then widens columns towards their fitting
   * widths as far as there is unused width. If there is no flexible column, no column becomes narrower, so that columns
   * move little while the user pages.
   */
  widenColumns(widths: readonly number[]): void {
    this.#fittingWidths = this.#fittingWidths.map((width, index) => Math.max(width, widths[index] ?? 0));
    const before = this.#addedWidths;
    this.#distributeUnusedWidth(before);
    if (JSON.stringify(before) !== JSON.stringify(this.#addedWidths)) this.#notifyChange();
  }

  setFlexibleColumns(columns: FlexibleColumns | undefined): void {
    if (JSON.stringify(columns) === JSON.stringify(this.#flexibleColumns)) return;
    this.#flexibleColumns = columns;
    this.#distributeUnusedWidth();
    this.#notifyChange();
  }

  /** Sets the width in pixels that is available for all columns together. Does not call `onChange`. */
  setAvailableWidth(pixels: number): void {
    if (pixels === this.#availableWidth) return;
    this.#availableWidth = pixels;
    this.#distributeUnusedWidth();
    this.#visibleColumns = undefined;
  }

  setWidth(index: number, pixels: number): void {
    this.#updateLayout({ widths: { ...this.#layout.widths, [index]: Math.round(clampWidth(pixels)) } });
  }

  setHidden(index: number, hidden: boolean): void {
    this.setLayout({
      ...this.#layout,
      hidden: copyListWithOrWithoutMember(this.#layout.hidden, index, hidden),
    });
  }

  setPinned(index: number, pinned: boolean): void {
    this.#updateLayout({ pinned: copyListWithOrWithoutMember(this.#layout.pinned, index, pinned) });
  }

  /**
   * Returns the index of the visible column directly left (`by` -1) or right (1) of the column `index`, which is where
   * that column can move. Undefined if there is none: pinned columns are displayed before the others, wherever they are
   * in the order, so a column moves only among the pinned ones or only among the others.
   */
  findColumnToMoveTo(index: number, by: -1 | 1): number | undefined {
    const { pinned, center } = this.getPlacedVisibleColumns();
    for (const group of [pinned, center]) {
      const position = group.findIndex((column) => column.index === index);
      if (position >= 0) return group[position + by]?.index;
    }
    return undefined;
  }

  /** Moves a column to the position of the column `target`. Both are indices in the host's list. */
  moveColumn(index: number, target: number): void {
    const order = copyListWithMemberMoved(this.#listColumnOrder(), index, target);
    if (order) {
      const pinned = copyListWithMemberMoved(this.#layout.pinned, index, target) ?? this.#layout.pinned;
      this.#updateLayout({ order, pinned });
    }
  }

  getLayout(): ColumnLayout {
    return this.#layout;
  }

  /** Replaces the layout. Other properties, which a saved layout may contain, are ignored. */
  setLayout({ widths, order, hidden, pinned }: ColumnLayout): void {
    this.#layout = { widths, order, hidden, pinned };
    this.#distributeUnusedWidth();
    this.#notifyChange();
  }

  #updateLayout(part: Partial<ColumnLayout>): void {
    this.#layout = { ...this.#layout, ...part };
    this.#notifyChange();
  }

  /**
   * Distributes the unused width to visible columns that are too narrow for their texts, but not to columns that the
   * user has resized, or to the flexible column. `added` are widths that were added before and stay.
   */
  #distributeUnusedWidth(added: readonly number[] = []): void {
    this.#addedWidths = added;
    const { widths } = this.#layout;
    const hidden = new Set(this.#layout.hidden);
    const flexible = this.#flexibleColumns?.flexible;
    const visible = [...this.#all.keys()].filter((index) => !hidden.has(index));
    const usedWidth = visible.reduce((sum, index) => sum + this.#computeColumnWidth(index), 0);
    const missing = new Map(
      visible
        .filter((index) => index !== flexible && widths[index] === undefined)
        .map((index) => [
          index,
          Math.max(0, (this.#fittingWidths[index] ?? 0) - this.#computeColumnWidth(index)),
        ]),
    );
    const missingWidth = [...missing.values()].reduce((sum, width) => sum + width, 0);
    const share = Math.min(1, Math.max(0, this.#availableWidth - usedWidth) / Math.max(1, missingWidth));
    this.#addedWidths = this.#baseWidths.map(
      (_, index) => (added[index] ?? 0) + Math.floor((missing.get(index) ?? 0) * share),
    );
  }

  #notifyChange(): void {
    this.#visibleColumns = undefined;
    this.#onChange();
  }

  /**
   * Returns the columns' indices in the order of the layout. Some may be indices of no column, because a saved layout
   * may contain such indices.
   */
  #listColumnOrder(): number[] {
    return [...new Set([...this.#layout.order, ...this.#all.keys()])];
  }

  #placeColumns(): VisibleColumns {
    const hidden = new Set(this.#layout.hidden);
    const pinned = new Set(this.#layout.pinned);
    const shownPinned = [...pinned].filter((index) => !hidden.has(index));
    const shownCenter = this.#listColumnOrder().filter((index) => !hidden.has(index) && !pinned.has(index));
    const widths = this.#computeVisibleWidths([...shownPinned, ...shownCenter]);
    return {
      pinned: this.#placeSideBySide(shownPinned, widths),
      center: this.#placeSideBySide(shownCenter, widths),
    };
  }

  #computeVisibleWidths(indices: readonly number[]): ReadonlyMap<number, number> {
    const existing = indices.filter((index) => this.#all[index]);
    const widths = new Map(existing.map((index) => [index, this.#computeColumnWidth(index)]));
    if (!this.#flexibleColumns) return widths;
    const resized = new Set(Object.keys(this.#layout.widths).map(Number));
    return fitFlexibleColumnWidths(widths, this.#flexibleColumns, resized, this.#availableWidth);
  }

  #computeColumnWidth(index: number): number {
    const automaticWidth = (this.#baseWidths[index] ?? DEFAULT_WIDTH) + (this.#addedWidths[index] ?? 0);
    return clampWidth(this.#layout.widths[index] ?? automaticWidth);
  }

  #placeSideBySide(indices: readonly number[], widths: ReadonlyMap<number, number>): VisibleColumn[] {
    const placed: VisibleColumn[] = [];
    let left = 0;
    for (const index of indices) {
      const column = this.#all[index];
      const width = widths.get(index);
      if (!column || width === undefined) continue;
      const { name, note, numeric, shortensMiddle = false } = column;
      const described = note === undefined ? {} : { note };
      const heading = getHeading(column);
      placed.push({ index, name, heading, ...described, numeric, shortensMiddle, left, width });
      left += width;
    }
    return placed;
  }
}
