/**
 * Classes of UTF-16 code units, mostly as PostgreSQL's scanner distinguishes them. Each code unit is in at most one
 * class. A class is a bit, so that several can be combined with `|`.
 */

export const IDENTIFIER_START = 1;
export const DOLLAR = 2;
export const DIGIT = 4;
export const WHITESPACE = 8;
export const OPERATOR = 16;
/** Characters beyond ASCII that a user usually can't see, such as the no-break space and the zero-width space. */
export const INVISIBLE = 32;
/** Quotation marks that word processors insert, such as `“`, and those of other scripts. SQL has none of them. */
export const TYPOGRAPHIC_QUOTE = 64;
/**
 * Parentheses, brackets, comma, semicolon and dot. Outside of numbers, quotes, comments and placeholders, each is a
 * token by itself.
 */
export const PUNCTUATION = 128;
/** The classes of the characters that an unquoted identifier can have after its first one. */
export const IDENTIFIER_PART = IDENTIFIER_START | DOLLAR | DIGIT;

/**
 * Pairs of quotation marks from word processors and other scripts, primes included. Each entry is two characters: the
 * opening mark, then the mark that closes it. An opening mark with several closing marks has several entries.
 */
export const typographicQuotePairs =
  '“” ”” „“ ‟” ‘’ ’’ ‚‘ ‛’ «» »« ‹› ›‹ ＂＂ ＇＇ ´´ ′′ ″″ 「」 『』 ｢｣ 〝〞 〝〟 ﹁﹂ ﹃﹄ ⹂⹂'.split(' ');

/**
 * Characters that are not quotation marks in Unicode but are used as such: accents, primes, ornaments, and
 * apostrophes of other scripts. Source text for the inside of a character class in a regular expression with the flag
 * `u`.
 */
export const quotationMarkLookalikes = String.raw`´\u055a\u05f3\u05f4\u2032-\u2037\u2057\u275b-\u2760\uff40\u{1f676}-\u{1f678}`;
/**
 * The letters called spacing modifiers and saltillos, such as `ʼ`, some of which look like an apostrophe. Source text
 * for the inside of a character class in a regular expression.
 */
export const modifierLetters = String.raw`\u02b0-\u02ff\ua78b\ua78c`;

/**
 * The class of each UTF-16 code unit; 0 for none. In the rows below, `a-z` is a range, and a later row overrides an
 * earlier one.
 */
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
 * True if a UTF-16 code unit is in one of the given classes, which are bits combined with `|`. False for `NaN`, which
 * `charCodeAt` returns past the end of a text.
 */
export const hasClass = (code: number, classes: number): boolean =>
  // `NaN | 0` is 0; as an index, NaN would slow down every later access to the table.
  ((classOf[code | 0] ?? 0) & classes) !== 0;

/**
 * Returns the offset after the longest sequence of code units of the given classes that starts at `offset`. Returns
 * `offset` itself if the code unit there is in none of them.
 */
export function findRunEnd(text: string, offset: number, classes: number): number {
  let end = offset;
  while (hasClass(text.charCodeAt(end), classes)) end++;
  return end;
}

/**
 * Matches a sticky pattern at an offset and returns the offset after the match, or `offset` itself if the pattern
 * does not match there.
 */
export function findMatchEnd(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : offset;
}
