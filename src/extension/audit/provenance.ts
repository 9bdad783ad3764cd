import * as vscode from 'vscode';
import type { AuditFilters } from '../../core/audit/filters.ts';
import { gapsAmong } from '../../core/audit/gaps.ts';
import { isEmpty, isUncovered } from '../../core/audit/localFilters.ts';
import type { MoreReason } from '../../core/audit/store.ts';
import type { LocalFilters } from '../../core/audit/table/filter.ts';
import { oneLine } from '../../core/messages/oneLine.ts';
import { doubtWords, type Looks, localWords, serviceWords, withoutFraction } from '../auditWords.ts';
import { number } from '../number.ts';
import type { AuditSnapshot } from './state.ts';

/** The service's filters in words; empty where there are none. */
export const filtersText = (filters: AuditFilters, looks: Pick<Looks, 'value'>): string =>
  serviceWords(filters, looks)
    .map(({ text }) => text)
    .join(' · ');

/** The filters over loaded events in words; empty where there are none. */
export const localText = (filters: LocalFilters, looks: Looks): string =>
  localWords(filters, looks)
    .map(({ text }) => text)
    .join(' · ');

/** Why nobody knows whether the service has older events. */
function whyUnknown(reason: MoreReason): string {
  if (reason === 'unsupported')
    return vscode.l10n.t('the service was asked for them and gave none: it does not page');
  return reason === 'repeated'
    ? vscode.l10n.t('the service repeats itself')
    : vscode.l10n.t('the service does not say where they start');
}

/** What is shown and what is known of the rest: never more than that. Undefined where nothing is loaded. */
export function provenanceText(
  { events, provenance, filters, local, gaps, file, following, connection }: AuditSnapshot,
  looks: Looks,
): string | undefined {
  const { time } = looks;
  const { loaded, more, reason, oldest, newest } = provenance;
  // Of nothing there is only to say that others may be there.
  if (loaded === 0 && !file && (more === 'no' || reason === 'nothingLoaded')) return undefined;
  const here = isEmpty(local)
    ? vscode.l10n.t('{0} loaded', number(loaded))
    : vscode.l10n.t(
        '{0} of {1} loaded events pass {2}',
        number(events.length),
        number(loaded),
        localText(local, looks),
      );
  const span =
    oldest && newest && loaded > 1
      ? [vscode.l10n.t('{0} to {1}', ...[oldest, newest].map((at) => withoutFraction(time(at))))]
      : [];
  const origin = file
    ? [
        vscode.l10n.t('from the file {0}, not the service', oneLine(file.name)),
        ...doubtWords(file.doubts ?? []),
      ]
    : connection
      ? [
          connection.environment === 'production'
            ? vscode.l10n.t('{0}, production', oneLine(connection.name))
            : oneLine(connection.name),
        ]
      : [];
  const rest = file
    ? []
    : [
        more === 'yes'
          ? reason === 'emptyPage'
            ? vscode.l10n.t('older available, though none were on the last page')
            : vscode.l10n.t('older available')
          : more === 'no'
            ? vscode.l10n.t('no older ones')
            : vscode.l10n.t('older: unknown, {0}', whyUnknown(reason)),
      ];
  const uncovered =
    !file && isUncovered(local, provenance) ? [vscode.l10n.t('the range may hold older ones')] : [];
  const byService = filtersText(filters, looks);
  const filtered = byService ? [vscode.l10n.t('filtered by the service: {0}', byService)] : [];
  const breaks = gapsAmong(events, gaps, local.range).length;
  const missing = breaks > 0 ? [vscode.l10n.t('events may be missing at gaps: {0}', breaks)] : [];
  const follows = following ? [vscode.l10n.t('following')] : [];
  return [here, ...filtered, ...span, ...origin, ...rest, ...uncovered, ...missing, ...follows].join(' · ');
}
