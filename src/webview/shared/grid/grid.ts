/**
 * A grid of rows and columns. It is one tab stop, and `aria-activedescendant` refers to the active cell or header. The
 * rows come from a `RowWindow`.
 */
import { focusWithinPage } from '../focus.ts';
import { strings } from '../strings.ts';
import { AutomaticWidths } from './automaticWidths.ts';
import { ColumnModel, type GridColumn } from './columns.ts';
import { createHighlightPattern } from './highlight.ts';
import { GridCommands, type GridEvents } from './input/commands.ts';
import { GridInput } from './input/input.ts';
import { GridRenderer } from './renderer.ts';
import type { Row } from './rowWindow.ts';
import { createSelectionAt, HEADER_ROW, type Rectangle, type Selection } from './selection.ts';
import { type GridCell, type GridData, GridState } from './state.ts';
import { FastScroll } from './viewport/fastScroll.ts';
import type { Viewport } from './viewport/viewport.ts';

export type { GridData } from './state.ts';

interface GridOptions extends GridEvents {
  readonly label: string;
  /** Called when a selection makes another cell the active one. `column` is the index in the host's list. */
  readonly onActiveCellChange?: (row: number, column: number) => void;
  readonly onSelectionChange?: () => void;
}

interface SelectedCells {
  /** The selected rows and columns. The columns are display positions. */
  readonly area: Rectangle;
  /** Indices of the selected columns in the host's list, in display order. */
  readonly columns: readonly number[];
}

/**
 * Column widths are computed from loaded rows: at most this many before the first visible row, and at most this many
 * from that row on.
 */
const ROWS_FOR_WIDTHS = 100;
const MIN_REVEALED_WIDTH = 200;

export class Grid {
  readonly #options: GridOptions;
  readonly #state: GridState;
  readonly #renderer: GridRenderer;
  readonly #commands: GridCommands;
  readonly #widths: AutomaticWidths;
  readonly #fastScroll = new FastScroll(() => this.scheduleDraw());
  #highlighted: { readonly texts: readonly string[]; readonly pattern: RegExp | undefined } = {
    texts: [],
    pattern: undefined,
  };
  #placedWidth = 0;
  #frame = 0;

  constructor(options: GridOptions) {
    this.#options = options;
    const columns = new ColumnModel(() => {
      this.#measureAndPlaceColumns();
      this.scheduleDraw();
    });
    this.#state = new GridState(columns);
    this.#renderer = new GridRenderer(this.#state, options.label, () => this.scheduleDraw());
    this.#widths = new AutomaticWidths(columns, this.element);
    const parts = {
      element: this.element,
      viewport: this.#viewport,
      columns,
      state: this.#state,
      select: (selection: Selection, reveal?: boolean) => this.#selectAndRedraw(selection, reveal),
      listLoadedRowsNearView: () => this.#listLoadedRowsNearView(),
    };
    this.#commands = new GridCommands(parts, options);
    new GridInput(parts, this.#commands, options.onKey);
  }

  get element(): HTMLElement {
    return this.#renderer.element;
  }

  get columns(): ColumnModel {
    return this.#state.columns;
  }

  get #viewport(): Viewport {
    return this.#renderer.viewport;
  }

  /**
   * Displays `data` at once. Without `keepPlace`, scrolls to the top and moves the selection to the first row. With
   * `keepPlace`, moves the selection down by `insertedRows`, the number of rows inserted above it, or up if negative. A
   * selection on the header does not move.
   */
  displayData(data: GridData, keepPlace: boolean, insertedRows = 0): void {
    this.#state.setDataAndDropSelectionIfNoRows(data);
    // The selection is shifted before it is limited to the rows that exist now, so that it stays on the same row.
    if (keepPlace) this.#state.shiftSelection(insertedRows);
    this.#widths.markRowsChanged();
    // The row count is applied before the columns are placed, because the rows may need a scroll bar. A scroll bar
    // leaves less width for the columns.
    this.#renderer.applyRowCount(data);
    this.columns.setFlexibleColumns(data.flexibleColumns);
    if (JSON.stringify(data.columns) === JSON.stringify(this.columns.allColumns))
      this.#measureAndPlaceColumns();
    else this.#setColumns(data.columns);
    if (!keepPlace) this.#scrollAndMoveSelectionToTop();
    this.#drawGridAndRequestRows();
    this.#renderer.discardSpareElements();
    // The grid may have had the focus before it had rows.
    if (document.activeElement === this.element) this.#commands.selectFirstVisibleCell();
  }

  scheduleDraw(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#drawGridAndRequestRows());
  }

  setBusy(isBusy: boolean): void {
    this.#renderer.setBusy(isBusy);
  }

  setHighlightedTexts(texts: readonly string[]): void {
    // The pattern stays for the same texts, so that cells which were drawn with it are not drawn again.
    const before = this.#highlighted.texts;
    if (texts.length === before.length && texts.every((text, index) => text === before[index])) return;
    this.#highlighted = { texts, pattern: createHighlightPattern(texts) };
    this.scheduleDraw();
  }

  focusGrid(): void {
    focusWithinPage(this.element);
  }

  /** Moves the focus to the active row, or to the first row if a header is active. */
  focusRows(): void {
    const { active } = this.#state;
    if (active?.row === HEADER_ROW)
      this.#selectAndRedraw(createSelectionAt(this.#state.clampToGrid({ row: 0, column: active.column })));
    this.focusGrid();
  }

  /** Returns the active cell; undefined if a header, a row number or nothing is active. */
  getActiveCell(): GridCell | undefined {
    return this.#state.activeCell;
  }

  /**
   * Returns the index of the active row, even if only its row number is active; undefined if a header or nothing is.
   */
  getActiveRow(): number | undefined {
    const row = this.#state.active?.row ?? HEADER_ROW;
    return row > HEADER_ROW ? row : undefined;
  }

  getSelectedCells(): SelectedCells | undefined {
    const area = this.#state.selectedArea;
    return area && { area, columns: this.#state.placement.listColumnIndices(area.fromColumn, area.toColumn) };
  }

  /** Returns the indices, in the host's list, of the visible columns in display order. */
  listVisibleColumnIndices(): readonly number[] {
    const { placement } = this.#state;
    return placement.listColumnIndices(0, placement.columnCount);
  }

  /**
   * Returns the number of rows that fit into the view, a partly visible one included, plus those drawn below it in
   * advance.
   */
  computeDrawnRowCount(): number {
    return this.#renderer.computeDrawnRowCount();
  }

  fitColumnToContent(index: number): void {
    this.#commands.fitColumnToContent(index);
  }

  selectColumn(index: number): void {
    this.#commands.selectColumn(index);
  }

  /**
   * Moves a column to the position of its neighbor on the left (-1) or on the right (1). Does nothing if it has no such
   * neighbor, or if only one of the two is pinned. `index` is the index in the host's list.
   */
  moveColumnByOne(index: number, by: -1 | 1): void {
    this.#commands.moveColumnByOneAndAnnounce(index, by);
  }

  /**
   * Scrolls horizontally so that the start of a column that is not pinned is visible. `index` is its index in the
   * host's list.
   */
  revealColumn(index: number): void {
    const { placement } = this.#state;
    this.#viewport.revealColumnStart(
      placement.positionOf(index) - placement.pinned.length,
      MIN_REVEALED_WIDTH,
    );
  }

  revealActiveRow(): void {
    if (this.#state.active) this.#viewport.revealCell(this.#state.active.row, -1);
  }

  /**
   * Makes a cell, or the nearest position that exists, the active one and scrolls to it. `column` is the index in the
   * host's list. Returns false, without a change, if that column is hidden or does not exist.
   */
  selectCellIfColumnVisible(row: number, column: number): boolean {
    const position = this.#state.placement.positionOf(column);
    if (position < 0) return false;
    this.#selectAndRedraw(createSelectionAt(this.#state.clampToGrid({ row, column: position })));
    return true;
  }

  #listLoadedRowsNearView(): readonly Row[] {
    return this.#state.listLoadedRowsAround(this.#viewport.computeVisibleRowRange(0).first, ROWS_FOR_WIDTHS);
  }

  #measureAndPlaceColumns(): void {
    this.#placedWidth = this.#viewport.measureWidth();
    this.#state.placeColumnsAndClampSelection(this.#placedWidth);
    this.#renderer.applyPlacement();
  }

  #setColumns(columns: readonly GridColumn[]): void {
    if (!this.columns.isNonEmptyPrefixOf(columns)) {
      this.#state.setSelection(undefined);
      this.#viewport.scrollToFirstColumn();
    }
    this.#widths.setColumns(columns, this.#listLoadedRowsNearView());
  }

  #scrollAndMoveSelectionToTop(): void {
    this.#viewport.scrollToTop();
    this.#state.moveSelectionToFirstRow();
  }

  #drawGridAndRequestRows(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { data } = this.#state;
    if (!data) return;
    if (this.#viewport.getMeasuredWidth() !== this.#placedWidth) this.#measureAndPlaceColumns();
    this.#adaptWidthsIfRowsLoaded(data);
    this.#requestRowsUnlessScrolling(data);
    this.#renderer.drawHeaderAndBody(data, this.#highlighted.pattern);
  }

  #adaptWidthsIfRowsLoaded({ rows }: GridData): void {
    if (
      !this.#widths.isAdaptationPending() ||
      !rows.getLoadedRow(Math.max(0, this.#viewport.computeVisibleRowRange(0).first))
    )
      return;
    this.#widths.adaptWidthsToRows(this.#listLoadedRowsNearView());
  }

  #requestRowsUnlessScrolling({ rows }: GridData): void {
    const visible = this.#viewport.computeVisibleRowRange(0);
    if (!this.#fastScroll.recordRangeAndCheckScrollingPast(visible))
      rows.setVisibleRowsAndRequestMissing(visible.first, visible.last + 1);
  }

  #selectAndRedraw(selection: Selection, reveal = true): void {
    const before = this.#state.activeCell;
    this.#state.setSelection(selection);
    const { active } = selection;
    if (reveal) this.#viewport.revealCell(active.row, active.column - this.#state.placement.pinned.length);
    this.#announceSelection();
    this.#drawGridAndRequestRows();
    const cell = this.#state.activeCell;
    if (cell && (cell.row !== before?.row || cell.column !== before.column))
      this.#options.onActiveCellChange?.(cell.row, cell.column);
    this.#options.onSelectionChange?.();
  }

  #announceSelection(): void {
    const area = this.#state.selectedArea;
    if (!area) return;
    const rows = area.toRow - area.fromRow;
    const columns = area.toColumn - area.fromColumn;
    if (rows * columns > 1) this.#options.announce(strings.selected(rows, columns));
  }
}
