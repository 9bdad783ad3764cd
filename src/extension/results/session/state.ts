/** Computes the displayed state of one result. Stores and changes nothing. */
import * as vscode from 'vscode';
import type { LoadAllState } from '../../../core/results/loading/loadAll.ts';
import type { Notice, ResultsPhase, RowsShown, RowsState } from '../../../protocol/results.ts';
import { rateLimitedText } from '../../targets/apiErrors.ts';
import { targetLabel } from '../../targets/targets.ts';
import {
  isWorking,
  type LoadingState,
  loadingDetail,
  loadingNotice,
  loadingStatus,
} from '../view/loadingTexts.ts';
import {
  endNotice,
  hasEnded,
  pagerNotice,
  schemaNotice,
  signedInNotice,
  startedNotice,
} from '../view/notices.ts';
import { columnsOf, requestOf, type SessionState } from '../view/present.ts';
import { pageStatus, restingText, scopeText, statusDetail, wholeStatus } from '../view/status.ts';
import { reasonsOf } from './reasons.ts';
import type { ResultNow } from './resultNow.ts';

export function stateOf(now: ResultNow): SessionState {
  return {
    ...phaseOf(now),
    status: statusOf(now),
    detail: detailOf(now),
    ...requestOf(now.answer?.exchange, loadOf(now)),
    target: { label: targetLabel(now.run.target), environment: now.run.target.connection.environment },
    ...abled(now),
  };
}

function abled(now: ResultNow): Pick<SessionState, 'can' | 'reasons'> {
  const can = abilitiesOf(now);
  return { can, reasons: reasonsOf(can, now) };
}

function phaseOf(now: ResultNow): ResultsPhase {
  const { run, paged, load } = now;
  if (showsRows(now)) {
    const ended = removedCause(now) ?? pagerNotice(paged, run.target, now.meant);
    const notice = ended ?? loadingNotice(load, run.target) ?? schemaNotice(run);
    return { phase: 'rows', shown: shownOf(now), ...progressOf(load), ...(notice ? { notice } : {}) };
  }
  const removed = removedCause(now);
  if (removed) return { phase: 'idle', notice: removed };
  if (hasEnded(paged)) return { phase: paged.phase, notice: endNotice(paged, run.target, now.meant) };
  return { phase: 'loading', ...(hasRows(now) ? { shown: shownOf(now) } : {}) };
}

/**
 * Returns the notice that replaces an error whose cause was removed since: the user signed in, or the local vault was
 * started. Undefined if neither is the case.
 */
function removedCause({ isSignedIn, isStarted, run }: ResultNow): Notice | undefined {
  if (isSignedIn) return signedInNotice(run.target);
  return isStarted ? startedNotice() : undefined;
}

/**
 * Whether rows are displayed. If a further page failed or was cancelled, the loaded rows stay visible below the notice.
 */
const showsRows = (now: ResultNow): boolean => {
  const { phase } = now.paged;
  return phase === 'page' || ((phase === 'error' || phase === 'cancelled') && hasRows(now));
};

/** Whether there are rows to display. Also true if rows are loaded but the filters keep none of them. */
const hasRows = ({ rows: { view, extent, loaded } }: ResultNow): boolean =>
  view.rowCount > 0 || (extent === 'all' && loaded > 0);

/**
 * Returns the state of the Load All that fetched the displayed rows. Undefined if one page is displayed or Load All was
 * not started.
 */
function loadOf({ load, rows }: ResultNow): LoadAllState | undefined {
  return rows.extent === 'all' && load.stage.kind === 'loading' ? load.stage.all : undefined;
}

function progressOf(load: LoadingState): Pick<RowsState, 'progress'> {
  const { stage, expected, cost } = load;
  if (stage.kind !== 'loading' || !isWorking(load)) return {};
  return { progress: { done: stage.all.rows, total: expected ?? cost.rows ?? -1 } };
}

function shownOf(now: ResultNow): RowsShown {
  const { delivery, paged, rows } = now;
  const { view, extent, arrangement } = rows;
  const { sorts, filters } = arrangement;
  return {
    columns: columnsOf(rows.all),
    rowCount: view.rowCount,
    firstRowNumber: extent === 'all' ? 1 : paged.firstRow,
    totalRows: totalOf(now),
    masked: rows.isMasked,
    scope: scopeText(rows.loaded, filters.length > 0 ? view.rowCount : undefined),
    scopeInStatus: filters.length > 0 && loadingStatus(now.load) === undefined,
    arranged: {
      sorts,
      filters: filters.map(({ id, label, condition }) => ({ id, label, editable: 'text' in condition })),
    },
    figures: delivery.kind === 'single',
  };
}

/** Returns which actions are available for the result now. */
export function abilitiesOf(now: ResultNow): SessionState['can'] {
  const { run, delivery, paged, load, rows, answer } = now;
  const { extent, arranged } = rows;
  const isFetching = paged.phase === 'loading';
  const isAll = extent === 'all';
  const withRows = showsRows(now);
  const isResting = !isFetching && !isWorking(load);
  const able = withRows && isResting;
  const loading = load.stage.kind === 'loading' ? load.stage.all.phase : undefined;
  const isStopped = rows.complete || loading === 'paused';
  const showsLoaded = able && !isAll && isStopped && rows.loaded > paged.rowCount;
  return {
    next: (isFetching || isResting) && paged.hasNext && !(isAll && (!arranged || rows.complete)),
    previous: !isAll && paged.hasPrevious,
    first: isAll ? isResting && !arranged : paged.hasPrevious,
    cancel:
      isFetching ||
      isWorking(load) ||
      loading === 'paused' ||
      now.retryAt !== undefined ||
      rows.arrangement.isArranging(),
    showAudit: answer !== undefined && run.target.connection.accountID !== '',
    ...(delivery.kind === 'paged'
      ? {
          loadAll: able && (showsLoaded || (!rows.complete && !paged.offsetIgnored)),
          showLoaded: showsLoaded,
        }
      : {}),
    ...(loading === 'running' ? { pause: true } : {}),
    ...(loading === 'paused' ? { resume: true } : {}),
    export: able,
    toggleMask: withRows,
    rerun: isResting,
    copyRequestID: !run.events && answer?.requestID !== undefined,
    sort: able,
    filter: able,
    find: withRows,
    statistics: withRows,
    copyAs: withRows,
    reveal: withRows && rows.isMasked,
  };
}

/** Returns `RowsShown.totalRows`: the number of the last row that can be displayed; -1 while it is unknown. */
function totalOf({ paged, rows }: ResultNow): number {
  if (rows.extent === 'page') return paged.end ?? -1;
  return rows.arrangement.filters.length > 0 || rows.complete ? rows.view.rowCount : -1;
}

/** Returns the text for the tooltip of the status line that the status line leaves out; empty if there is none. */
function detailOf({ paged, load, rows }: ResultNow): string {
  const { counted } = load.doubts;
  return loadingStatus(load) === undefined
    ? statusDetail(paged, counted, rows.extent === 'all')
    : loadingDetail(load);
}

function statusOf(now: ResultNow): string {
  const { paged, load, rows, retryAt } = now;
  const isLoadingAll = load.stage.kind === 'loading' && isWorking(load);
  if (retryAt !== undefined && !isLoadingAll) return rateLimitedText(retryAt);
  const working = loadingStatus(load);
  if (working !== undefined) return working;
  if (removedCause(now) && !showsRows(now)) return '';
  if (rows.arrangement.isArranging())
    return rows.arrangement.sorts.length > 0 ? vscode.l10n.t('Sorting…') : vscode.l10n.t('Filtering…');
  const { view, loaded, contiguous, complete, arrangement } = rows;
  const { counted } = load.doubts;
  const filtered = arrangement.filters.length > 0;
  const status =
    rows.extent === 'all'
      ? wholeStatus(paged, {
          shown: view.rowCount,
          loaded,
          contiguous,
          complete,
          filtered,
          ...(counted === undefined ? {} : { counted }),
        })
      : pageStatus(paged, counted);
  return [status, restingText(arrangement.resting())].filter(Boolean).join(' · ');
}
