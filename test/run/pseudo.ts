/**
 * A language made up for tests: each letter has a mark, and each vowel is doubled, so that a text is about a third
 * longer, as in German. A label that is cut off, or a word that no translator gets to see, then shows.
 */
const vowels = new Set('AEIOUaeiou');
const marked: ReadonlyMap<string, string> = new Map(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'].map((letter, index) => {
    const mark = [...'ÅƁÇÐÉƑĜĤÎĴĶĻḾÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļḿñöþǫŕšţûṽŵẋýž'][index] ?? letter;
    return [letter, vowels.has(letter) ? mark + mark : mark];
  }),
);

/** What a translator leaves as it is: places, commands of links, code, icons. */
const KEPT = /\{\d+\}|\((?:command|https?):[^)]*\)|`[^`]*`|\$\([a-z-]+\)/g;

/** `text` in the made-up language. */
export function pseudo(text: string): string {
  const kept = [...text.matchAll(KEPT)].map(([part]) => part);
  return text
    .split(KEPT)
    .map((part, index) => [...part].map((one) => marked.get(one) ?? one).join('') + (kept[index] ?? ''))
    .join('');
}

export const pseudoTexts = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudo(text)]));
