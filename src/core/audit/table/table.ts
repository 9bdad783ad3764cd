/** The table of loaded events: which of them are shown, in which order, and what can be chosen. */
import type { AuditEvent } from '../../service/types.ts';
import { EventIndex } from './eventIndex.ts';
import type { FieldID } from './fields.ts';
import { countFacets, evaluate, type Facet, type LocalFilters, noFilters, type Passing } from './filter.ts';
import { type Histogram, timeHistogram } from './histogram.ts';
import { newestFirst, type TrailSort } from './trail.ts';

export interface TableView {
  /** Indices into `index.events` of the events shown, in order. */
  readonly rows: Uint32Array;
  readonly facets: readonly Facet[];
  readonly histogram: Histogram | undefined;
}

export interface AuditTable {
  readonly index: EventIndex;
  readonly filters: LocalFilters;
  readonly sort: TrailSort;
  /**
   * Takes over the loaded events, newest first, at most `most` new ones at a time: `more` says that some are left for the
   * next call. Where an event went away, as with another listing, it starts again.
   */
  sync(events: readonly AuditEvent[], most?: number): 'same' | 'changed' | 'more';
  setFilters(filters: LocalFilters): void;
  /** How many values of a facet are listed, where these are others than the first ones; the rows stay. */
  setFacetLimits(limits: ReadonlyMap<FieldID, number>): void;
  /** False where the table can't be sorted by that field. */
  setSort(sort: TrailSort): boolean;
  /** What is to be shown now; the same object until something changes. */
  view(): TableView;
  /** Tells of events whether they pass the filters as they are now; undefined for one that is not in the table. */
  passes(): (event: AuditEvent) => boolean | undefined;
  /** The event in row `row` of the view. */
  event(row: number): AuditEvent | undefined;
}

export function createAuditTable(): AuditTable {
  let index = new EventIndex();
  let rowOf = new Map<AuditEvent, number>();
  /** Index rows, newest first. */
  const order: number[] = [];
  let filters = noFilters;
  let sort = newestFirst;
  let view: TableView | undefined;
  let passing: Passing | undefined;
  let limits: ReadonlyMap<FieldID, number> = new Map();

  const rowFor = (event: AuditEvent): number => {
    const known = rowOf.get(event);
    if (known !== undefined) return known;
    const row = index.size;
    index.add(event);
    rowOf.set(event, row);
    return row;
  };
  const countKnown = (events: readonly AuditEvent[]): number =>
    events.reduce((count, event) => (rowOf.has(event) ? count + 1 : count), 0);
  const clear = (): void => {
    index = new EventIndex();
    rowOf = new Map();
  };

  const sorted = (): readonly number[] => {
    if (sort.field === 'time') return sort.descending ? order : order.toReversed();
    const codes = index.codes(sort.field);
    if (!codes) return order;
    const ranks = rankValues(codes.values, sort.descending);
    const { numbers } = codes;
    const rank = (row: number): number => ranks[numbers[row] ?? 0] ?? 0;
    return order.toSorted((a, b) => rank(a) - rank(b));
  };

  return {
    get index() {
      return index;
    },
    get filters() {
      return filters;
    },
    get sort() {
      return sort;
    },
    sync(events, most = Number.POSITIVE_INFINITY) {
      const { length } = order;
      const isThere = (place: number): boolean => index.events[order[place] ?? -1] === events[place];
      const grown = length === 0 || (events.length >= length && isThere(0) && isThere(length - 1));
      if (grown && events.length === length) return 'same';
      view = undefined;
      // An event that came in between would have moved the last one.
      const kept = grown ? length : 0;
      if (!grown && countKnown(events) < length) clear();
      order.length = kept;
      let added = 0;
      let left = false;
      for (let place = kept; place < events.length; place++) {
        const event = events[place];
        if (!event) continue;
        const isNew = !rowOf.has(event);
        if (isNew && added === most) left = true;
        else order.push(rowFor(event));
        if (isNew && !left) added++;
      }
      return left ? 'more' : 'changed';
    },
    setFilters(next) {
      filters = next;
      view = undefined;
    },
    setFacetLimits(next) {
      limits = next;
      if (view && passing) view = { ...view, facets: countFacets(index, filters, passing, limits) };
    },
    setSort(next) {
      if (next.field !== 'time' && !index.codes(next.field)) return false;
      sort = next;
      view = undefined;
      return true;
    },
    view: draw,
    passes() {
      draw();
      const [rows, fails] = [rowOf, passing?.fails];
      return (event) => {
        const missed = fails?.[rows.get(event) ?? -1];
        return missed === undefined ? undefined : missed === 0;
      };
    },
    event: (row) => index.events[draw().rows[row] ?? -1],
  };

  function draw(): TableView {
    if (view) return view;
    passing = evaluate(index, filters);
    const { fails } = passing;
    const all = sorted();
    const rows = new Uint32Array(all.length);
    let count = 0;
    for (const row of all) if (fails[row] === 0) rows[count++] = row;
    view = {
      rows: rows.slice(0, count),
      facets: countFacets(index, filters, passing, limits),
      histogram: timeHistogram(index, passing),
    };
    return view;
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
