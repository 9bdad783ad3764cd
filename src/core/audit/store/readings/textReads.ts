import { type ColumnRead, keyOfRead, type QueryReads } from '../../table/queryReads.ts';
import type { Columns } from '../columns/columns.ts';
import { withRoom } from '../columns/growing.ts';

/** Bytes of a read, and of the list of those of a text, beside those of its key. Measured with 1,000,000 reads. */
const [READ_BYTES, READING_BYTES] = [400, 200];
/** Bytes of the key of a thing and of what the key says, for each of its characters. */
const KEY_BYTES = 3;

/** What some texts read: the numbers of the reads, and whether there may be more. */
export interface TextReading {
  readonly reads: readonly number[];
  readonly missing: QueryReads['missing'];
}

/**
 * What the texts of one listing read; kept, so that other filters over the same events cost no reading. Most texts read
 * the same as others do, so of each only a number is kept.
 */
export class TextReads {
  readonly #columns: Columns;
  readonly #readQuery: (text: string) => QueryReads;
  readonly #reads = new Numbered<ColumnRead>(READ_BYTES);
  readonly #readings = new Numbered<TextReading>(READING_BYTES);
  /** By the text's number: that of its reading plus 1; 0 where it was not read yet. */
  #of = new Uint32Array();

  constructor(columns: Columns, readQuery: (text: string) => QueryReads) {
    this.#columns = columns;
    this.#readQuery = readQuery;
  }

  /** Bytes that are kept of what was read, about. */
  get bytes(): number {
    return this.#reads.bytes + this.#readings.bytes;
  }
  isKnown(text: number): boolean {
    return (this.#of[text] ?? 0) > 0;
  }
  of(text: number): TextReading {
    return this.#known(text) ?? this.#read(text, this.#columns.content.text(text));
  }
  /** As `of`; undefined for a text that was not read before and is longer than `maxLength`, in characters. */
  ofShort(text: number, maxLength: number): TextReading | undefined {
    const known = this.#known(text);
    if (known) return known;
    const query = this.#columns.content.text(text);
    return query.length > maxLength ? undefined : this.#read(text, query);
  }
  #known(text: number): TextReading | undefined {
    return this.#readings.at((this.#of[text] ?? 0) - 1);
  }
  #read(text: number, query: string): TextReading {
    const { reads, missing } = this.#readQuery(query);
    const numbers = reads.map((read) => this.#reads.numberOf(keyOfRead(read), read));
    const reading: TextReading = { reads: numbers, missing };
    this.#of = withRoom(this.#of, text);
    this.#of[text] = this.#readings.numberOf(`${missing} ${numbers}`, reading) + 1;
    return reading;
  }
  read(number: number): ColumnRead | undefined {
    return this.#reads.at(number);
  }
}

/** Things that are the same by a key, each with a number. */
class Numbered<Thing> {
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
  at(number: number): Thing | undefined {
    return this.#all[number];
  }
  numberOf(key: string, thing: Thing): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const number = this.#all.push(thing) - 1;
    this.#known.set(key, number);
    this.#bytes += this.#bytesOfThing + KEY_BYTES * key.length;
    return number;
  }
}
