/** Loaded events put together by what they share. */
import type { AuditEvent } from '../../service/types.ts';
import { outcomeOfEvent } from './eventIndex.ts';
import { type FieldID, fieldValues } from './fields.ts';

export type Grouping = 'none' | 'request' | 'session' | 'actor' | 'vault';

export interface EventGroup {
  /** What its events share; undefined for those that have no value there. */
  readonly value: string | undefined;
  /** Of its events, in the order given. */
  readonly numbers: readonly number[];
  readonly failed: number;
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
 * again and again. One object for all events of a value: a text for each would take more.
 */
export class EventGrouper {
  readonly #events: readonly AuditEvent[];
  readonly #field: FieldID;
  readonly #known = new Map<string | undefined, Named>();
  readonly #names: Named[] = [];
  readonly #hasFailed: boolean[] = [];

  /** Of events by their numbers. */
  constructor(events: readonly AuditEvent[], by: Exclude<Grouping, 'none'>) {
    this.#events = events;
    this.#field = fields[by];
  }

  /** Groups in the order of their first event. */
  group(numbers: Iterable<number>): readonly EventGroup[] {
    const groups = new Map<Named, { readonly numbers: number[]; failed: number }>();
    for (const number of numbers) {
      const name = this.#nameOf(number);
      const group = groups.get(name) ?? { numbers: [], failed: 0 };
      groups.set(name, group);
      group.numbers.push(number);
      if (this.#hasFailed[number]) group.failed++;
    }
    return Array.from(groups, ([{ value }, group]) => ({ value, ...group }));
  }

  #nameOf(number: number): Named {
    const before = this.#names[number];
    const event = this.#events[number];
    if (before || !event) return before ?? { value: undefined };
    const value = fieldValues(event, this.#field)[0];
    const name = this.#known.get(value) ?? { value };
    this.#known.set(value, name);
    this.#names[number] = name;
    this.#hasFailed[number] = outcomeOfEvent(event) === 'failed';
    return name;
  }
}
