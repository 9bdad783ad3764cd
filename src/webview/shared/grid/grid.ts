/**
 * The grid: one tab stop with `aria-activedescendant`, which includes the header and the row numbers. Of the rows and
 * columns that scroll, the grid draws the visible ones, a few beside them, and the active one. The grid owns no data:
 * rows come from a `RowWindow`, columns from a `ColumnModel`.
 *
 * `GridState` contains what is displayed and selected, `GridRenderer` draws it, `GridInput` and `GridCommands` turn the
 * user's actions into changes. This class connects them and is what the views use.
 */
import { strings } from '../strings.ts';
import { AutomaticWidths } from './automaticWidths.ts';
import { ColumnModel, type GridColumn } from './columns.ts';
import { createHighlightPattern } from './highlight.ts';
import { GridCommands, type GridEvents } from './input/commands.ts';
import { GridInput } from './input/input.ts';
import { GridRenderer } from './renderer.ts';
import type { Row } from './rowWindow.ts';
import { HEADER_ROW, type Rectangle, type Selection, selectRegionAt } from './selection.ts';
import { type GridCell, type GridData, GridState } from './state.ts';
import { FastScroll } from './viewport/fastScroll.ts';
import type { Viewport } from './viewport/viewport.ts';

export type { GridData } from './state.ts';

interface GridOptions extends GridEvents {
  /** The accessible name. */
  readonly label: string;
  /**
   * Called when another cell becomes the active one because the user or `selectCell` selects something or the focused
   * grid selects its first cell. Not called when new data or another placement of the columns moves the selection.
   * `column` is the index in the host's list.
   */
  readonly onActiveCellChange: (row: number, column: number) => void;
  /**
   * Called after the user or `selectCell` selected something or the focused grid selected its first cell, also if the
   * same was selected before.
   */
  readonly onSelectionChange?: () => void;
}

interface SelectedCells {
  /** The rows, and the columns by their display position. */
  readonly area: Rectangle;
  /** The columns' indices in the host's list, in display order. */
  readonly columns: readonly number[];
}

/**
 * Column widths are estimated from the loaded rows near the view: this is the maximum number of them before the first
 * visible row, and from that row on.
 */
const ROWS_FOR_WIDTHS = 100;
/** Width in pixels of a column's start that `revealColumn` makes visible. */
const MIN_REVEALED_WIDTH = 200;

export class Grid {
  readonly #options: GridOptions;
  readonly #state: GridState;
  readonly #renderer: GridRenderer;
  readonly #commands: GridCommands;
  readonly #widths: AutomaticWidths;
  readonly #fastScroll = new FastScroll(() => this.refresh());
  #highlighted: { readonly texts: readonly string[]; readonly pattern: RegExp | undefined } = {
    texts: [],
    pattern: undefined,
  };
  /** The width of the view in pixels for which the columns were placed last. */
  #placedWidth = 0;
  #frame = 0;

  constructor(options: GridOptions) {
    this.#options = options;
    const columns = new ColumnModel(() => {
      this.#placeColumns();
      this.refresh();
    });
    this.#state = new GridState(columns);
    this.#renderer = new GridRenderer(this.#state, options.label, () => this.refresh());
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
   * Displays `data` at once. If `keepPlace` is true, the grid does not scroll to the top, and the selection moves down
   * by `insertedRows` rows (up if negative). Otherwise the grid scrolls to the top, and the selection, unless it is on
   * the header, moves to the first row. The selection is removed if there are no rows, unless it is on the header, or
   * if the new columns do not continue the present ones.
   */
  display(data: GridData, keepPlace: boolean, insertedRows = 0): void {
    this.#state.setData(data);
    // Shifted before it is limited to the rows that there are now, so that it stays on its event.
    if (keepPlace) this.#state.shiftSelection(insertedRows);
    this.#widths.markRowsChanged();
    // Done before the columns are placed, because a scroll bar, if the rows need one, leaves less width for the
    // columns.
    this.#renderer.setRows(data);
    this.columns.setFlexibleColumns(data.flexibleColumns);
    if (JSON.stringify(data.columns) === JSON.stringify(this.columns.all)) this.#placeColumns();
    else this.#setColumns(data.columns);
    if (!keepPlace) this.#scrollToTop();
    this.#draw();
    this.#renderer.discardSpares();
    // The grid may have had the focus before it had rows.
    if (document.activeElement === this.element) this.#commands.selectFirstVisibleCell();
  }

  /** Schedules a drawing of the grid for the next animation frame. */
  refresh(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  /** Sets whether the grid reports to assistive technology that data is loading. */
  setBusy(isBusy: boolean): void {
    this.#renderer.setBusy(isBusy);
  }

  /** Highlights the occurrences of `texts` in the cells, from the next drawing on. Empty texts are ignored. */
  setHighlightedTexts(texts: readonly string[]): void {
    // The pattern stays for the same texts, so that cells which were drawn with it are not drawn again.
    const before = this.#highlighted.texts;
    if (texts.length === before.length && texts.every((text, index) => text === before[index])) return;
    this.#highlighted = { texts, pattern: createHighlightPattern(texts) };
    this.refresh();
  }

  focus(): void {
    this.element.focus();
  }

  /** Returns the active cell, or undefined if a header, a row number or nothing is active. */
  activeCell(): GridCell | undefined {
    return this.#state.activeCell;
  }

  /** Returns the index of the active row, also if its row number is active; undefined if a header or nothing is. */
  activeRow(): number | undefined {
    const row = this.#state.active?.row ?? HEADER_ROW;
    return row > HEADER_ROW ? row : undefined;
  }

  /** Returns the selected cells, or undefined if there are none. */
  selectedCells(): SelectedCells | undefined {
    const area = this.#state.selectedArea;
    return area && { area, columns: this.#state.placement.columnIndices(area.fromColumn, area.toColumn) };
  }

  /** Returns the indices in the host's list of the columns that are not hidden, in display order. */
  visibleColumns(): readonly number[] {
    const { placement } = this.#state;
    return placement.columnIndices(0, placement.count);
  }

  /** Returns the number of rows that fit into the view, plus the number that is drawn below it in advance. */
  drawnRowCount(): number {
    return this.#renderer.drawnRowCount();
  }

  /**
   * Makes a column as wide as its name and its values in the loaded rows near the view need, limited to the widths that
   * a column may have.
   */
  fitColumn(index: number): void {
    this.#commands.fitColumn(index);
  }

  /**
   * Moves a column by one place to the left (-1) or to the right (1) among the pinned columns or among those that
   * scroll, and activates its header, or its cell in the active row. Does nothing if there is no visible column on that
   * side.
   */
  shiftColumn(index: number, by: -1 | 1): void {
    this.#commands.shiftColumn(index, by);
  }

  /**
   * Scrolls horizontally if the start of a column is not visible. `index` is its index in the host's list. Does nothing
   * for a hidden or pinned column.
   */
  revealColumn(index: number): void {
    const { placement } = this.#state;
    this.#viewport.revealStart(placement.positionOf(index) - placement.pinned.length, MIN_REVEALED_WIDTH);
  }

  /** Scrolls vertically if the active row is not visible. Does nothing if a header or nothing is active. */
  revealActive(): void {
    if (this.#state.active) this.#viewport.reveal(this.#state.active.row, -1);
  }

  /**
   * Makes a cell the active one and scrolls to it. A row index beyond the last row selects the last row, or the
   * column's header if there are no rows. `column` is the index in the host's list. Returns false, without a change, if
   * that column is hidden or does not exist.
   */
  selectCell(row: number, column: number): boolean {
    const position = this.#state.placement.positionOf(column);
    if (position < 0) return false;
    this.#select(selectRegionAt(this.#state.clamp({ row, column: position })));
    return true;
  }

  #loadedRows(): readonly Row[] {
    return this.#state.loadedRowsAround(this.#viewport.visibleRowRange(0).first, ROWS_FOR_WIDTHS);
  }

  #placeColumns(): void {
    this.#placedWidth = this.#viewport.measureWidth();
    this.#state.placeColumns(this.#placedWidth);
    this.#renderer.setColumns();
  }

  /**
   * Replaces the columns. Unless the new ones continue the present ones, removes the selection and scrolls to the first
   * column.
   */
  #setColumns(columns: readonly GridColumn[]): void {
    if (!this.columns.isPrefixOf(columns)) {
      this.#state.select(undefined);
      this.#viewport.scrollToFirstColumn();
    }
    this.#widths.setColumns(columns, this.#loadedRows());
  }

  #scrollToTop(): void {
    this.#viewport.scrollToTop();
    this.#state.selectFirstRow();
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { data } = this.#state;
    if (!data) return;
    if (data.flexibleColumns && this.#viewport.width() !== this.#placedWidth) this.#placeColumns();
    this.#adaptWidths(data);
    this.#requestRows(data);
    this.#renderer.draw(data, this.#highlighted.pattern);
  }

  #adaptWidths({ rows }: GridData): void {
    if (!this.#widths.isPending() || !rows.row(Math.max(0, this.#viewport.visibleRowRange(0).first))) return;
    const unusedWidth = this.element.clientWidth - this.#state.placement.totalWidth;
    this.#widths.adapt(this.#loadedRows(), unusedWidth);
  }

  #requestRows({ rows }: GridData): void {
    const visible = this.#viewport.visibleRowRange(0);
    if (!this.#fastScroll.isScrollingPast(visible)) rows.setVisibleRows(visible.first, visible.last + 1);
  }

  /** Changes the selection on the user's behalf, draws it, and notifies the owner. */
  #select(selection: Selection, reveal = true): void {
    const before = this.#state.activeCell;
    this.#state.select(selection);
    const { active } = selection;
    if (reveal) this.#viewport.reveal(active.row, active.column - this.#state.placement.pinned.length);
    this.#announceSelection();
    this.#draw();
    const cell = this.#state.activeCell;
    if (cell && (cell.row !== before?.row || cell.column !== before.column))
      this.#options.onActiveCellChange(cell.row, cell.column);
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
