import * as vscode from 'vscode';
import type { AuditFilters } from '../../core/audit/filters.ts';
import { gapsAmong } from '../../core/audit/gaps.ts';
import { isEmpty } from '../../core/audit/localFilters.ts';
import { oneLine } from '../../core/audit/shown.ts';
import type { LocalFilters } from '../../core/audit/table/filter.ts';
import { msToTimestamp } from '../../core/audit/timestamps.ts';
import { number } from '../number.ts';
import { fieldLabels, filterLabels } from './labels.ts';
import type { AuditSnapshot } from './state.ts';
import type { TreeOptions } from './treeOptions.ts';

/** How times and values look. */
type Looks = Pick<TreeOptions, 'time' | 'value'>;

/** The service's filters in words; empty where there are none. */
export function filtersText(filters: AuditFilters, { value: looks }: Pick<Looks, 'value'>): string {
  const labels = filterLabels();
  const active = Object.entries(filters) as [keyof AuditFilters, string][];
  return active.map(([name, value]) => `${labels[name]}: ${oneLine(looks(name, value), 80)}`).join(' · ');
}

/** The filters over loaded events in words; empty where there are none. */
export function localText(
  { fields, range, text, events }: LocalFilters,
  { time, value: looks }: Looks,
): string {
  const labels = fieldLabels();
  const list = (id: string, values: ReadonlySet<string | undefined>): string =>
    [...values]
      .map((value) => (value === undefined ? vscode.l10n.t('none') : oneLine(looks(id, value), 80)))
      .join(', ');
  return [
    ...(range
      ? [vscode.l10n.t('{0} to {1}', ...[range.from, range.to - 1].map((ms) => shortTime(ms, time)))]
      : []),
    ...(text ? [vscode.l10n.t('text “{0}”', oneLine(looks('text', text), 80))] : []),
    ...(events ? [vscode.l10n.t('{0} chosen events', events.size)] : []),
    ...[...fields].flatMap(([id, { only, not }]) => [
      ...(only.size > 0 ? [`${labels[id]}: ${list(id, only)}`] : []),
      ...(not.size > 0 ? [vscode.l10n.t('{0} not {1}', labels[id], list(id, not))] : []),
    ]),
  ].join(' · ');
}

/** To the second: a filter's ends have no more. */
const shortTime = (ms: number, time: (stamp: string) => string): string =>
  Number.isFinite(ms) ? withoutFraction(time(msToTimestamp(Math.min(Math.max(ms, 0), 8.64e15 - 1)))) : '…';

/** Enough for a line of text; the events have all nine digits. */
const withoutFraction = (time: string): string => time.replace(/\.\d{9}/, '');

/** What is shown and what is known of the rest: never more than that. Undefined where nothing is loaded. */
export function provenanceText(
  { events, provenance, filters, local, gaps, file, following, connection }: AuditSnapshot,
  looks: Looks,
): string | undefined {
  const { time } = looks;
  const { loaded, more, oldest, newest } = provenance;
  if (loaded === 0 && !file) return undefined;
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
    ? [vscode.l10n.t('from the file {0}, not the service', oneLine(file.name))]
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
          ? vscode.l10n.t('older available')
          : more === 'no'
            ? vscode.l10n.t('no older ones')
            : vscode.l10n.t('older: unknown'),
      ];
  const byService = filtersText(filters, looks);
  const filtered = byService ? [vscode.l10n.t('filtered by the service: {0}', byService)] : [];
  const breaks = gapsAmong(events, gaps, local.range).length;
  const missing = breaks > 0 ? [vscode.l10n.t('events may be missing at gaps: {0}', breaks)] : [];
  const follows = following ? [vscode.l10n.t('following')] : [];
  return [here, ...filtered, ...span, ...origin, ...rest, ...missing, ...follows].join(' · ');
}
