/**
 * Returns the names that can be formed by taking one word of each list, in order. An empty string leaves the word out:
 * `combineWords(['IS'], ['', 'NOT'], ['TRUE', 'FALSE'])` returns IS TRUE, IS FALSE, IS NOT TRUE, IS NOT FALSE.
 */
export const combineWords = (...lists: readonly (readonly string[])[]): readonly string[] =>
  lists.reduce((starts, words) => starts.flatMap((start) => words.map((word) => `${start} ${word}`.trim())));
