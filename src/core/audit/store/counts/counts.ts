/** How many rows of a set have each value of a field, counted again only where the set has changed. */
import { type Bits, countBits, countDifferent } from '../columns/bits.ts';
import type { CodeNumbers } from '../columns/codes.ts';

export class Counts {
  #counted: Bits = new Uint32Array();
  #counts = new Uint32Array();

  /** By the number of the value; `numbers` has those of all rows, and `values` is how many values there are. */
  of(rows: Bits, numbers: CodeNumbers, values: number): Uint32Array {
    if (rows === this.#counted && values === this.#counts.length) return this.#counts;
    const changed = countDifferent(this.#counted, rows);
    const isLess = changed < countBits(rows);
    const counts = new Uint32Array(values);
    if (isLess) counts.set(this.#counts);
    count(rows, isLess ? this.#counted : new Uint32Array(), numbers, counts);
    this.#counted = rows;
    this.#counts = counts;
    return counts;
  }
}

/** Adds what `rows` has more than `before`, and takes away what it has less. */
function count(rows: Bits, before: Bits, numbers: CodeNumbers, counts: Uint32Array): void {
  for (let word = 0; word < rows.length; word++) {
    const now = rows[word] ?? 0;
    for (let rest = now ^ (before[word] ?? 0); rest !== 0; ) {
      const bit = rest & -rest;
      const number = numbers[(word << 5) + 31 - Math.clz32(bit)] ?? 0;
      counts[number] = (counts[number] ?? 0) + ((now & bit) === 0 ? -1 : 1);
      rest ^= bit;
    }
  }
}
