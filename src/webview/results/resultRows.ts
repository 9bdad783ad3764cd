/**
 * Displays the rows of the newest state in the grid. They replace the previous rows when the first of them have
 * arrived, or after `MAX_DISPLAY_DELAY_MS`.
 */
import type { ResultsHost, RowsDescription, RowsState } from '../../protocol/results.ts';
import { isRowsResponse } from '../../protocol/resultsGuards.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import type { Grid } from '../shared/grid/grid.ts';
import { type Row, RowWindow } from '../shared/grid/rowWindow.ts';

/** Milliseconds after which a new state is displayed even if none of its rows have arrived. */
const MAX_DISPLAY_DELAY_MS = 150;
/** Maximum number of rows requested before the grid reports which rows are visible. */
const INITIAL_ROW_COUNT = 50;

interface StateWithRows {
  readonly state: RowsState;
  readonly rows: RowWindow;
}

interface ResultRowsOptions {
  readonly grid: Grid;
  readonly host: Rpc<ResultsHost>;
  /** Called when a state was displayed. `before` is the state that it replaced; undefined if no rows were displayed. */
  readonly onDisplayed: (state: RowsState, before: RowsState | undefined) => void;
  /** Called when further rows of the displayed state arrived or a request for them failed. */
  readonly onRowsArrived: () => void;
  /** Called when rows of `state` could not be loaded. `row` is the 0-based index of the first of them. */
  readonly onFailed: (state: RowsState, row: number) => void;
}

export interface ResultRows {
  draw(next: RowsState): void;
  /** Returns the state whose rows are displayed; undefined if there is none. */
  displayedState(): RowsState | undefined;
  row(index: number): Row | undefined;
  clear(): void;
}

/**
 * Whether two states have the same number of rows, row numbers, columns, sorts and filters, as before and after values
 * are masked or revealed. The values themselves are not compared.
 */
const haveSamePositions = (a: RowsDescription, b: RowsDescription): boolean =>
  a.rowCount === b.rowCount &&
  a.firstRowNumber === b.firstRowNumber &&
  JSON.stringify([a.columns, a.arrangement]) === JSON.stringify([b.columns, b.arrangement]);

export function createResultRows({
  grid,
  host,
  onDisplayed,
  onRowsArrived,
  onFailed,
}: ResultRowsOptions): ResultRows {
  let displayed: StateWithRows | undefined;
  /** A newer state that is not displayed yet because its first rows have not arrived. */
  let pendingState: StateWithRows | undefined;
  let displayTimer: ReturnType<typeof setTimeout> | undefined;
  let paintedRev = -1;

  const stateOf = (rows: RowWindow): RowsState | undefined =>
    [pendingState, displayed].find((one) => one?.rows === rows)?.state;

  function createWindow(state: RowsState): RowWindow {
    const rows = new RowWindow({
      rowCount: state.description.rowCount,
      columnCount: state.description.columns.length,
      fetchRows: async (fromRow, to, seq) => {
        const { rev } = stateOf(rows) ?? state;
        const response: unknown = await host.call('fetchRows', { rev, seq, from: fromRow, to });
        if (!isRowsResponse(response) || response.rev !== rev) throw new Error('malformed rows');
        return response;
      },
      onRowsArrived: () => {
        if (pendingState?.rows === rows) displayPendingState();
        else if (displayed?.rows === rows) {
          grid.refresh();
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
    columns: description.columns,
    rows,
    firstRowNumber: description.firstRowNumber,
    totalRows: description.totalRows,
    sorts: description.arrangement.sorts,
  });

  /** Displays `pendingState`, if any, in place of the previous state, with its rows as far as they have arrived. */
  function displayPendingState(): void {
    clearTimeout(displayTimer);
    if (!pendingState) return;
    const before = displayed;
    before?.rows.dispose();
    displayed = pendingState;
    pendingState = undefined;
    grid.setBusy(false);
    grid.display(
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
        displayed.rows.growTo(next.description.rowCount);
        const before = displayed.state;
        displayed = { state: next, rows: displayed.rows };
        grid.setBusy(false);
        grid.display(toGridData(displayed), true);
        onDisplayed(next, before);
        reportPaint(next);
        return;
      }
      pendingState?.rows.dispose();
      clearTimeout(displayTimer);
      pendingState = { state: next, rows: createWindow(next) };
      if (pendingState.rows.row(0) || next.description.rowCount === 0) displayPendingState();
      else {
        pendingState.rows.setVisibleRows(0, Math.min(next.description.rowCount, INITIAL_ROW_COUNT));
        displayTimer = setTimeout(displayPendingState, MAX_DISPLAY_DELAY_MS);
      }
    },
    displayedState: () => displayed?.state,
    row: (index) => displayed?.rows.row(index),
    clear() {
      clearTimeout(displayTimer);
      pendingState?.rows.dispose();
      displayed?.rows.dispose();
      pendingState = undefined;
      displayed = undefined;
    },
  };
}
