/**
 * The names that differ in some words: each way to take one of every list, in order; '' leaves that word out.
 * `combine(['IS'], ['', 'NOT'], ['TRUE', 'FALSE'])` is IS TRUE, IS FALSE, IS NOT TRUE, IS NOT FALSE.
 */
export const combine = (...lists: readonly (readonly string[])[]): readonly string[] =>
  lists.reduce((starts, words) => starts.flatMap((start) => words.map((word) => `${start} ${word}`.trim())));
