import * as vscode from 'vscode';
import type { PagerState } from '../../../core/results/loading/pager.ts';
import type { Resting } from '../../../core/results/view/arrangement.ts';
import { number } from '../../platform/number.ts';

/** What the service's lack of an order did to the rows loaded; empty where nothing. */
function repeatText({ repeatedRows, changedRows, duplicatesInPage }: PagerState): string {
  if (repeatedRows === 0) return '';
  const all =
    repeatedRows === 1
      ? vscode.l10n.t('1 row repeated')
      : vscode.l10n.t('{0} rows repeated', number(repeatedRows));
  const rows = changedRows === 0 ? all : vscode.l10n.t('{0} ({1} changed)', all, number(changedRows));
  // The same record twice in one answer: then the query's records are not distinct by themselves.
  return duplicatesInPage ? rows : vscode.l10n.t('{0}; rows are unordered', rows);
}

/** What of sort and filters is not in force; empty where nothing. */
export function restingText({ sort, filters }: Resting): string {
  if (filters === 0) return sort ? vscode.l10n.t('sort off while masked') : '';
  const some = filters === 1 ? vscode.l10n.t('1 filter') : vscode.l10n.t('{0} filters', number(filters));
  return sort
    ? vscode.l10n.t('sort and {0} off while masked', some)
    : vscode.l10n.t('{0} off while masked', some);
}

/** What COUNT gave, where other than that many rows could be loaded. */
export const countText = (counted: number, loaded: number): string =>
  vscode.l10n.t('{1} loaded; COUNT returned {0}', number(counted), number(loaded));

/** What speaks against the rows loaded being all, and each of them once, in a few words each. `counted` as in `Doubts`. */
function doubts(
  { repeatedRows, rowsAfterEnd, mayHaveSkippedRows }: PagerState,
  counted: number | undefined,
): readonly string[] {
  return [
    counted === undefined ? '' : vscode.l10n.t('COUNT {0}', number(counted)),
    repeatedRows === 0 ? '' : vscode.l10n.t('{0} repeated', number(repeatedRows)),
    rowsAfterEnd === 0 ? '' : vscode.l10n.t('vault changed'),
    mayHaveSkippedRows ? vscode.l10n.t('unordered; may skip rows') : '',
  ];
}

/**
 * Returns what the state line leaves out, for its tooltip: that `more available` is not proved by a full page, and the doubts
 * in full. Empty if nothing is left out. `isWhole`: all loaded rows are shown, not one page of them.
 */
export function statusDetail(state: PagerState, counted: number | undefined, isWhole: boolean): string {
  const { phase, page, hasNext, possibleLastPage } = state;
  const isFull = possibleLastPage !== undefined && (isWhole || possibleLastPage === page);
  const further = phase === 'page' && hasNext && isFull ? vscode.l10n.t('the next page may be empty') : '';
  return [further, doubtsDetail(state, counted)].filter(Boolean).join(' · ');
}

/** What speaks against the rows loaded, in full; empty where nothing does. `counted` as in `Doubts`. */
export function doubtsDetail(state: PagerState, counted: number | undefined): string {
  const found = [
    counted === undefined ? '' : countText(counted, state.rowsLoaded),
    repeatText(state),
    state.rowsAfterEnd === 0
      ? ''
      : vscode.l10n.t('vault changed: {0} rows found after the end', number(state.rowsAfterEnd)),
    state.mayHaveSkippedRows
      ? vscode.l10n.t('the vault has no order of rows; rows may have been skipped between pages')
      : '',
  ];
  return found.filter(Boolean).join(' · ');
}

const range = (first: number, last: number): string =>
  first === last
    ? vscode.l10n.t('Row {0}', number(last))
    : vscode.l10n.t('Rows {0}–{1}', number(first), number(last));

/** Whether what is loaded may not be all, though nothing shows that there is more: the last answer was not full. */
const isEndUnknown = ({ offsetIgnored, hasNext, end, isPartial }: PagerState): boolean =>
  offsetIgnored || isPartial || (!hasNext && end === undefined);

function rest(state: PagerState): string {
  if (isEndUnknown(state)) return vscode.l10n.t('more may exist');
  return state.hasNext ? vscode.l10n.t('more available') : vscode.l10n.t('end of results');
}

/** The state line of a page: what is shown and whether there is more, never more than is known. */
export function pageStatus(state: PagerState, counted?: number): string {
  if (state.phase === 'loading') {
    return state.requests === 0
      ? vscode.l10n.t('Running the query…')
      : vscode.l10n.t('Loading the next rows…');
  }
  if (state.phase === 'none') return vscode.l10n.t('No rows');
  if (state.rowCount === 0)
    return state.phase === 'cancelled' ? vscode.l10n.t('Cancelled') : vscode.l10n.t('Failed');
  const shown = range(state.firstRow, state.firstRow + state.rowCount - 1);
  return [shown, rest(state), ...doubts(state, counted)].filter(Boolean).join(' · ');
}

interface WholeRows {
  /** Rows on screen, of `loaded` rows. */
  readonly shown: number;
  readonly loaded: number;
  /** Whether the rows loaded are the first ones, none missing between. */
  readonly contiguous: boolean;
  /** Whether all rows of the result are loaded. */
  readonly complete: boolean;
  readonly filtered: boolean;
  /** As in `Doubts`. */
  readonly counted?: number;
}

/** The state line where all loaded rows are shown. */
export function wholeStatus(state: PagerState, rows: WholeRows): string {
  const { shown, loaded, contiguous, complete, filtered, counted } = rows;
  const what = filtered
    ? vscode.l10n.t('{0} of {1} loaded rows', number(shown), number(loaded))
    : contiguous
      ? range(1, loaded)
      : vscode.l10n.t('{0} rows loaded', number(loaded));
  const end = complete ? vscode.l10n.t('end of results') : vscode.l10n.t('more available');
  const more = isEndUnknown(state) ? vscode.l10n.t('more may exist') : end;
  return [what, more, ...doubts(state, counted)].filter(Boolean).join(' · ');
}

/** `in 75 loaded rows`: what sort, filter, find and statistics go over. */
export function scopeText(loaded: number, shown: number | undefined): string {
  if (shown !== undefined) {
    return vscode.l10n.t('in {0} of {1} loaded rows', number(shown), number(loaded));
  }
  return loaded === 1
    ? vscode.l10n.t('in 1 loaded row')
    : vscode.l10n.t('in {0} loaded rows', number(loaded));
}
