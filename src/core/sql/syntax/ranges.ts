/** Ranges of a text moved, and edits made. */
import type { Range } from './nodes.ts';

/** A range of what begins at `by` of a text, as one of that text; back again where `by` is negative. */
export const shiftRange = <T extends Range>(range: T, by: number): T => ({
  ...range,
  start: range.start + by,
  end: range.end + by,
});

/** Replaces `[start, end)` by `text`; offsets are UTF-16 code units of the text before the edit. */
export interface TextEdit extends Range {
  readonly text: string;
}

/** The text with the edits made; they are in order and do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let at = 0;
  let made = '';
  for (const edit of edits) {
    made += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return made + text.slice(at);
}

/** Index of the first of some ranges, in the order of the source, that begins at an offset or later; else their number. */
export function indexFrom(ranges: readonly Range[], offset: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.start ?? offset) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
