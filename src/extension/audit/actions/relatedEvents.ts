import type { AuditFilters, FilterName } from '../../../core/audit/filters/filters.ts';
import { applyValueChoice } from '../../../core/audit/query/editQuery.ts';
import { fieldOfFilter, getFieldEntries } from '../../../core/audit/table/fields.ts';
import type { LocalFilters } from '../../../core/audit/table/filter.ts';
import type { AuditEvent } from '../../../core/service/types.ts';

export interface RelatedEventsParts {
  isOfFile(): boolean;
  setLocalFilters(filters: LocalFilters): void;
  requestedFilters(): AuditFilters;
  /**
   * Requests the newest events for these filters, and clears the filters on loaded events. Resolves to
   * false if the request was not sent or its outcome was not applied. A failure counts as an outcome.
   */
  loadNewestClearingLocalFilters(filters: AuditFilters): Promise<boolean>;
}

/**
 * Displays the events that have the same value as `event` in the field of `filter`. Does nothing if
 * `event` has no value there. Events of a file are filtered in memory; others are requested from the
 * service.
 */
export async function showEventsWithSameValue(
  event: AuditEvent,
  filter: FilterName,
  parts: RelatedEventsParts,
): Promise<unknown> {
  const field = fieldOfFilter[filter];
  const [value] = getFieldEntries(event, field);
  if (value === undefined) return undefined;
  // The events of a file may come from another service.
  if (parts.isOfFile())
    return parts.setLocalFilters({ question: applyValueChoice([], field, [value], 'only') });
  const { accountID } = parts.requestedFilters();
  return parts.loadNewestClearingLocalFilters({ ...(accountID ? { accountID } : {}), [filter]: value });
}
