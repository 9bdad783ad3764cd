import * as vscode from 'vscode';
import { msToTimestamp, TIMESTAMP_LENGTH } from '../../../core/audit/feed/timestamps.ts';
import type { AuditFilterState } from '../../../core/audit/filters/filterState.ts';
import { withoutPart } from '../../../core/audit/filters/localFilters.ts';
import type { LocalFilters } from '../../../core/audit/table/filter.ts';
import type { AuditChip } from '../../../protocol/audit.ts';
import { type Formatter, localLabels, serviceLabels } from '../labels.ts';
import { shortTimes } from '../shortTime.ts';

/** A range of time in the zone shown, short; undefined where there is none. */
export function rangeLabel({ range }: LocalFilters, { time }: Formatter): string | undefined {
  if (!range) return undefined;
  const short = shortTimes();
  const at = (ms: number): string => {
    const shown = time(msToTimestamp(ms));
    return short(shown.slice(0, TIMESTAMP_LENGTH));
  };
  const { from, to } = range;
  if (!Number.isFinite(to)) return Number.isFinite(from) ? vscode.l10n.t('since {0}', at(from)) : undefined;
  const last = at(to - 1);
  return Number.isFinite(from) ? vscode.l10n.t('{0} – {1}', at(from), last) : vscode.l10n.t('until {0}', last);
}

/**
 * The filters in force but for the range of time: first the service's, then those over loaded events. `pickedLabel` names
 * the events picked by a figure; times and values as in the other views.
 */
export function chipsOf(
  { service, local }: AuditFilterState,
  pickedLabel: string,
  formatter: Formatter,
): readonly AuditChip[] {
  return [
    ...serviceLabels(service, formatter).map(({ name, text }): AuditChip => {
      const field = name.slice(name.lastIndexOf('.') + 1);
      return { id: `service ${name}`, name: field, label: text, kind: 'service' };
    }),
    ...localLabels(withoutPart(local, 'range'), formatter, pickedLabel).map(
      ({ name, text }): AuditChip => ({ id: `local ${name}`, name, label: text, kind: 'local' }),
    ),
  ];
}
