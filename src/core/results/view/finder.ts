import type { RowSource } from '../loading/rowStore.ts';
import { findCells } from './find.ts';
import { type ClockAndPause, runWithPauses, type Steps } from './steps.ts';

export interface FindRequest {
  readonly text: string;
  readonly row: number;
  readonly column: number;
  /** Indices of the displayed columns in displayed order. Only these are searched. */
  readonly columns: readonly number[];
  /**
   * Where to search from the cell at `row` and `column`. `here`: forward, including that cell. The search wraps around
   * at either end.
   */
  readonly direction: 'here' | 'next' | 'previous';
}

interface FoundCell {
  readonly row: number;
  readonly column: number;
  readonly position: number;
  readonly count: number;
}

export interface Finder {
  /**
   * Finds the first match in the requested direction. Resolves to null if there is none, and to undefined if a newer
   * search or `reset` cancelled this one.
   */
  find(request: FindRequest): Promise<FoundCell | null | undefined>;
  reset(): void;
}

export function createFinder(source: () => RowSource, pace: ClockAndPause): Finder {
  let key: string | undefined;
  let matches: readonly number[] = [];
  let searchNumber = 0;

  const collectMatches = async (request: FindRequest): Promise<boolean> => {
    const ownNumber = searchNumber;
    const found = await runWithPauses(matchSteps(source(), request), pace, () => ownNumber === searchNumber);
    // A newer search or `reset` may have cancelled this search meanwhile.
    if (!found || ownNumber !== searchNumber) return false;
    matches = found;
    return true;
  };

  return {
    async find(request) {
      const { row, column, columns, direction } = request;
      const requestKey = JSON.stringify([request.text, columns]);
      searchNumber++;
      if (requestKey !== key) {
        key = undefined;
        if (!(await collectMatches(request))) return undefined;
        key = requestKey;
      }
      if (matches.length === 0) return null;
      const from = row * columns.length + Math.max(0, columns.indexOf(column));
      const first = findFirstAtLeast(matches, direction === 'next' ? from + 1 : from);
      const index = direction === 'previous' ? first - 1 : first;
      const position = (index + matches.length) % matches.length;
      const cell = matches[position] ?? 0;
      return {
        row: Math.floor(cell / columns.length),
        column: columns[cell % columns.length] ?? 0,
        position: position + 1,
        count: matches.length,
      };
    },
    reset() {
      searchNumber++;
      key = undefined;
      matches = [];
    },
  };
}

function* matchSteps(source: RowSource, { text, columns }: FindRequest): Steps<readonly number[]> {
  const found: number[] = [];
  const places = new Map(columns.map((column, place) => [column, place]));
  for (const cells of findCells(source, { text, columns })) {
    for (const { row, column } of cells) found.push(row * columns.length + (places.get(column) ?? 0));
    yield;
  }
  return found;
}

function findFirstAtLeast(sorted: readonly number[], min: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < min) low = middle + 1;
    else high = middle;
  }
  return low;
}
