import type { TextEdit } from '../syntax/ranges.ts';

const WORD_OR_SEPARATOR = /[\p{L}\p{N}\p{M}_@.%-]+|\s+|./gsu;
const WORD = /^[\p{L}\p{N}\p{M}_@.%-]+$/u;
/**
 * Maximum product of the numbers of pieces before and after an edit for which `findBestMatch` is used. A piece is a
 * word, a run of whitespace or a single character. Equal pieces at both ends do not count. Above the maximum, the much
 * faster `matchNextWords` is used.
 */
const MAX_COMPARED_PAIRS = 1_000_000;
const MAX_WORD_DISTANCE = 60;

/**
 * Returns edits of `text` with the same result as `edits`, but without most of the text that `edits` leave unchanged.
 * The editor logs the text of the edits it applies, and the values in a statement should not be in a log. `edits` must
 * be in order and must not overlap; this then also holds for the returned edits.
 */
export function removeUnchangedTextFromEdits(text: string, edits: readonly TextEdit[]): TextEdit[] {
  return edits.flatMap((edit) => {
    const before = text.slice(edit.start, edit.end).match(WORD_OR_SEPARATOR) ?? [];
    return createChangedEdits(before, edit.text.match(WORD_OR_SEPARATOR) ?? [], edit.start);
  });
}

function createChangedEdits(before: readonly string[], after: readonly string[], offset: number): TextEdit[] {
  const kept = findUnchangedPieces(before, after);
  const made: TextEdit[] = [];
  let at = offset;
  let [from, to] = [0, 0];
  for (const [left, right] of [...kept, [before.length, after.length] as const]) {
    const start = at;
    at += lengthOf(before.slice(from, left));
    const text = after.slice(to, right).join('');
    if (at > start || text !== '') made.push({ start, end: at, text });
    at += before[left]?.length ?? 0;
    [from, to] = [left + 1, right + 1];
  }
  return made;
}

const lengthOf = (pieces: readonly string[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

function findUnchangedPieces(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [number, number])[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const ends = (count: number, from: number, to: number) =>
    Array.from({ length: count }, (_, i) => [from + i, to + i] as const);
  const [left, right] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const inner =
    left.length * right.length > MAX_COMPARED_PAIRS
      ? matchNextWords(left, right)
      : findBestMatch(left, right);
  return [
    ...ends(head, 0, 0),
    ...inner.map(([i, j]) => [i + head, j + head] as const),
    ...ends(tail, before.length - tail, after.length - tail),
  ];
}

function findBestMatch(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  const width = after.length + 1;
  const weights = before.map((piece) => (WORD.test(piece) ? 10 + piece.length : 1));
  // For each pair of indices, the maximum weight of a common subsequence of the pieces from these indices to the ends.
  const best = new Uint32Array((before.length + 1) * width);
  const at = (left: number, right: number): number => best[left * width + right] ?? 0;
  const match = (left: number, right: number): number =>
    before[left] === after[right] ? (weights[left] ?? 0) + at(left + 1, right + 1) : 0;
  for (let left = before.length - 1; left >= 0; left--) {
    for (let right = after.length - 1; right >= 0; right--)
      best[left * width + right] = Math.max(match(left, right), at(left + 1, right), at(left, right + 1));
  }
  const kept: (readonly [number, number])[] = [];
  for (let left = 0, right = 0; left < before.length && right < after.length; ) {
    if (match(left, right) > 0 && match(left, right) === at(left, right)) kept.push([left++, right++]);
    else if (at(left + 1, right) >= at(left, right + 1)) left++;
    else right++;
  }
  return kept;
}

/**
 * Returns pairs of the indices of equal words. A word of `before` is paired with the first equal piece among the
 * `MAX_WORD_DISTANCE` pieces of `after` that follow the previous match, or is left out. Takes linear time, which long
 * lists of values require.
 */
function matchNextWords(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  const kept: (readonly [number, number])[] = [];
  let from = 0;
  for (const [left, piece] of before.entries()) {
    if (!WORD.test(piece)) continue;
    const right = after.slice(from, from + MAX_WORD_DISTANCE).indexOf(piece);
    if (right < 0) continue;
    kept.push([left, from + right]);
    from += right + 1;
  }
  return kept;
}
