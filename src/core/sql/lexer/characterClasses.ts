/** Classes of UTF-16 code units. A class is a bit, so that several can be combined with `|`. */

export const IDENTIFIER_START = 1;
export const DOLLAR = 2;
export const DIGIT = 4;
export const WHITESPACE = 8;
export const OPERATOR = 16;
/** Characters beyond ASCII that a user usually can't see, such as the no-break space and the zero-width space. */
export const INVISIBLE = 32;
/** Characters such as `“` that people use in place of SQL's quotes. */
export const TYPOGRAPHIC_QUOTE = 64;
export const PUNCTUATION = 128;
export const IDENTIFIER_PART = IDENTIFIER_START | DOLLAR | DIGIT;

/**
 * Pairs of typographic quotation marks. Each entry is an opening mark, then a mark that closes it. An opening mark with
 * several closing marks has several entries.
 */
export const typographicQuotePairs =
  '“” ”” „“ ‟” ‘’ ’’ ‚‘ ‛’ «» »« ‹› ›‹ ＂＂ ＇＇ ´´ ′′ ″″ 「」 『』 ｢｣ 〝〞 〝〟 ﹁﹂ ﹃﹄ ⹂⹂'.split(' ');

/**
 * Characters that look like quotation marks, as source text for the inside of a character class in a regular expression
 * with the flag `u`.
 */
export const quotationMarkLookalikes = String.raw`´\u055a\u05f3\u05f4\u2032-\u2037\u2057\u275b-\u2760\uff40\u{1f676}-\u{1f678}`;
/**
 * Letters such as `ʼ`, which looks like an apostrophe, as source text for the inside of a character class in a regular
 * expression.
 */
export const modifierLetters = String.raw`\u02b0-\u02ff\ua78b\ua78c`;

const classOf = new Uint8Array(0x10000);
for (const [characterClass, characters] of [
  // PostgreSQL reads every character beyond ASCII as a letter; for a user, spaces and quotation marks are not letters.
  [IDENTIFIER_START, 'A-Z_a-z\x80-\uffff'],
  [INVISIBLE, '\x80-\xa0\xad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff'],
  [TYPOGRAPHIC_QUOTE, typographicQuotePairs.join('')],
  [DOLLAR, '$'],
  [DIGIT, '0-9'],
  [WHITESPACE, ' \t\n\r\f\v'],
  // To PostgreSQL the backtick is an operator character too; here it is a quote of other dialects.
  [PUNCTUATION, '()[],;.'],
  [OPERATOR, '-~!@#^&|?+*/%<>='],
] as const) {
  for (const [, from = '', last = from] of characters.matchAll(/(.)(?:-(.))?/gs)) {
    classOf.fill(characterClass, from.charCodeAt(0), last.charCodeAt(0) + 1);
  }
}

/**
 * Whether a UTF-16 code unit is in one of `classes`, which are combined with `|`. False for `NaN`, which `charCodeAt`
 * returns past the end of a text.
 */
export const hasClass = (code: number, classes: number): boolean =>
  // `NaN | 0` is 0; as an index, NaN would slow down every later access to the table.
  ((classOf[code | 0] ?? 0) & classes) !== 0;

/**
 * Returns the offset after the code units of the given classes that start at `offset`, or `offset` itself if there are
 * none.
 */
export function findRunEnd(text: string, offset: number, classes: number): number {
  let end = offset;
  while (hasClass(text.charCodeAt(end), classes)) end++;
  return end;
}

/**
 * Matches a sticky pattern at an offset and returns the offset after the match, or `offset` itself if the pattern does
 * not match there.
 */
export function findMatchEnd(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : offset;
}
