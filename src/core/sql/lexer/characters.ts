/** Classes of UTF-16 code units as PostgreSQL's scanner has them; each unit is in one of them or none. */

export const LETTER = 1;
export const DOLLAR = 2;
export const DIGIT = 4;
export const BLANK = 8;
export const OPERATOR = 16;
/** Blanks and marks beyond ASCII that are not seen as what they are: no-break space, zero width space … */
export const INVISIBLE = 32;
/** Quotes of word processors. */
export const TYPOGRAPHIC = 64;
/** Tokens of their own. */
export const MARK = 128;
/** What a name goes on with. */
export const NAME_PART = LETTER | DOLLAR | DIGIT;

/** Each opening mark of those with the one that closes it. */
export const quotePairs = '“” ”” „“ ‟” ‘’ ’’ ‚‘ ‛’ «» »« ‹› ›‹ ＂＂ ＇＇ ´´'.split(' ');

/** The characters of each class, `a-z` for all from one to another; later rows take them out of earlier ones. */
const classes = new Uint8Array(0x10000);
for (const [bit, characters] of [
  // PostgreSQL takes everything beyond ASCII for a letter; blanks and quotes are none to a person.
  [LETTER, 'A-Z_a-z\x80-\uffff'],
  [INVISIBLE, '\x80-\xa0\xad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff'],
  [TYPOGRAPHIC, quotePairs.join('')],
  [DOLLAR, '$'],
  [DIGIT, '0-9'],
  [BLANK, ' \t\n\r\f\v'],
  // The backtick is an operator character too, but nobody means one: it is a token of its own.
  [MARK, '()[],;.'],
  [OPERATOR, '-~!@#^&|?+*/%<>='],
] as const) {
  for (const [, from = '', last = from] of characters.matchAll(/(.)(?:-(.))?/gs)) {
    classes.fill(bit, from.charCodeAt(0), last.charCodeAt(0) + 1);
  }
}

/** Whether a code unit is in one of the classes (bits); `NaN`, past the end of a text, is in none. */
export const is = (code: number, bits: number): boolean =>
  // `NaN | 0` is 0; as an index, NaN would make every later look into the table slow.
  ((classes[code | 0] ?? 0) & bits) !== 0;

/** Offset after the code units of these classes that follow at `at`. */
export function runEnd(text: string, at: number, bits: number): number {
  let end = at;
  while (is(text.charCodeAt(end), bits)) end++;
  return end;
}

/** Where a sticky pattern ends that is looked for at `at`; `at` where it does not match. */
export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
