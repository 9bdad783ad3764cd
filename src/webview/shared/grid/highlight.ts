/** Highlights the occurrences of texts that the user searches for. */
import { element } from '../dom.ts';

/**
 * Returns a global pattern that matches any of `texts`, ignoring case. If several begin at the same offset, it matches
 * the longest of them. Empty texts are ignored; returns undefined if no others are left.
 */
export function createHighlightPattern(texts: readonly string[]): RegExp | undefined {
  const longestFirst = texts.filter((text) => text !== '').sort((a, b) => b.length - a.length);
  const escaped = longestFirst.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return escaped.length === 0 ? undefined : new RegExp(escaped.join('|'), 'giu');
}

/**
 * Number of characters that stay before the first match when the beginning of a long text is cut off so that the match
 * is visible in its cell.
 */
const CHARACTERS_BEFORE_HIT = 12;
/**
 * Number of characters that are assumed to be visible in any cell. If the first match is further right, the beginning
 * of the text is cut off.
 */
const MIN_VISIBLE_CHARACTERS = 24;

/**
 * Splits `text` into strings and `mark` elements around the matches of `pattern`. With `isNarrow`, a text whose first
 * match could be out of view begins shortly before that match, after an ellipsis.
 */
export function highlightHits(
  text: string,
  pattern: RegExp | undefined,
  isNarrow = false,
): (Node | string)[] {
  if (!pattern) return [text];
  const found = [...text.matchAll(pattern)];
  const first = found[0]?.index ?? 0;
  let offset = isNarrow && first > MIN_VISIBLE_CHARACTERS ? first - CHARACTERS_BEFORE_HIT : 0;
  const pieces: (Node | string)[] = offset > 0 ? ['…'] : [];
  for (const { index, 0: hit } of found) {
    pieces.push(text.slice(offset, index), element('mark', {}, hit));
    offset = index + hit.length;
  }
  return [...pieces, text.slice(offset)].filter((piece) => piece !== '');
}
