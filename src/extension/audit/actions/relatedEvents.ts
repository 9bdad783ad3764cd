import type { AuditFilters, FilterName } from '../../../core/audit/filters/filters.ts';
import { withValues } from '../../../core/audit/query/editQuery.ts';
import { fieldOfFilter, fieldValues } from '../../../core/audit/table/fields.ts';
import type { LocalFilters } from '../../../core/audit/table/filter.ts';
import type { AuditEvent } from '../../../core/service/types.ts';

/** What the actions on related events need to read, filter, and request events. */
export interface RelatedEventsParts {
  isOfFile(): boolean;
  /** Replaces the filters on loaded events. */
  setLocal(filters: LocalFilters): void;
  /** Returns the service filters that were requested last. */
  requestedFilters(): AuditFilters;
  /**
   * Requests the newest events for these filters. When they arrive, the filters on loaded events are cleared. Resolves
   * to false if no response was applied; a response with an error counts as applied.
   */
  search(filters: AuditFilters): Promise<boolean>;
}

/**
 * Filters the events by the value that `event` has in the field of `filter`, or by the first one of several; does
 * nothing if it has none. The other filters are removed except the requested account ID, because they would hide some
 * of the events. Events of a file are filtered in memory, others are requested from the service.
 */
export async function showEventsWithSameValue(
  event: AuditEvent,
  filter: FilterName,
  parts: RelatedEventsParts,
): Promise<unknown> {
  const field = fieldOfFilter[filter];
  const [value] = fieldValues(event, field);
  if (value === undefined) return undefined;
  // The service does not know the events of a file, which may come from elsewhere.
  if (parts.isOfFile()) return parts.setLocal({ question: withValues([], field, [value], 'only') });
  const { accountID } = parts.requestedFilters();
  return parts.search({ ...(accountID ? { accountID } : {}), [filter]: value });
}
