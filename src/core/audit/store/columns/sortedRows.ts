/** Keeps rows sorted. New rows are merged into the others when the order is next requested. */

export class SortedRows {
  readonly #compare: (a: number, b: number) => number;
  #sorted: Uint32Array = new Uint32Array();
  #size = 0;

  constructor(compare: (a: number, b: number) => number) {
    this.#compare = compare;
  }

  /** Returns the rows 0 to `size` − 1 in sorted order. `size` must not be smaller than in an earlier call. */
  rowsUpTo(size: number): Uint32Array {
    if (size > this.#size) {
      const added = Array.from({ length: size - this.#size }, (_, at) => this.#size + at);
      this.#sorted = this.#mergeWithSorted(Uint32Array.from(this.#sortRows(added)));
      this.#size = size;
    }
    return this.#sorted;
  }

  #sortRows(rows: number[]): number[] {
    const compare = this.#compare;
    let [isSorted, isReverse] = [true, true];
    for (let at = 1; at < rows.length && (isSorted || isReverse); at++) {
      const order = compare(rows[at - 1] ?? 0, rows[at] ?? 0);
      if (order > 0) isSorted = false;
      else isReverse = false;
    }
    if (isSorted) return rows;
    // Rows that arrived oldest first need only be reversed.
    return isReverse ? rows.reverse() : rows.sort((a, b) => compare(a, b) || a - b);
  }
  #mergeWithSorted(added: Uint32Array): Uint32Array {
    const before = this.#sorted;
    const all = new Uint32Array(before.length + added.length);
    const [last, first] = [before.at(-1), added[0]];
    if (last === undefined || first === undefined || this.#compare(last, first) <= 0) {
      all.set(before);
      all.set(added, before.length);
      return all;
    }
    let [left, right] = [0, 0];
    for (let at = 0; at < all.length; at++) {
      const [a, b] = [before[left], added[right]];
      // Of equal rows, the one that was added first comes first.
      const isLeft = a !== undefined && (b === undefined || this.#compare(a, b) <= 0);
      if (isLeft) left++;
      else right++;
      all[at] = (isLeft ? a : b) ?? 0;
    }
    return all;
  }
}
