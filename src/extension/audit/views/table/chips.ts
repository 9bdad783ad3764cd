import * as vscode from 'vscode';
import { msToTimestamp } from '../../../../core/audit/feed/timestamps.ts';
import type { AuditFilterState } from '../../../../core/audit/filters/filterState.ts';
import { withoutPart } from '../../../../core/audit/filters/localFilters.ts';
import type { TimeRange } from '../../../../core/audit/table/filter.ts';
import type { AuditChip } from '../../../../protocol/audit.ts';
import type { Zone } from '../../../app/timeZone.ts';
import { type Formatter, localLabels, serviceLabels } from '../../labels.ts';
import { shortTimestamps } from '../../shortTimes.ts';

/**
 * Returns the label of a time range, in the time zone of the table; undefined if there is no range, or if
 * both of its ends are open.
 */
export function rangeLabel(range: TimeRange | undefined, zone: Zone): string | undefined {
  if (!range) return undefined;
  const short = shortTimestamps(zone);
  const [from, to] = [range.from, range.to - 1].map((ms) =>
    Number.isFinite(ms) ? short(msToTimestamp(ms)) : undefined,
  );
  if (from !== undefined && to !== undefined) return vscode.l10n.t('{0} – {1}', from, to);
  if (from !== undefined) return vscode.l10n.t('since {0}', from);
  return to === undefined ? undefined : vscode.l10n.t('until {0}', to);
}

/**
 * Returns a chip for each applied filter: first those of the service, then those on loaded events. The time range and
 * the question have controls of their own and get no chip. `pickedLabel` names the events that the user chose by a
 * number in “who read what”. `formatter` formats times and masks values as in the other views.
 */
export function createChips(
  { service, local }: AuditFilterState,
  pickedLabel: string,
  formatter: Formatter,
): readonly AuditChip[] {
  return [
    ...serviceLabels(service, formatter).map(({ name, text }): AuditChip => {
      const field = name.slice(name.lastIndexOf('.') + 1);
      return { id: `service ${name}`, name: field, label: text, kind: 'service' };
    }),
    ...localLabels(withoutPart(withoutPart(local, 'range'), 'question'), formatter, pickedLabel).map(
      ({ name, text }): AuditChip => ({ id: `local ${name}`, name, label: text, kind: 'local' }),
    ),
  ];
}
