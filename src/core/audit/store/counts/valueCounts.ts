/**
 * Counts how many rows of a set have each value of a field, starting from the counts of the previous set if that is
 * less work.
 */
import { type Bits, countBits, countDifferingRows } from '../columns/bits.ts';
import type { CodeNumbers } from '../columns/codes.ts';

export class ValueCounts {
  #counted: Bits = new Uint32Array();
  #counts = new Uint32Array();

  /**
   * Returns how many of `rows` have each code, at the code's index. `numbers` contains the code of each row, which must
   * not change between calls; `values` is the number of codes.
   */
  countRowsByValue(rows: Bits, numbers: CodeNumbers, values: number): Uint32Array {
    if (rows === this.#counted && values === this.#counts.length) return this.#counts;
    const changed = countDifferingRows(this.#counted, rows);
    const isLess = changed < countBits(rows);
    const counts = new Uint32Array(values);
    if (isLess) counts.set(this.#counts);
    updateCounts(rows, isLess ? this.#counted : new Uint32Array(), numbers, counts);
    this.#counted = rows;
    this.#counts = counts;
    return counts;
  }
}

/** Updates `counts` from the counts of the set `before` to those of the set `rows`. */
function updateCounts(rows: Bits, before: Bits, numbers: CodeNumbers, counts: Uint32Array): void {
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
