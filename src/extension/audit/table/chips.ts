import type { AuditFilterState } from '../../../core/audit/filters/filterState.ts';
import type { AuditChip } from '../../../protocol/audit.ts';
import { type Formatter, localLabels, serviceLabels } from '../labels.ts';

/**
 * The filters in force: first the service's, then those over loaded events. `pickedLabel` names the events picked by a
 * figure; times and values as in the other views.
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
    ...localLabels(local, formatter, pickedLabel).map(
      ({ name, text }): AuditChip => ({
        id: `local ${name}`,
        name: name === 'range' ? 'time' : name,
        label: text,
        kind: 'local',
      }),
    ),
  ];
}
