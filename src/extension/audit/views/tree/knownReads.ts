import type { QueryReads } from '../../../../core/audit/table/queryReads.ts';

/** What the queries of drawn events read: parsed once for as long as each drawing asks for them. In memory only. */
export class KnownReads {
  readonly #readQuery: () => (text: string) => QueryReads;
  #drawn: ReadonlyMap<string, QueryReads> = new Map();
  #drawing = new Map<string, QueryReads>();

  /**
   * `readQuery` returns the parser of queries. It is called for each query that is not known yet, so that the parser need
   * not be loaded before.
   */
  constructor(readQuery: () => (text: string) => QueryReads) {
    this.#readQuery = readQuery;
  }

  /**
   * Begins another drawing of the tree. Forgets the queries that the previous drawing did not contain, and all of them if
   * the new one is of other events (`isOther`).
   */
  renew(isOther: boolean): void {
    // Nothing was asked for yet where one drawing follows another at once.
    if (this.#drawing.size > 0 || isOther) this.#drawn = isOther ? new Map() : this.#drawing;
    this.#drawing = new Map();
  }

  of(text: string): QueryReads {
    const reads = this.#drawing.get(text) ?? this.#drawn.get(text) ?? this.#readQuery()(text);
    this.#drawing.set(text, reads);
    return reads;
  }
}
