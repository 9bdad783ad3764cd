import type { AuditEvent } from '../../service/types.ts';
import { createAuditTable } from './table.ts';
import type { AuditTrail, TrailChange, TrailQuery, TrailView } from './trail.ts';

/** Answers cross with changes: so many views before the newest one still give their rows. */
const KEPT_VIEWS = 4;

/** The trail over the index in this thread's memory. */
export class MemoryTrail implements AuditTrail {
  readonly #table = createAuditTable();
  /** Rows of the last views, and the events that they number. */
  readonly #views = new Map<number, { readonly rows: Uint32Array; readonly events: readonly AuditEvent[] }>();
  #revision = 0;
  #view: TrailView | undefined;

  async update(
    events: readonly AuditEvent[],
    most?: number,
  ): Promise<{ readonly change: TrailChange; readonly isAnother: boolean }> {
    const before = this.#table.index;
    const change = this.#table.sync(events, most);
    const isAnother = this.#table.index !== before;
    // Events that went away are kept by nothing.
    if (isAnother) this.#views.clear();
    return { change, isAnother };
  }

  async view(query: TrailQuery): Promise<TrailView> {
    const table = this.#table;
    const before = this.#view?.query;
    if (query.filters !== before?.filters) table.setFilters(query.filters);
    if (query.sort !== before?.sort) table.setSort(query.sort);
    if (query.facetLimits !== before?.facetLimits) table.setFacetLimits(query.facetLimits);
    const { rows, facets, histogram } = table.view();
    if (this.#views.get(this.#revision)?.rows !== rows) {
      this.#views.set(++this.#revision, { rows, events: table.index.events });
      this.#views.delete(this.#revision - KEPT_VIEWS);
    }
    this.#view = {
      ...{ revision: this.#revision, query, facets, histogram, verdict: table.passes() },
      counts: { loaded: table.index.size, passing: rows.length },
    };
    return this.#view;
  }

  async window(revision: number, from: number, to: number): Promise<readonly AuditEvent[] | undefined> {
    const view = this.#views.get(revision);
    if (!view) return undefined;
    const events: AuditEvent[] = [];
    for (const row of view.rows.subarray(from, to)) {
      const event = view.events[row];
      if (event) events.push(event);
    }
    return events;
  }
}
