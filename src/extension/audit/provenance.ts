import * as vscode from 'vscode';
import { gapsAmong } from '../../core/audit/feed/gaps.ts';
import type { MoreReason } from '../../core/audit/feed/store.ts';
import type { AuditFilterState } from '../../core/audit/filters/filterState.ts';
import type { AuditFilters, FilterName } from '../../core/audit/filters/filters.ts';
import { isEmpty, isUncovered } from '../../core/audit/filters/localFilters.ts';
import type { LocalFilters } from '../../core/audit/table/filter.ts';
import { oneLine } from '../../core/messages/oneLine.ts';
import { number } from '../platform/number.ts';
import type { AuditSnapshot } from './feed/feed.ts';
import {
  doubtWords,
  fieldLabels,
  filterLabel,
  type LocalPart,
  type Looks,
  localWords,
  serviceWords,
  withoutFraction,
} from './labels.ts';

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

/** What the filters over loaded events go by, without their values. */
function localNames({ fields, range, text, events }: LocalFilters): readonly string[] {
  const labels: Readonly<Record<LocalPart, string>> = {
    ...fieldLabels(),
    range: vscode.l10n.t('Time range'),
    text: vscode.l10n.t('Text'),
    events: vscode.l10n.t('Chosen events'),
  };
  const parts: LocalPart[] = [...fields.keys()];
  if (range) parts.push('range');
  if (text) parts.push('text');
  if (events) parts.push('events');
  return parts.map((part) => labels[part]);
}

const serviceNames = (filters: AuditFilters): readonly string[] =>
  (Object.keys(filters) as FilterName[]).map(filterLabel);

/** How many filters there are of both kinds; empty where there are none. */
export function filterCount({ service, local }: AuditFilterState): string {
  const count = serviceNames(service).length + localNames(local).length;
  if (count === 0) return '';
  return count === 1 ? vscode.l10n.t('1 filter') : vscode.l10n.t('{0} filters', number(count));
}

/** Why it is unknown whether the service has older events. */
function whyUnknown(reason: MoreReason): string {
  if (reason === 'unsupported')
    return vscode.l10n.t('the service was asked for them and gave none: it does not page');
  return reason === 'repeated'
    ? vscode.l10n.t('the service repeats itself')
    : vscode.l10n.t('the service does not say where they start');
}

/**
 * What is shown and what is known of the rest: never more than that. Undefined where nothing is loaded. Filters are
 * named without their values: the editor writes what a view says above its rows to its log.
 */
export function provenanceText(
  { events, provenance, filters: { service, local }, gaps, file, following, connection }: AuditSnapshot,
  { time }: Pick<Looks, 'time'>,
): string | undefined {
  const { loaded, more, reason, oldest, newest } = provenance;
  // Of nothing there is only to say that others may be there.
  if (loaded === 0 && !file && (more === 'no' || reason === 'nothingLoaded')) return undefined;
  const here = isEmpty(local)
    ? vscode.l10n.t('{0} loaded', number(loaded))
    : vscode.l10n.t(
        '{0} of {1} match ({2})',
        number(events.length),
        number(loaded),
        localNames(local).join(', '),
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
  const byService = serviceNames(service).join(', ');
  const filtered = byService ? [vscode.l10n.t('filtered by the service: {0}', byService)] : [];
  const breaks = gapsAmong(events, gaps, local.range).length;
  const missing = breaks > 0 ? [vscode.l10n.t('events may be missing at gaps: {0}', breaks)] : [];
  const follows = following ? [vscode.l10n.t('following')] : [];
  return [here, ...filtered, ...span, ...origin, ...rest, ...uncovered, ...missing, ...follows].join(' · ');
}
