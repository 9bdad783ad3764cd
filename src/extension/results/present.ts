import * as vscode from 'vscode';
import { ExactNumber } from '../../core/api/json.ts';
import { type Cell, toCell } from '../../core/results/cell.ts';
import type { Row } from '../../core/results/columnUnion.ts';
import type { PagerState } from '../../core/results/pager.ts';
import type { ActionButton, ResultsState } from '../../protocol/results.ts';
import { errorSentences } from '../apiErrors.ts';
import { type Target, targetLabel } from '../targets.ts';

type Notice = NonNullable<ResultsState['notice']>;
export const retryID = 'retry';

/** What is shown before anything ran, or when a statement was refused. */
export function idleState(rev: number, notice: Notice): ResultsState {
  return {
    rev,
    phase: 'idle',
    columns: [],
    rowCount: 0,
    firstRowNumber: 1,
    totalRows: 0,
    status: '',
    detail: '',
    can: { next: false, previous: false, first: false, cancel: false, showAudit: false },
    notice,
  };
}

/** The state line: what is shown and whether there is more, never more than is known. */
function statusLine(state: PagerState): string {
  if (state.phase === 'loading') {
    return state.requests === 0
      ? vscode.l10n.t('Running the query…')
      : vscode.l10n.t('Loading the next rows…');
  }
  if (state.phase === 'none') return vscode.l10n.t('No records');
  if (state.rows.length === 0)
    return state.phase === 'cancelled' ? vscode.l10n.t('Cancelled') : vscode.l10n.t('Failed');
  const last = state.firstRow + state.rows.length - 1;
  const rows =
    last === state.firstRow
      ? vscode.l10n.t('Row {0}', last)
      : vscode.l10n.t('Rows {0}–{1}', state.firstRow, last);
  const rest = state.hasNext ? vscode.l10n.t('more available') : vscode.l10n.t('end of results');
  return `${rows} · ${rest}`;
}

function notice(state: PagerState, target: Target): Notice | undefined {
  const retry: ActionButton = { id: retryID, label: vscode.l10n.t('Try Again') };
  if (state.phase === 'none') {
    return {
      title: vscode.l10n.t('No records'),
      text:
        state.none === 'null'
          ? vscode.l10n.t('The service answered that no record matches this query.')
          : vscode.l10n.t('The service answered with an empty list of records.'),
      buttons: [],
    };
  }
  if (state.phase === 'cancelled') {
    const text = vscode.l10n.t(
      'The request was cancelled here. The service may have run the query, and then its audit trail holds it.',
    );
    return { title: vscode.l10n.t('Cancelled'), text, buttons: [retry] };
  }
  if (state.phase !== 'error' || !state.error) return undefined;
  const { title, text, action } = errorSentences(state.error, {
    operation: 'query',
    connection: target.connection,
    vaultID: target.vault.id,
  });
  const buttons = [
    ...(action ? [{ id: action.id, label: action.label }] : []),
    ...(state.error.retry || action ? [retry] : []),
  ];
  return { title, text, buttons };
}

/** The pager's state as the webview draws it. */
export function presentPager(rev: number, state: PagerState, target: Target): ResultsState {
  const said = notice(state, target);
  const loading = state.phase === 'loading';
  const exchange = state.exchange;
  const detail = [
    exchange ? vscode.l10n.t('{0} ms', Math.round(exchange.milliseconds)) : '',
    exchange?.requestID ? vscode.l10n.t('request {0}', exchange.requestID) : '',
  ];
  const numericColumns = state.columns.map((_, index) =>
    state.rows.every((row) => row[index] === undefined || row[index] === null || isNumber(row[index])),
  );
  return {
    rev,
    // Rows already loaded stay in sight when a further page fails; the notice then stands above them.
    phase:
      state.phase === 'page' ||
      ((state.phase === 'error' || state.phase === 'cancelled') && state.rows.length > 0)
        ? 'rows'
        : state.phase,
    columns: state.columns.map((name, index) => ({ name, numeric: numericColumns[index] === true })),
    rowCount: state.rows.length,
    rows: cellWindow(state.rows, state.columns.length, 0, state.rows.length),
    firstRowNumber: state.firstRow,
    totalRows: state.end ?? -1,
    status: statusLine(state),
    detail: detail.filter(Boolean).join(' · '),
    target: { label: targetLabel(target), environment: target.connection.environment },
    can: {
      next: state.hasNext,
      previous: state.hasPrevious,
      first: state.hasPrevious,
      cancel: loading,
      showAudit: exchange !== undefined && target.connection.accountID !== '',
    },
    ...(said ? { notice: said } : {}),
  };
}

/** Cells of the rows `from` … `to` − 1. */
export const cellWindow = (
  rows: readonly Row[],
  columns: number,
  from: number,
  to: number,
): readonly (readonly Cell[])[] =>
  rows.slice(from, to).map((row) => Array.from({ length: columns }, (_, index) => toCell(row[index])));

const isNumber = (value: unknown): boolean => typeof value === 'number' || value instanceof ExactNumber;
