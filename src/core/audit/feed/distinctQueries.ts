import type { AuditEvent } from '../../service/types.ts';
import { findQueryText } from './queryOf.ts';
import { removeAddedPaging, removePaging, splitOffset } from './queryPages.ts';

/** A query that was sent to a vault at least once. Its pages and repetitions count as one query. */
export interface DistinctQuery {
  readonly newest: AuditEvent;
  /** The newest event with the lowest OFFSET. */
  readonly firstPage: AuditEvent;
  /** The newest event for each OFFSET. */
  readonly pages: readonly AuditEvent[];
  /** The query text without the OFFSET at its end, and without a LIMIT there that seems to be a page size. */
  readonly textWithoutPaging: string;
}

/** Collects the distinct queries of events. The events must be added newest first. */
export class DistinctQueries {
  readonly #byText = new Map<string, Pages>();
  readonly #pageSize: number | undefined;

  /** `pageSize`: the LIMIT with which the user requests pages, if known. */
  constructor(pageSize?: number) {
    this.#pageSize = pageSize;
  }

  get size(): number {
    return this.#byText.size;
  }
  /** Adds the query of an event. Ignores an event without a query. */
  add(event: AuditEvent): void {
    const text = findQueryText(event);
    if (text === undefined) return;
    const { offset } = splitOffset(text);
    const key = JSON.stringify([event.request.vaultID, removePaging(text)]);
    const known = this.#byText.get(key);
    if (known) known.add(event, offset);
    else this.#byText.set(key, new Pages(event, offset, this.#pageSize));
  }
  /** Returns the queries, the most recently sent first. */
  listDistinctQueries(): readonly DistinctQuery[] {
    return [...this.#byText.values()];
  }
}

class Pages implements DistinctQuery {
  readonly newest: AuditEvent;
  firstPage: AuditEvent;
  #lowestOffset: number;
  readonly #byOffset: Map<number, AuditEvent>;
  readonly #pageSize: number | undefined;

  constructor(newest: AuditEvent, offset: number, pageSize: number | undefined) {
    this.newest = newest;
    this.firstPage = newest;
    this.#lowestOffset = offset;
    this.#byOffset = new Map([[offset, newest]]);
    this.#pageSize = pageSize;
  }

  get pages(): readonly AuditEvent[] {
    return [...this.#byOffset.values()];
  }
  get textWithoutPaging(): string {
    const text = findQueryText(this.firstPage) ?? '';
    // If the query was sent with several offsets, its LIMIT is a page size, whatever the number.
    return this.#byOffset.size > 1 ? removePaging(text) : removeAddedPaging(text, this.#pageSize);
  }
  /** Adds an older event, unless a newer one has the same OFFSET. */
  add(event: AuditEvent, offset: number): void {
    if (this.#byOffset.has(offset)) return;
    this.#byOffset.set(offset, event);
    if (offset >= this.#lowestOffset) return;
    this.#lowestOffset = offset;
    this.firstPage = event;
  }
}
