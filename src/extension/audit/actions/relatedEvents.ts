import type { AuditFilters, FilterName } from '../../../core/audit/filters/filters.ts';
import { applyValueChoice } from '../../../core/audit/query/editQuery.ts';
import { fieldOfFilter, getFieldEntries } from '../../../core/audit/table/fields.ts';
import type { LocalFilters } from '../../../core/audit/table/filter.ts';
import type { AuditEvent } from '../../../core/service/types.ts';

export interface RelatedEventsParts {
  isOfFile(): boolean;
  setLocal(filters: LocalFilters): void;
  requestedFilters(): AuditFilters;
  /** Requests the newest events for these filters. Resolves to false if no response was applied. */
  search(filters: AuditFilters): Promise<boolean>;
}

/**
 * Displays the events that share with `event` the value in the field of `filter`. Events of a file
 * are filtered in memory; others are requested from the service.
 */
export async function showEventsWithSameValue(
  event: AuditEvent,
  filter: FilterName,
  parts: RelatedEventsParts,
): Promise<unknown> {
  const field = fieldOfFilter[filter];
  const [value] = getFieldEntries(event, field);
  if (value === undefined) return undefined;
  // The service does not know the events of a file, which may come from elsewhere.
  if (parts.isOfFile()) return parts.setLocal({ question: applyValueChoice([], field, [value], 'only') });
  const { accountID } = parts.requestedFilters();
  return parts.search({ ...(accountID ? { accountID } : {}), [filter]: value });
}
