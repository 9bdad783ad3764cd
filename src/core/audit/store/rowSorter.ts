import type { TrailSort } from '../table/trail.ts';
import type { CodeNumbers, Codes } from './columns/codes.ts';
import type { Columns } from './columns/columns.ts';

interface ValueRanks {
  readonly descending: boolean;
  readonly isText: boolean;
  /** The 0-based rank of each value in the sorted order, at the value's code. */
  readonly ranks: Uint32Array;
}

/** Sorts rows of one listing by the fields of their events. Caches the ranks of the values that it sorted last. */
export class RowSorter {
  readonly #columns: Columns;
  /** For each field that was sorted, the ranks of its values in the last direction. */
  readonly #rankedValues = new Map<Codes, ValueRanks>();

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  /** Returns the rows of `newestFirst` in the order of `sorts`. May return `newestFirst` itself. */
  sortRows(newestFirst: Uint32Array, sorts: readonly TrailSort[]): Uint32Array {
    const byTime = sorts.find(({ field }) => field === 'time');
    const chronological = byTime?.descending === false ? newestFirst.toReversed() : newestFirst;
    let rows = chronological;
    // Each sort keeps the order of rows that are equal in its field, so the most significant sort is done last.
    for (const { field, descending, isText = false } of sorts.toReversed()) {
      const codes = this.#columns.coded.get(field)?.codes;
      if (codes) rows = sortRowsByRank(codes.numbers, this.#getValueRanks(codes, descending, isText), rows);
      else if (field === 'time' && rows !== chronological) rows = this.#sortRowsByTime(rows, chronological);
    }
    return rows;
  }
  /** Returns `rows` in the order of their times in `chronological`, which has the same rows. */
  #sortRowsByTime(rows: Uint32Array, chronological: Uint32Array): Uint32Array {
    const timeNumbers = new Uint32Array(this.#columns.size);
    let before = chronological[0] ?? 0;
    let timeNumber = 0;
    for (const row of chronological) {
      if (this.#columns.times.compare(before, row) !== 0) timeNumber++;
      timeNumbers[row] = timeNumber;
      before = row;
    }
    const ranks = new Uint32Array(timeNumber + 1);
    for (let rank = 0; rank <= timeNumber; rank++) ranks[rank] = rank;
    return sortRowsByRank(timeNumbers, ranks, rows);
  }
  #getValueRanks(codes: Codes, descending: boolean, isText: boolean): Uint32Array {
    const { values } = codes;
    const last = this.#rankedValues.get(codes);
    const isSame = last?.descending === descending && last.isText === isText;
    if (isSame && last.ranks.length === values.length) return last.ranks;
    const ranks = rankValues(values, descending, isText);
    this.#rankedValues.set(codes, { descending, isText, ranks });
    return ranks;
  }
}

/** Returns `rows` sorted by `ranks[numbers[row]]`. Rows of equal rank keep their order. */
function sortRowsByRank(numbers: CodeNumbers, ranks: Uint32Array, rows: Uint32Array): Uint32Array {
  const next = new Uint32Array(ranks.length + 1);
  for (const row of rows) {
    const after = (ranks[numbers[row] ?? 0] ?? 0) + 1;
    next[after] = (next[after] ?? 0) + 1;
  }
  for (let rank = 1; rank < next.length; rank++) next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0);
  const sorted = new Uint32Array(rows.length);
  for (const row of rows) {
    const rank = ranks[numbers[row] ?? 0] ?? 0;
    const at = next[rank] ?? 0;
    sorted[at] = row;
    next[rank] = at + 1;
  }
  return sorted;
}

/**
 * Returns the 0-based rank of each value in sorted order, at the value's index in `values`. Undefined ranks last in
 * both directions. The others are compared as numbers if all are integers and not `isText`, else as text by UTF-16 code
 * unit.
 */
function rankValues(
  values: readonly (string | undefined)[],
  descending: boolean,
  isText: boolean,
): Uint32Array {
  const isNumber = !isText && values.every((value) => value === undefined || /^-?\d+$/.test(value));
  const compare = (a: string, b: string): number =>
    isNumber ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0;
  const places = [...values.keys()].sort((left, right) => {
    const [a, b] = [values[left], values[right]];
    if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
    return descending ? compare(b, a) : compare(a, b);
  });
  const ranks = new Uint32Array(values.length);
  for (const [rank, number] of places.entries()) ranks[number] = rank;
  return ranks;
}
