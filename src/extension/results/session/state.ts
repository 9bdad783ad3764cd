import * as vscode from 'vscode';
import type { LoadAllState } from '../../../core/results/loading/loadAll.ts';
import type { Notice, ResultsPhase, RowsDescription, RowsState } from '../../../protocol/results.ts';
import { describeRateLimit } from '../../targets/apiErrors.ts';
import { formatTarget } from '../../targets/targets.ts';
import {
  createLoadAllNotice,
  formatLoadAllStatus,
  formatLoadAllTooltip,
  isCountingOrLoadingAll,
  type LoadingState,
} from '../view/loadingTexts.ts';
import {
  createEndedNotice,
  createLocalVaultStartedNotice,
  createPagerNotice,
  createSchemaNotice,
  createSignedInNotice,
  hasEnded,
} from '../view/notices.ts';
import { describeColumns, describeRequest, type SessionState } from '../view/present.ts';
import {
  allRowsStatusText,
  formatScope,
  formatSuspendedParts,
  pageStatusText,
  statusTooltipText,
} from '../view/status.ts';
import { explainDisabledButtons } from './reasons.ts';
import type { ResultSnapshot } from './resultSnapshot.ts';

export function computeState(snapshot: ResultSnapshot): SessionState {
  return {
    ...computePhase(snapshot),
    status: statusText(snapshot),
    detail: statusTooltip(snapshot),
    ...describeRequest(snapshot.request?.exchange, getDisplayedLoadAll(snapshot)),
    target: {
      label: formatTarget(snapshot.run.target),
      environment: snapshot.run.target.connection.environment,
    },
    ...computeAvailability(snapshot),
  };
}

function computeAvailability(snapshot: ResultSnapshot): Pick<SessionState, 'can' | 'reasons'> {
  const can = computeAvailableActions(snapshot);
  return { can, reasons: explainDisabledButtons(can, snapshot) };
}

function computePhase(snapshot: ResultSnapshot): ResultsPhase {
  const { run, pagerState, loadingState } = snapshot;
  if (areRowsDisplayed(snapshot)) {
    const requestNotice =
      createCauseFixedNotice(snapshot) ?? createPagerNotice(pagerState, run.target, snapshot.suggestedColumn);
    const notice = requestNotice ?? createLoadAllNotice(loadingState, run.target) ?? createSchemaNotice(run);
    return {
      phase: 'rows',
      description: describeRows(snapshot),
      ...describeLoadAllProgress(loadingState),
      ...(notice ? { notice } : {}),
    };
  }
  const removed = createCauseFixedNotice(snapshot);
  if (removed) return { phase: 'idle', notice: removed };
  if (hasEnded(pagerState))
    return {
      phase: pagerState.phase,
      notice: createEndedNotice(pagerState, run.target, snapshot.suggestedColumn),
    };
  return { phase: 'loading', ...(hasRows(snapshot) ? { description: describeRows(snapshot) } : {}) };
}

function createCauseFixedNotice({
  isSignedIn,
  isLocalVaultStarted,
  run,
}: ResultSnapshot): Notice | undefined {
  if (isSignedIn) return createSignedInNotice(run.target);
  return isLocalVaultStarted ? createLocalVaultStartedNotice() : undefined;
}

const areRowsDisplayed = (snapshot: ResultSnapshot): boolean => {
  const { phase } = snapshot.pagerState;
  return phase === 'page' || ((phase === 'error' || phase === 'cancelled') && hasRows(snapshot));
};

/** Whether there are rows to display, even if the filters keep none of them. */
const hasRows = ({ rows: { view, extent, loadedRowCount } }: ResultSnapshot): boolean =>
  view.rowCount > 0 || (extent === 'all' && loadedRowCount > 0);

function getDisplayedLoadAll({ loadingState, rows }: ResultSnapshot): LoadAllState | undefined {
  return rows.extent === 'all' && loadingState.stage.kind === 'loading' ? loadingState.stage.all : undefined;
}

function describeLoadAllProgress(load: LoadingState): Pick<RowsState, 'progress'> {
  const { stage, countedRows, cost } = load;
  if (stage.kind !== 'loading' || !isCountingOrLoadingAll(load)) return {};
  return { progress: { done: stage.all.rows, total: countedRows ?? cost.rows ?? -1 } };
}

function describeRows(snapshot: ResultSnapshot): RowsDescription {
  const { delivery, pagerState, rows } = snapshot;
  const { view, extent, arrangement } = rows;
  const { sorts, filters } = arrangement;
  return {
    columns: describeColumns(rows.all),
    rowCount: view.rowCount,
    firstRowNumber: extent === 'all' ? 1 : pagerState.firstRow,
    totalRows: computeTotalRowCount(snapshot),
    isMasked: rows.isMasked,
    ...(rows.maskedColumns.length > 0 ? { maskedColumns: rows.maskedColumns } : {}),
    scope: formatScope(rows.loadedRowCount, filters.length > 0 ? view.rowCount : undefined),
    scopeInStatus: filters.length > 0 && formatLoadAllStatus(snapshot.loadingState) === undefined,
    arrangement: {
      sorts,
      filters: filters.map(({ id, label, condition }) => ({ id, label, editable: 'text' in condition })),
    },
    isAggregate: delivery.kind === 'single',
  };
}

export function computeAvailableActions(snapshot: ResultSnapshot): SessionState['can'] {
  const { run, delivery, pagerState, loadingState, rows, request } = snapshot;
  const { extent, isSortedOrFiltered } = rows;
  const isFetching = pagerState.phase === 'loading';
  const isAll = extent === 'all';
  const withRows = areRowsDisplayed(snapshot);
  const isIdle = !isFetching && !isCountingOrLoadingAll(loadingState);
  const isReady = withRows && isIdle;
  const loading = loadingState.stage.kind === 'loading' ? loadingState.stage.all.phase : undefined;
  const isStopped = rows.isComplete || loading === 'paused';
  const canShowLoaded = isReady && !isAll && isStopped && rows.loadedRowCount > pagerState.rowCount;
  return {
    next:
      (isFetching || isIdle) && pagerState.hasNext && !(isAll && (!isSortedOrFiltered || rows.isComplete)),
    previous: !isAll && pagerState.hasPrevious,
    first: isAll ? isIdle && !isSortedOrFiltered : pagerState.hasPrevious,
    cancel:
      isFetching ||
      isCountingOrLoadingAll(loadingState) ||
      loading === 'paused' ||
      snapshot.retryAt !== undefined ||
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
    rerun: isIdle,
    copyRequestID: !run.eventAnswer && request?.requestID !== undefined,
    sort: isReady,
    filter: isReady,
    find: withRows,
    statistics: withRows,
    copyAs: withRows,
    reveal: withRows && rows.isMasked,
  };
}

/**
 * Returns the number of rows of the whole result or, if filters apply, of the loaded rows that they keep; -1 while it
 * is unknown.
 */
function computeTotalRowCount({ pagerState, rows }: ResultSnapshot): number {
  if (rows.extent === 'page') return pagerState.totalRowCount ?? -1;
  return rows.arrangement.filters.length > 0 || rows.isComplete ? rows.view.rowCount : -1;
}

function statusTooltip({ pagerState, loadingState, rows }: ResultSnapshot): string {
  const { countedRows: counted } = loadingState.doubts;
  return formatLoadAllStatus(loadingState) === undefined
    ? statusTooltipText(pagerState, counted, rows.extent === 'all')
    : formatLoadAllTooltip(loadingState);
}

function statusText(snapshot: ResultSnapshot): string {
  const { pagerState, loadingState, rows, retryAt } = snapshot;
  const isLoadingAll = loadingState.stage.kind === 'loading' && isCountingOrLoadingAll(loadingState);
  if (retryAt !== undefined && !isLoadingAll) return describeRateLimit(retryAt);
  const working = formatLoadAllStatus(loadingState);
  if (working !== undefined) return working;
  if (createCauseFixedNotice(snapshot) && !areRowsDisplayed(snapshot)) return '';
  if (rows.arrangement.isArranging())
    return rows.arrangement.sorts.length > 0 ? vscode.l10n.t('Sorting…') : vscode.l10n.t('Filtering…');
  const { view, loadedRowCount, isContiguous, isComplete, arrangement } = rows;
  const { countedRows: counted } = loadingState.doubts;
  const isFiltered = arrangement.filters.length > 0;
  const status =
    rows.extent === 'all'
      ? allRowsStatusText(pagerState, {
          displayedRowCount: view.rowCount,
          loadedRowCount,
          isContiguous,
          isComplete,
          isFiltered,
          ...(counted === undefined ? {} : { counted }),
        })
      : pageStatusText(pagerState, counted);
  return [status, formatSuspendedParts(arrangement.getUnappliedParts())].filter(Boolean).join(' · ');
}
