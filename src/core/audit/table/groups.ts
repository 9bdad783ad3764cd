/** Loaded events put together by what they share. */
import type { AuditEvent } from '../../service/types.ts';
import type { FilterName } from '../filters/filters.ts';
import { type FieldID, fieldOfFilter, fieldValues } from './fields.ts';

export type Grouping = 'none' | 'request' | 'session' | 'actor' | 'vault';

export interface EventGroup {
  /** What its events share; undefined for those that have no value there. */
  readonly value: string | undefined;
  readonly events: readonly AuditEvent[];
}

const fields: Readonly<Record<Exclude<Grouping, 'none'>, FieldID>> = {
  request: 'requestID',
  session: 'sessionID',
  actor: 'actor',
  vault: 'vaultID',
};

/** The field that a grouping goes by. */
export function fieldOfGrouping(by: Exclude<Grouping, 'none'>): FieldID {
  return fields[by];
}

interface Named {
  readonly value: string | undefined;
}

/**
 * Puts events into groups. Remembers what events were grouped by last: while a trail is followed, the same ones are grouped
 * again and again. One object for all events of a group: a text for each would take more.
 */
export class EventGrouper {
  #field: FieldID | undefined;
  #names = new WeakMap<AuditEvent, Named>();

  /** Groups in the order of their newest event; the events of each in the order given (newest first). */
  group(events: readonly AuditEvent[], by: Exclude<Grouping, 'none'>): readonly EventGroup[] {
    const field = fields[by];
    if (this.#field !== field) this.#names = new WeakMap();
    this.#field = field;
    const groups = new Map<string | undefined, { readonly name: Named; readonly events: AuditEvent[] }>();
    for (const event of events) {
      const known = this.#names.get(event);
      const name = known ?? { value: fieldValues(event, field)[0] };
      const group = groups.get(name.value) ?? { name, events: [] };
      groups.set(name.value, group);
      group.events.push(event);
      if (!known) this.#names.set(event, group.name);
    }
    return [...groups.values()].map(({ name: { value }, events: of }) => ({ value, events: of }));
  }
}

/** How often each value of a filter's field occurs in `events`, the most frequent first; at most `limit` of them. */
export function seenValues(
  events: readonly AuditEvent[],
  filter: FilterName,
  limit = 50,
): readonly (readonly [value: string, count: number])[] {
  const field = fieldOfFilter[filter];
  return countValues(events, (event) => fieldValues(event, field), limit);
}

/** How often each of what `valuesOf` gives comes in `events`, the most frequent first; at most `limit` of them. */
export function countValues<Value extends string | undefined>(
  events: readonly AuditEvent[],
  valuesOf: (event: AuditEvent) => readonly Value[],
  limit: number,
): readonly (readonly [value: Value, count: number])[] {
  const counts = new Map<Value, number>();
  for (const event of events)
    for (const value of valuesOf(event)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || ((a ?? '') < (b ?? '') ? -1 : 1)).slice(0, limit);
}
