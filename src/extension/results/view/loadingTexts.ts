import * as vscode from 'vscode';
import type { CostEstimate } from '../../../core/results/loading/cost.ts';
import type { Doubts } from '../../../core/results/loading/doubts.ts';
import type { LoadAllState } from '../../../core/results/loading/loadAll.ts';
import type { ApiError } from '../../../core/service/errors.ts';
import type { Notice, NoticeButton } from '../../../protocol/results.ts';
import { waitTime } from '../../app/timeText.ts';
import { number } from '../../platform/number.ts';
import { errorNotice } from '../../targets/apiErrors.ts';
import type { Target } from '../../targets/targets.ts';
import { countText } from './status.ts';

/** How far Load all of a result has come. */
export type LoadingStage =
  | { readonly kind: 'none' }
  /** What it costs is said. `error`: of COUNT. */
  | { readonly kind: 'offered'; readonly error?: ApiError }
  | { readonly kind: 'counting' }
  /** `isClosed`: the person closed what was said at the end. */
  | { readonly kind: 'loading'; readonly all: LoadAllState; readonly isClosed: boolean };

export interface LoadingState {
  readonly stage: LoadingStage;
  /** Rows as COUNT gave them. */
  readonly expected?: number;
  /** `rows`: how many there are, as far as is known: their number, or the user's LIMIT. */
  readonly cost: CostEstimate & { readonly rows: number | undefined };
  readonly maxRows: number;
  readonly mayCount: boolean;
  readonly pageSize: number;
  readonly doubts: Doubts;
}

/** Whether requests are under way. */
export const isWorking = ({ stage }: Pick<LoadingState, 'stage'>): boolean =>
  stage.kind === 'counting' || (stage.kind === 'loading' && stage.all.phase === 'running');

/** `about 9 s`, `about 3 min`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 100
    ? vscode.l10n.t('about {0} s', seconds)
    : vscode.l10n.t('about {0} min', Math.round(seconds / 60));
}

/** `400 requests, 400 audit events; about 9 s`. */
function costText({ requests, milliseconds }: CostEstimate, exact: boolean): string {
  const count = requests ?? 0;
  const events =
    count === 1
      ? vscode.l10n.t('1 request, 1 audit event')
      : vscode.l10n.t('{0} requests, {0} audit events', number(count));
  const most = exact ? events : vscode.l10n.t('at most {0}', events);
  return milliseconds === undefined ? most : `${most}; ${duration(milliseconds)}`;
}

function offer({ cost, expected, maxRows, mayCount, pageSize }: LoadingState): Notice {
  const known = cost.requests !== undefined;
  const stops = vscode.l10n.t('Loading stops at {0} rows (vaultsql.results.maxRows).', number(maxRows));
  const each = vscode.l10n.t(
    'The number of rows is unknown. Each request ({0} rows) creates an audit event.',
    pageSize,
  );
  const tooMany = cost.rows !== undefined && cost.rows > maxRows;
  return {
    severity: 'info',
    title: known
      ? vscode.l10n.t('Load all: {0}', costText(cost, expected !== undefined))
      : vscode.l10n.t('Load all: at most {0} requests', number(cost.atMost)),
    text: [
      expected === undefined ? '' : vscode.l10n.t('COUNT returned {0} rows.', number(expected)),
      known ? '' : each,
      cost.looksForEnd ? vscode.l10n.t('One request looks for the end.') : '',
      known && !tooMany ? '' : stops,
    ]
      .filter(Boolean)
      .join(' '),
    buttons: [
      { id: 'loadAllStart', label: vscode.l10n.t('Load All') },
      ...(mayCount ? [{ id: 'loadAllCount' as const, label: vscode.l10n.t('Count First (1 Request)') }] : []),
      { id: 'loadAllDismiss', label: vscode.l10n.t('Not Now') },
    ],
  };
}

/** What Load all has to say above the grid, or to ask. */
export function loadingNotice(state: LoadingState, target: Target): Notice | undefined {
  const { stage } = state;
  switch (stage.kind) {
    case 'none':
    case 'counting':
      return undefined;
    case 'offered':
      return offerNotice(state, stage.error, target);
    case 'loading':
      return stage.all.phase === 'done' && stage.isClosed ? undefined : stopNotice(state, stage.all, target);
  }
}

/** The offer, with what came of counting where that failed. */
function offerNotice(state: LoadingState, error: ApiError | undefined, target: Target): Notice {
  const notice = offer(state);
  if (!error || error.kind === 'cancelled') return notice;
  const { title, text } = errorNotice(error, target);
  return {
    ...notice,
    severity: 'warning',
    text: `${vscode.l10n.t('Could not count the rows:')} ${title}. ${text}`,
  };
}

/** Why it rests or is done, where the person is to know. */
function stopNotice(
  { maxRows, doubts }: LoadingState,
  all: LoadAllState,
  target: Target,
): Notice | undefined {
  const close: NoticeButton = { id: 'loadAllDismiss', label: vscode.l10n.t('Close') };
  if (all.phase === 'paused' && all.pausedBy !== 'person') {
    const { title, text, buttons } = errorNotice(all.error, target);
    const kept = vscode.l10n.t('{0} rows loaded.', number(all.rows));
    const resume: NoticeButton = { id: 'loadAllStart', label: vscode.l10n.t('Resume Loading') };
    return { severity: 'error', title, text: `${text} ${kept}`, buttons: [...buttons, resume] };
  }
  if (all.phase !== 'done') return undefined;
  if (all.stoppedBy === 'maxRows') {
    return {
      severity: 'warning',
      title: vscode.l10n.t('Stopped at {0} rows', number(all.rows)),
      text: vscode.l10n.t(
        'More rows may exist. To load them, increase vaultsql.results.maxRows ({0}).',
        number(maxRows),
      ),
      buttons: [{ id: 'loadAllSetting', label: vscode.l10n.t('Open Setting') }, close],
    };
  }
  if (doubts.counted === undefined) return undefined;
  return {
    severity: 'warning',
    title: countText(doubts.counted, doubts.loaded),
    text: vscode.l10n.t('The vault likely changed during loading. Rows may be missing or repeated.'),
    buttons: [close],
  };
}

/** Load all, as long as it is not done. */
function underWay({ stage }: Pick<LoadingState, 'stage'>): LoadAllState | undefined {
  if (stage.kind !== 'loading') return undefined;
  return stage.all.phase === 'running' || stage.all.phase === 'paused' ? stage.all : undefined;
}

/** What the state line leaves out while Load all works. */
export function loadingDetail(state: Pick<LoadingState, 'stage'>): string {
  const loaded = underWay(state);
  if (!loaded) return '';
  return loaded.requests === 1
    ? vscode.l10n.t('1 request')
    : vscode.l10n.t('{0} requests', number(loaded.requests));
}

/** What the state line says while Load all works. */
export function loadingStatus(state: LoadingState): string | undefined {
  const { stage, expected, cost } = state;
  if (stage.kind === 'counting') return vscode.l10n.t('Counting the rows…');
  const loaded = underWay(state);
  if (!loaded) return undefined;
  const of = expected ?? cost.rows;
  const rows =
    of === undefined
      ? vscode.l10n.t('{0} rows', number(loaded.rows))
      : vscode.l10n.t('{0} of {1} rows', number(loaded.rows), number(of));
  const left = loaded.msLeft === undefined ? '' : vscode.l10n.t('{0} left', duration(loaded.msLeft));
  const waits =
    loaded.waitMs > 0
      ? vscode.l10n.t('rate limited; retrying at {0}', waitTime(Date.now() + loaded.waitMs))
      : '';
  const head = loaded.phase === 'paused' ? vscode.l10n.t('Paused') : vscode.l10n.t('Loading all');
  return [head, rows, waits || left].filter(Boolean).join(' · ');
}
