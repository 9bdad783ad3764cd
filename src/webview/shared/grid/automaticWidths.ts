/** Widths of the columns that the user has not resized, estimated from their names and from loaded rows. */
import type { ColumnModel, GridColumn } from './columns.ts';
import { estimateWidths, measureAverageCharacterWidth, measureHeadingWidths } from './measure.ts';
import type { Row } from './rowWindow.ts';

type Pending = 'firstRows' | 'furtherRows' | 'nothing';

export class AutomaticWidths {
  readonly #columns: ColumnModel;
  readonly #grid: HTMLElement;
  #pending: Pending = 'firstRows';
  #characterWidth = 0;
  #nameWidths: readonly number[] = [];

  constructor(columns: ColumnModel, grid: HTMLElement) {
    this.#columns = columns;
    this.#grid = grid;
  }

  /** Records that the displayed rows may have changed, so that the widths must be adapted to them. */
  markRowsChanged(): void {
    if (this.#pending === 'nothing') this.#pending = 'furtherRows';
  }

  /** Replaces the columns, and estimates their widths from their names and from `rows`, which are loaded rows. */
  setColumns(columns: readonly GridColumn[], rows: readonly Row[]): void {
    this.#pending = rows.length > 0 ? 'furtherRows' : 'firstRows';
    this.#nameWidths = measureHeadingWidths(columns, this.#grid);
    this.#columns.setColumnsWithFittingWidths(columns, this.#estimateColumnWidths(columns, rows));
  }

  isAdaptationPending(): boolean {
    return this.#pending !== 'nothing';
  }

  /**
   * Adapts the widths to loaded rows. If the present widths are not based on rows yet, replaces them; without rows, leaves
   * this pending. Otherwise, only distributes unused width.
   */
  adaptWidthsToRows(rows: readonly Row[]): void {
    const pending = this.#pending;
    if (pending === 'firstRows' && rows.length === 0) return;
    this.#pending = 'nothing';
    const widths = this.#estimateColumnWidths(this.#columns.allColumns, rows);
    if (pending === 'firstRows') this.#columns.setFittingWidths(widths);
    else this.#columns.widenColumns(widths);
  }

  #estimateColumnWidths(columns: readonly GridColumn[], rows: readonly Row[]): number[] {
    this.#characterWidth ||= measureAverageCharacterWidth(this.#grid);
    return estimateWidths(columns, this.#nameWidths, rows, this.#characterWidth);
  }
}
