/** The rows in the document: a pool of elements, filled with the visible rows. */
import { element, putInOrder, setAttribute } from '../dom.ts';
import { strings } from '../strings.ts';
import { absentCell, type CellView, createCell, drawCell } from './cell.ts';
import type { ShownColumn } from './columns.ts';
import type { Row } from './rowWindow.ts';
import { contains, numberColumn, type Position, type Rectangle } from './selection.ts';

interface RowView {
  readonly element: HTMLElement;
  readonly pinned: HTMLElement;
  readonly number: HTMLElement;
  /** By the column's index in the host's list. */
  readonly cells: Map<number, CellView>;
  index: number;
  /** The columns that it is laid out for, by identity. */
  columns: readonly ShownColumn[] | undefined;
}

/** A column with its display position and its left edge within the row. */
export interface PlacedColumn extends ShownColumn {
  readonly position: number;
  readonly pinned: boolean;
}

/** One drawing: everything that the look of the rows depends on. */
export interface BodyFrame {
  /** Row indices to have in the document. */
  readonly rows: readonly number[];
  /** Columns to have in the document; the same list as before means the same columns in the same places. */
  readonly columns: readonly PlacedColumn[];
  readonly numberWidth: number;
  readonly pinnedWidth: number;
  readonly firstRowNumber: number;
  readonly row: (index: number) => Row | undefined;
  readonly top: (index: number) => number;
  readonly selected: Rectangle | undefined;
  readonly active: Position | undefined;
  /** What is marked in the cells. */
  readonly hits: RegExp | undefined;
  /** The column, by the host's index, whose cells say whether a person marked what the row is of. */
  readonly markColumn: number | undefined;
  /** Rows marked at their upper edge, and what the mark says. */
  readonly breaks: { readonly rows: ReadonlySet<number>; readonly label: string } | undefined;
}

export interface Body {
  draw(frame: BodyFrame): void;
  /** Puts rows and cells in the order in which they are seen, for those who read the document from top to bottom. */
  settle(): void;
  /** Drops what is kept for later use: it still holds the values that it showed last. */
  forget(): void;
}

export const cellID = (at: Position): string => `cell-${at.row}-${at.column}`;

const numbers = new Intl.NumberFormat('en-US', { useGrouping: false });

export function createBody(host: HTMLElement): Body {
  const views = new Map<number, RowView>();
  const spare: RowView[] = [];
  const spareCells: CellView[] = [];

  function createRow(): RowView {
    const number = element('div', { role: 'rowheader', class: 'cell number', 'aria-colindex': '1' });
    const pinned = element('div', { role: 'none', class: 'pinned' }, number);
    const row = element('div', { role: 'row', class: 'row' }, pinned);
    return { element: row, pinned, number, cells: new Map(), index: -1, columns: undefined };
  }

  function fitCells(view: RowView, frame: BodyFrame, wanted: ReadonlySet<number>): void {
    for (const [index, cell] of view.cells) {
      if (wanted.has(index)) continue;
      cell.element.remove();
      view.cells.delete(index);
      spareCells.push(cell);
    }
    view.pinned.style.width = `${frame.pinnedWidth}px`;
    view.number.style.width = `${frame.numberWidth}px`;
    for (const column of frame.columns) {
      let cell = view.cells.get(column.index);
      if (!cell) {
        cell = spareCells.pop() ?? createCell();
        view.cells.set(column.index, cell);
      }
      const parent = column.pinned ? view.pinned : view.element;
      if (cell.element.parentNode !== parent) parent.append(cell.element);
      cell.element.style.left = `${column.left}px`;
      cell.element.style.width = `${column.width}px`;
      cell.position = column.position;
      cell.element.toggleAttribute('data-numeric', column.numeric);
      setAttribute(cell.element, 'aria-colindex', String(column.position + 2));
    }
    view.columns = frame.columns;
  }

  function mark(target: HTMLElement, at: Position, frame: BodyFrame): void {
    const active = frame.active?.row === at.row && frame.active.column === at.column;
    target.classList.toggle('active', active);
    setAttribute(target, 'id', active ? cellID(at) : undefined);
  }

  function fill(view: RowView, frame: BodyFrame): void {
    const row = frame.row(view.index);
    const number = frame.firstRowNumber + view.index;
    setAttribute(view.element, 'aria-rowindex', String(number + 1));
    view.element.classList.toggle('odd', view.index % 2 === 1);
    const text = numbers.format(number);
    if (view.number.textContent !== text) view.number.textContent = text;
    const broken = frame.breaks?.rows.has(view.index) ? frame.breaks.label : undefined;
    view.element.classList.toggle('break', broken !== undefined);
    setAttribute(view.number, 'title', broken);
    const isMarked = frame.markColumn !== undefined && row?.[frame.markColumn]?.marked === true;
    view.element.classList.toggle('marked', isMarked);
    const said = [...(isMarked ? [strings.markedEvent] : []), ...(broken ? [broken] : [])];
    setAttribute(view.number, 'aria-label', said.length > 0 ? [text, ...said].join(', ') : undefined);
    mark(view.number, { row: view.index, column: numberColumn }, frame);
    for (const [index, cell] of view.cells) {
      const { position } = cell;
      drawCell(cell, row && (row[index] ?? absentCell), frame.hits);
      const selected = contains(frame.selected, view.index, position);
      if (cell.selected !== selected) {
        cell.selected = selected;
        cell.element.setAttribute('aria-selected', String(selected));
      }
      const active = frame.active?.row === view.index && frame.active.column === position;
      if (active || cell.active) {
        cell.active = active;
        mark(cell.element, { row: view.index, column: position }, frame);
      }
    }
  }

  return {
    draw(frame) {
      const wantedRows = new Set(frame.rows);
      for (const [index, view] of views) {
        if (wantedRows.has(index)) continue;
        views.delete(index);
        spare.push(view);
      }
      const wantedColumns = new Set(frame.columns.map((column) => column.index));
      for (const index of frame.rows) {
        let view = views.get(index);
        if (!view) {
          view = spare.pop() ?? createRow();
          views.set(index, view);
          view.index = index;
          if (!view.element.isConnected) host.append(view.element);
          view.element.hidden = false;
        }
        view.element.style.transform = `translateY(${frame.top(index)}px)`;
        if (view.columns !== frame.columns) fitCells(view, frame, wantedColumns);
        fill(view, frame);
      }
      for (const view of spare) view.element.hidden = true;
    },
    settle() {
      const rows = [...views.values()].sort((a, b) => a.index - b.index);
      putInOrder(
        host,
        rows.map((view) => view.element),
      );
      for (const view of rows) {
        const cells = [...view.cells.values()].sort((a, b) => a.position - b.position);
        const elements = cells.map((cell) => cell.element);
        const isPinned = (cell: Element): boolean => cell.parentNode === view.pinned;
        putInOrder(view.pinned, [view.number, ...elements.filter(isPinned)]);
        putInOrder(view.element, [view.pinned, ...elements.filter((cell) => !isPinned(cell))]);
      }
    },
    forget() {
      for (const view of spare.splice(0)) view.element.remove();
      spareCells.length = 0;
    },
  };
}
