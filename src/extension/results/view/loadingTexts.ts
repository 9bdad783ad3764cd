import * as vscode from 'vscode';
import type { CostEstimate } from '../../../core/results/loading/cost.ts';
import type { Doubts } from '../../../core/results/loading/doubts.ts';
import type { LoadAllState } from '../../../core/results/loading/loadAll.ts';
import type { ApiError } from '../../../core/service/errors.ts';
import type { Notice, NoticeButton } from '../../../protocol/results.ts';
import { formatClockTimeRoundedUp } from '../../app/timeText.ts';
import { formatNumber } from '../../platform/number.ts';
import { createErrorNotice } from '../../targets/apiErrors.ts';
import type { Target } from '../../targets/targets.ts';
import { countMismatchText } from './status.ts';

export type LoadingStage =
  | { readonly kind: 'none' }
  | { readonly kind: 'offered'; readonly error?: ApiError }
  | { readonly kind: 'counting' }
  | { readonly kind: 'loading'; readonly all: LoadAllState; readonly isClosed: boolean };

export interface LoadingState {
  readonly stage: LoadingStage;
  readonly countedRows?: number;
  /** `rows`: the number of rows of the result if it is known, otherwise the user's LIMIT; undefined without a LIMIT. */
  readonly cost: CostEstimate & { readonly rows: number | undefined };
  readonly maxRows: number;
  readonly canCount: boolean;
  readonly pageSize: number;
  readonly doubts: Doubts;
}

export const isCountingOrLoadingAll = ({ stage }: Pick<LoadingState, 'stage'>): boolean =>
  stage.kind === 'counting' || (stage.kind === 'loading' && stage.all.phase === 'running');

function formatDuration(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 100
    ? vscode.l10n.t('about {0} s', seconds)
    : vscode.l10n.t('about {0} min', Math.round(seconds / 60));
}

function formatLoadAllCost({ requests, milliseconds }: CostEstimate, isExact: boolean): string {
  const count = requests ?? 0;
  const events =
    count === 1
      ? vscode.l10n.t('1 request, 1 audit event')
      : vscode.l10n.t('{0} requests, {0} audit events', formatNumber(count));
  const maximumText = isExact ? events : vscode.l10n.t('at most {0}', events);
  return milliseconds === undefined ? maximumText : `${maximumText}; ${formatDuration(milliseconds)}`;
}

/** Returns a sentence about the request that only finds the end of the result; `''` if none is needed. */
function formatEndRequest({ includesEndRequest, rows }: LoadingState['cost']): string {
  if (!includesEndRequest) return '';
  // Of an uncounted result, only the statement's LIMIT says how many rows it can have.
  return rows === undefined
    ? vscode.l10n.t('One request looks for the end.')
    : vscode.l10n.t('If there are fewer rows than the LIMIT, one request looks for the end.');
}

function createLoadAllCostNotice({ cost, countedRows, maxRows, canCount, pageSize }: LoadingState): Notice {
  const known = cost.requests !== undefined;
  const limitText = vscode.l10n.t(
    'Loading stops at {0} rows (vaultsql.results.maxRows).',
    formatNumber(maxRows),
  );
  const unknownCountText = vscode.l10n.t(
    'The number of rows is unknown. Each request ({0} rows) creates an audit event.',
    pageSize,
  );
  const tooMany = cost.rows !== undefined && cost.rows > maxRows;
  return {
    severity: 'info',
    title: known
      ? vscode.l10n.t('Load all: {0}', formatLoadAllCost(cost, countedRows !== undefined))
      : vscode.l10n.t('Load all: at most {0} requests', formatNumber(cost.maxRequests)),
    text: [
      countedRows === undefined ? '' : vscode.l10n.t('COUNT returned {0} rows.', formatNumber(countedRows)),
      known ? '' : unknownCountText,
      formatEndRequest(cost),
      known && !tooMany ? '' : limitText,
    ]
      .filter(Boolean)
      .join(' '),
    buttons: [
      { id: 'loadAllStart', label: vscode.l10n.t('Load All') },
      ...(canCount ? [{ id: 'loadAllCount' as const, label: vscode.l10n.t('Count First (1 Request)') }] : []),
      { id: 'loadAllDismiss', label: vscode.l10n.t('Not Now') },
    ],
  };
}

export function createLoadAllNotice(state: LoadingState, target: Target): Notice | undefined {
  const { stage } = state;
  switch (stage.kind) {
    case 'none':
    case 'counting':
      return undefined;
    case 'offered':
      return createLoadAllOfferNotice(state, stage.error, target);
    case 'loading':
      return stage.all.phase === 'done' && stage.isClosed
        ? undefined
        : createLoadAllStoppedNotice(state, stage.all, target);
  }
}

function createLoadAllOfferNotice(state: LoadingState, error: ApiError | undefined, target: Target): Notice {
  const notice = createLoadAllCostNotice(state);
  if (!error || error.kind === 'cancelled') return notice;
  const { title, text } = createErrorNotice(error, target);
  return {
    ...notice,
    severity: 'warning',
    text: `${vscode.l10n.t('Could not count the rows:')} ${title}. ${text}`,
  };
}

function createLoadAllStoppedNotice(
  { maxRows, doubts }: LoadingState,
  all: LoadAllState,
  target: Target,
): Notice | undefined {
  const close: NoticeButton = { id: 'loadAllDismiss', label: vscode.l10n.t('Close') };
  if (all.phase === 'paused' && all.pausedBy !== 'user') {
    const { title, text, buttons } = createErrorNotice(all.error, target);
    const kept = vscode.l10n.t('{0} rows loaded.', formatNumber(all.rows));
    const resume: NoticeButton = { id: 'loadAllStart', label: vscode.l10n.t('Resume Loading') };
    return { severity: 'error', title, text: `${text} ${kept}`, buttons: [...buttons, resume] };
  }
  if (all.phase !== 'done') return undefined;
  if (all.stoppedBy === 'maxRows') {
    return {
      severity: 'warning',
      title: vscode.l10n.t('Stopped at {0} rows', formatNumber(all.rows)),
      text: vscode.l10n.t(
        'More rows may exist. To load them, increase vaultsql.results.maxRows ({0}).',
        formatNumber(maxRows),
      ),
      buttons: [{ id: 'loadAllSetting', label: vscode.l10n.t('Open Setting') }, close],
    };
  }
  if (doubts.countedRows === undefined) return undefined;
  return {
    severity: 'warning',
    title: countMismatchText(doubts.countedRows, doubts.loaded),
    text: vscode.l10n.t('The vault likely changed during loading. Rows may be missing or repeated.'),
    buttons: [close],
  };
}

function getUnfinishedLoadAll({ stage }: Pick<LoadingState, 'stage'>): LoadAllState | undefined {
  if (stage.kind !== 'loading') return undefined;
  return stage.all.phase === 'running' || stage.all.phase === 'paused' ? stage.all : undefined;
}

export function formatLoadAllTooltip(state: Pick<LoadingState, 'stage'>): string {
  const loaded = getUnfinishedLoadAll(state);
  if (!loaded) return '';
  return loaded.requests === 1
    ? vscode.l10n.t('1 request')
    : vscode.l10n.t('{0} requests', formatNumber(loaded.requests));
}

/**
 * Returns the text of the status line about counting or Load All; undefined if no rows are being counted and Load All
 * is neither running nor paused.
 */
export function formatLoadAllStatus(state: LoadingState): string | undefined {
  const { stage, countedRows, cost } = state;
  if (stage.kind === 'counting') return vscode.l10n.t('Counting the rows…');
  const loaded = getUnfinishedLoadAll(state);
  if (!loaded) return undefined;
  const totalRows = countedRows ?? cost.rows;
  const rows =
    totalRows === undefined
      ? vscode.l10n.t('{0} rows', formatNumber(loaded.rows))
      : vscode.l10n.t('{0} of {1} rows', formatNumber(loaded.rows), formatNumber(totalRows));
  const left = loaded.msLeft === undefined ? '' : vscode.l10n.t('{0} left', formatDuration(loaded.msLeft));
  const waits =
    loaded.waitMs > 0
      ? vscode.l10n.t('rate limited; retrying at {0}', formatClockTimeRoundedUp(Date.now() + loaded.waitMs))
      : '';
  const head = loaded.phase === 'paused' ? vscode.l10n.t('Paused') : vscode.l10n.t('Loading all');
  return [head, rows, waits || left].filter(Boolean).join(' · ');
}
