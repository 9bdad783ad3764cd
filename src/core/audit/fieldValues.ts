/** The values that an event has in a field of the table, one by one, for lists and menus. */
import { stringifyJson } from '../api/json.ts';
import type { AuditEvent } from '../api/types.ts';
import type { FilterName } from './filters.ts';
import { auditField, auditFields, type FieldID } from './table/fields.ts';

/** The values of the field; none where the event does not have it, several for resource IDs and tags. */
export function fieldValues(event: AuditEvent, id: FieldID): readonly string[] {
  if (id === 'resourceIDs') return event.resourceIDs;
  if (id === 'tags') return event.request.tags ?? [];
  const value = auditField(id)?.read(event);
  if (value === undefined || value === null || value === '') return [];
  if (typeof value !== 'object') return [String(value)];
  const text = stringifyJson(value);
  return text === '{}' ? [] : [text];
}

/** How often each value of a filter's field stands in `events`, the most frequent first; at most `limit` of them. */
export function seenValues(
  events: readonly AuditEvent[],
  filter: FilterName,
  limit = 50,
): readonly (readonly [value: string, count: number])[] {
  const field = auditFields.find((one) => one.filter === filter);
  if (!field) return [];
  const counts = new Map<string, number>();
  for (const event of events)
    for (const value of fieldValues(event, field.id)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, limit);
}
