import type { Grid } from '../shared/grid/grid.ts';
import { strings } from '../shared/strings.ts';
import type { AuditRows } from './auditRows.ts';
import type { DetailPane } from './detail.ts';

interface RowDetailsParts {
  readonly pane: DetailPane;
  readonly grid: Pick<Grid, 'getActiveRow' | 'revealActiveRow'>;
  readonly rows: Pick<AuditRows, 'isFolding'>;
  readonly announce: (text: string) => void;
}

/** Displays the events of rows in the details pane. */
export class RowDetails {
  readonly #parts: RowDetailsParts;

  constructor(parts: RowDetailsParts) {
    this.#parts = parts;
  }

  /**
   * Displays the event of a row. If the pane displays an event already, only moves the focus there, or does nothing if
   * `keepFocus` is true.
   */
  openOrFocusRowDetails(row: number, keepFocus: boolean): void {
    const { pane, grid, announce } = this.#parts;
    if (pane.displaysEvent()) {
      if (!keepFocus) pane.focus();
      return;
    }
    pane.displayEvent(row);
    grid.revealActiveRow();
    announce(strings.paneOpened);
  }

  /** Displays the event of a clicked row if the pane is closed and the row is not known to stand for folded events. */
  openRowDetailsIfPaneClosed(row: number): void {
    const { pane, rows } = this.#parts;
    if (!pane.isOpen() && !rows.isFolding(row)) this.openOrFocusRowDetails(row, true);
  }

  /** If the pane displays an event, displays that of the active row, or a text if the row stands for folded events. */
  followActiveRow(): void {
    const { pane, grid, rows } = this.#parts;
    const row = grid.getActiveRow();
    if (row === undefined) return;
    if (rows.isFolding(row)) pane.displayNoEvent();
    else pane.follow(row);
  }

  /**
   * Updates the pane after the rows changed, if it displays an event: displays the event of the active or the first
   * row, or a text if there is no such event.
   */
  redisplayActiveRow(rowCount: number): void {
    const { pane, grid, rows } = this.#parts;
    const row = Math.min(grid.getActiveRow() ?? 0, rowCount - 1);
    if (rowCount === 0 || rows.isFolding(row)) pane.displayNoEvent();
    else pane.refresh(row);
  }
}
