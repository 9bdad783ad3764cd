/**
 * Returns the names that can be formed by taking one word from each list, in order. An empty string adds no word:
 * `combineWords(['IS'], ['', 'NOT'], ['TRUE', 'FALSE'])` returns IS TRUE, IS FALSE, IS NOT TRUE, IS NOT FALSE.
 */
export const combineWords = (...lists: readonly (readonly string[])[]): readonly string[] =>
  lists.reduce((starts, words) => starts.flatMap((start) => words.map((word) => `${start} ${word}`.trim())));
