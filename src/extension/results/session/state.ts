/** Computes the displayed state of one result. Stores and changes nothing. */
import * as vscode from 'vscode';
import type { LoadAllState } from '../../../core/results/loading/loadAll.ts';
import type { Notice, ResultsPhase, RowsDescription, RowsState } from '../../../protocol/results.ts';
import { describeRateLimit } from '../../targets/apiErrors.ts';
import { formatTarget } from '../../targets/targets.ts';
import {
  isWorking,
  type LoadingState,
  loadingNotice,
  loadingStatus,
  loadingTooltip,
} from '../view/loadingTexts.ts';
import {
  endNotice,
  hasEnded,
  pagerNotice,
  schemaNotice,
  signedInNotice,
  startedNotice,
} from '../view/notices.ts';
import { describeColumns, describeRequest, type SessionState } from '../view/present.ts';
import { allRowsStatus, pageStatus, scopeText, statusDetail, suspendedText } from '../view/status.ts';
import { disabledReasons } from './reasons.ts';
import type { ResultSnapshot } from './resultSnapshot.ts';

export function computeState(now: ResultSnapshot): SessionState {
  return {
    ...computePhase(now),
    status: statusText(now),
    detail: statusTooltip(now),
    ...describeRequest(now.request?.exchange, displayedLoadAll(now)),
    target: { label: formatTarget(now.run.target), environment: now.run.target.connection.environment },
    ...availability(now),
  };
}

function availability(now: ResultSnapshot): Pick<SessionState, 'can' | 'reasons'> {
  const can = availableActions(now);
  return { can, reasons: disabledReasons(can, now) };
}

function computePhase(now: ResultSnapshot): ResultsPhase {
  const { run, pagerState, loadingState } = now;
  if (areRowsDisplayed(now)) {
    const requestNotice = causeRemovedNotice(now) ?? pagerNotice(pagerState, run.target, now.suggestedColumn);
    const notice = requestNotice ?? loadingNotice(loadingState, run.target) ?? schemaNotice(run);
    return {
      phase: 'rows',
      description: describeRows(now),
      ...loadAllProgress(loadingState),
      ...(notice ? { notice } : {}),
    };
  }
  const removed = causeRemovedNotice(now);
  if (removed) return { phase: 'idle', notice: removed };
  if (hasEnded(pagerState))
    return { phase: pagerState.phase, notice: endNotice(pagerState, run.target, now.suggestedColumn) };
  return { phase: 'loading', ...(hasRows(now) ? { description: describeRows(now) } : {}) };
}

/**
 * Returns the notice that replaces an error whose cause was removed since: the user signed in, or the local vault was
 * started. Undefined if neither is the case.
 */
function causeRemovedNotice({ isSignedIn, isLocalVaultStarted, run }: ResultSnapshot): Notice | undefined {
  if (isSignedIn) return signedInNotice(run.target);
  return isLocalVaultStarted ? startedNotice() : undefined;
}

/**
 * Whether rows are displayed. If a further page failed or was cancelled, the loaded rows stay visible below the notice.
 */
const areRowsDisplayed = (now: ResultSnapshot): boolean => {
  const { phase } = now.pagerState;
  return phase === 'page' || ((phase === 'error' || phase === 'cancelled') && hasRows(now));
};

/** Whether there are rows to display. Also true if rows are loaded but the filters keep none of them. */
const hasRows = ({ rows: { view, extent, loadedRowCount } }: ResultSnapshot): boolean =>
  view.rowCount > 0 || (extent === 'all' && loadedRowCount > 0);

/**
 * Returns the state of the Load All that fetched the displayed rows. Undefined if one page is displayed or Load All was
 * not started.
 */
function displayedLoadAll({ loadingState, rows }: ResultSnapshot): LoadAllState | undefined {
  return rows.extent === 'all' && loadingState.stage.kind === 'loading' ? loadingState.stage.all : undefined;
}

function loadAllProgress(load: LoadingState): Pick<RowsState, 'progress'> {
  const { stage, countedRows, cost } = load;
  if (stage.kind !== 'loading' || !isWorking(load)) return {};
  return { progress: { done: stage.all.rows, total: countedRows ?? cost.rows ?? -1 } };
}

function describeRows(now: ResultSnapshot): RowsDescription {
  const { delivery, pagerState, rows } = now;
  const { view, extent, arrangement } = rows;
  const { sorts, filters } = arrangement;
  return {
    columns: describeColumns(rows.all),
    rowCount: view.rowCount,
    firstRowNumber: extent === 'all' ? 1 : pagerState.firstRow,
    totalRows: totalRowCount(now),
    isMasked: rows.isMasked,
    scope: scopeText(rows.loadedRowCount, filters.length > 0 ? view.rowCount : undefined),
    scopeInStatus: filters.length > 0 && loadingStatus(now.loadingState) === undefined,
    arrangement: {
      sorts,
      filters: filters.map(({ id, label, condition }) => ({ id, label, editable: 'text' in condition })),
    },
    isAggregate: delivery.kind === 'single',
  };
}

/** Returns which actions are available for the result now. */
export function availableActions(now: ResultSnapshot): SessionState['can'] {
  const { run, delivery, pagerState, loadingState, rows, request } = now;
  const { extent, isSortedOrFiltered } = rows;
  const isFetching = pagerState.phase === 'loading';
  const isAll = extent === 'all';
  const withRows = areRowsDisplayed(now);
  const isResting = !isFetching && !isWorking(loadingState);
  const isReady = withRows && isResting;
  const loading = loadingState.stage.kind === 'loading' ? loadingState.stage.all.phase : undefined;
  const isStopped = rows.isComplete || loading === 'paused';
  const canShowLoaded = isReady && !isAll && isStopped && rows.loadedRowCount > pagerState.rowCount;
  return {
    next:
      (isFetching || isResting) && pagerState.hasNext && !(isAll && (!isSortedOrFiltered || rows.isComplete)),
    previous: !isAll && pagerState.hasPrevious,
    first: isAll ? isResting && !isSortedOrFiltered : pagerState.hasPrevious,
    cancel:
      isFetching ||
      isWorking(loadingState) ||
      loading === 'paused' ||
      now.retryAt !== undefined ||
      rows.arrangement.isArranging(),
    showAudit: request !== undefined && run.target.connection.accountID !== '',
    ...(delivery.kind === 'paged'
      ? {
          loadAll: isReady && (canShowLoaded || (!rows.isComplete && !pagerState.offsetIgnored)),
          showLoaded: canShowLoaded,
        }
      : {}),
    ...(loading === 'running' ? { pause: true } : {}),
    ...(loading === 'paused' ? { resume: true } : {}),
    export: isReady,
    toggleMask: withRows,
    rerun: isResting,
    copyRequestID: !run.events && request?.requestID !== undefined,
    sort: isReady,
    filter: isReady,
    find: withRows,
    statistics: withRows,
    copyAs: withRows,
    reveal: withRows && rows.isMasked,
  };
}

/** Returns `RowsDescription.totalRows`: the number of the last row that can be displayed; -1 while it is unknown. */
function totalRowCount({ pagerState, rows }: ResultSnapshot): number {
  if (rows.extent === 'page') return pagerState.end ?? -1;
  return rows.arrangement.filters.length > 0 || rows.isComplete ? rows.view.rowCount : -1;
}

/** Returns the text for the tooltip of the status line that the status line leaves out; empty if there is none. */
function statusTooltip({ pagerState, loadingState, rows }: ResultSnapshot): string {
  const { counted } = loadingState.doubts;
  return loadingStatus(loadingState) === undefined
    ? statusDetail(pagerState, counted, rows.extent === 'all')
    : loadingTooltip(loadingState);
}

function statusText(now: ResultSnapshot): string {
  const { pagerState, loadingState, rows, retryAt } = now;
  const isLoadingAll = loadingState.stage.kind === 'loading' && isWorking(loadingState);
  if (retryAt !== undefined && !isLoadingAll) return describeRateLimit(retryAt);
  const working = loadingStatus(loadingState);
  if (working !== undefined) return working;
  if (causeRemovedNotice(now) && !areRowsDisplayed(now)) return '';
  if (rows.arrangement.isArranging())
    return rows.arrangement.sorts.length > 0 ? vscode.l10n.t('Sorting…') : vscode.l10n.t('Filtering…');
  const { view, loadedRowCount, isContiguous, isComplete, arrangement } = rows;
  const { counted } = loadingState.doubts;
  const isFiltered = arrangement.filters.length > 0;
  const status =
    rows.extent === 'all'
      ? allRowsStatus(pagerState, {
          displayedRowCount: view.rowCount,
          loadedRowCount,
          isContiguous,
          isComplete,
          isFiltered,
          ...(counted === undefined ? {} : { counted }),
        })
      : pageStatus(pagerState, counted);
  return [status, suspendedText(arrangement.suspendedParts())].filter(Boolean).join(' · ');
}
