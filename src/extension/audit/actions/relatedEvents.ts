import type { AuditFilters, FilterName } from '../../../core/audit/filters/filters.ts';
import { withValues } from '../../../core/audit/filters/localFilters.ts';
import { type FieldID, fieldOfFilter, fieldValues } from '../../../core/audit/table/fields.ts';
import { type LocalFilters, noFilters } from '../../../core/audit/table/filter.ts';
import type { SeenValue } from '../../../core/audit/table/trail.ts';
import type { AuditEvent } from '../../../core/service/types.ts';

/** What the actions on related events need to read, filter, and request events. */
export interface RelatedEventsParts {
  /** Returns whether the displayed events come from a file. */
  isOfFile(): boolean;
  /** Returns the values that a field has in any loaded event. */
  valuesOf(field: FieldID): Promise<readonly SeenValue[]>;
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
  if (parts.isOfFile())
    return parts.setLocal(
      withValues(noFilters, field, await findValuesContaining(value, field, parts), 'only'),
    );
  const { accountID } = parts.requestedFilters();
  return parts.search({ ...(accountID ? { accountID } : {}), [filter]: value });
}

/**
 * Returns the values of a field in any loaded event that contain `value` as an entry of a list; only `value` if there
 * are none. Filters compare whole values, so that a filter by an entry must list all values that contain it.
 */
export async function findValuesContaining(
  value: string,
  field: FieldID,
  { valuesOf }: Pick<RelatedEventsParts, 'valuesOf'>,
): Promise<readonly string[]> {
  const known = await valuesOf(field);
  const found = known.filter(({ entries: parts }) => parts.includes(value)).flatMap((one) => one.value ?? []);
  return found.length > 0 ? found : [value];
}
