/** Displays the rows of the host's newest state in the grid. The first rows are part of the state. */
import type { AuditHost, AuditState } from '../../protocol/audit.ts';
import { isWindow } from '../../protocol/auditGuards.ts';
import type { Rpc } from '../../protocol/rpc.ts';
import { auditStrings } from '../shared/auditStrings.ts';
import type { Grid, GridData } from '../shared/grid/grid.ts';
import { type Row, RowWindow } from '../shared/grid/rowWindow.ts';

/**
 * Milliseconds after a new state in which only visible rows are requested. Longer than the pauses of a user who types
 * or drags, whose next state would make other rows useless.
 */
const lookaheadDelayMs = 400;
/** Minimum width in pixels of the column with the notes, because notes arrive after its width was estimated. */
const noteWidth = 180;

export interface AuditRows {
  /**
   * Displays the rows of a state. Returns the number of rows that were inserted above the active row, which stays on
   * its event. Returns undefined if there is no active row, if its event is not among the first rows of the state, or
   * if the state does not keep the position.
   */
  draw(state: AuditState): number | undefined;
  /** Returns the state whose rows are displayed. */
  shown(): AuditState | undefined;
  row(index: number): Row | undefined;
  clear(): void;
}

/** Returns which columns adapt to the width of the view, if one of them is flexible. */
function fillingOf({ columns }: AuditState): Pick<GridData, 'flexibleColumns'> {
  const flexible = columns.findIndex(({ width }) => width === 'rest');
  const yielding = columns.flatMap(({ width }, index) => (width === 'yields' ? [index] : []));
  return flexible < 0 ? {} : { flexibleColumns: { flexible, yielding } };
}

export function createAuditRows(grid: Grid, host: Rpc<AuditHost>, onFailed: () => void): AuditRows {
  let fitting = 0;
  // The grid may be hidden now and then.
  new ResizeObserver(() => {
    const rows = grid.drawnRowCount();
    if (grid.element.clientHeight === 0 || rows === fitting) return;
    fitting = rows;
    host.notify('fits', { rows });
  }).observe(grid.element);
  let shown: { state: AuditState; readonly rows: RowWindow } | undefined;

  function windowFor(state: AuditState): RowWindow {
    const rows = new RowWindow({
      rowCount: state.rowCount,
      columnCount: state.columns.length,
      lookaheadDelayMs,
      fetchRows: async (from, to, seq) => {
        // A later revision may have the same rows.
        const { rev } = shown?.rows === rows ? shown.state : state;
        const answer: unknown = await host.call('want', { rev, seq, from, to });
        if (!isWindow(answer) || answer.rev !== rev) throw new Error('malformed rows');
        return answer;
      },
      onRowsArrived: () => shown?.rows === rows && grid.refresh(),
      onFailed: () => shown?.rows === rows && onFailed(),
    });
    rows.storeFirstRows(state.rows);
    return rows;
  }

  function putInAbove({ rows }: AuditState): number | undefined {
    const at = grid.activeRow();
    const row = at === undefined ? undefined : shown?.rows.row(at);
    if (at === undefined || !row) return undefined;
    const text = JSON.stringify(row);
    const now = rows.findIndex((one) => JSON.stringify(one) === text);
    return now < 0 ? undefined : now - at;
  }

  return {
    draw(state) {
      const same = shown?.state.dataRev === state.dataRev;
      const above = same ? 0 : state.keepPlace ? putInAbove(state) : undefined;
      const rows = same && shown ? shown.rows : windowFor(state);
      if (!same) shown?.rows.dispose();
      rows.growTo(state.rowCount);
      shown = { state, rows };
      grid.setBusy(false);
      grid.setHighlightedText(state.text);
      grid.display(
        {
          columns: state.columns.map(({ name, heading = name, numeric }, index) => ({
            name,
            heading,
            numeric,
            ...(index === state.marks?.column ? { minWidth: noteWidth } : {}),
          })),
          ...fillingOf(state),
          rows,
          firstRowNumber: 1,
          totalRows: state.rowCount,
          ...(state.sort ? { sorts: [state.sort] } : {}),
          ...(state.marks ? { markColumn: state.marks.column } : {}),
          ...(state.breaks ? { breaks: { rows: new Set(state.breaks), label: auditStrings.gapAbove } } : {}),
        },
        same || state.keepPlace,
        above,
      );
      return above;
    },
    shown: () => shown?.state,
    row: (index) => shown?.rows.row(index),
    clear() {
      shown?.rows.dispose();
      shown = undefined;
    },
  };
}
