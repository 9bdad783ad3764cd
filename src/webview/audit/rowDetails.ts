import type { Grid } from '../shared/grid/grid.ts';
import { strings } from '../shared/strings.ts';
import type { AuditRows } from './auditRows.ts';
import type { DetailPane } from './detail.ts';

interface RowDetailsParts {
  readonly pane: DetailPane;
  readonly grid: Pick<Grid, 'activeRow' | 'revealActiveRow'>;
  readonly rows: Pick<AuditRows, 'isFolding'>;
  readonly announce: (text: string) => void;
}

/** Displays the events of rows in the pane beside them. */
export class RowDetails {
  readonly #parts: RowDetailsParts;

  constructor(parts: RowDetailsParts) {
    this.#parts = parts;
  }

  /** Displays the event of a row. If an event is displayed already, moves the focus there unless `keepFocus` is true. */
  open(row: number, keepFocus: boolean): void {
    const { pane, grid, announce } = this.#parts;
    if (pane.displaysEvent()) {
      if (!keepFocus) pane.focus();
      return;
    }
    pane.displayEvent(row);
    grid.revealActiveRow();
    announce(strings.paneOpened);
  }

  /** Displays the event of a clicked row, unless other content that the user has opened is in the pane. */
  openClickedRow(row: number): void {
    const { pane, rows } = this.#parts;
    if (!pane.isOpen() && !rows.isFolding(row)) this.open(row, true);
  }

  /** Displays the event of the active row, if the pane displays an event. */
  followActiveRow(): void {
    const { pane, grid, rows } = this.#parts;
    const row = grid.activeRow();
    if (row === undefined) return;
    if (rows.isFolding(row)) pane.displayNoEvent();
    else pane.follow(row);
  }

  /** Displays the event of the active row again after the rows changed, if the pane displays an event. */
  refresh(rowCount: number): void {
    const { pane, grid, rows } = this.#parts;
    const row = Math.min(grid.activeRow() ?? 0, rowCount - 1);
    if (rowCount === 0 || rows.isFolding(row)) pane.displayNoEvent();
    else pane.refresh(row);
  }
}
