import { type OwnGroup, type OwnRun, OwnRunList } from '../../table/ownEvents.ts';
import { type Bits, hasBit } from '../columns/bits.ts';
import { toEventKey } from '../localKeys.ts';

/**
 * Returns the runs of adjacent elements of `rows` that are in `foldable`. `gaps` are indexes in `rows`: events may be missing
 * between the element at such an index and the one before it, so a run ends there. The index `rows.length` stands for a
 * gap after the last element. `groupOf` returns the group of a row in `foldable`.
 */
export function findOwnRuns(
  rows: Uint32Array,
  foldable: Bits,
  gaps: readonly number[],
  groupOf: (row: number) => OwnGroup,
): readonly OwnRun[] {
  const list = new OwnRunList(gaps);
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? -1;
    if (hasBit(foldable, row)) list.add(at, groupOf(row), toEventKey(row));
  }
  return list.finish();
}
