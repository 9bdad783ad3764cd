import type { QueryReads } from '../../../../core/audit/table/queryReads.ts';

/**
 * Caches, in memory only, which columns queries read, so that fewer of them are parsed again when
 * the tree is redrawn.
 */
export class KnownReads {
  readonly #readQuery: () => (text: string) => QueryReads;
  #drawn: ReadonlyMap<string, QueryReads> = new Map();
  #drawing = new Map<string, QueryReads>();

  /**
   * `readQuery` returns the function that determines what a query reads. `readQuery` is called only when a query is not
   * cached, so that the query parser is not loaded earlier than needed.
   */
  constructor(readQuery: () => (text: string) => QueryReads) {
    this.#readQuery = readQuery;
  }

  /**
   * Prepares the cache for redrawing the tree. With `hasOtherEvents`, forgets all queries, because the
   * tree now lists other events.
   */
  prepareForRedraw(hasOtherEvents: boolean): void {
    // If one redraw follows another at once, no query was requested in between. The older cache is then kept.
    if (this.#drawing.size > 0 || hasOtherEvents) this.#drawn = hasOtherEvents ? new Map() : this.#drawing;
    this.#drawing = new Map();
  }

  readQueryWithCache(text: string): QueryReads {
    const reads = this.#drawing.get(text) ?? this.#drawn.get(text) ?? this.#readQuery()(text);
    this.#drawing.set(text, reads);
    return reads;
  }
}
