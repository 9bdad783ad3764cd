import * as vscode from 'vscode';
import type { FeedPhase } from '../../../../core/audit/feed/phase.ts';
import { hasNoFilters } from '../../../../core/audit/table/filter.ts';
import type { TrailQuery, TrailView } from '../../../../core/audit/table/trail.ts';
import type { WhoReadWhat } from '../../../../core/audit/table/whoReadWhat.ts';
import type { AuditMode, AuditPhase } from '../../../../protocol/audit.ts';
import { formatNumber } from '../../../platform/number.ts';
import { describeRateLimit } from '../../../targets/apiErrors.ts';
import { removeSecondsFraction } from '../../labels.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import type { ModelState } from '../../model/state.ts';
import {
  conflictsText,
  describeOlderEvents,
  eventsText,
  fileText,
  isSearchHinderedByMasks,
  listGapsTexts,
  maskedSearchText,
  mayLackOlderInRange,
  mayLackOlderInRangeText,
} from '../../provenance.ts';
import { shortTime } from '../../shortTimes.ts';

export type StatusModel = Pick<
  AuditModel,
  'connections' | 'filters' | 'marks' | 'masking' | 'requests' | 'state'
>;

export interface StatusParts {
  readonly model: StatusModel;
  readonly view: TrailView;
  readonly query: TrailQuery;
  readonly mode: AuditMode;
  readonly isParsing: boolean;
  readonly readsSummary?: Pick<WhoReadWhat, 'queries' | 'failed' | 'leftOut'> | undefined;
  readonly rowCount: number;
}

const loadedCount = (state: Pick<ModelState, 'provenance'>): number => state.provenance().loaded;

export function tablePhase({ content, activity }: FeedPhase): AuditPhase {
  if (content === 'noVault') return 'idle';
  if (content === 'events') return 'events';
  if (activity === 'loading') return 'loading';
  if (activity !== 'resting') return 'error';
  return content === 'empty' ? 'none' : 'idle';
}

export const canLoadOlder = (model: Pick<AuditModel, 'requests' | 'state'>): boolean =>
  model.requests.findOlderProblem() === undefined && !model.state.isLoading();

/** Returns the text of the status line; empty if no events are loaded and none are being loaded. */
export function createStatusText(parts: StatusParts): string {
  const { model, view, query, rowCount, mode, isParsing } = parts;
  const loaded = loadedCount(model.state);
  const file = model.state.file();
  if (loaded === 0) return model.state.isLoading() ? loadingText(model.state) : '';
  const { passing } = view.counts;
  const rest = file
    ? fileText(file, model.state.provenance(), model.masking)
    : describeOlderEvents(model.state.provenance());
  if (isParsing && file?.table) return vscode.l10n.t('Counting reads in ClickHouse…');
  if (isParsing)
    return passing === 1
      ? vscode.l10n.t('Parsing the query of 1 event…')
      : vscode.l10n.t('Parsing the queries of {0} events…', formatNumber(passing));
  const isFiltered = !hasNoFilters(query.filters);
  if (mode === 'readers')
    return [
      rowCount === 1 ? vscode.l10n.t('1 entry') : vscode.l10n.t('{0} entries', formatNumber(rowCount)),
      ...(parts.readsSummary ? [requestsText(parts.readsSummary)] : []),
      isFiltered ? partOfEventsText(passing, loaded) : allEventsText(loaded),
      rest,
    ].join(' · ');
  const all =
    loaded === 1 ? vscode.l10n.t('1 event loaded') : vscode.l10n.t('{0} events loaded', formatNumber(loaded));
  // The events of a table are not loaded: they stay in ClickHouse.
  const what = isFiltered
    ? vscode.l10n.t('{0} of {1} match', formatNumber(passing), formatNumber(loaded))
    : file?.table
      ? eventsText(loaded)
      : all;
  return [
    ...(model.state.isLoading() || file?.isReading ? [loadingText(model.state)] : []),
    what,
    ...(isSearchHinderedByMasks(model.state.snapshot()) ? [maskedSearchText()] : []),
    rest,
    ...(mayLackOlderInRange(query.filters, file, model.state.provenance())
      ? [mayLackOlderInRangeText()]
      : []),
    ...listGapsTexts(view.gaps, model.masking),
    ...(view.counts.conflicting > 0 ? [conflictsText(view.counts.conflicting)] : []),
  ].join(' · ');
}

/** Returns the status line for the time while ClickHouse computes a question. `status` describes the rows still displayed. */
export const readingText = (status: string): string =>
  [vscode.l10n.t('Reading from ClickHouse…'), ...(status ? [status] : [])].join(' · ');

/**
 * Returns the text of the status line of rows that could not be updated. `time` is when they were requested, as
 * `EventMasking.formatTime` returns it.
 */
export const asOfText = (status: string, time: string): string =>
  [...(status ? [status] : []), vscode.l10n.t('as of {0}', shortTime(time))].join(' · ');

function requestsText({ queries, failed, leftOut }: NonNullable<StatusParts['readsSummary']>): string {
  return [
    queries === 1 ? vscode.l10n.t('1 request') : vscode.l10n.t('{0} requests', formatNumber(queries)),
    ...(failed > 0 ? [vscode.l10n.t('{0} failed', formatNumber(failed))] : []),
    ...(leftOut > 0 ? [vscode.l10n.t('{0} left out', formatNumber(leftOut))] : []),
  ].join(', ');
}

const allEventsText = (loaded: number): string =>
  loaded === 1 ? vscode.l10n.t('from 1 event') : vscode.l10n.t('from {0} events', formatNumber(loaded));

const partOfEventsText = (passing: number, loaded: number): string =>
  vscode.l10n.t('from {0} of {1} events', formatNumber(passing), formatNumber(loaded));

function loadingText(state: Pick<ModelState, 'snapshot'>): string {
  const { retryAt } = state.snapshot();
  return retryAt === undefined ? vscode.l10n.t('Loading audit events…') : describeRateLimit(retryAt);
}

export function formatLoadedTimeSpan(model: Pick<AuditModel, 'masking' | 'state'>): string {
  const { oldest, newest } = model.state.provenance();
  if (!oldest || !newest) return '';
  return vscode.l10n.t(
    '{0} to {1}',
    ...[oldest, newest].map((at) => removeSecondsFraction(model.masking.formatTime(at))),
  );
}
