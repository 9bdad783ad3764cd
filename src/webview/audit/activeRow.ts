import type { ActiveRow, AuditHost } from '../../protocol/audit.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import type { Grid } from '../shared/grid/grid.ts';
import type { AuditRows } from './auditRows.ts';
import type { DetailPane } from './detail.ts';

interface ActiveRowParts {
  readonly host: Rpc<AuditHost>;
  readonly grid: Grid;
  readonly rows: AuditRows;
  readonly pane: DetailPane;
}

/** Reports the active row to the host, which returns it when the editor loads the page of the webview again. */
export class ActiveRowReports {
  readonly #parts: ActiveRowParts;
  #lastReport = '';

  constructor(parts: ActiveRowParts) {
    this.#parts = parts;
  }

  /** Reports the active row and whether its details are open, unless that was reported last. */
  reportIfChanged(): void {
    const { host, grid, rows, pane } = this.#parts;
    const state = rows.displayedState();
    if (!state) return;
    const row = grid.getActiveRow();
    const column = grid.getActiveCell()?.column ?? grid.listVisibleColumnIndices()[0];
    const activeRow =
      row === undefined || column === undefined
        ? {}
        : { activeRow: { row, column, isDetailOpen: pane.displaysEvent() } };
    const report = JSON.stringify([state.dataRev, activeRow]);
    if (report === this.#lastReport) return;
    this.#lastReport = report;
    host.notify('setActiveRow', { rev: state.rev, ...activeRow });
  }

  /** Makes the row that the host remembers the active one again, and displays its details if they were open. */
  restore({ row, column, isDetailOpen }: ActiveRow): void {
    const { grid, pane } = this.#parts;
    if (!grid.selectCellIfColumnVisible(row, column) || !isDetailOpen) return;
    pane.displayEvent(row);
    grid.revealActiveRow();
  }
}
