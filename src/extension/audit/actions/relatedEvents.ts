import type { AuditFilters, FilterName } from '../../../core/audit/filters/filters.ts';
import { withValues } from '../../../core/audit/query/editQuery.ts';
import { fieldOfFilter, fieldValues } from '../../../core/audit/table/fields.ts';
import type { LocalFilters } from '../../../core/audit/table/filter.ts';
import type { AuditEvent } from '../../../core/service/types.ts';

/** What the actions on related events need to read, filter, and request events. */
export interface RelatedEventsParts {
  /** Returns whether the displayed events come from a file. */
  isOfFile(): boolean;
  /** Filters the loaded events. */
  setLocal(filters: LocalFilters): void;
  /** Returns the service filters that were requested last. */
  requestedFilters(): AuditFilters;
  /**
   * Requests the events for these filters and removes the filters on loaded events. Resolves to false if no response
   * was received; an error of the service resolves to true.
   */
  search(filters: AuditFilters): Promise<boolean>;
}

/**
 * Shows all events that have the same value as `event` in the field of `filter`; does nothing if it has none. Every
 * other filter except the account ID is removed, because it would hide some of them. Events from a file are only
 * filtered, not requested.
 */
export async function filterByRelatedEvents(
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
