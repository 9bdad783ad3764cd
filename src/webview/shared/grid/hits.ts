/** Places of a text that was searched for, marked in what is drawn. */
import { element } from '../dom.ts';

/** What finds `text` in any text, in upper or lower case; undefined where nothing is searched for. */
export const hitsOf = (text: string): RegExp | undefined =>
  text === '' ? undefined : new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');

/**
 * Number of characters that stay before the first hit when the beginning of a long text is cut off so that the hit is
 * visible in its cell.
 */
const before = 12;
/** So many fit into any cell that is worth looking at. */
const inSight = 24;

/** `text` in pieces, hits as marks. With `isNarrow` a text whose first hit comes late begins shortly before it. */
export function marked(text: string, hits: RegExp | undefined, isNarrow = false): (Node | string)[] {
  if (!hits) return [text];
  const found = [...text.matchAll(hits)];
  const first = found[0]?.index ?? 0;
  let at = isNarrow && first > inSight ? first - before : 0;
  const pieces: (Node | string)[] = at > 0 ? ['…'] : [];
  for (const { index, 0: hit } of found) {
    pieces.push(text.slice(at, index), element('mark', {}, hit));
    at = index + hit.length;
  }
  return [...pieces, text.slice(at)].filter((piece) => piece !== '');
}
