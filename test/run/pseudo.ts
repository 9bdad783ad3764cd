/**
 * A language made up for tests: each letter has a mark, and each text is about a third longer, as in German. A label
 * that is cut off, or a word that no translator gets to see, then shows.
 */
const marked: ReadonlyMap<string, string> = new Map(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'].map((letter, index) => [
    letter,
    [...'ÅƁÇÐÉƑĜĤÎĴĶĻḾÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļḿñöþǫŕšţûṽŵẋýž'][index] ?? letter,
  ]),
);

/** What a translator leaves as it is: places, commands of links, code, icons. */
const KEPT = /\{\d+\}|\((?:command|https?):[^)]*\)|`[^`]*`|\$\([a-z-]+\)/g;

/** `text` in the made-up language. */
export function pseudo(text: string): string {
  const kept = [...text.matchAll(KEPT)].map(([part]) => part);
  const parts = text
    .split(KEPT)
    .map((part) => [...part].map((letter) => marked.get(letter) ?? letter).join(''));
  const changed = parts.map((part, index) => part + (kept[index] ?? '')).join('');
  const words = /[A-Za-z]/.test(text) ? Math.ceil(text.length * 0.35) : 0;
  // Before a link or the end of the line, so that the form of the text stays.
  return changed.replace(/(?=\n|$)/, words > 0 ? '·'.repeat(words) : '');
}

export const pseudoTexts = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudo(text)]));
