import type { QueryReads } from '../../../../core/audit/table/queryReads.ts';

/** What the queries of drawn events read: parsed once for as long as each drawing asks for them. In memory only. */
export class KnownReads {
  readonly #readQuery: () => (text: string) => QueryReads;
  #drawn: ReadonlyMap<string, QueryReads> = new Map();
  #drawing = new Map<string, QueryReads>();

  /** `readQuery` is loaded with the first query. */
  constructor(readQuery: () => (text: string) => QueryReads) {
    this.#readQuery = readQuery;
  }

  /** Another drawing begins. What the last one did not ask for is dropped; of `isOther` events, all is. */
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
