/** The elements of one row, which are reused for other rows while the grid is scrolled. */
import { element, prependInOrder, setOrRemoveAttribute } from '../dom.ts';
import { strings } from '../strings.ts';
import type { BodyFrame } from './body.ts';
import {
  absentCell,
  activeCellElementID,
  type CellView,
  createCellView,
  drawCell,
  drawFoldingCell,
  findFoldingCell,
} from './cell.ts';
import type { PlacedColumn } from './placement.ts';
import { isCellInRectangle, type Position, ROW_NUMBER_COLUMN } from './selection.ts';

const rowNumbers = new Intl.NumberFormat('en-US', { useGrouping: false });

export class RowView {
  readonly element: HTMLElement;
  readonly #number = element('div', { role: 'rowheader', class: 'cell number', 'aria-colindex': '1' });
  readonly #pinned = element('div', { role: 'none', class: 'pinned' }, this.#number);
  readonly #cells = new Map<number, CellView>();
  #columns: readonly PlacedColumn[] | undefined;

  constructor() {
    this.element = element('div', { role: 'row', class: 'row' }, this.#pinned);
  }

  isLaidOutFor(columns: readonly PlacedColumn[]): boolean {
    return this.#columns === columns;
  }

  /**
   * Positions one cell for each column of the frame. `indices` are the columns' indices in the host's list. Cells of
   * other columns are moved to `spareCells`. Missing cells are taken from there, or created.
   */
  layOutCells(frame: BodyFrame, indices: ReadonlySet<number>, spareCells: CellView[]): void {
    this.#releaseCells(indices, spareCells);
    this.#pinned.style.width = `${frame.pinnedWidth}px`;
    this.#number.style.width = `${frame.numberWidth}px`;
    for (const column of frame.columns) {
      let cell = this.#cells.get(column.index);
      if (!cell) {
        cell = spareCells.pop() ?? createCellView();
        this.#cells.set(column.index, cell);
      }
      this.#placeCell(cell, column);
    }
    this.#columns = frame.columns;
  }

  drawRow(index: number, frame: BodyFrame): void {
    const row = frame.row(index);
    const folding = row && findFoldingCell(row);
    const isMarked = frame.markColumn !== undefined && row?.[frame.markColumn]?.marked === true;
    this.element.classList.toggle('odd', index % 2 === 1);
    this.element.classList.toggle('marked', isMarked);
    const isBelow = row?.some(({ below }) => below === true) === true;
    this.element.classList.toggle('folding', folding !== undefined);
    this.element.classList.toggle('below', isBelow);
    this.#fillNumber(index, { isMarked, isBelow }, frame);
    for (const [column, cell] of this.#cells) {
      if (folding) drawFoldingCell(cell, folding);
      else drawCell(cell, row && (row[column] ?? absentCell), frame.highlightPattern);
      drawSelection(cell, index, frame, folding !== undefined);
    }
  }

  sortCellElements(): void {
    const cells = [...this.#cells.values()].sort((a, b) => a.position - b.position);
    const elements = cells.map((cell) => cell.element);
    const isPinned = (cell: Element): boolean => cell.parentNode === this.#pinned;
    prependInOrder(this.#pinned, [this.#number, ...elements.filter(isPinned)]);
    prependInOrder(this.element, [this.#pinned, ...elements.filter((cell) => !isPinned(cell))]);
  }

  #releaseCells(indices: ReadonlySet<number>, spareCells: CellView[]): void {
    for (const [index, cell] of this.#cells) {
      if (indices.has(index)) continue;
      cell.element.remove();
      this.#cells.delete(index);
      spareCells.push(cell);
    }
  }

  #placeCell(cell: CellView, column: PlacedColumn): void {
    const parent = column.pinned ? this.#pinned : this.element;
    if (cell.element.parentNode !== parent) parent.append(cell.element);
    cell.position = column.position;
    if (cell.shortensMiddle !== column.shortensMiddle) cell.value.classList.remove('shortened');
    cell.shortensMiddle = column.shortensMiddle;
    cell.element.style.left = `${column.left}px`;
    cell.element.style.width = `${column.width}px`;
    cell.element.toggleAttribute('data-numeric', column.numeric);
    setOrRemoveAttribute(cell.element, 'aria-colindex', String(column.position + 2));
  }

  #fillNumber(
    index: number,
    { isMarked, isBelow }: { readonly isMarked: boolean; readonly isBelow: boolean },
    { firstRowNumber, breaks, active }: BodyFrame,
  ): void {
    const number = firstRowNumber + index;
    const text = rowNumbers.format(number);
    const breakLabel = breaks?.rows.has(index) ? breaks.label : undefined;
    const remarks = [
      ...(isMarked ? [strings.markedEvent] : []),
      ...(isBelow ? [strings.belowFold] : []),
      ...(breakLabel ? [breakLabel] : []),
    ];
    setOrRemoveAttribute(this.element, 'aria-rowindex', String(number + 1));
    this.element.classList.toggle('break', breakLabel !== undefined);
    if (this.#number.textContent !== text) this.#number.textContent = text;
    setOrRemoveAttribute(this.#number, 'title', breakLabel);
    setOrRemoveAttribute(
      this.#number,
      'aria-label',
      remarks.length > 0 ? [text, ...remarks].join(', ') : undefined,
    );
    const at = { row: index, column: ROW_NUMBER_COLUMN };
    drawActiveMark(this.#number, at, active?.row === index && active.column === ROW_NUMBER_COLUMN);
  }
}

/** `isFolding`: whether the row folds others. Such a row is drawn as one cell, which is selected with any column. */
function drawSelection(
  cell: CellView,
  row: number,
  { selected, active }: BodyFrame,
  isFolding: boolean,
): void {
  const column = cell.position;
  const isSelected = isCellInRectangle(selected, row, isFolding ? (selected?.fromColumn ?? 0) : column);
  if (cell.selected !== isSelected) {
    cell.selected = isSelected;
    cell.element.setAttribute('aria-selected', String(isSelected));
  }
  const isActive = active?.row === row && active.column === column;
  // The cell may be reused for another row, which changes its ID.
  if (isActive || cell.active) drawActiveMark(cell.element, { row, column }, isActive);
  const isRowActive = isFolding && active?.row === row && active.column !== ROW_NUMBER_COLUMN;
  if (isRowActive) cell.element.classList.add('active');
  cell.active = isActive || isRowActive;
}

function drawActiveMark(target: HTMLElement, at: Position, isActive: boolean): void {
  target.classList.toggle('active', isActive);
  setOrRemoveAttribute(target, 'id', isActive ? activeCellElementID(at) : undefined);
}
