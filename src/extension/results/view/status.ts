import * as vscode from 'vscode';
import type { PagerState } from '../../../core/results/loading/pager.ts';
import type { UnappliedParts } from '../../../core/results/view/arrangement.ts';
import { formatNumber } from '../../platform/number.ts';

function repeatedRowsText({ repeatedRows, changedRows, duplicatesInPage }: PagerState): string {
  if (repeatedRows === 0) return '';
  const all =
    repeatedRows === 1
      ? vscode.l10n.t('1 row repeated')
      : vscode.l10n.t('{0} rows repeated', formatNumber(repeatedRows));
  const rows = changedRows === 0 ? all : vscode.l10n.t('{0} ({1} changed)', all, formatNumber(changedRows));
  // If a single response contained a record twice, the query itself may return duplicates.
  return duplicatesInPage ? rows : vscode.l10n.t('{0}; rows are unordered', rows);
}

/**
 * Returns the text about the chosen sort and filters that are not applied, such as `sort off while masked`; empty if
 * all are applied.
 */
export function formatSuspendedParts({ sort, filters }: UnappliedParts): string {
  if (filters === 0) return sort ? vscode.l10n.t('sort off while masked') : '';
  const some =
    filters === 1 ? vscode.l10n.t('1 filter') : vscode.l10n.t('{0} filters', formatNumber(filters));
  return sort
    ? vscode.l10n.t('sort and {0} off while masked', some)
    : vscode.l10n.t('{0} off while masked', some);
}

export const countMismatchText = (counted: number, loaded: number): string =>
  vscode.l10n.t('{1} loaded; COUNT returned {0}', formatNumber(counted), formatNumber(loaded));

function formatShortDoubts(
  { repeatedRows, rowsAfterEnd, mayHaveSkippedRows }: PagerState,
  counted: number | undefined,
): readonly string[] {
  return [
    counted === undefined ? '' : vscode.l10n.t('COUNT {0}', formatNumber(counted)),
    repeatedRows === 0 ? '' : vscode.l10n.t('{0} repeated', formatNumber(repeatedRows)),
    rowsAfterEnd === 0 ? '' : vscode.l10n.t('vault changed'),
    mayHaveSkippedRows ? vscode.l10n.t('unordered; may skip rows') : '',
  ];
}

/**
 * Returns the tooltip about a next page that may be empty and about doubts; empty if there is neither. `counted`: the
 * number of rows that COUNT returned, if it contradicts the loaded rows. `isWhole`: true if the displayed rows come
 * from all loaded rows rather than from one page.
 */
export function statusTooltipText(state: PagerState, counted: number | undefined, isWhole: boolean): string {
  const { phase, page, hasNext, possibleLastPage } = state;
  const isFull = possibleLastPage !== undefined && (isWhole || possibleLastPage === page);
  const further = phase === 'page' && hasNext && isFull ? vscode.l10n.t('the next page may be empty') : '';
  return [further, formatDoubtsInFull(state, counted)].filter(Boolean).join(' · ');
}

/**
 * Returns one text with all reasons to doubt the loaded rows, such as repeated rows; empty if there are none.
 * `counted`: the number of rows that COUNT returned, if it contradicts the loaded rows.
 */
export function formatDoubtsInFull(state: PagerState, counted: number | undefined): string {
  const found = [
    counted === undefined ? '' : countMismatchText(counted, state.rowsLoaded),
    repeatedRowsText(state),
    state.rowsAfterEnd === 0
      ? ''
      : vscode.l10n.t('vault changed: {0} rows found after the end', formatNumber(state.rowsAfterEnd)),
    state.mayHaveSkippedRows
      ? vscode.l10n.t('the vault has no order of rows; rows may have been skipped between pages')
      : '',
  ];
  return found.filter(Boolean).join(' · ');
}

const rowRangeText = (first: number, last: number): string =>
  first === last
    ? vscode.l10n.t('Row {0}', formatNumber(last))
    : vscode.l10n.t('Rows {0}–{1}', formatNumber(first), formatNumber(last));

const isEndUnknown = ({ offsetIgnored, hasNext, totalRowCount: end, isPartial }: PagerState): boolean =>
  offsetIgnored || isPartial || (!hasNext && end === undefined);

function formatRemainder(state: PagerState): string {
  if (isEndUnknown(state)) return vscode.l10n.t('more may exist');
  return state.hasNext ? vscode.l10n.t('more available') : vscode.l10n.t('end of results');
}

/**
 * Returns the status text of a result that is displayed page by page. `counted`: the number of rows that COUNT
 * returned, if it contradicts the loaded rows.
 */
export function pageStatusText(state: PagerState, counted?: number): string {
  if (state.phase === 'loading') {
    return state.requests === 0
      ? vscode.l10n.t('Running the query…')
      : vscode.l10n.t('Loading the next rows…');
  }
  if (state.phase === 'none') return vscode.l10n.t('No rows');
  if (state.rowCount === 0)
    return state.phase === 'cancelled' ? vscode.l10n.t('Cancelled') : vscode.l10n.t('Failed');
  const displayedRowCount = rowRangeText(state.firstRow, state.firstRow + state.rowCount - 1);
  return [displayedRowCount, formatRemainder(state), ...formatShortDoubts(state, counted)]
    .filter(Boolean)
    .join(' · ');
}

interface AllRowsCounts {
  readonly displayedRowCount: number;
  readonly loadedRowCount: number;
  readonly isContiguous: boolean;
  readonly isComplete: boolean;
  readonly isFiltered: boolean;
  readonly counted?: number;
}

export function allRowsStatusText(state: PagerState, rows: AllRowsCounts): string {
  const { displayedRowCount: shown, loadedRowCount, isContiguous, isComplete, isFiltered, counted } = rows;
  const what = isFiltered
    ? vscode.l10n.t('{0} of {1} loaded rows', formatNumber(shown), formatNumber(loadedRowCount))
    : isContiguous
      ? rowRangeText(1, loadedRowCount)
      : vscode.l10n.t('{0} rows loaded', formatNumber(loadedRowCount));
  const end = isComplete ? vscode.l10n.t('end of results') : vscode.l10n.t('more available');
  const more = isEndUnknown(state) ? vscode.l10n.t('more may exist') : end;
  return [what, more, ...formatShortDoubts(state, counted)].filter(Boolean).join(' · ');
}

/**
 * Returns the text that says which rows sort, filter, find and statistics cover, such as `in 75 loaded rows`.
 * `keptRowCount`: the number of rows that the filters keep; undefined without a filter.
 */
export function formatScope(loadedRowCount: number, keptRowCount: number | undefined): string {
  if (keptRowCount !== undefined) {
    return vscode.l10n.t(
      'in {0} of {1} loaded rows',
      formatNumber(keptRowCount),
      formatNumber(loadedRowCount),
    );
  }
  return loadedRowCount === 1
    ? vscode.l10n.t('in 1 loaded row')
    : vscode.l10n.t('in {0} loaded rows', formatNumber(loadedRowCount));
}
