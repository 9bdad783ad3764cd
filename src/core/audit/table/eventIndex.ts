/** The loaded events by column, so that counting and filtering a hundred thousand of them takes milliseconds. */
import type { AuditEvent } from '../../api/types.ts';
import { timestampToMs } from '../timestamps.ts';
import { Codes } from './codes.ts';
import { auditFields, type FieldID, textOf } from './fields.ts';
import { SearchText, searchable } from './searchText.ts';

const few = auditFields.filter(({ values }) => values === 'few');
const many = auditFields.filter(({ values }) => values === 'many');

/** Whether a request was answered as it should be: 2xx, another code, or none given. */
export const outcomes = ['succeeded', 'failed', 'unknown'] as const;
export type Outcome = (typeof outcomes)[number];

/** What the text of a response code means. */
export function outcomeOf(code: string | undefined): Outcome {
  if (code === undefined) return 'unknown';
  return /^2\d\d$/.test(code) ? 'succeeded' : 'failed';
}

/** Rows are numbered in the order in which they were added; no row is ever taken away or changed. */
export class EventIndex {
  readonly events: AuditEvent[] = [];
  readonly #codes: ReadonlyMap<FieldID, Codes> = new Map(few.map(({ id }) => [id, new Codes()]));
  readonly #search = new SearchText();
  #ms = new Float64Array(256);

  get size(): number {
    return this.events.length;
  }
  /** Milliseconds since 1970 of each row; NaN for a time of odd form or none. */
  get ms(): Float64Array {
    return this.#ms.subarray(0, this.size);
  }
  /** Values and their numbers of a field of few values; undefined for a field of many. */
  codes(field: FieldID): Codes | undefined {
    return this.#codes.get(field);
  }

  add(event: AuditEvent): void {
    if (this.size === this.#ms.length) {
      const grown = new Float64Array(Math.ceil(this.size * 1.3));
      grown.set(this.#ms);
      this.#ms = grown;
    }
    for (const { id, read } of few) this.#codes.get(id)?.add(textOf(read(event)));
    const texts: string[] = [];
    let time: string | undefined;
    for (const { id, read } of many) {
      const text = textOf(read(event));
      if (id === 'time') time = text;
      if (text !== undefined && text !== '{}') texts.push(text);
    }
    this.#search.add(texts);
    this.#ms[this.size] = (time === undefined ? undefined : timestampToMs(time)) ?? Number.NaN;
    this.events.push(event);
  }

  /** A 1 for each row in which some field holds `text`, whatever the case. */
  matches(text: string): Uint8Array {
    const needle = searchable(text);
    const hits = new Uint8Array(this.size);
    this.#search.mark(needle, hits);
    for (const codes of this.#codes.values()) {
      const wanted = Uint8Array.from(codes.values, (value) =>
        value !== undefined && searchable(value).includes(needle) ? 1 : 0,
      );
      if (!wanted.includes(1)) continue;
      const { numbers } = codes;
      for (let row = 0; row < numbers.length; row++) if (wanted[numbers[row] ?? 0]) hits[row] = 1;
    }
    return hits;
  }
}
