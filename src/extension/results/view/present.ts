import * as vscode from 'vscode';
import type { Row } from '../../../core/results/loading/columnUnion.ts';
import type { LoadAllState } from '../../../core/results/loading/loadAll.ts';
import { type Cell, toCell } from '../../../core/results/view/cell.ts';
import type { MaskedSource } from '../../../core/results/view/view.ts';
import type { Exchange } from '../../../core/service/errors.ts';
import { ExactNumber, type JsonValue } from '../../../core/service/json.ts';
import {
  type Notice,
  type ResultColumn,
  type ResultsFrame,
  type ResultsPhase,
  shownIn,
} from '../../../protocol/results.ts';
import { number } from '../../platform/number.ts';

/** A state of one result; revisions and rows are added where it is shown. */
export type SessionState = ResultsFrame & ResultsPhase;

/** Rows that go with the state that brings them on screen. */
const ROWS_AT_ONCE = 100;

const nothingToDo = { next: false, previous: false, first: false, cancel: false, showAudit: false } as const;

/** What is shown before anything ran, or when a statement was refused. */
export const idleState = (notice: Notice): SessionState => ({
  phase: 'idle',
  status: '',
  detail: '',
  notice,
  can: nothingToDo,
});

/** What is shown while a query waits for its vault; the rows of `before`, if it has any, stay on screen. */
export function waitingState(status: string, before: SessionState | undefined): SessionState {
  const shown = before && shownIn(before);
  return {
    phase: 'loading',
    status,
    detail: '',
    can: { ...nothingToDo, cancel: true },
    ...(shown && { shown }),
  };
}

/** As in `ResultsFrame`; `load`: what brought the rows, beside the last of its requests. */
export function requestOf(
  exchange: Exchange | undefined,
  load?: Pick<LoadAllState, 'elapsedMs' | 'requests'>,
): Pick<ResultsFrame, 'request'> {
  if (!exchange) return {};
  const { milliseconds, requestID } = exchange;
  const id = requestID ? { id: requestID } : {};
  const last = timeText(milliseconds);
  if (!load || load.requests === 0) return { request: { time: last, ...id } };
  const requests = number(load.requests);
  const detail = vscode.l10n.t('Load all: {0} requests, the last one in {1}', requests, last);
  return { request: { time: timeText(load.elapsedMs), ...id, detail } };
}

const timeText = (milliseconds: number): string => vscode.l10n.t('{0} ms', number(Math.round(milliseconds)));

/** The columns of all loaded rows, numeric where the first of them are: a filter that leaves none changes nothing. */
export function columnsOf(all: MaskedSource): readonly ResultColumn[] {
  const rows = all.rows(0, Math.min(ROWS_AT_ONCE, all.rowCount));
  const isNumeric = (column: number): boolean => rows.every((row) => isNumberOrNothing(row[column]));
  return all.columns.map((name, column) => ({ name, numeric: isNumeric(column) }));
}

/** The first rows of a view. */
export const firstCells = (view: MaskedSource): readonly (readonly Cell[])[] =>
  cellWindow(view, 0, Math.min(ROWS_AT_ONCE, view.rowCount));

/** Cells of the rows `from` … `to` − 1, fewer where there are no more. */
export function cellWindow(view: MaskedSource, from: number, to: number): readonly (readonly Cell[])[] {
  const width = view.columns.length;
  const cells = (row: Row, index: number): Cell[] =>
    Array.from({ length: width }, (_, column) => toCell(row[column], view.hidden(from + index, column)));
  return view.rows(from, Math.min(to, view.rowCount)).map(cells);
}

const isNumberOrNothing = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || typeof value === 'number' || value instanceof ExactNumber;
