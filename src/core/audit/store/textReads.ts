import { type ColumnRead, keyOfRead, type QueryReads } from '../table/queryReads.ts';
import type { Columns } from './columns.ts';

/** What the texts of one listing read; kept, so that other filters over the same events cost no reading. */
export class TextReads {
  readonly #columns: Columns;
  readonly #readQuery: (text: string) => QueryReads;
  readonly #reads: ColumnRead[] = [];
  readonly #known = new Map<string, number>();
  /** By the text's number: the numbers of its reads, and whether there may be more. */
  readonly #of: (
    | { readonly reads: readonly number[]; readonly missing: QueryReads['missing'] }
    | undefined
  )[] = [];

  constructor(columns: Columns, readQuery: (text: string) => QueryReads) {
    this.#columns = columns;
    this.#readQuery = readQuery;
  }

  isKnown(text: number): boolean {
    return this.#of[text] !== undefined;
  }
  of(text: number): { readonly reads: readonly number[]; readonly missing: QueryReads['missing'] } {
    const known = this.#of[text];
    if (known) return known;
    const { reads, missing } = this.#readQuery(this.#columns.content.text(text));
    const found = { reads: reads.map((read) => this.#numberOf(read)), missing };
    this.#of[text] = found;
    return found;
  }
  read(number: number): ColumnRead | undefined {
    return this.#reads[number];
  }
  #numberOf(read: ColumnRead): number {
    const key = keyOfRead(read);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const number = this.#reads.push(read) - 1;
    this.#known.set(key, number);
    return number;
  }
}
