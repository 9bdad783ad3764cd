import type { AuditHost, AuditState } from '../../protocol/audit.ts';
import { isRowsResponse } from '../../protocol/auditGuards.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import { auditStrings } from '../shared/auditStrings.ts';
import { findFoldingCell } from '../shared/grid/cell.ts';
import type { GridColumn } from '../shared/grid/columns.ts';
import type { Grid, GridData } from '../shared/grid/grid.ts';
import { type Row, RowWindow } from '../shared/grid/rowWindow.ts';
import { explainUnsortableColumn } from './sorting.ts';

/**
 * Milliseconds to wait, after other rows are displayed, before rows near the visible ones are requested. The next state
 * may make such requests useless.
 */
const LOOKAHEAD_DELAY_MS = 400;
const MIN_NOTE_WIDTH = 180;

export interface AuditRows {
  /**
   * Displays the rows of a state. Returns by how many rows the content of the active row has moved down (up if
   * negative), or undefined if that is unknown.
   */
  draw(state: AuditState): number | undefined;
  displayedState(): AuditState | undefined;
  row(index: number): Row | undefined;
  /**
   * Requests to expand or to collapse a row that folds others. Resolves when the rows are displayed so, and the active
   * one is loaded. Rejects if the host reports an error.
   */
  expandOrCollapse(row: number, isExpanded: boolean): Promise<void>;
  /** Whether the row is loaded and stands for one or more folded events that it can display below it. */
  isFolding(index: number): boolean;
  clear(): void;
}

export const listColumnNames = ({ columns }: AuditState): string[] => columns.map(({ name }) => name);

function findFlexibleColumns({ columns }: AuditState): Pick<GridData, 'flexibleColumns'> {
  const flexible = columns.findIndex(({ width }) => width === 'rest');
  const findAll = (kind: 'yields' | 'lessNeeded'): readonly number[] =>
    columns.flatMap(({ width }, index) => (width === kind ? [index] : []));
  const flexibleColumns = { flexible, shrinkable: findAll('yields'), lessNeeded: findAll('lessNeeded') };
  return flexible < 0 ? {} : { flexibleColumns };
}

function describeColumn(state: AuditState, index: number): GridColumn {
  const { name = '', heading = name, numeric = false, shortensMiddle = false } = state.columns[index] ?? {};
  const note = explainUnsortableColumn(state, index);
  return {
    name,
    heading,
    numeric,
    shortensMiddle,
    ...(note === undefined ? {} : { note }),
    ...(index === state.marks?.column ? { minEstimatedWidth: MIN_NOTE_WIDTH } : {}),
  };
}

export function createAuditRows(grid: Grid, host: Rpc<AuditHost>, onFailed: () => void): AuditRows {
  let visibleRowCount = 0;
  // The grid has no height while it is hidden.
  new ResizeObserver(() => {
    const rows = grid.computeDrawnRowCount();
    if (grid.element.clientHeight === 0 || rows === visibleRowCount) return;
    visibleRowCount = rows;
    host.notify('setVisibleRowCount', { rows });
  }).observe(grid.element);
  let displayed: { state: AuditState; readonly rows: RowWindow } | undefined;

  function createRowWindow(state: AuditState): RowWindow {
    const rows = new RowWindow({
      rowCount: state.rowCount,
      columnCount: state.columns.length,
      lookaheadDelayMs: LOOKAHEAD_DELAY_MS,
      fetchRows: async (from, to, seq) => {
        // A later revision may have the same rows.
        const { rev } = displayed?.rows === rows ? displayed.state : state;
        const answer: unknown = await host.call('fetchRows', { rev, seq, from, to });
        if (!isRowsResponse(answer) || answer.rev !== rev) throw new Error('malformed rows');
        return answer;
      },
      onBlockRequestEnded: () => displayed?.rows === rows && grid.scheduleDraw(),
      onFailed: () => displayed?.rows === rows && onFailed(),
    });
    rows.storeFirstRows(state.rows);
    return rows;
  }

  function computeActiveRowShift({ movedRow, rows }: AuditState): number | undefined {
    const activeRow = grid.getActiveRow();
    if (movedRow && movedRow.from === activeRow) return movedRow.to - movedRow.from;
    // The host may not know yet which row is active.
    const row = activeRow === undefined ? undefined : displayed?.rows.getLoadedRow(activeRow);
    if (activeRow === undefined || !row) return undefined;
    const text = JSON.stringify(row);
    const newIndex = rows.findIndex((one) => JSON.stringify(one) === text);
    return newIndex < 0 ? undefined : newIndex - activeRow;
  }

  return {
    draw(state) {
      const same = displayed?.state.dataRev === state.dataRev;
      const insertedRows = same ? 0 : state.keepsPosition ? computeActiveRowShift(state) : undefined;
      const rows = same && displayed ? displayed.rows : createRowWindow(state);
      if (!same) displayed?.rows.dispose();
      rows.increaseRowCountAndAllowRetries(state.rowCount);
      displayed = { state, rows };
      grid.setBusy(false);
      grid.setHighlightedTexts(state.searchedTexts);
      grid.displayData(
        {
          columns: state.columns.map((_, index) => describeColumn(state, index)),
          ...findFlexibleColumns(state),
          rows,
          firstRowNumber: 1,
          totalRows: state.rowCount,
          ...(state.order ? { sorts: state.order.sorts } : {}),
          ...(state.marks ? { markColumn: state.marks.column } : {}),
          ...(state.breaks ? { breaks: { rows: new Set(state.breaks), label: auditStrings.gapAbove } } : {}),
        },
        same || state.keepsPosition,
        insertedRows,
      );
      return insertedRows;
    },
    displayedState: () => displayed?.state,
    row: (index) => displayed?.rows.getLoadedRow(index),
    async expandOrCollapse(row, isExpanded) {
      await host.call('expand', { rev: displayed?.state.rev ?? 0, row, isExpanded });
      await displayed?.rows.waitForPendingRow(grid.getActiveRow() ?? row);
    },
    isFolding: (index) => findFoldingCell(displayed?.rows.getLoadedRow(index) ?? []) !== undefined,
    clear() {
      displayed?.rows.dispose();
      displayed = undefined;
    },
  };
}
