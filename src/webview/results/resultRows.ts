/**
 * Displays the rows of the newest state in the grid. The previous rows stay until the new ones arrive, but only for a
 * short time.
 */
import type { ResultsHost, RowsDescription, RowsState } from '../../protocol/results.ts';
import { isRowsResponse } from '../../protocol/resultsGuards.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import type { GridColumn } from '../shared/grid/columns.ts';
import type { Grid } from '../shared/grid/grid.ts';
import { type Row, RowWindow } from '../shared/grid/rowWindow.ts';
import { strings } from '../shared/strings.ts';

const MAX_DISPLAY_DELAY_MS = 150;
/** Number of rows, from the first one on, that count as visible until the grid reports which rows are visible. */
const INITIAL_ROW_COUNT = 50;

interface StateWithRows {
  readonly state: RowsState;
  readonly rows: RowWindow;
}

interface ResultRowsOptions {
  readonly grid: Grid;
  readonly host: Rpc<ResultsHost>;
  /**
   * Called when a state was displayed. `before` is the state that was displayed until then; undefined if there was
   * none.
   */
  readonly onDisplayed: (state: RowsState, before: RowsState | undefined) => void;
  readonly onRowsArrived: () => void;
  readonly onFailed: (state: RowsState, row: number) => void;
}

export interface ResultRows {
  draw(next: RowsState): void;
  getDisplayedState(): RowsState | undefined;
  row(index: number): Row | undefined;
  clear(): void;
}

/**
 * Whether two states have the same row count, first row number, columns, sorts and filters, for example because only
 * the masking differs. Their rows are then assumed to be at the same positions.
 */
const haveSamePositions = (a: RowsDescription, b: RowsDescription): boolean =>
  a.rowCount === b.rowCount &&
  a.firstRowNumber === b.firstRowNumber &&
  JSON.stringify([a.columns, a.arrangement]) === JSON.stringify([b.columns, b.arrangement]);

function addMaskNotes({ columns, maskedColumns = [] }: RowsDescription): readonly GridColumn[] {
  const masked = new Set(maskedColumns);
  return columns.map((column, index) =>
    masked.has(index) ? { ...column, note: strings.maskedColumn } : column,
  );
}

export function createResultRows({
  grid,
  host,
  onDisplayed,
  onRowsArrived,
  onFailed,
}: ResultRowsOptions): ResultRows {
  let displayed: StateWithRows | undefined;
  let pendingState: StateWithRows | undefined;
  let displayTimer: ReturnType<typeof setTimeout> | undefined;
  let paintedRev = -1;

  const stateOf = (rows: RowWindow): RowsState | undefined =>
    [pendingState, displayed].find((one) => one?.rows === rows)?.state;

  function createRowWindow(state: RowsState): RowWindow {
    const rows = new RowWindow({
      rowCount: state.description.rowCount,
      columnCount: state.description.columns.length,
      fetchRows: async (fromRow, to, seq) => {
        const { rev } = stateOf(rows) ?? state;
        const response: unknown = await host.call('fetchRows', { rev, seq, from: fromRow, to });
        if (!isRowsResponse(response) || response.rev !== rev) throw new Error('malformed rows');
        return response;
      },
      onBlockRequestEnded: () => {
        if (pendingState?.rows === rows) displayPendingState();
        else if (displayed?.rows === rows) {
          grid.scheduleDraw();
          onRowsArrived();
        }
      },
      onFailed: (row) => {
        const owner = stateOf(rows);
        if (owner) onFailed(owner, row);
      },
    });
    if (state.firstRows) rows.storeFirstRows(state.firstRows);
    return rows;
  }

  const toGridData = ({ state: { description }, rows }: StateWithRows) => ({
    columns: addMaskNotes(description),
    rows,
    firstRowNumber: description.firstRowNumber,
    totalRows: description.totalRows,
    sorts: description.arrangement.sorts,
  });

  function displayPendingState(): void {
    clearTimeout(displayTimer);
    if (!pendingState) return;
    const before = displayed;
    before?.rows.dispose();
    displayed = pendingState;
    pendingState = undefined;
    grid.setBusy(false);
    grid.displayData(
      toGridData(displayed),
      before !== undefined && haveSamePositions(before.state.description, displayed.state.description),
    );
    onDisplayed(displayed.state, before?.state);
    reportPaint(displayed.state);
  }

  function reportPaint({ rev, description }: RowsState): void {
    if (description.rowCount === 0 || rev === paintedRev) return;
    paintedRev = rev;
    const report = (): void =>
      host.notify('reportPaint', { rev, at: performance.timeOrigin + performance.now() });
    // The second animation frame begins after the first one was painted.
    requestAnimationFrame(() => requestAnimationFrame(report));
  }

  return {
    draw(next) {
      if (displayed && !pendingState && displayed.state.dataRev === next.dataRev) {
        displayed.rows.increaseRowCountAndAllowRetries(next.description.rowCount);
        const before = displayed.state;
        displayed = { state: next, rows: displayed.rows };
        grid.setBusy(false);
        grid.displayData(toGridData(displayed), true);
        onDisplayed(next, before);
        reportPaint(next);
        return;
      }
      pendingState?.rows.dispose();
      clearTimeout(displayTimer);
      pendingState = { state: next, rows: createRowWindow(next) };
      if (pendingState.rows.getLoadedRow(0) || next.description.rowCount === 0) displayPendingState();
      else {
        pendingState.rows.setVisibleRowsAndRequestMissing(
          0,
          Math.min(next.description.rowCount, INITIAL_ROW_COUNT),
        );
        displayTimer = setTimeout(displayPendingState, MAX_DISPLAY_DELAY_MS);
      }
    },
    getDisplayedState: () => displayed?.state,
    row: (index) => displayed?.rows.getLoadedRow(index),
    clear() {
      clearTimeout(displayTimer);
      pendingState?.rows.dispose();
      displayed?.rows.dispose();
      pendingState = undefined;
      displayed = undefined;
    },
  };
}
