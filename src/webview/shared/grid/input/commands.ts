import { cleanNameForDisplay } from '../../../../core/messages/oneLine.ts';
import { strings } from '../../strings.ts';
import { findFoldingCell } from '../cell.ts';
import type { ColumnModel, VisibleColumn } from '../columns.ts';
import { measureFittingWidth } from '../measure.ts';
import { findPositionAtPoint } from '../placement.ts';
import type { Row } from '../rowWindow.ts';
import * as selecting from '../selection.ts';
import type { GridState } from '../state.ts';
import type { Viewport } from '../viewport/viewport.ts';
import { HeldKeys } from './heldKeys.ts';
import type { ColumnCommand, GridCommand } from './keyboard.ts';

/**
 * The cell or header whose menu was requested. `x` and `y` are the point of the window, in pixels, where the menu is to
 * be opened.
 */
export interface MenuTarget {
  /** The row's index, or -1 for the header. */
  readonly row: number;
  /** The column's index in the host's list. */
  readonly column: number;
  readonly x: number;
  readonly y: number;
}

/** Callbacks for the user's actions in the grid. Columns are identified by their index in the host's list. */
export interface GridEvents {
  /**
   * Copies the cells of `area`, whose columns are display positions. `columns` are the indices of the same columns, in
   * display order. Resolves to true if the cells were written to the clipboard.
   */
  readonly onCopy: (area: selecting.Rectangle, columns: readonly number[]) => Promise<boolean>;
  readonly onLeave: (key: 'Escape' | 'F6') => void;
  /**
   * Called when a cell is opened by Enter or Space, or by a double-click (`byPointer` is true). Not called for a row
   * that folds others.
   */
  readonly onCellOpened: (row: number, column: number, byPointer: boolean) => void;
  /**
   * Called when the user expands a row that folds others (`isExpanded` is true) or collapses it. Settles when the rows
   * are displayed so; keys that are pressed before act then.
   */
  readonly onExpand?: (row: number, isExpanded: boolean) => Promise<void>;
  /**
   * Called after a click on a cell or a row number without Shift and without a drag. Not called for a row that folds
   * others.
   */
  readonly onRowClicked?: (row: number) => void;
  /**
   * Called for a click on the header of a column, or for Enter or Space on it. The last argument is true if Shift is
   * pressed.
   */
  readonly onHeaderActivated: (column: number, isShiftPressed: boolean) => void;
  readonly onMenu: (target: MenuTarget) => void;
  readonly onFind: () => void;
  /** Called for a key that has no meaning in the grid. Returns whether the owner handled it. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
  /** Called after the grid changed the width or the order of columns at the user's request. */
  readonly onLayoutChange: () => void;
  readonly announce: (text: string) => void;
}

export interface GridParts {
  readonly element: HTMLElement;
  readonly viewport: Viewport;
  readonly columns: ColumnModel;
  readonly state: GridState;
  /** Changes the selection and draws it. Scrolls to the active cell unless `reveal` is false. */
  readonly select: (selection: selecting.Selection, reveal?: boolean) => void;
  readonly listLoadedRowsNearView: () => readonly Row[];
}

const MAX_SPOKEN_LENGTH = 60;

export class GridCommands {
  readonly heldKeys = new HeldKeys();
  readonly #grid: GridParts;
  readonly #events: GridEvents;

  constructor(grid: GridParts, events: GridEvents) {
    this.#grid = grid;
    this.#events = events;
  }

  runCommand(command: GridCommand, position: selecting.Position): void {
    const selection = this.#grid.state.selection ?? selecting.createSelectionAt(position);
    switch (command.kind) {
      case 'move':
        this.select(command.to, command.extend);
        break;
      case 'all':
        this.#grid.select(selecting.createSelectionOfAll(selection), false);
        break;
      case 'row':
        this.#grid.select(selecting.createSelectionOfActiveRow(selection), false);
        break;
      case 'column':
        this.#grid.select(selecting.createSelectionOfActiveColumn(selection), false);
        break;
      case 'copy':
        void this.copySelectionAndAnnounce();
        break;
      case 'leave':
        this.#events.onLeave(command.key);
        break;
      case 'menu':
        this.#openMenuAtActive(position);
        break;
      case 'find':
        this.#events.onFind();
        break;
      case 'open':
        this.openCellOrHeader(position, command.isShiftPressed);
        break;
      case 'move-column':
      case 'resize':
      case 'fit':
        this.#runColumnCommand(command, position);
    }
  }

  /**
   * Selects the cell at a position, the whole row if the position is a row number, or everything if it is the corner.
   * For the header of a column, no cell is selected. With `extend`, an existing selection is extended to the position
   * instead.
   */
  select(position: selecting.Position, extend: boolean): void {
    const { selection } = this.#grid.state;
    this.#grid.select(
      extend && selection
        ? selecting.extendSelectionTo(selection, position)
        : selecting.createSelectionAt(position),
    );
  }

  selectFirstVisibleCell(): void {
    const { state, viewport } = this.#grid;
    if (state.selection || !state.data) return;
    const row = viewport.computeVisibleRowRange(0).first;
    const column = state.placement.pinned.length > 0 ? 0 : viewport.computeVisibleColumnRange(0).first;
    // The grid does not scroll, because the focus may come from a click on a cell that must stay under the pointer.
    this.#grid.select(selecting.createSelectionAt(state.clampToGrid({ row, column })), false);
  }

  async copySelectionAndAnnounce(): Promise<void> {
    const { placement, selectedArea } = this.#grid.state;
    if (!selectedArea) return;
    const columns = placement.listColumnIndices(selectedArea.fromColumn, selectedArea.toColumn);
    if (await this.#events.onCopy(selectedArea, columns))
      this.#events.announce(strings.copied(selectedArea.toRow - selectedArea.fromRow, columns.length));
  }

  /**
   * Requests to expand a row that folds others, or to collapse it if it is expanded. If `isExpanded` is true, the row
   * is only expanded; if it is false, only collapsed. Returns false if nothing was requested, for example because the
   * row folds no others.
   */
  requestExpandOrCollapse(row: number, isExpanded?: boolean): boolean {
    const before = this.#isExpanded(row);
    if (before === undefined || before === isExpanded) return false;
    const expanded = this.#events.onExpand?.(row, !before);
    if (expanded) this.heldKeys.holdUntil(expanded);
    return true;
  }

  /**
   * Opens a cell, or activates the header of a column. Expands or collapses a row that folds others instead of opening
   * its cell.
   */
  openCellOrHeader(position: selecting.Position, isShiftPressed: boolean): void {
    const column = this.#findVisibleColumnAt(position);
    if (!column) return;
    if (position.row >= 0) {
      if (!this.requestExpandOrCollapse(position.row))
        this.#events.onCellOpened(position.row, column.index, false);
    } else this.#events.onHeaderActivated(column.index, isShiftPressed);
  }

  /** Opens a cell after a double-click. Does nothing on a row that folds others, because each click toggled it. */
  openCellByPointer(position: selecting.Position): void {
    const column = this.#findVisibleColumnAt(position);
    if (column && this.#isExpanded(position.row) === undefined)
      this.#events.onCellOpened(position.row, column.index, true);
  }

  /**
   * Handles a click on the header of a column or on a row. Expands or collapses a row that folds others. A click on a
   * row is ignored if Shift is pressed.
   */
  activateHeaderOrReportRowClick(position: selecting.Position, isShiftPressed: boolean): void {
    if (position.row === selecting.HEADER_ROW) this.openCellOrHeader(position, isShiftPressed);
    else if (!isShiftPressed && !this.requestExpandOrCollapse(position.row))
      this.#events.onRowClicked?.(position.row);
  }

  /**
   * Selects a whole column, and makes its header active. Does nothing if the column is hidden. `index` is its index in
   * the host's list.
   */
  selectColumn(index: number): void {
    const column = this.#grid.state.placement.positionOf(index);
    const header = selecting.createSelectionAt({ row: selecting.HEADER_ROW, column });
    if (column >= 0) this.#grid.select(selecting.createSelectionOfActiveColumn(header));
  }

  /**
   * Opens the menu of the cell or header at a point of the window, in pixels. First selects what is there, as `select`
   * does, unless it is a selected cell. A row number has no menu.
   */
  openMenuAtPoint(x: number, y: number): void {
    const { element, viewport, state } = this.#grid;
    const at = findPositionAtPoint({ x, y }, element, viewport, state.placement);
    if (!selecting.isCellInRectangle(state.selectedArea, at.row, at.column)) this.select(at, false);
    this.#openMenu(at, x, y);
  }

  resizeColumn(index: number, width: number): void {
    this.#grid.columns.setWidth(index, width);
    this.#events.onLayoutChange();
  }

  fitColumnToContent(index: number): void {
    const { columns, element, listLoadedRowsNearView: loadedRows } = this.#grid;
    const column = columns.allColumns[index];
    if (column) this.resizeColumn(index, measureFittingWidth(column, index, loadedRows(), element));
  }

  moveColumn(index: number, target: number): void {
    this.#grid.columns.moveColumn(index, target);
    this.#events.onLayoutChange();
  }

  moveColumnByOneAndAnnounce(index: number, by: -1 | 1): void {
    const { state, columns } = this.#grid;
    const column = columns.allColumns[index];
    const target = columns.findColumnToMoveTo(index, by);
    if (!column || target === undefined) return;
    this.moveColumn(index, target);
    const position = state.placement.positionOf(index);
    this.select({ row: state.active?.row ?? selecting.HEADER_ROW, column: position }, false);
    this.#events.announce(strings.moved(cleanNameForDisplay(column.name, MAX_SPOKEN_LENGTH), position + 1));
  }

  /** Returns whether a row that folds others is expanded; undefined if the row folds no others. */
  #isExpanded(row: number): boolean | undefined {
    return findFoldingCell(this.#grid.state.data?.rows.getLoadedRow(row) ?? [])?.expanded;
  }

  #runColumnCommand(command: ColumnCommand, at: selecting.Position): void {
    const column = this.#findVisibleColumnAt(at);
    if (!column) return;
    if (command.kind === 'move-column') {
      this.moveColumnByOneAndAnnounce(column.index, command.by);
      return;
    }
    if (command.kind === 'resize') this.resizeColumn(column.index, column.width + command.by);
    else this.fitColumnToContent(column.index);
    const width = this.#findVisibleColumnAt(at)?.width ?? 0;
    this.#events.announce(strings.columnWidth(cleanNameForDisplay(column.name, MAX_SPOKEN_LENGTH), width));
  }

  #openMenuAtActive(at: selecting.Position): void {
    const box = this.#grid.element.querySelector('.active')?.getBoundingClientRect();
    this.#openMenu(at, box?.left ?? 0, box?.bottom ?? 0);
  }

  #openMenu(at: selecting.Position, x: number, y: number): void {
    const column = this.#findVisibleColumnAt(at);
    if (column) this.#events.onMenu({ row: at.row, column: column.index, x, y });
  }

  #findVisibleColumnAt({ column }: selecting.Position): VisibleColumn | undefined {
    return column < 0 ? undefined : this.#grid.state.placement.columnAt(column);
  }
}
