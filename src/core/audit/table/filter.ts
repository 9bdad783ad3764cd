/** What is filtered here, over loaded events only, and what each filter leaves to choose from. */
import type { EventIndex } from './eventIndex.ts';
import { type FieldID, facetFields } from './fields.ts';

/** Values of one field: `only` these, unless there are none, and `not` those. undefined is "no such field". */
export interface FieldChoice {
  readonly only: ReadonlySet<string | undefined>;
  readonly not: ReadonlySet<string | undefined>;
}

/** Milliseconds since 1970; `to` is exclusive. Events without a usable time are in no range. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

export interface LocalFilters {
  readonly fields: ReadonlyMap<FieldID, FieldChoice>;
  readonly range?: TimeRange;
  /** In any field, whatever the case. */
  readonly text?: string;
  /** Just the events with these numbers, e.g. those behind a figure. */
  readonly events?: ReadonlySet<number>;
}

export const noFilters: LocalFilters = { fields: new Map() };

/** Whether nothing is filtered. */
export function isEmpty({ fields, range, text, events }: LocalFilters): boolean {
  return fields.size === 0 && !range && !text && !events;
}

const isSameSet = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean =>
  a === b || (a.size === b.size && [...a].every((one) => b.has(one)));

/** Whether both let the same events through, in the same words. */
export function isSameFilters(a: LocalFilters, b: LocalFilters): boolean {
  if (a === b) return true;
  const none: ReadonlySet<number> = new Set();
  return (
    a.text === b.text &&
    a.range?.from === b.range?.from &&
    a.range?.to === b.range?.to &&
    (a.events === undefined) === (b.events === undefined) &&
    isSameSet(a.events ?? none, b.events ?? none) &&
    a.fields.size === b.fields.size &&
    [...a.fields].every(([field, { only, not }]) => {
      const other = b.fields.get(field);
      return other !== undefined && isSameSet(only, other.only) && isSameSet(not, other.not);
    })
  );
}

/** Whether a field's value is among those wanted. */
export const isChosen = ({ only, not }: FieldChoice, value: string | undefined): boolean =>
  (only.size === 0 || only.has(value)) && !not.has(value);

/** Whether a time in milliseconds since 1970, if there is one, lies in the range. */
export const isWithin = ({ from, to }: TimeRange, ms: number | undefined): boolean =>
  ms !== undefined && ms >= from && ms < to;

/** Which rows pass, and which would but for one filter. */
export interface Passing {
  /** How many filters a row fails. */
  readonly fails: Uint8Array;
  /** Of a row that fails just one, the filter's number. */
  readonly failed: Uint8Array;
  /** Numbers of the filters. */
  readonly numberOf: ReadonlyMap<FieldID | 'range', number>;
}

/** Looks at every row once for each filter. */
export function evaluate(index: EventIndex, filters: LocalFilters): Passing {
  const { size } = index;
  const fails = new Uint8Array(size);
  const failed = new Uint8Array(size);
  const numberOf = new Map<FieldID | 'range', number>();
  let number = 0;
  const fail = (row: number): void => {
    fails[row] = (fails[row] ?? 0) + 1;
    failed[row] = number;
  };
  for (const [field, choice] of filters.fields) {
    numberOf.set(field, ++number);
    const codes = index.codes(field);
    if (!codes) {
      const passes = index.chosen(field, choice);
      for (let row = 0; row < size; row++) if (passes[row] === 0) fail(row);
      continue;
    }
    const passes = Uint8Array.from(codes.values, (value) => (isChosen(choice, value) ? 1 : 0));
    const { numbers } = codes;
    for (let row = 0; row < size; row++) if (passes[numbers[row] ?? 0] === 0) fail(row);
  }
  if (filters.range) {
    numberOf.set('range', ++number);
    const { ms } = index;
    for (let row = 0; row < size; row++) if (!isWithin(filters.range, ms[row])) fail(row);
  }
  if (filters.text) {
    number++;
    const hits = index.matches(filters.text);
    for (let row = 0; row < size; row++) if (hits[row] === 0) fail(row);
  }
  if (filters.events) {
    number++;
    for (let row = 0; row < size; row++) if (!filters.events.has(row)) fail(row);
  }
  return { fails, failed, numberOf };
}

export interface FacetValue {
  /** undefined: events that have no such field. */
  readonly value: string | undefined;
  /** Events that pass all filters but those of this field. */
  readonly count: number;
  readonly choice?: 'only' | 'not';
}
export interface Facet {
  readonly field: FieldID;
  /** The most frequent first, chosen ones always among them. */
  readonly values: readonly FacetValue[];
  /** How many values there are beyond those listed. */
  readonly more: number;
}

/** Values of a facet that are listed before more are requested. */
export const FACET_VALUES = 25;

/** The values of each facet with their counts; `limits` of them or else `FACET_VALUES`, beside those chosen. */
export function countFacets(
  index: EventIndex,
  filters: LocalFilters,
  { fails, failed, numberOf }: Passing,
  limits: ReadonlyMap<FieldID, number> = new Map(),
): readonly Facet[] {
  return facetFields.flatMap(({ id }) => {
    const codes = index.codes(id);
    if (!codes) return [];
    const counts = new Uint32Array(codes.values.length);
    const own = numberOf.get(id) ?? 0;
    const { numbers } = codes;
    for (let row = 0; row < numbers.length; row++) {
      const count = fails[row];
      if (count === 0 || (count === 1 && failed[row] === own)) {
        const number = numbers[row] ?? 0;
        counts[number] = (counts[number] ?? 0) + 1;
      }
    }
    const choice = filters.fields.get(id);
    const chosen = (value: string | undefined): 'only' | 'not' | undefined =>
      choice?.only.has(value) ? 'only' : choice?.not.has(value) ? 'not' : undefined;
    const known = [...codes.values.entries()]
      .map(([number, value]) => ({ value, count: counts[number] ?? 0, choice: chosen(value) }))
      .filter(({ count, choice: made }) => count > 0 || made)
      .sort((a, b) => b.count - a.count || ((a.value ?? '') < (b.value ?? '') ? -1 : 1));
    const limit = limits.get(id) ?? FACET_VALUES;
    const values = known.filter(({ choice: made }, place) => place < limit || made);
    return [
      {
        field: id,
        values: values.map(({ value, count, choice: made }) => ({
          value,
          count,
          ...(made && { choice: made }),
        })),
        more: known.length - values.length,
      },
    ];
  });
}
