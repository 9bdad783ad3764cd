import type { OwnRun } from '../../table/ownEvents.ts';
import { type Bits, hasBit } from '../columns/bits.ts';
import { toEventKey } from '../localKeys.ts';

/**
 * Returns the runs of adjacent elements of `rows` that are in `own`. `gaps` are indexes in `rows`, in ascending order:
 * events may be missing between the element at such an index and the one before it, so a run ends there. The index
 * `rows.length` stands for a gap after the last element.
 */
export function findOwnRuns(rows: Uint32Array, own: Bits, gaps: readonly number[]): readonly OwnRun[] {
  const runs: OwnRun[] = [];
  let nextGap = 0;
  let start: number | undefined;
  const close = (end: number, endsAtGap: boolean): void => {
    if (start === undefined) return;
    runs.push({ startIndex: start, count: end - start, oldest: toEventKey(rows[end - 1] ?? -1), endsAtGap });
    start = undefined;
  };
  for (let at = 0; at < rows.length; at++) {
    while ((gaps[nextGap] ?? at + 1) < at) nextGap++;
    if (gaps[nextGap] === at) close(at, true);
    if (!hasBit(own, rows[at] ?? -1)) close(at, false);
    else start ??= at;
  }
  close(rows.length, gaps.includes(rows.length));
  return runs;
}
