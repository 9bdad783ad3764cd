import type { AuditFilters } from '../../../core/audit/filters/filters.ts';
import type { LocalFilters } from '../../../core/audit/table/filter.ts';
import type { AuditChip } from '../../../protocol/audit.ts';
import { type Looks, localWords, serviceWords } from '../labels.ts';

/**
 * The filters in force: first the service's, then those over loaded events. `behind` names the events picked by a figure;
 * times and values as in the other views.
 */
export function chipsOf(
  service: AuditFilters,
  here: LocalFilters,
  behind: string,
  looks: Looks,
): readonly AuditChip[] {
  return [
    ...serviceWords(service, looks).map(({ name, text }): AuditChip => {
      const field = name.slice(name.lastIndexOf('.') + 1);
      return { id: `service ${name}`, name: field, label: text, kind: 'service' };
    }),
    ...localWords(here, looks, behind).map(
      ({ name, text }): AuditChip => ({
        id: `here ${name}`,
        name: name === 'range' ? 'time' : name,
        label: text,
        kind: 'here',
      }),
    ),
  ];
}
