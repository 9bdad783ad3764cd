import { prependInOrder } from '../dom.ts';
import type { CellView } from './cell.ts';
import type { PlacedColumn } from './placement.ts';
import { RowView } from './rowView.ts';
import type { Row } from './rowWindow.ts';
import type { Position, Rectangle } from './selection.ts';

/**
 * The 0-based indices of rows that have a line at their upper edge, and a text for users that says what the line means.
 */
export interface RowBreaks {
  readonly rows: ReadonlySet<number>;
  readonly label: string;
}

export interface BodyFrame {
  readonly rows: readonly number[];
  /** The columns to draw. A change must come with a new array, because rows are laid out again only then. */
  readonly columns: readonly PlacedColumn[];
  readonly numberWidth: number;
  readonly pinnedWidth: number;
  readonly firstRowNumber: number;
  readonly row: (index: number) => Row | undefined;
  /** Returns the position of a row's upper edge within the body in pixels. */
  readonly topOf: (index: number) => number;
  readonly selected: Rectangle | undefined;
  readonly active: Position | undefined;
  readonly highlightPattern: RegExp | undefined;
  /** Index, in the host's list, of the column that says whether a row is marked. */
  readonly markColumn: number | undefined;
  readonly breaks: RowBreaks | undefined;
}

export class Body {
  readonly #host: HTMLElement;
  readonly #rows = new Map<number, RowView>();
  readonly #spareRows: RowView[] = [];
  readonly #spareCells: CellView[] = [];

  constructor(host: HTMLElement) {
    this.#host = host;
  }

  drawBodyRows(frame: BodyFrame): void {
    this.#releaseRows(new Set(frame.rows));
    const columns = new Set(frame.columns.map((column) => column.index));
    for (const index of frame.rows) {
      const row = this.#getOrReuseRowView(index);
      row.element.style.transform = `translateY(${frame.topOf(index)}px)`;
      if (!row.isLaidOutFor(frame.columns)) row.layOutCells(frame, columns, this.#spareCells);
      row.drawRow(index, frame);
    }
    for (const row of this.#spareRows) row.element.hidden = true;
  }

  /** Puts the elements of rows and cells in display order, because a screen reader may read them in document order. */
  sortRowElements(): void {
    const rows = [...this.#rows].sort(([a], [b]) => a - b).map(([, row]) => row);
    prependInOrder(
      this.#host,
      rows.map((row) => row.element),
    );
    for (const row of rows) row.sortCellElements();
  }

  /** Discards the spare elements, so that values which are no longer displayed do not stay in memory. */
  discardSpareElements(): void {
    for (const row of this.#spareRows) row.element.remove();
    this.#spareRows.length = 0;
    this.#spareCells.length = 0;
  }

  #releaseRows(needed: ReadonlySet<number>): void {
    for (const [index, row] of this.#rows) {
      if (needed.has(index)) continue;
      this.#rows.delete(index);
      this.#spareRows.push(row);
    }
  }

  #getOrReuseRowView(index: number): RowView {
    const drawn = this.#rows.get(index);
    if (drawn) return drawn;
    const row = this.#spareRows.pop() ?? new RowView();
    this.#rows.set(index, row);
    if (!row.element.isConnected) this.#host.append(row.element);
    row.element.hidden = false;
    return row;
  }
}
