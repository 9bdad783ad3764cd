import type { AuditEvent } from '../../service/types.ts';
import { queryOf } from './queryOf.ts';
import { removePaging, splitOffset } from './queryPages.ts';

/** A query text that was sent to a vault at least once. Its pages and repetitions count as one. */
export interface DistinctQuery {
  readonly newest: AuditEvent;
  /** The newest of the events with the lowest OFFSET: the request for the first page, if that is known. */
  readonly firstPage: AuditEvent;
}

/** Collects the distinct queries of events, which are added newest first. */
export class DistinctQueries {
  readonly #byText = new Map<string, DistinctQuery & { readonly offset: number }>();

  get size(): number {
    return this.#byText.size;
  }
  /** Adds the query of an event. Ignores an event without a query. */
  add(event: AuditEvent): void {
    const text = queryOf(event);
    if (text === undefined) return;
    const { offset } = splitOffset(text);
    const key = JSON.stringify([event.request.vaultID, removePaging(text)]);
    const known = this.#byText.get(key);
    if (!known) this.#byText.set(key, { newest: event, firstPage: event, offset });
    else if (offset < known.offset) this.#byText.set(key, { newest: known.newest, firstPage: event, offset });
  }
  /** Returns the queries, the one that was sent last first. */
  list(): readonly DistinctQuery[] {
    return [...this.#byText.values()];
  }
}
