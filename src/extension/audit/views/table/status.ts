import * as vscode from 'vscode';
import type { FeedPhase } from '../../../../core/audit/feed/phase.ts';
import { isUncovered } from '../../../../core/audit/filters/timeRanges.ts';
import { hasNoFilters } from '../../../../core/audit/table/filter.ts';
import type { TrailQuery, TrailView } from '../../../../core/audit/table/trail.ts';
import type { AuditMode, AuditPhase } from '../../../../protocol/audit.ts';
import { formatNumber } from '../../../platform/number.ts';
import { describeRateLimit } from '../../../targets/apiErrors.ts';
import { withoutFraction } from '../../labels.ts';
import type { AuditModel } from '../../model/auditModel.ts';
import type { ModelState } from '../../model/state.ts';
import { conflictsText, fileText, gapsText, mayLackOlderInRangeText, olderText } from '../../provenance.ts';

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
  readonly readsSummary?: { readonly queries: number; readonly leftOut: number } | undefined;
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

const isRangeUncovered = ({ model, query }: Pick<StatusParts, 'model' | 'query'>): boolean =>
  !model.state.file() && isUncovered(query.filters, model.state.provenance());

/** Returns the text of the status line; empty if there is nothing to report. */
export function createStatus(parts: StatusParts): string {
  const { model, view, query, rowCount, mode, isParsing } = parts;
  const loaded = loadedCount(model.state);
  const file = model.state.file();
  if (loaded === 0) return model.state.isLoading() ? loadingText(model.state) : '';
  const { passing } = view.counts;
  const gaps = mode === 'readers' ? 0 : view.gaps.length;
  const rest = file ? fileText(file) : olderText(model.state.provenance());
  const all =
    loaded === 1 ? vscode.l10n.t('1 event loaded') : vscode.l10n.t('{0} events loaded', formatNumber(loaded));
  const what = hasNoFilters(query.filters)
    ? all
    : vscode.l10n.t('{0} of {1} match', formatNumber(passing), formatNumber(loaded));
  if (isParsing)
    return passing === 1
      ? vscode.l10n.t('Parsing the query of 1 event…')
      : vscode.l10n.t('Parsing the queries of {0} events…', formatNumber(passing));
  if (mode === 'readers') {
    const reads =
      rowCount === 1
        ? vscode.l10n.t('1 read · {0} · {1}', what, rest)
        : vscode.l10n.t('{0} reads · {1} · {2}', formatNumber(rowCount), what, rest);
    return [reads, leftOutText(parts.readsSummary?.leftOut ?? 0)].filter(Boolean).join(' · ');
  }
  return [
    ...(model.state.isLoading() || file?.isReading ? [loadingText(model.state)] : []),
    ...[what, rest],
    ...(isRangeUncovered(parts) ? [mayLackOlderInRangeText()] : []),
    ...(gaps > 0 ? [gapsText(gaps)] : []),
    ...(view.counts.conflicting > 0 ? [conflictsText(view.counts.conflicting)] : []),
  ].join(' · ');
}

function leftOutText(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? vscode.l10n.t('1 query left out')
    : vscode.l10n.t('{0} queries left out', formatNumber(count));
}

function loadingText(state: Pick<ModelState, 'snapshot'>): string {
  const { retryAt } = state.snapshot();
  return retryAt === undefined ? vscode.l10n.t('Loading audit events…') : describeRateLimit(retryAt);
}

export function spanText(model: Pick<AuditModel, 'masking' | 'state'>): string {
  const { oldest, newest } = model.state.provenance();
  if (!oldest || !newest) return '';
  return vscode.l10n.t(
    '{0} to {1}',
    ...[oldest, newest].map((at) => withoutFraction(model.masking.time(at))),
  );
}
