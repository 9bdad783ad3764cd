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
/** What a name goes on with. */
export const NAME_PART = LETTER | DOLLAR | DIGIT;

/** Each opening mark of those with the one that closes it. */
export const quotePairs = '“” ”” „“ ‟” ‘’ ’’ ‚‘ ‛’ «» »« ‹› ›‹ ＂＂ ＇＇ ´´'.split(' ');

// PostgreSQL takes everything beyond ASCII for a letter; blanks and quotes are none to a person.
const classes = new Uint8Array(0x10000).fill(LETTER, 0x80).fill(DIGIT, 0x30, 0x3a);
for (const [from, last, bit] of [
  [0x41, 0x5a, LETTER],
  [0x5f, 0x5f, LETTER],
  [0x61, 0x7a, LETTER],
  [0x80, 0xa0, INVISIBLE],
  [0xad, 0xad, INVISIBLE],
  [0x1680, 0x1680, INVISIBLE],
  [0x2000, 0x200f, INVISIBLE],
  [0x2028, 0x202f, INVISIBLE],
  [0x205f, 0x206f, INVISIBLE],
  [0x3000, 0x3000, INVISIBLE],
  [0xfeff, 0xfeff, INVISIBLE],
] as const) {
  classes.fill(bit, from, last + 1);
}
const mark = (bit: number, characters: string): void => {
  for (let i = 0; i < characters.length; i++) classes[characters.charCodeAt(i)] = bit;
};
mark(TYPOGRAPHIC, quotePairs.join(''));
mark(DOLLAR, '$');
mark(BLANK, ' \t\n\r\f\v');
// The backtick is an operator character too, but nobody means one: it is a token of its own.
mark(OPERATOR, '~!@#^&|?+-*/%<>=');

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

/** Where a sticky pattern ends that is looked for at `at`; `otherwise` where it does not match. */
export function matchEnd(pattern: RegExp, text: string, at: number, otherwise = at): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : otherwise;
}
