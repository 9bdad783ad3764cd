/** The loaded events by column, so that counting and filtering a hundred thousand of them takes milliseconds. */
import type { AuditEvent } from '../../service/types.ts';
import { timestampToMs } from '../feed/timestamps.ts';
import { Codes } from './codes.ts';
import { auditField, auditFields, type FieldID, fieldText, isSearched } from './fields.ts';
import { type FieldChoice, isChosen } from './filter.ts';
import { SearchText, searchable } from './searchText.ts';
import { extentOf, type TimeExtent } from './timeExtent.ts';

const few = auditFields.filter(({ values }) => values === 'few');
const many = auditFields.filter(({ values }) => values === 'many');

/** Whether a request was answered as it should be: 2xx, another code, or none that is a number. */
export const outcomes = ['succeeded', 'failed', 'unknown'] as const;
export type EventOutcome = (typeof outcomes)[number];

/** What the text of a response code means. */
export function outcomeOf(code: string | undefined): EventOutcome {
  if (code === undefined || !/^-?\d+$/.test(code)) return 'unknown';
  return /^2\d\d$/.test(code) ? 'succeeded' : 'failed';
}

/** Whether the request of an event was answered as it should be. */
export const outcomeOfEvent = ({ response: { code } }: AuditEvent): EventOutcome =>
  outcomeOf(code === undefined ? undefined : String(code));

/** Rows are numbered in the order in which they were added; no row is ever taken away or changed. */
export class EventIndex {
  readonly #events: readonly AuditEvent[];
  #size = 0;
  readonly #codes: ReadonlyMap<FieldID, Codes> = new Map(few.map(({ id }) => [id, new Codes()]));
  readonly #search = new SearchText();
  #ms = new Float64Array(256);
  #extent: TimeExtent | undefined;
  /** Which rows a choice lets through, as far as they have been looked at: a field of many values is read event by event. */
  readonly #chosen = new Map(many.map(({ id }) => [id, new WeakMap<FieldChoice, Uint8Array>()]));

  /** Of a list that grows; events are taken in when `takeIn` is called. */
  constructor(events: readonly AuditEvent[]) {
    this.#events = events;
  }

  /** How many events have been taken in. */
  get size(): number {
    return this.#size;
  }
  /** Milliseconds since 1970 of each row; NaN for a time of odd form or none. */
  get ms(): Float64Array {
    return this.#ms.subarray(0, this.size);
  }
  /** Where the times of all rows begin and end; while filters change it stays. Undefined where no row has a time. */
  extent(): TimeExtent | undefined {
    if (this.#extent?.size !== this.size) this.#extent = extentOf(this.ms);
    return this.#extent;
  }
  /** Values and their numbers of a field of few values; undefined for a field of many. */
  codes(field: FieldID): Codes | undefined {
    return this.#codes.get(field);
  }

  /** Takes in events up to the number `to`. */
  takeIn(to: number): void {
    for (const event of this.#events.slice(this.#size, to)) this.#add(event);
  }
  #add(event: AuditEvent): void {
    if (this.size === this.#ms.length) {
      const grown = new Float64Array(Math.ceil(this.size * 1.3));
      grown.set(this.#ms);
      this.#ms = grown;
    }
    for (const field of few) this.#codes.get(field.id)?.add(fieldText(field, event));
    const texts: string[] = [];
    let time: string | undefined;
    for (const field of many) {
      const text = fieldText(field, event);
      if (field.id === 'time') time = text;
      if (isSearched(text)) texts.push(text);
    }
    this.#search.add(texts);
    this.#ms[this.size] = (time === undefined ? undefined : timestampToMs(time)) ?? Number.NaN;
    this.#size++;
  }

  /** A 1 for each row whose value of a field of many values is among those of `choice`; each row is read once. */
  chosen(field: FieldID, choice: FieldChoice): Uint8Array {
    const known = this.#chosen.get(field)?.get(choice) ?? new Uint8Array();
    if (known.length === this.size) return known;
    const passes = new Uint8Array(this.size);
    passes.set(known);
    const named = this.#naming([...choice.only, ...choice.not]);
    const column = auditField(field);
    for (let row = known.length; row < this.size; row++) {
      const event = this.#events[row];
      if (!event) continue;
      const isNamed = named === undefined || named[row] === 1;
      passes[row] = Number(isNamed ? isChosen(choice, fieldText(column, event)) : choice.only.size === 0);
    }
    this.#chosen.get(field)?.set(choice, passes);
    return passes;
  }

  /** A 1 for each row that holds one of the values somewhere: only these are worth reading. Undefined if that can't be told. */
  #naming(values: readonly (string | undefined)[]): Uint8Array | undefined {
    const hits = new Uint8Array(this.size);
    for (const value of values) {
      // An absent value, or one that is in no search, may be in any row.
      if (value === '' || !isSearched(value)) return undefined;
      this.#search.mark(searchable(value), hits);
    }
    return hits;
  }

  /** A 1 for each row in which some field holds `text`, whatever the case. */
  matches(text: string): Uint8Array {
    const needle = searchable(text);
    const hits = new Uint8Array(this.size);
    this.#search.mark(needle, hits);
    for (const codes of this.#codes.values()) {
      const wanted = Uint8Array.from(codes.values, (value) =>
        isSearched(value) && searchable(value).includes(needle) ? 1 : 0,
      );
      if (!wanted.includes(1)) continue;
      const { numbers } = codes;
      for (let row = 0; row < numbers.length; row++) if (wanted[numbers[row] ?? 0]) hits[row] = 1;
    }
    return hits;
  }
}
