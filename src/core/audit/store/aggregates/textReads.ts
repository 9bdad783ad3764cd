import { type ColumnRead, keyOfRead, type QueryReads } from '../../table/queryReads.ts';
import type { Columns } from '../columns/columns.ts';
import { withCapacityFor } from '../columns/growingArray.ts';

const [READ_BYTES, READING_BYTES] = [400, 200];
const KEY_BYTES = 3;

/** Estimated size, in bytes, above which the cached reads of a listing count as full. */
const MAX_READ_BYTES = 64 * 1024 * 1024;
const MAX_KEPT_LENGTH = 20_000;

export interface TextReadNumbers {
  readonly reads: readonly number[];
  readonly missing: QueryReads['missing'];
}

/** Caches what the query texts of one listing read. Texts and reads are referred to by number. */
export class TextReads {
  readonly #columns: Columns;
  readonly #readQuery: (text: string) => QueryReads;
  readonly #reads = new NumberedList<ColumnRead>(READ_BYTES);
  readonly #readings = new NumberedList<TextReadNumbers>(READING_BYTES);
  /** Maps a text's number to the number of its list of reads plus 1; 0 if its reads are not in the cache. */
  #of = new Uint32Array();

  constructor(columns: Columns, readQuery: (text: string) => QueryReads) {
    this.#columns = columns;
    this.#readQuery = readQuery;
  }

  get bytes(): number {
    return this.#reads.bytes + this.#readings.bytes;
  }
  get isFull(): boolean {
    return this.bytes > MAX_READ_BYTES;
  }
  areReadsCached(text: number): boolean {
    return (this.#of[text] ?? 0) > 0;
  }
  /**
   * Returns what the query text with this number reads, as numbers for `getReadByNumber`. Parses the text, and adds the
   * result to the cache, unless it is there already.
   */
  getReadNumbersOfText(text: number): TextReadNumbers {
    return this.#getCachedReads(text) ?? this.#parseAndCacheReads(text, this.#columns.content.text(text));
  }
  /**
   * Returns what the query text with this number reads, as numbers for `getReadByNumber`. Undefined if the result is not
   * in the cache and the text is longer than `maxLength` UTF-16 code units.
   */
  findReadsIfCachedOrShort(text: number, maxLength: number): TextReadNumbers | undefined {
    const known = this.#getCachedReads(text);
    if (known) return known;
    const query = this.#columns.content.text(text);
    return query.length > maxLength ? undefined : this.#parseAndCacheReads(text, query);
  }
  /**
   * Returns the column reads of the query text with this number. Adds them to the cache unless the text is long or the
   * cache is full.
   */
  getColumnReadsOfText(text: number): readonly ColumnRead[] {
    const known = this.#getCachedReads(text);
    const query = known ? '' : this.#columns.content.text(text);
    if (!known && (query.length > MAX_KEPT_LENGTH || this.isFull)) return this.#readQuery(query).reads;
    return (known ?? this.#parseAndCacheReads(text, query)).reads.flatMap(
      (number) => this.#reads.getByNumber(number) ?? [],
    );
  }
  #getCachedReads(text: number): TextReadNumbers | undefined {
    return this.#readings.getByNumber((this.#of[text] ?? 0) - 1);
  }
  #parseAndCacheReads(text: number, query: string): TextReadNumbers {
    const { reads, missing } = this.#readQuery(query);
    const numbers = reads.map((read) => this.#reads.getOrAddNumber(keyOfRead(read), read));
    const reading: TextReadNumbers = { reads: numbers, missing };
    this.#of = withCapacityFor(this.#of, text);
    this.#of[text] = this.#readings.getOrAddNumber(`${missing} ${numbers}`, reading) + 1;
    return reading;
  }
  getReadByNumber(number: number): ColumnRead | undefined {
    return this.#reads.getByNumber(number);
  }
}

class NumberedList<Thing> {
  readonly #all: Thing[] = [];
  readonly #known = new Map<string, number>();
  readonly #bytesOfThing: number;
  #bytes = 0;

  constructor(bytesOfThing: number) {
    this.#bytesOfThing = bytesOfThing;
  }

  get bytes(): number {
    return this.#bytes;
  }
  getByNumber(number: number): Thing | undefined {
    return this.#all[number];
  }
  getOrAddNumber(key: string, thing: Thing): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const number = this.#all.push(thing) - 1;
    this.#known.set(key, number);
    this.#bytes += this.#bytesOfThing + KEY_BYTES * key.length;
    return number;
  }
}
