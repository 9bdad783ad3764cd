import type { Range } from './nodes.ts';

/** Returns a copy of a range with `by`, which may be negative, added to both offsets. */
export const shiftRange = <T extends Range>(range: T, by: number): T => ({
  ...range,
  start: range.start + by,
  end: range.end + by,
});

/**
 * A text edit that replaces the range from `start` up to, but not including, `end`. Offsets are UTF-16 code units in
 * the text before any edit.
 */
export interface TextEdit extends Range {
  readonly text: string;
}

/** Returns the text after the edits, which must be in order and must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let at = 0;
  let made = '';
  for (const edit of edits) {
    made += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return made + text.slice(at);
}

/**
 * Returns the index of the first range that starts at `offset` or later; the number of ranges if there is none. The
 * ranges must be in order of their start.
 */
export function findFirstIndexFrom(ranges: readonly Range[], offset: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.start ?? offset) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
