/** Whose rows are on screen: those of a new state take the place of the old ones once the first of them are here. */
import type { ResultsHost, RowsShown, RowsState } from '../../protocol/results.ts';
import { isWindow } from '../../protocol/resultsGuards.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import type { Grid } from '../shared/grid/grid.ts';
import { type Row, RowWindow } from '../shared/grid/rowWindow.ts';

/** After this long without rows the new state is drawn with its rows still on their way. */
const holdMs = 150;
/** Rows requested before the grid says which are visible. */
const firstRows = 50;

interface Owned {
  readonly state: RowsState;
  readonly rows: RowWindow;
}

interface ResultRowsOptions {
  readonly grid: Grid;
  readonly host: Rpc<ResultsHost>;
  /** Other rows are on screen. `before` is the state that they replace. */
  readonly onShown: (state: RowsState, before: RowsState | undefined) => void;
  /** Rows of what is on screen came. */
  readonly onArrived: () => void;
  /** Rows of `state` could not be had; `row` is the first of them. */
  readonly onFailed: (state: RowsState, row: number) => void;
}

export interface ResultRows {
  draw(next: RowsState): void;
  /** Whether rows are on screen. */
  shown(): RowsState | undefined;
  row(index: number): Row | undefined;
  clear(): void;
}

/** Whether each row keeps its place and only looks different: after a value was revealed or masked. */
const samePlaces = (a: RowsShown, b: RowsShown): boolean =>
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
  /** A newer state that waits for its first window. */
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

  /** Puts the rows that waited on screen, in the same frame as their numbers. */
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
    // The second frame begins after the first has been drawn.
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
