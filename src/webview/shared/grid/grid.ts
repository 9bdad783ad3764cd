/**
 * The grid: one tab stop with `aria-activedescendant`, header and row numbers inside the arrow order, rows and columns
 * drawn only where in sight. It owns no data: rows come from a RowWindow, columns from a ColumnModel.
 */
import type { ResultColumn } from '../../../protocol/results.ts';
import { element, setAttribute } from '../dom.ts';
import { strings } from '../strings.ts';
import { cellID, createBody } from './body.ts';
import { type ColumnModel, createColumnModel } from './columns.ts';
import { createHeader } from './header.ts';
import { commandOf, type GridCommand } from './keyboard.ts';
import { fitWidth, guessWidths } from './measure.ts';
import { createPlacement, edgeAt, positionAt } from './placement.ts';
import { listenToPointer } from './pointer.ts';
import type { Row, RowWindow } from './rowWindow.ts';
import type { Extent, Position, Rectangle, Selection } from './selection.ts';
import * as selecting from './selection.ts';
import { createViewport } from './viewport.ts';

export interface GridData {
  readonly columns: readonly ResultColumn[];
  readonly rows: RowWindow;
  readonly firstRowNumber: number;
  /** -1 while the end is unknown. */
  readonly totalRows: number;
}

export interface GridOptions {
  readonly label: string;
  /** Rows of `area` and, in the order shown, the host's indices of its columns. */
  readonly onCopy: (area: Rectangle, columns: readonly number[]) => void;
  /** The keyboard leaves the grid. */
  readonly onLeave: () => void;
  /** A cell was opened: Enter, space or a double click. `column` is the host's index. */
  readonly onOpen: (row: number, column: number) => void;
  readonly onLayout: () => void;
  readonly announce: (text: string) => void;
}

export interface Grid {
  readonly element: HTMLElement;
  readonly columns: ColumnModel;
  /** Draws other data at once. `keepPlace` leaves the scroll position and the selection where they are. */
  show(data: GridData, keepPlace: boolean): void;
  /** Draws before the next frame. */
  refresh(): void;
  setBusy(busy: boolean): void;
  focus(): void;
}

export const rowHeight = 24;
const headerHeight = 26;
const overscanRows = 5;
const overscanColumns = 1;
/** Rows on either side of the first in sight that decide a width. */
const fitRows = 100;

export function createGrid(options: GridOptions): Grid {
  const header = createHeader();
  const bodyElement = element('div', { role: 'none', class: 'body' });
  const headElement = element('div', { role: 'none', class: 'head' }, header.element);
  const scroller = element('div', {
    role: 'grid',
    class: 'grid',
    tabindex: '0',
    'aria-label': options.label,
  });
  scroller.setAttribute('aria-multiselectable', 'true');
  scroller.append(headElement, bodyElement);
  const body = createBody(bodyElement);
  let data: GridData | undefined;
  let selection: Selection | undefined;
  let frame = 0;
  /** Whether the first widths have seen rows. */
  let guessed = false;
  let lastCopy = Number.NEGATIVE_INFINITY;

  const refresh = (): void => {
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const viewport = createViewport({ scroller, rowHeight, headerHeight, onChange: refresh });
  const columns = createColumnModel(() => {
    place();
    refresh();
  });
  let placement = createPlacement(columns, 0);

  const extent = (): Extent => ({ rows: data?.rows.rowCount ?? 0, columns: placement.count });

  function place(): void {
    const lastNumber = (data?.firstRowNumber ?? 1) + (data?.rows.rowCount ?? 0);
    placement = createPlacement(columns, Math.max(40, String(lastNumber).length * 8 + 20));
    viewport.setColumns(placement.center, placement.pinnedWidth);
    for (const part of [headElement, bodyElement]) part.style.width = `${placement.totalWidth}px`;
    setAttribute(scroller, 'aria-colcount', String(placement.count + 1));
  }

  function draw(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    if (!data) return;
    const { rows, firstRowNumber } = data;
    if (!guessed && rows.row(0)) {
      guessed = true;
      columns.setFirstWidths(guessWidths(data.columns, loadedRows()));
    }
    const active = selection?.active;
    const inSight = viewport.rows(0);
    rows.need(inSight.first, inSight.last + 1);
    const range = viewport.rows(overscanRows);
    const indices: number[] = [];
    for (let index = range.first; index <= range.last; index++) indices.push(index);
    if (active && active.row >= 0 && (active.row < range.first || active.row > range.last))
      indices.push(active.row);
    const shared = {
      columns: placement.placed(viewport.columns(overscanColumns), active?.column ?? -1),
      numberWidth: placement.numberWidth,
      pinnedWidth: placement.pinnedWidth,
      active,
    };
    const selected = selection && selecting.rectangleOf(selection, extent());
    // Read before anything is written: a reading in between would force a layout for each row.
    const shift = viewport.shift();
    header.draw(shared);
    body.draw({
      ...shared,
      rows: indices,
      firstRowNumber,
      row: rows.row,
      top: (index) => index * rowHeight + shift,
      selected,
    });
    setAttribute(scroller, 'aria-activedescendant', active && cellID(active));
  }

  function select(next: Selection | undefined, reveal = true): void {
    selection = next;
    if (next && reveal) viewport.reveal(next.active.row, next.active.column - placement.pinned.length);
    const area = next && selecting.rectangleOf(next, extent());
    const height = area ? area.toRow - area.fromRow : 0;
    const width = area ? area.toColumn - area.fromColumn : 0;
    if (height * width > 1) options.announce(strings.selected(height, width));
    draw();
  }

  function pick(at: Position, extend: boolean): void {
    select(extend && selection ? selecting.extendTo(selection, at) : selecting.selectAt(at));
  }

  function resize(index: number, width: number): void {
    columns.setWidth(index, width);
    options.onLayout();
  }

  function loadedRows(): Row[] {
    const { first } = viewport.rows(0);
    const found: Row[] = [];
    for (let index = Math.max(0, first - fitRows); index < first + fitRows; index++) {
      const row = data?.rows.row(index);
      if (row) found.push(row);
    }
    return found;
  }

  function fitColumn(index: number): void {
    const column = columns.all[index];
    if (column) resize(index, fitWidth(column, index, loadedRows(), scroller));
  }

  function copy(): void {
    const area = selection && selecting.rectangleOf(selection, extent());
    if (!area) return;
    const indices: number[] = [];
    for (let at = area.fromColumn; at < area.toColumn; at++) {
      const column = placement.at(at);
      if (column) indices.push(column.index);
    }
    lastCopy = performance.now();
    options.onCopy(area, indices);
    options.announce(strings.copied(area.toRow - area.fromRow, indices.length));
  }

  function run(command: GridCommand, at: Position): void {
    const column = placement.at(at.column);
    const current = selection ?? selecting.selectAt(at);
    if (command.kind === 'move') pick(command.to, command.extend);
    else if (command.kind === 'all') select(selecting.selectAll(current), false);
    else if (command.kind === 'row') select(selecting.selectRow(current), false);
    else if (command.kind === 'column') select(selecting.selectColumn(current), false);
    else if (command.kind === 'copy') copy();
    else if (command.kind === 'leave') options.onLeave();
    else if (!column || at.column < 0) return;
    else if (command.kind === 'open' && at.row >= 0) options.onOpen(at.row, column.index);
    else if (command.kind === 'resize' || command.kind === 'fit') {
      if (command.kind === 'resize') resize(column.index, column.width + command.by);
      else fitColumn(column.index);
      options.announce(strings.width(column.name, placement.at(at.column)?.width ?? 0));
    }
  }

  scroller.addEventListener('keydown', (event) => {
    const at = selection?.active ?? { row: 0, column: 0 };
    const command = commandOf(event, at, extent(), viewport.pageRows());
    if (!command) return;
    event.preventDefault();
    run(command, at);
  });
  // The editor's own Copy command arrives as an event, without a key.
  document.addEventListener('beforecopy', (event) => {
    if (document.activeElement === scroller) event.preventDefault();
  });
  document.addEventListener('copy', (event) => {
    if (document.activeElement !== scroller) return;
    event.preventDefault();
    // The desktop editor sends both the key and, a moment later, its command.
    if (performance.now() - lastCopy > 300) copy();
  });
  scroller.addEventListener('focus', () => {
    if (!selection && data)
      select(selecting.selectAt(selecting.clampPosition({ row: 0, column: 0 }, extent())));
  });
  listenToPointer(scroller, {
    at: (x, y) => positionAt({ x, y }, scroller, viewport, placement),
    edgeAt: (x, y) => edgeAt({ x, y }, scroller, viewport, placement),
    widthOf: (index) =>
      [...placement.pinned, ...placement.center].find((one) => one.index === index)?.width ?? 0,
    pick,
    resize,
    fit: fitColumn,
    open: (at) => run({ kind: 'open' }, at),
  });

  return {
    element: scroller,
    columns,
    show(next, keepPlace) {
      data = next;
      viewport.setRows(next.rows.rowCount);
      if (JSON.stringify(next.columns) === JSON.stringify(columns.all)) place();
      else {
        const rows = loadedRows();
        guessed = rows.length > 0;
        if (!columns.continuedBy(next.columns)) {
          selection = undefined;
          scroller.scrollLeft = 0;
        }
        columns.setColumns(next.columns, guessWidths(next.columns, rows));
      }
      bodyElement.style.height = `${viewport.bodyHeight()}px`;
      setAttribute(scroller, 'aria-rowcount', String(next.totalRows < 0 ? -1 : next.totalRows + 1));
      if (!keepPlace) {
        scroller.scrollTop = 0;
        const column = selection?.active.column ?? 0;
        selection &&= selecting.selectAt(selecting.clampPosition({ row: 0, column }, extent()));
      }
      draw();
    },
    refresh,
    setBusy(busy) {
      setAttribute(scroller, 'aria-busy', busy ? 'true' : undefined);
    },
    focus: () => scroller.focus(),
  };
}
