/** The loaded events of one listing: in their order, and by column as far as somebody asked for that. */
import { type CompactEvent, type EventData, eventOf } from '../feed/compactEvent.ts';
import { compareEvents } from '../feed/order.ts';
import { EventIndex } from './eventIndex.ts';
import { auditField, type FieldID, fieldText, fieldValues } from './fields.ts';
import {
  countFacets,
  evaluate,
  type Facet,
  isEmpty,
  isSameFilters,
  type LocalFilters,
  type Passing,
} from './filter.ts';
import { type EventGroup, EventGrouper, type Grouping } from './groups.ts';
import { type Histogram, timeHistogram } from './histogram.ts';
import { isNewestFirst, type SeenValue, type TrailSort } from './trail.ts';

/** Filters as evaluated last. */
interface Evaluated {
  readonly filters: LocalFilters;
  readonly size: number;
  readonly passing: Passing;
  histogram?: { readonly of: Histogram | undefined };
}

/** What was last put into groups. */
interface Grouped {
  readonly by: Exclude<Grouping, 'none'>;
  readonly grouper: EventGrouper;
  rows?: Uint32Array;
  groups?: readonly EventGroup[];
}

export class LoadedEvents {
  /** By number. */
  readonly #events: CompactEvent[] = [];
  readonly #index = new EventIndex(this.#events);
  /** Numbers, newest first. */
  #order: number[] = [];
  #evaluated: Evaluated | undefined;
  #grouped: Grouped | undefined;

  get size(): number {
    return this.#events.length;
  }
  /** How many events filters, facets and histogram are about. */
  get indexed(): number {
    return this.#index.size;
  }
  /** Numbers the events in the order given, and puts them in their places. */
  add(events: readonly EventData[]): void {
    const added: number[] = [];
    for (const data of events) added.push(this.#events.push(eventOf(data)) - 1);
    this.#order = this.#merged(added);
  }
  /** Makes at most `most` further events known to filters, facets and histogram. */
  takeIn(most: number): void {
    if (this.indexed < this.size) this.#index.takeIn(Math.min(this.size, this.indexed + most));
  }
  event(number: number): CompactEvent | undefined {
    return this.#events[number];
  }
  find(changeID: string): number | undefined {
    const found = this.#events.findIndex((event) => event.changeID === changeID);
    return found < 0 ? undefined : found;
  }

  /** Numbers of the events that pass, in order: of all, or of the first `size`, which are those taken in. */
  rows(filters: LocalFilters, sort: TrailSort, size = this.size): Uint32Array {
    if (isEmpty(filters) && isNewestFirst(sort) && size === this.size) return Uint32Array.from(this.#order);
    const { fails } = this.#evaluate(filters).passing;
    const rows = new Uint32Array(this.indexed);
    let count = 0;
    // Not taken in, an event has failed nothing, and is not known to pass either.
    for (const number of this.#sorted(sort)) if (fails[number] === 0) rows[count++] = number;
    return rows.slice(0, count);
  }
  /** Facets and histogram of the events taken in. */
  facets(filters: LocalFilters, limits?: ReadonlyMap<FieldID, number>): readonly Facet[] {
    return countFacets(this.#index, filters, this.#evaluate(filters).passing, limits);
  }
  histogram(filters: LocalFilters): Histogram | undefined {
    const evaluated = this.#evaluate(filters);
    evaluated.histogram ??= { of: timeHistogram(this.#index, evaluated.passing) };
    return evaluated.histogram.of;
  }
  /** Groups of rows in the order of their first event; the same rows are put together once. */
  groups(rows: Uint32Array, by: Exclude<Grouping, 'none'>): readonly EventGroup[] {
    if (this.#grouped?.by !== by) this.#grouped = { by, grouper: new EventGrouper(this.#events, by) };
    const grouped = this.#grouped;
    if (grouped.rows !== rows) grouped.groups = grouped.grouper.group(rows);
    grouped.rows = rows;
    return grouped.groups ?? [];
  }
  /** The values of a field, the most frequent first; of one of few values over the events taken in. */
  values(field: FieldID): readonly SeenValue[] {
    const counts = this.#index.codes(field) ? this.#codedValues(field) : this.#readValues(field);
    return counts.toSorted((a, b) => b.count - a.count || ((a.value ?? '') < (b.value ?? '') ? -1 : 1));
  }

  #evaluate(filters: LocalFilters): Evaluated {
    const before = this.#evaluated;
    const isSame = before !== undefined && isSameFilters(before.filters, filters);
    if (isSame && before.size === this.indexed) return before;
    // What is remembered of a choice is remembered by its object.
    const own = isSame ? before.filters : filters;
    this.#evaluated = { filters: own, size: this.indexed, passing: evaluate(this.#index, own) };
    return this.#evaluated;
  }
  #sorted({ field, descending }: TrailSort): readonly number[] {
    if (field === 'time') return descending ? this.#order : this.#order.toReversed();
    const codes = this.#index.codes(field);
    if (!codes) return this.#order;
    const ranks = rankValues(codes.values, descending);
    const { numbers } = codes;
    const rank = (row: number): number => ranks[numbers[row] ?? 0] ?? 0;
    return this.#order.toSorted((a, b) => rank(a) - rank(b));
  }

  #codedValues(field: FieldID): SeenValue[] {
    const { values = [], numbers = [] } = this.#index.codes(field) ?? {};
    const counts = new Uint32Array(values.length);
    const samples = new Uint32Array(values.length);
    for (const [row, number] of numbers.entries()) {
      counts[number] = (counts[number] ?? 0) + 1;
      samples[number] = row;
    }
    return values.flatMap((value, number) => {
      const count = counts[number] ?? 0;
      const sample = this.#events[samples[number] ?? 0];
      return count > 0 && sample ? [{ value, count, parts: fieldValues(sample, field) }] : [];
    });
  }
  #readValues(field: FieldID): SeenValue[] {
    const found = new Map<string | undefined, { readonly parts: readonly string[]; count: number }>();
    for (const event of this.#events) {
      const value = fieldText(auditField(field), event);
      const seen = found.get(value) ?? { parts: fieldValues(event, field), count: 0 };
      seen.count++;
      found.set(value, seen);
    }
    return Array.from(found, ([value, seen]) => ({ value, ...seen }));
  }

  #compare(a: number, b: number): number {
    const [left, right] = [this.#events[a], this.#events[b]];
    return left && right ? compareEvents(left, right) : 0;
  }
  /** The order with `added` in their places; in place where all of them go to the end, as with older pages. */
  #merged(added: number[]): number[] {
    const order = this.#order;
    const batch = added.sort((a, b) => this.#compare(a, b));
    const last = order.at(-1);
    const first = batch[0];
    if (first === undefined) return order;
    if (last === undefined || this.#compare(last, first) <= 0) {
      for (const number of batch) order.push(number);
      return order;
    }
    let from = this.#firstBelow(first, 0);
    const result = order.slice(0, from);
    for (const number of batch) {
      const at = this.#firstBelow(number, from);
      for (const other of order.slice(from, at)) result.push(other);
      result.push(number);
      from = at;
    }
    return result.concat(order.slice(from));
  }
  /** Where in the order, from `from` on, the first event is that comes after that one. In growing steps: it is often near. */
  #firstBelow(number: number, from: number): number {
    const order = this.#order;
    const isBelow = (at: number): boolean => {
      const other = order[at];
      return other === undefined || this.#compare(number, other) < 0;
    };
    let [low, high] = [from, from];
    for (let step = 1; !isBelow(high); step *= 2) {
      low = high + 1;
      high = Math.min(order.length, high + step);
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBelow(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** Of each value its place in sorted order, absence last: numbers by size, texts by code unit. */
function rankValues(values: readonly (string | undefined)[], descending: boolean): Uint32Array {
  const isNumber = values.every((value) => value === undefined || /^-?\d+$/.test(value));
  const compare = (a: string, b: string): number =>
    isNumber ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0;
  const places = [...values.keys()].sort((left, right) => {
    const [a, b] = [values[left], values[right]];
    if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
    return descending ? compare(b, a) : compare(a, b);
  });
  const ranks = new Uint32Array(values.length);
  for (const [rank, number] of places.entries()) ranks[number] = rank;
  return ranks;
}
