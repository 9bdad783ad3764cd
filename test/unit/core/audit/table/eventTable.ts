/** Loaded events with the filters and the order of one view, for tests that ask for all of it at once. */
import { eventFromData, toCompactEvent } from '../../../../../src/core/audit/feed/compactEvent.ts';
import { EventStore } from '../../../../../src/core/audit/store/eventStore.ts';
import type { FieldID } from '../../../../../src/core/audit/table/fields.ts';
import { type Facet, noFilters, type TrailFilters } from '../../../../../src/core/audit/table/filter.ts';
import type { Histogram } from '../../../../../src/core/audit/table/histogram.ts';
import { parseQueryReads } from '../../../../../src/core/audit/table/queryReads.ts';
import { newestFirst, type TrailSort } from '../../../../../src/core/audit/table/trail.ts';
import type { AuditEvent } from '../../../../../src/core/service/types.ts';
import { plainBytes } from '../plainBytes.ts';

interface TableView {
  /** Numbers of the events shown, in order. */
  readonly rows: Uint32Array;
  readonly facets: readonly Facet[];
  readonly histogram: Histogram | undefined;
}

export class EventTable {
  readonly loaded = new EventStore(plainBytes, parseQueryReads);
  filters: TrailFilters = noFilters;
  sorts: readonly TrailSort[] = newestFirst;
  #limits: ReadonlyMap<FieldID, number> = new Map();
  #rows: Uint32Array | undefined;

  constructor(events: readonly AuditEvent[] = []) {
    this.add(events);
  }
  add(events: readonly AuditEvent[]): void {
    this.loaded.add(events.map(toCompactEvent));
    this.#rows = undefined;
  }
  setFilters(filters: TrailFilters): void {
    this.filters = filters;
    this.#rows = undefined;
  }
  setSorts(...sorts: readonly TrailSort[]): void {
    this.sorts = sorts;
    this.#rows = undefined;
  }
  setFacetLimits(limits: ReadonlyMap<FieldID, number>): void {
    this.#limits = limits;
  }
  view(): TableView {
    this.#rows ??= this.loaded.rows(this.filters, this.sorts);
    return {
      rows: this.#rows,
      facets: this.loaded.facets(this.filters, this.#limits),
      histogram: this.loaded.histogram(this.filters),
    };
  }
  /** The event in row `row` of the view. */
  event(row: number): AuditEvent | undefined {
    this.#rows ??= this.loaded.rows(this.filters, this.sorts);
    const data = this.loaded.event(this.#rows[row] ?? -1);
    return data && eventFromData(data);
  }
  /** Whether the event that came as number `number` passes. */
  passes(number: number): boolean {
    this.#rows ??= this.loaded.rows(this.filters, this.sorts);
    return this.#rows.includes(number);
  }
}
