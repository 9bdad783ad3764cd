/**
 * Displays the rows of the newest state in the grid. They replace the previous rows when the first of them have
 * arrived.
 */
import type { ResultsHost, RowsDescription, RowsState } from '../../protocol/results.ts';
import { isWindow } from '../../protocol/resultsGuards.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import type { Grid } from '../shared/grid/grid.ts';
import { type Row, RowWindow } from '../shared/grid/rowWindow.ts';

/** Milliseconds after which a new state is displayed even if none of its rows have arrived. */
const holdMs = 150;
/** Number of rows requested before the grid reports which rows are visible. */
const firstRows = 50;

interface Owned {
  readonly state: RowsState;
  readonly rows: RowWindow;
}

interface ResultRowsOptions {
  readonly grid: Grid;
  readonly host: Rpc<ResultsHost>;
  /** Called when a state was displayed. `before` is the state that it replaced; undefined if no rows were displayed. */
  readonly onShown: (state: RowsState, before: RowsState | undefined) => void;
  /** Called when further rows of the displayed state arrived. */
  readonly onArrived: () => void;
  /** Called when rows of `state` could not be loaded. `row` is the 0-based index of the first of them. */
  readonly onFailed: (state: RowsState, row: number) => void;
}

export interface ResultRows {
  draw(next: RowsState): void;
  /** Returns the state whose rows are displayed; undefined if there is none. */
  shown(): RowsState | undefined;
  row(index: number): Row | undefined;
  clear(): void;
}

/** Whether the rows of two states have the same positions and differ at most in masking. */
const samePlaces = (a: RowsDescription, b: RowsDescription): boolean =>
  a.rowCount === b.rowCount &&
  a.firstRowNumber === b.firstRowNumber &&
  JSON.stringify([a.columns, a.arranged]) === JSON.stringify([b.columns, b.arranged]);

export function createResultRows({
  grid,
  host,
  onShown,
  onArrived,
  onFailed,
}: ResultRowsOptions): ResultRows {
  let shown: Owned | undefined;
  /** A newer state that is not displayed yet because its first rows have not arrived. */
  let held: Owned | undefined;
  let holdTimer: ReturnType<typeof setTimeout> | undefined;
  let paintedRev = -1;

  const ownerOf = (rows: RowWindow): RowsState | undefined =>
    [held, shown].find((one) => one?.rows === rows)?.state;

  function windowFor(from: RowsState): RowWindow {
    const rows = new RowWindow({
      rowCount: from.shown.rowCount,
      columnCount: from.shown.columns.length,
      want: async (fromRow, to, seq) => {
        const { rev } = ownerOf(rows) ?? from;
        const answer: unknown = await host.call('want', { rev, seq, from: fromRow, to });
        if (!isWindow(answer) || answer.rev !== rev) throw new Error('malformed rows');
        return answer;
      },
      onRows: () => {
        if (held?.rows === rows) swap();
        else if (shown?.rows === rows) {
          grid.refresh();
          onArrived();
        }
      },
      onFailed: (row) => {
        const owner = ownerOf(rows);
        if (owner) onFailed(owner, row);
      },
    });
    if (from.firstRows) rows.seed(from.firstRows);
    return rows;
  }

  const gridData = ({ state: { shown: of }, rows }: Owned) => ({
    columns: of.columns,
    rows,
    firstRowNumber: of.firstRowNumber,
    totalRows: of.totalRows,
    sorts: of.arranged.sorts,
  });

  /** Displays the newest state in place of the previous one, with its rows as far as they have arrived. */
  function swap(): void {
    clearTimeout(holdTimer);
    if (!held) return;
    const before = shown;
    before?.rows.dispose();
    shown = held;
    held = undefined;
    grid.setBusy(false);
    grid.show(gridData(shown), before !== undefined && samePlaces(before.state.shown, shown.state.shown));
    onShown(shown.state, before?.state);
    reportPaint(shown.state);
  }

  function reportPaint({ rev, shown: of }: RowsState): void {
    if (of.rowCount === 0 || rev === paintedRev) return;
    paintedRev = rev;
    const report = (): void =>
      host.notify('painted', { rev, at: performance.timeOrigin + performance.now() });
    // The second animation frame begins after the first one was painted.
    requestAnimationFrame(() => requestAnimationFrame(report));
  }

  return {
    draw(next) {
      if (shown && !held && shown.state.dataRev === next.dataRev) {
        shown.rows.grow(next.shown.rowCount);
        const before = shown.state;
        shown = { state: next, rows: shown.rows };
        grid.setBusy(false);
        grid.show(gridData(shown), true);
        onShown(next, before);
        reportPaint(next);
        return;
      }
      held?.rows.dispose();
      clearTimeout(holdTimer);
      held = { state: next, rows: windowFor(next) };
      if (held.rows.row(0) || next.shown.rowCount === 0) swap();
      else {
        held.rows.need(0, Math.min(next.shown.rowCount, firstRows));
        holdTimer = setTimeout(swap, holdMs);
      }
    },
    shown: () => shown?.state,
    row: (index) => shown?.rows.row(index),
    clear() {
      clearTimeout(holdTimer);
      held?.rows.dispose();
      shown?.rows.dispose();
      held = undefined;
      shown = undefined;
    },
  };
}
