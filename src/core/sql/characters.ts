/** Classes of UTF-16 code units as PostgreSQL's scanner has them. `NaN` (past the end) is in none. */

const NAME_START = 1;
const NAME_PART = 2;
const DIGIT = 4;
const BLANK = 8;
const OPERATOR = 16;

const classes = new Uint8Array(128);
const mark = (characters: string, bit: number): void => {
  for (const character of characters) {
    const code = character.charCodeAt(0);
    classes[code] = (classes[code] ?? 0) | bit;
  }
};
const letters = 'abcdefghijklmnopqrstuvwxyz';
mark(`${letters}${letters.toUpperCase()}_`, NAME_START | NAME_PART);
mark('0123456789', DIGIT | NAME_PART);
mark('$', NAME_PART);
mark(' \t\n\r\f\v', BLANK);
// The backtick is an operator character too, but nobody means one: it is a token of its own.
mark('~!@#^&|?+-*/%<>=', OPERATOR);

const has = (code: number, bit: number): boolean => code < 128 && ((classes[code] ?? 0) & bit) !== 0;

export const isBlank = (code: number): boolean => has(code, BLANK);
export const isDigit = (code: number): boolean => has(code, DIGIT);
export const isOperator = (code: number): boolean => has(code, OPERATOR);
export const isNameStart = (code: number): boolean =>
  code < 128 ? has(code, NAME_START) : isForeignLetter(code);
export const isNamePart = (code: number): boolean =>
  code < 128 ? has(code, NAME_PART) : isForeignLetter(code);

/** PostgreSQL takes everything beyond ASCII for a letter; blanks and quotes of word processors are none to a person. */
const isForeignLetter = (code: number): boolean => code >= 0x80 && !isInvisible(code) && !isTypographic(code);

/** Blanks and marks beyond ASCII that are not seen as what they are: no-break space, zero width space … */
export const isInvisible = (code: number): boolean =>
  code >= 0x80 &&
  (code <= 0xa0 ||
    code === 0xad ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202f) ||
    (code >= 0x205f && code <= 0x206f) ||
    code === 0x3000 ||
    code === 0xfeff);

/** Each opening mark with the one that closes it. */
const quotePairs = '“”””„“‟”‘’’’‚‘‛’«»»«‹››‹＂＂＇＇´´';

const isTypographic = (code: number): boolean =>
  (code >= 0x2018 && code <= 0x201f) ||
  code === 0xab ||
  code === 0xb4 ||
  code === 0xbb ||
  code === 0x2039 ||
  code === 0x203a ||
  code === 0xff02 ||
  code === 0xff07;

/** The closing mark of a typographic quote; '' where `code` is none. */
export function typographicClose(code: number): string {
  if (!isTypographic(code)) return '';
  const mark = String.fromCharCode(code);
  for (let i = 0; i < quotePairs.length; i += 2) if (quotePairs[i] === mark) return quotePairs.charAt(i + 1);
  return '';
}
