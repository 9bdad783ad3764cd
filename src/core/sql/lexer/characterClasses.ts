/** Classes of UTF-16 code units, as PostgreSQL's scanner has them. Each unit is in one class or in none. */

export const IDENTIFIER_START = 1;
export const DOLLAR = 2;
export const DIGIT = 4;
export const WHITESPACE = 8;
export const OPERATOR = 16;
/** Whitespace and format characters beyond ASCII, which a person can't see: no-break space, zero width space … */
export const INVISIBLE = 32;
/** The quotation marks of word processors. */
export const TYPOGRAPHIC_QUOTE = 64;
/** Characters that are each a token of its own. */
export const PUNCTUATION = 128;
/** The characters of an unquoted identifier after its first one. */
export const IDENTIFIER_PART = IDENTIFIER_START | DOLLAR | DIGIT;

/** Each opening quotation mark of a word processor or of another script, with a mark that closes it. Includes primes. */
export const typographicQuotePairs =
  '“” ”” „“ ‟” ‘’ ’’ ‚‘ ‛’ «» »« ‹› ›‹ ＂＂ ＇＇ ´´ ′′ ″″ 「」 『』 ｢｣ 〝〞 〝〟 ﹁﹂ ﹃﹄ ⹂⹂'.split(' ');

/**
 * Characters that Unicode does not count among quotation marks, though people use them as such: accents, primes, ornaments,
 * apostrophes of other scripts. For a character class of a regular expression with the flag `u`.
 */
export const quotationMarkLookalikes = String.raw`´\u055a\u05f3\u05f4\u2032-\u2037\u2057\u275b-\u2760\uff40\u{1f676}-\u{1f678}`;
/** Letters that look like an apostrophe or another mark above the line, such as `ʼ`. For a character class, as above. */
export const modifierLetters = String.raw`\u02b0-\u02ff\ua78b\ua78c`;

/** The class of each code unit. In the rows, `a-z` is a range; a later row overrides an earlier one. */
const classOf = new Uint8Array(0x10000);
for (const [characterClass, characters] of [
  // PostgreSQL takes everything beyond ASCII for a letter; to a person, spaces and quotation marks are not letters.
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

/** Whether a code unit is in one of the classes, which are bits; `NaN`, past the end of a text, is in none. */
export const hasClass = (code: number, classes: number): boolean =>
  // `NaN | 0` is 0; as an index, NaN would slow down every later access to the table.
  ((classOf[code | 0] ?? 0) & classes) !== 0;

/** The offset after the run of code units of these classes that begins at an offset. */
export function runEnd(text: string, offset: number, classes: number): number {
  let end = offset;
  while (hasClass(text.charCodeAt(end), classes)) end++;
  return end;
}

/** Where the match of a sticky pattern at an offset ends; the offset itself where it does not match. */
export function matchEnd(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : offset;
}
