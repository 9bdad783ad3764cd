/**
 * The grid: one tab stop that uses `aria-activedescendant`. The grid owns no data: rows come from a `RowWindow`,
 * columns from a `ColumnModel`.
 */
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
  /** Indices in the host's list, in display order. */
  readonly columns: readonly number[];
}

/**
 * Column widths are estimated from the loaded rows near the view: at most this number before the first visible row, and
 * as many from that row on.
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
      this.#placeColumns();
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
      select: (selection: Selection, reveal?: boolean) => this.#select(selection, reveal),
      loadedRows: () => this.#loadedRows(),
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
   * Displays `data` at once. With `keepPlace`, the grid does not scroll to the top. `insertedRows` is the number of
   * rows inserted above the selection, or removed if negative.
   */
  display(data: GridData, keepPlace: boolean, insertedRows = 0): void {
    this.#state.setData(data);
    // Shifted before it is limited to the rows that there are now, so that it stays on its event.
    if (keepPlace) this.#state.shiftSelection(insertedRows);
    this.#widths.markRowsChanged();
    // Done before the columns are placed, because a scroll bar, if the rows need one, leaves less width for the
    // columns.
    this.#renderer.applyRowCount(data);
    this.columns.setFlexibleColumns(data.flexibleColumns);
    if (JSON.stringify(data.columns) === JSON.stringify(this.columns.all)) this.#placeColumns();
    else this.#setColumns(data.columns);
    if (!keepPlace) this.#scrollToTop();
    this.#draw();
    this.#renderer.discardSpares();
    // The grid may have had the focus before it had rows.
    if (document.activeElement === this.element) this.#commands.selectFirstVisibleCell();
  }

  scheduleDraw(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
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

  focus(): void {
    this.element.focus();
  }

  /** Returns the active cell; undefined if a header, a row number or nothing is active. */
  activeCell(): GridCell | undefined {
    return this.#state.activeCell;
  }

  /**
   * Returns the index of the active row, even if only its row number is active; undefined if a header or nothing is.
   */
  activeRow(): number | undefined {
    const row = this.#state.active?.row ?? HEADER_ROW;
    return row > HEADER_ROW ? row : undefined;
  }

  selectedCells(): SelectedCells | undefined {
    const area = this.#state.selectedArea;
    return area && { area, columns: this.#state.placement.columnIndices(area.fromColumn, area.toColumn) };
  }

  /** Returns the indices, in the host's list, of the visible columns in display order. */
  visibleColumns(): readonly number[] {
    const { placement } = this.#state;
    return placement.columnIndices(0, placement.count);
  }

  /** Returns the number of rows that fit into the view, plus those drawn below it in advance. */
  computeDrawnRowCount(): number {
    return this.#renderer.computeDrawnRowCount();
  }

  fitColumn(index: number): void {
    this.#commands.fitColumn(index);
  }

  selectColumn(index: number): void {
    this.#commands.selectColumn(index);
  }

  /**
   * Moves a column to the place of its neighbor on the left (-1) or on the right (1). Does nothing if it has none, or if
   * only one of the two is pinned.
   */
  shiftColumn(index: number, by: -1 | 1): void {
    this.#commands.shiftColumn(index, by);
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
  selectCell(row: number, column: number): boolean {
    const position = this.#state.placement.positionOf(column);
    if (position < 0) return false;
    this.#select(createSelectionAt(this.#state.clampToGrid({ row, column: position })));
    return true;
  }

  #loadedRows(): readonly Row[] {
    return this.#state.loadedRowsAround(this.#viewport.visibleRowRange(0).first, ROWS_FOR_WIDTHS);
  }

  #placeColumns(): void {
    this.#placedWidth = this.#viewport.measureWidth();
    this.#state.placeColumns(this.#placedWidth);
    this.#renderer.applyPlacement();
  }

  #setColumns(columns: readonly GridColumn[]): void {
    if (!this.columns.isContinuedBy(columns)) {
      this.#state.setSelection(undefined);
      this.#viewport.scrollToFirstColumn();
    }
    this.#widths.setColumns(columns, this.#loadedRows());
  }

  #scrollToTop(): void {
    this.#viewport.scrollToTop();
    this.#state.moveSelectionToFirstRow();
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { data } = this.#state;
    if (!data) return;
    if (this.#viewport.width() !== this.#placedWidth) this.#placeColumns();
    this.#adaptWidths(data);
    this.#requestRows(data);
    this.#renderer.draw(data, this.#highlighted.pattern);
  }

  #adaptWidths({ rows }: GridData): void {
    if (
      !this.#widths.isAdaptationPending() ||
      !rows.row(Math.max(0, this.#viewport.visibleRowRange(0).first))
    )
      return;
    this.#widths.adaptWidthsToRows(this.#loadedRows());
  }

  #requestRows({ rows }: GridData): void {
    const visible = this.#viewport.visibleRowRange(0);
    if (!this.#fastScroll.isScrollingPast(visible)) rows.setVisibleRows(visible.first, visible.last + 1);
  }

  #select(selection: Selection, reveal = true): void {
    const before = this.#state.activeCell;
    this.#state.setSelection(selection);
    const { active } = selection;
    if (reveal) this.#viewport.revealCell(active.row, active.column - this.#state.placement.pinned.length);
    this.#announceSelection();
    this.#draw();
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
