import * as vscode from 'vscode';
import type { Row } from '../../../core/results/loading/columnUnion.ts';
import type { LoadAllState } from '../../../core/results/loading/loadAll.ts';
import { type Cell, toCell } from '../../../core/results/view/cell.ts';
import type { MaskedSource } from '../../../core/results/view/view.ts';
import type { Exchange } from '../../../core/service/errors.ts';
import { ExactNumber, type JsonValue } from '../../../core/service/json.ts';
import {
  getRowsDescription,
  type Notice,
  type ResultColumn,
  type ResultsFrame,
  type ResultsPhase,
} from '../../../protocol/results.ts';
import { formatNumber } from '../../platform/number.ts';

export type SessionState = ResultsFrame & ResultsPhase;

const MAX_FIRST_ROWS = 100;

const noActions = { next: false, previous: false, first: false, cancel: false, showAudit: false } as const;

export const createIdleState = (notice: Notice): SessionState => ({
  phase: 'idle',
  status: '',
  detail: '',
  notice,
  can: noActions,
});

/** Returns the state while a query waits for the local vault. The rows of `before` stay displayed. */
export function createWaitingState(status: string, before: SessionState | undefined): SessionState {
  const description = before && getRowsDescription(before);
  return {
    phase: 'loading',
    status,
    detail: '',
    can: { ...noActions, cancel: true },
    ...(description && { description }),
  };
}

/**
 * Returns the ID and the duration of a request as text; an empty object if `exchange` is undefined. If `load` has sent
 * requests, the duration is that of the whole Load All.
 */
export function describeRequest(
  exchange: Exchange | undefined,
  load?: Pick<LoadAllState, 'elapsedMs' | 'requests'>,
): Pick<ResultsFrame, 'request'> {
  if (!exchange) return {};
  const { milliseconds, requestID } = exchange;
  const id = requestID ? { id: requestID } : {};
  const last = durationText(milliseconds);
  if (!load || load.requests === 0) return { request: { time: last, ...id } };
  const requests = formatNumber(load.requests);
  const detail = vscode.l10n.t('Load all: {0} requests, the last one in {1}', requests, last);
  return { request: { time: durationText(load.elapsedMs), ...id, detail } };
}

const durationText = (milliseconds: number): string =>
  vscode.l10n.t('{0} ms', formatNumber(Math.round(milliseconds)));

/**
 * Returns the columns of the loaded rows. A column is numeric if it contains only numbers, NULL and absent values in
 * the first `MAX_FIRST_ROWS` rows.
 */
export function describeColumns(all: MaskedSource): readonly ResultColumn[] {
  const rows = all.rows(0, Math.min(MAX_FIRST_ROWS, all.rowCount));
  const isNumeric = (column: number): boolean => rows.every((row) => isNumberNullOrAbsent(row[column]));
  return all.columns.map((name, column) => ({ name, numeric: isNumeric(column) }));
}

export const readFirstCells = (view: MaskedSource): readonly (readonly Cell[])[] =>
  readCells(view, 0, Math.min(MAX_FIRST_ROWS, view.rowCount));

/** Returns the cells of the rows `from` to `to` − 1 (0-based) of a view, or of fewer rows if there are no more. */
export function readCells(view: MaskedSource, from: number, to: number): readonly (readonly Cell[])[] {
  const width = view.columns.length;
  const cells = (row: Row, index: number): Cell[] =>
    Array.from({ length: width }, (_, column) => toCell(row[column], view.hidden(from + index, column)));
  return view.rows(from, Math.min(to, view.rowCount)).map(cells);
}

const isNumberNullOrAbsent = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || typeof value === 'number' || value instanceof ExactNumber;
