import { element } from '../dom.ts';

/**
 * Returns a global, case-insensitive pattern that matches any of the texts. Empty texts are ignored. Returns undefined
 * if no text is left.
 */
export function createHighlightPattern(texts: readonly string[]): RegExp | undefined {
  const longestFirst = texts.filter((text) => text !== '').sort((a, b) => b.length - a.length);
  const escaped = longestFirst.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return escaped.length === 0 ? undefined : new RegExp(escaped.join('|'), 'giu');
}

/** Number of characters kept before the first match when the beginning of a long text is cut off. */
const CHARACTERS_BEFORE_HIT = 12;
const MIN_VISIBLE_CHARACTERS = 24;

/**
 * Splits `text` into strings and `mark` elements around the matches of `pattern`. With `isNarrow`, an ellipsis may
 * replace the beginning so that the first match is visible.
 */
export function createHighlightedNodes(
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
