/** What keys, the mouse and the editor's own commands do in the grid. */
import { seenName } from '../../../core/messages/oneLine.ts';
import { strings } from '../strings.ts';
import type { ColumnModel } from './columns.ts';
import { commandOf, type GridCommand } from './keyboard.ts';
import { fitWidth } from './measure.ts';
import { edgeAt, type Placement, positionAt } from './placement.ts';
import { listenToPointer } from './pointer.ts';
import type { Row } from './rowWindow.ts';
import type { Extent, Position, Rectangle, Selection } from './selection.ts';
import * as selecting from './selection.ts';
import type { Viewport } from './viewport.ts';

/** Letters of a column's name that are said. */
const saidLength = 60;

/** Where a menu was asked for. `row` is -1 on the header; `column` the host's index. */
export interface MenuPlace {
  readonly row: number;
  readonly column: number;
  readonly x: number;
  readonly y: number;
}

export interface GridEvents {
  /**
   * Rows of `area` and, in the order shown, the host's indices of its columns. Answers once they are on the clipboard: false
   * where they are not.
   */
  readonly onCopy: (area: Rectangle, columns: readonly number[]) => Promise<boolean>;
  /** The keyboard leaves the grid: by Escape, or by F6 for the next part. */
  readonly onLeave: (key: 'Escape' | 'F6') => void;
  /** A cell was opened: Enter, space or a double click. `column` is the host's index. */
  readonly onOpen: (row: number, column: number) => void;
  /** Enter on a header; `further` with Shift. */
  readonly onHeader: (column: number, further: boolean) => void;
  readonly onMenu: (place: MenuPlace) => void;
  readonly onFind: () => void;
  /** A key that means nothing to the grid; answers whether it means something to its owner. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
  /** Widths, order, visibility or pinning were changed by the person. */
  readonly onLayout: () => void;
  readonly announce: (text: string) => void;
}

/** The grid, as those see it who act on it. */
export interface GridContext {
  readonly scroller: HTMLElement;
  readonly viewport: Viewport;
  readonly columns: ColumnModel;
  readonly placement: () => Placement;
  readonly extent: () => Extent;
  readonly selection: () => Selection | undefined;
  readonly select: (next: Selection, reveal?: boolean) => void;
  /** Rows kept around the visible ones. */
  readonly loadedRows: () => Row[];
  readonly hasData: () => boolean;
}

/** The desktop editor sends both the key and, a moment later, its command. */
const copyEchoMs = 300;

/** What the grid does to its columns on somebody's word; `index` is the host's. */
export interface GridWork {
  fitColumn(index: number): void;
  /** By one place, keeping it the active one. */
  moveColumn(index: number, by: -1 | 1): void;
  /** Makes the first visible cell the active one where none is yet. */
  enter(): void;
}

export function listenToGrid(grid: GridContext, events: GridEvents): GridWork {
  const { scroller, viewport, columns } = grid;
  let lastCopy = Number.NEGATIVE_INFINITY;

  function pick(at: Position, extend: boolean): void {
    const selection = grid.selection();
    grid.select(extend && selection ? selecting.extendTo(selection, at) : selecting.selectAt(at));
  }

  function resize(index: number, width: number): void {
    columns.setWidth(index, width);
    events.onLayout();
  }

  function fitColumn(index: number): void {
    const column = columns.all[index];
    if (column) resize(index, fitWidth(column, index, grid.loadedRows(), scroller));
  }

  async function copy(): Promise<void> {
    const selection = grid.selection();
    const area = selection && selecting.rectangleOf(selection, grid.extent());
    if (!area) return;
    lastCopy = performance.now();
    const indices = grid.placement().indices(area.fromColumn, area.toColumn);
    if (await events.onCopy(area, indices))
      events.announce(strings.copied(area.toRow - area.fromRow, indices.length));
  }

  function menu(at: Position, point?: { readonly x: number; readonly y: number }): void {
    const column = grid.placement().at(at.column);
    if (!column || at.column < 0) return;
    const box = scroller.querySelector('.active')?.getBoundingClientRect();
    const { x, y } = point ?? { x: box?.left ?? 0, y: box?.bottom ?? 0 };
    events.onMenu({ row: at.row, column: column.index, x, y });
  }

  /** A right click keeps a selection that it falls into. */
  function menuAtPoint(x: number, y: number): void {
    const at = positionAt({ x, y }, scroller, viewport, grid.placement());
    const selection = grid.selection();
    const area = selection && selecting.rectangleOf(selection, grid.extent());
    if (!selecting.contains(area, at.row, at.column)) pick(at, false);
    menu(at, { x, y });
  }

  function moveColumn(index: number, target: number): void {
    columns.move(index, target);
    events.onLayout();
  }

  function shiftColumn(index: number, by: -1 | 1): void {
    const from = grid.placement().positionOf(index);
    const column = grid.placement().at(from);
    const target = from + by < 0 ? undefined : grid.placement().at(from + by);
    if (!column || !target) return;
    moveColumn(index, target.index);
    const to = grid.placement().positionOf(index);
    pick({ row: grid.selection()?.active.row ?? selecting.headerRow, column: to }, false);
    events.announce(strings.moved(seenName(column.name, saidLength), to + 1));
  }

  function onColumn(command: GridCommand, at: Position): void {
    const column = grid.placement().at(at.column);
    if (!column || at.column < 0) return;
    if (command.kind === 'open' && at.row >= 0) events.onOpen(at.row, column.index);
    else if (command.kind === 'open') events.onHeader(column.index, command.further);
    else if (command.kind === 'move-column') shiftColumn(column.index, command.by);
    else if (command.kind === 'resize' || command.kind === 'fit') {
      if (command.kind === 'resize') resize(column.index, column.width + command.by);
      else fitColumn(column.index);
      events.announce(
        strings.width(seenName(column.name, saidLength), grid.placement().at(at.column)?.width ?? 0),
      );
    }
  }

  function run(command: GridCommand, at: Position): void {
    const current = grid.selection() ?? selecting.selectAt(at);
    if (command.kind === 'move') pick(command.to, command.extend);
    else if (command.kind === 'all') grid.select(selecting.selectAll(current), false);
    else if (command.kind === 'row') grid.select(selecting.selectRow(current), false);
    else if (command.kind === 'column') grid.select(selecting.selectColumn(current), false);
    else if (command.kind === 'copy') void copy();
    else if (command.kind === 'leave') events.onLeave(command.key);
    else if (command.kind === 'menu') menu(at);
    else if (command.kind === 'find') events.onFind();
    else onColumn(command, at);
  }

  scroller.addEventListener('keydown', (event) => {
    const at = grid.selection()?.active ?? { row: 0, column: 0 };
    const command = commandOf(event, at, grid.extent(), viewport.pageRows());
    if (command) run(command, at);
    else if (!events.onKey?.(event)) return;
    event.preventDefault();
  });
  function enter(): void {
    if (grid.selection() || !grid.hasData()) return;
    // The first visible cell, without scrolling: the pointer that brought the focus is over the cell that is meant.
    const row = viewport.rows(0).first;
    const column = grid.placement().pinned.length > 0 ? 0 : viewport.columns(0).first;
    grid.select(selecting.selectAt(selecting.clampPosition({ row, column }, grid.extent())), false);
  }
  scroller.addEventListener('focus', enter);
  scroller.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    menuAtPoint(event.clientX, event.clientY);
  });
  // The editor's own Copy command arrives as an event, without a key.
  document.addEventListener('beforecopy', (event) => {
    if (document.activeElement === scroller) event.preventDefault();
  });
  document.addEventListener('copy', (event) => {
    if (document.activeElement !== scroller) return;
    event.preventDefault();
    if (performance.now() - lastCopy > copyEchoMs) void copy();
  });
  listenToPointer(scroller, {
    at: (x, y) => positionAt({ x, y }, scroller, viewport, grid.placement()),
    edgeAt: (x, y) => edgeAt({ x, y }, scroller, viewport, grid.placement()),
    column: (position) => grid.placement().at(position)?.index,
    widthOf: (index) => grid.placement().at(grid.placement().positionOf(index))?.width ?? 0,
    isSelectedHeader(at) {
      const selection = grid.selection();
      const area = selection && selecting.rectangleOf(selection, grid.extent());
      return selection?.kind === 'columns' && selecting.contains(area, 0, at.column);
    },
    pick,
    resize,
    fit: fitColumn,
    move: moveColumn,
    menu: menuAtPoint,
    open: (at) => onColumn({ kind: 'open', further: false }, at),
  });
  return { fitColumn, moveColumn: shiftColumn, enter };
}
