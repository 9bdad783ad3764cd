import { type ColumnRead, keyOfRead, type QueryReads } from '../../table/queryReads.ts';
import type { Columns } from '../columns/columns.ts';
import { withRoom } from '../columns/growing.ts';

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
  readonly #reads = new Numbered<ColumnRead>();
  readonly #readings = new Numbered<TextReading>();
  /** By the text's number: that of its reading plus 1; 0 where it was not read yet. */
  #of = new Uint32Array();

  constructor(columns: Columns, readQuery: (text: string) => QueryReads) {
    this.#columns = columns;
    this.#readQuery = readQuery;
  }

  isKnown(text: number): boolean {
    return (this.#of[text] ?? 0) > 0;
  }
  of(text: number): TextReading {
    const known = this.#readings.at((this.#of[text] ?? 0) - 1);
    if (known) return known;
    const { reads, missing } = this.#readQuery(this.#columns.content.text(text));
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

  at(number: number): Thing | undefined {
    return this.#all[number];
  }
  numberOf(key: string, thing: Thing): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const number = this.#all.push(thing) - 1;
    this.#known.set(key, number);
    return number;
  }
}
