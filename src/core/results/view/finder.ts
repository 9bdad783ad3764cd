/** Find next and find previous over the loaded rows, in steps between which the caller may do something else. */

import type { RowSource } from '../loading/rowStore.ts';
import { findCells } from './find.ts';
import { inTurns, type Pace, type Steps } from './steps.ts';

export interface FindQuestion {
  readonly text: string;
  /** The cell to begin at. */
  readonly row: number;
  readonly column: number;
  /** Column indices in the order shown. */
  readonly columns: readonly number[];
  /** `here`: the cell itself may be the one. At the end it continues at the other end. */
  readonly direction: 'here' | 'next' | 'previous';
}

interface FoundCell {
  readonly row: number;
  readonly column: number;
  /** 1-based, among `count` cells. */
  readonly place: number;
  readonly count: number;
}

export interface Finder {
  /** Null where nothing matches; undefined where a newer question took its place. */
  find(question: FindQuestion): Promise<FoundCell | null | undefined>;
  /** The rows are others now: what was found is forgotten. */
  reset(): void;
}

/** Looks through the rows at this pace. */
export function createFinder(source: () => RowSource, pace: Pace): Finder {
  let key: string | undefined;
  /** Of each match its row times the number of columns plus its place among the columns shown; ascending. */
  let matches: readonly number[] = [];
  let asked = 0;

  const collect = async (question: FindQuestion): Promise<boolean> => {
    const own = asked;
    const found = await inTurns(matchSteps(source(), question), pace, () => own === asked);
    // A newer question may have come since.
    if (!found || own !== asked) return false;
    matches = found;
    return true;
  };

  return {
    async find(question) {
      const { row, column, columns, direction } = question;
      const wanted = JSON.stringify([question.text, columns]);
      asked++;
      if (wanted !== key) {
        key = undefined;
        if (!(await collect(question))) return undefined;
        key = wanted;
      }
      if (matches.length === 0) return null;
      const from = row * columns.length + Math.max(0, columns.indexOf(column));
      const first = firstAtLeast(matches, direction === 'next' ? from + 1 : from);
      const index = direction === 'previous' ? first - 1 : first;
      const place = (index + matches.length) % matches.length;
      const cell = matches[place] ?? 0;
      return {
        row: Math.floor(cell / columns.length),
        column: columns[cell % columns.length] ?? 0,
        place: place + 1,
        count: matches.length,
      };
    },
    reset() {
      asked++;
      key = undefined;
      matches = [];
    },
  };
}

/** As `matches` has them. */
function* matchSteps(source: RowSource, { text, columns }: FindQuestion): Steps<readonly number[]> {
  const found: number[] = [];
  const places = new Map(columns.map((column, place) => [column, place]));
  for (const cells of findCells(source, { text, columns })) {
    for (const { row, column } of cells) found.push(row * columns.length + (places.get(column) ?? 0));
    yield;
  }
  return found;
}

/** Index of the first number that is at least `wanted`. */
function firstAtLeast(sorted: readonly number[], wanted: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
