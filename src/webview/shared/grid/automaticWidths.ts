/** Widths of the columns that the user has not resized, estimated from the rows that are loaded. */
import type { ColumnModel, GridColumn } from './columns.ts';
import { averageCharacterWidth, estimateWidths } from './measure.ts';
import type { Row } from './rowWindow.ts';

/** The rows to which the widths still have to be adapted. */
type Pending =
  /** The first rows, because only the column names were known so far. */
  | 'firstRows'
  /** Further rows. Columns may become wider if there is unused width, but never narrower. */
  | 'furtherRows'
  | 'nothing';

export class AutomaticWidths {
  readonly #columns: ColumnModel;
  readonly #grid: HTMLElement;
  #pending: Pending = 'firstRows';
  /** Result of `averageCharacterWidth`, in pixels; 0 until it is measured. */
  #characterWidth = 0;

  /** `grid` is the element in whose font texts are measured. */
  constructor(columns: ColumnModel, grid: HTMLElement) {
    this.#columns = columns;
    this.#grid = grid;
  }

  /**
   * Records that the widths have to be adapted to other rows. Must be called when the grid displays other rows of the
   * same columns.
   */
  markRowsChanged(): void {
    if (this.#pending === 'nothing') this.#pending = 'furtherRows';
  }

  /**
   * Replaces the columns, and estimates their widths from their names and from `rows`, the rows that are already
   * loaded. Columns that the grid already had keep their widths if the new list begins with the names of all of them.
   */
  setColumns(columns: readonly GridColumn[], rows: readonly Row[]): void {
    this.#pending = rows.length > 0 ? 'furtherRows' : 'firstRows';
    this.#columns.setColumns(columns, this.#estimate(columns, rows));
  }

  /** Whether `adapt` has to be called when visible rows are loaded. */
  isPending(): boolean {
    return this.#pending !== 'nothing';
  }

  /**
   * Adapts the widths to loaded rows: sets them for the first rows, and only widens columns for further rows.
   * `unusedWidth` is the width of the view less that of all columns, in pixels. If it is not positive, no column is
   * widened.
   */
  adapt(rows: readonly Row[], unusedWidth: number): void {
    const pending = this.#pending;
    this.#pending = 'nothing';
    const widths = this.#estimate(this.#columns.all, rows);
    if (pending === 'firstRows') this.#columns.setAutomaticWidths(widths);
    else if (unusedWidth > 0) this.#columns.widen(widths, unusedWidth);
  }

  #estimate(columns: readonly GridColumn[], rows: readonly Row[]): number[] {
    this.#characterWidth ||= averageCharacterWidth(this.#grid);
    return estimateWidths(columns, rows, this.#characterWidth);
  }
}
