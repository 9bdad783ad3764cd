import type { RowBreaks } from './body.ts';
import { findFoldingCell } from './cell.ts';
import type { ColumnModel, GridColumn } from './columns.ts';
import type { FlexibleColumns } from './flexibleColumns.ts';
import type { Sort } from './header.ts';
import { createPlacement, type Placement } from './placement.ts';
import type { Row, RowWindow } from './rowWindow.ts';
import {
  clampPosition,
  computeSelectedRectangle,
  createSelectionAt,
  type GridSize,
  HEADER_ROW,
  type Position,
  type Rectangle,
  type Selection,
  shiftSelectionRows,
} from './selection.ts';

export interface GridData {
  readonly columns: readonly GridColumn[];
  readonly rows: RowWindow;
  readonly firstRowNumber: number;
  /** Number of rows for screen readers, or -1 if it is unknown. */
  readonly totalRows: number;
  readonly sorts?: readonly Sort[];
  readonly flexibleColumns?: FlexibleColumns;
  /** Index, in the host's list, of the column whose cells contain the mark of their row. */
  readonly markColumn?: number;
  readonly breaks?: RowBreaks;
}

/** A cell, identified by the 0-based index of its row and by the index, in the host's list, of its column. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
}

const DIGIT_WIDTH = 8;
const NUMBER_PADDING = 20;
/** Minimum width of the row numbers in pixels, so that the corner, which selects everything, is easy to click. */
const MIN_NUMBER_WIDTH = 40;

export class GridState {
  readonly columns: ColumnModel;
  #data: GridData | undefined;
  #placement: Placement;
  #selection: Selection | undefined;

  constructor(columns: ColumnModel) {
    this.columns = columns;
    this.#placement = createPlacement(columns, 0);
  }

  get data(): GridData | undefined {
    return this.#data;
  }

  /**
   * The positions and widths of the columns. Only `placeColumnsAndClampSelection` updates them, so it must be called
   * after each change of the columns or the data.
   */
  get placement(): Placement {
    return this.#placement;
  }

  get selection(): Selection | undefined {
    return this.#selection;
  }

  get gridSize(): GridSize {
    return { rows: this.#data?.rows.rowCount ?? 0, columns: this.#placement.columnCount };
  }

  /** The position of the active cell, header or row number. Undefined if there is no selection. */
  get active(): Position | undefined {
    return this.#selection?.active;
  }

  get activeCell(): GridCell | undefined {
    const active = this.active;
    if (!active || active.row < 0 || active.column < 0) return undefined;
    const column = this.#placement.columnAt(active.column);
    return column && { row: active.row, column: column.index };
  }

  get selectedArea(): Rectangle | undefined {
    return this.#selection && computeSelectedRectangle(this.#selection, this.gridSize);
  }

  setDataAndDropSelectionIfNoRows(data: GridData): void {
    // Without rows the selection would move to the header, and would stay there when rows arrive again.
    if (data.rows.rowCount === 0 && this.active?.row !== HEADER_ROW) this.#selection = undefined;
    this.#data = data;
  }

  /** Places the columns in a view that is `viewWidth` pixels wide, and limits the selection to positions that exist. */
  placeColumnsAndClampSelection(viewWidth: number): void {
    const numberWidth = this.#computeNumberColumnWidth();
    this.columns.setAvailableWidth(viewWidth - numberWidth);
    this.#placement = createPlacement(this.columns, numberWidth);
    if (!this.#selection) return;
    this.#selection = {
      ...this.#selection,
      active: this.clampToGrid(this.#selection.active),
      anchor: this.clampToGrid(this.#selection.anchor),
    };
  }

  setSelection(selection: Selection | undefined): void {
    this.#selection = selection;
  }

  shiftSelection(rowCount: number): void {
    if (this.#selection) this.#selection = shiftSelectionRows(this.#selection, rowCount);
  }

  /**
   * Reduces the selection to the active column's cell in the first row, or to the whole first row if a row number is
   * active. Does nothing if the header is active.
   */
  moveSelectionToFirstRow(): void {
    if (!this.#selection || this.#selection.active.row === HEADER_ROW) return;
    this.#selection = createSelectionAt(this.clampToGrid({ row: 0, column: this.#selection.active.column }));
  }

  clampToGrid(position: Position): Position {
    return clampPosition(position, this.gridSize);
  }

  /**
   * Returns the cached rows among the `count` rows before the row `first` and the `count` rows that begin with it. Rows
   * that fold others are left out, because their text is not limited to the width of one column.
   */
  listLoadedRowsAround(first: number, count: number): Row[] {
    const found: Row[] = [];
    for (let index = Math.max(0, first - count); index < first + count; index++) {
      const row = this.#data?.rows.getLoadedRow(index);
      if (row && !findFoldingCell(row)) found.push(row);
    }
    return found;
  }

  #computeNumberColumnWidth(): number {
    const lastNumber = (this.#data?.firstRowNumber ?? 1) + (this.#data?.rows.rowCount ?? 0);
    return Math.max(MIN_NUMBER_WIDTH, String(lastNumber).length * DIGIT_WIDTH + NUMBER_PADDING);
  }
}
