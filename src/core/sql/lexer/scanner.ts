/**
 * A scanner by PostgreSQL's rules (its manual, section 4.1). It is total: any text gives tokens, nothing throws, and
 * each character is read a bounded number of times. Between tokens is whitespace.
 */
import {
  DIGIT,
  hasClass,
  IDENTIFIER_PART,
  IDENTIFIER_START,
  INVISIBLE,
  matchEnd,
  OPERATOR,
  PUNCTUATION,
  runEnd,
  TYPOGRAPHIC_QUOTE,
  typographicQuotePairs,
  WHITESPACE,
} from './characterClasses.ts';
import { blockCommentEnd, dollarQuoteEnd, lineEnd, quotedEnd, stringEnd } from './delimiters.ts';
import { decodeQuoted, uescapeClauseEnd } from './escapes.ts';
import type { LexicalError, Token, TokenKind } from './tokens.ts';

// Repetitions of groups are bounded: the engine's own stack would overflow on megabytes of them. No statement needs
// so many digits or signs, and PostgreSQL accepts neither.
const stringPrefix = /[ebxn]'|u&['"]/iy;
/** `12`, `1_000`, `1.5`, `.5`, `1e-3`, `0x1F`, `0o17`, `0b11`; `1..5` is 1, then two dots. */
const number =
  /0x(_?[\da-f]){1,9999}|0o(_?[0-7]){1,9999}|0b(_?[01]){1,9999}|(\d(_?\d){0,9999})?(\.(?!\.)(\d(_?\d){0,9999})?)?(e[+-]?\d(_?\d){0,9999})?/iy;
/** Quotes of other dialects and of word processors, and `{{name}}` of a templating tool, where their line closes them. */
const backtickQuoted = /`([^`\r\n]{0,998}`)?/y;
const typographicQuoted = new RegExp(
  `${typographicQuotePairs.map(([open, close]) => `${open}[^${close}\\r\\n]{0,58}${close}`).join('|')}|.`,
  'y',
);
const templateTag = /\{(\{[^}\r\n]{0,97}\}\}?|[^}\r\n]{0,98}\})|./y;
/**
 * How far from a token's start the patterns above look for a closing delimiter, which may be after a `;`; without it they
 * take one character. Other tokens without their closing delimiter reach to the end of the text.
 */
export const maxLookahead = 1000;
const operatorRun = /.((?!--|\/\*)[~!@#^&|?+\-*/%<>=]){0,9999}/y;

/** `a`; the `_` between the capitals and it is in both cases. */
const FIRST_LOWER_CASE = 0x61;
const isSign = (code: number): boolean => code === 0x2b || code === 0x2d;

/**
 * Gives the tokens of a text one by one, in order and without overlap; between them is only whitespace (and a byte
 * order mark at the very start). Comments are left out unless requested; an unclosed one, which swallows text, is
 * not. `isFragment`: the text is from the middle of another one, where a byte order mark is an invisible character.
 */
export class Scanner {
  readonly #text: string;
  readonly #withComments: boolean;
  #offset: number;
  /** The offset that those of tokens are relative to; undefined for the start of the next token. */
  #origin: number | undefined = 0;
  /** Before this offset, each `+` and `-` is an operator of its own. */
  #signsEnd = 0;

  constructor(text: string, withComments = false, isFragment = false) {
    this.#text = text;
    this.#withComments = withComments;
    this.#offset = text.charCodeAt(0) === 0xfeff && !isFragment ? 1 : 0;
  }

  /** Makes the offsets of the tokens that follow relative to the start of the next one. */
  rebaseAtNextToken(): void {
    this.#origin = undefined;
  }
  /** The offset in the text that those of tokens are relative to. */
  get origin(): number {
    return this.#origin ?? this.#offset;
  }

  /** The next token; undefined at the end. */
  next(): Token | undefined {
    const text = this.#text;
    for (;;) {
      const start = runEnd(text, this.#offset, WHITESPACE);
      if (start >= text.length) return undefined;
      this.#offset = start;
      const token = this.#scan(start, text.charCodeAt(start));
      if (token) return token;
    }
  }

  /** The token that begins with a code unit; undefined for a comment that is left out. */
  #scan(start: number, code: number): Token | undefined {
    if (hasClass(code, IDENTIFIER_START)) return this.#scanWord(start);
    if (hasClass(code, DIGIT) || (code === 0x2e && hasClass(this.#codeAt(start + 1), DIGIT)))
      return this.#scanNumber(start);
    return this.#scanSymbol(start, code, this.#codeAt(start + 1));
  }

  #codeAt(offset: number): number {
    return this.#text.charCodeAt(offset);
  }
  #matchEnd(pattern: RegExp, start: number): number {
    return matchEnd(pattern, this.#text, start);
  }

  /** Makes a token, and continues after it. */
  #token(kind: TokenKind, start: number, end: number, error?: LexicalError, word = ''): Token {
    this.#offset = end;
    this.#origin ??= start;
    return { kind, start: start - this.#origin, end: end - this.#origin, word, error };
  }
  /** A token with delimiters; the closing one is missing where `end` is negative. */
  #delimitedToken(kind: TokenKind, start: number, end: number, unclosed: LexicalError): Token {
    return end < 0 ? this.#token(kind, start, -end, unclosed) : this.#token(kind, start, end);
  }
  /** An operator or a punctuation character, which is its own `word`. */
  #symbol(kind: TokenKind, start: number, end = start + 1): Token {
    const word = end === start + 1 ? (this.#text[start] ?? '') : this.#text.slice(start, end);
    return this.#token(kind, start, end, undefined, word);
  }

  /** At a number, or at a parameter whose digits are at `digits`. */
  #scanNumber(start: number, digits = start): Token {
    const text = this.#text;
    let end = runEnd(text, digits, DIGIT);
    // Most numbers are only digits.
    if (digits === start && (this.#codeAt(end) === 0x2e || hasClass(this.#codeAt(end), IDENTIFIER_PART))) {
      end = this.#matchEnd(number, start);
    }
    // PostgreSQL: “trailing junk after numeric literal”.
    const junk = runEnd(text, end, IDENTIFIER_PART);
    if (junk > end) return this.#token('number', start, junk, 'bad-number');
    return this.#token(digits > start ? 'parameter' : 'number', start, end);
  }

  #scanWord(start: number): Token {
    const next = this.#codeAt(start + 1);
    if (next === 0x27 || next === 0x26) {
      const quote = this.#matchEnd(stringPrefix, start) - 1;
      if (quote > start) return this.#scanQuoted(start, quote);
    }
    let end = start;
    let highest = 0;
    for (let code = this.#codeAt(end); hasClass(code, IDENTIFIER_PART); code = this.#codeAt(++end))
      highest = Math.max(highest, code);
    const word = highest < 0x80 ? this.#text.slice(start, end) : '';
    // Keywords are mostly in capitals already.
    return this.#token('word', start, end, undefined, highest < FIRST_LOWER_CASE ? word : word.toUpperCase());
  }

  /** At `'…'` or `"…"`, which may have a prefix: `E'…'`, `U&"…"`. `U&'d!0061t' UESCAPE '!'` is one literal. */
  #scanQuoted(start: number, quote = start): Token {
    const text = this.#text;
    const isName = text[quote] === '"';
    const kind = isName ? 'quoted-identifier' : 'string';
    const end = isName ? quotedEnd(text, quote) : stringEnd(text, quote, /e/i.test(text[start] ?? ''));
    if (end < 0) return this.#token(kind, start, -end, isName ? 'unclosed-identifier' : 'unclosed-string');
    if (isName && end === quote + 2) return this.#token(kind, start, end, 'empty-identifier');
    if (quote === start) return this.#token(kind, start, end);
    const whole = quote > start + 1 ? uescapeClauseEnd(text, end) : end;
    const isValid = decodeQuoted(text.slice(start, whole)) !== undefined;
    return this.#token(kind, start, whole, isValid ? undefined : 'bad-escape');
  }

  /** A token that begins with neither a letter nor a digit. */
  #scanSymbol(start: number, code: number, next: number): Token | undefined {
    if (hasClass(code, PUNCTUATION)) return this.#symbol('punctuation', start);
    switch (code) {
      case 0x27: // '
      case 0x22: // "
        return this.#scanQuoted(start);
      case 0x60: // `
        return this.#token('backtick', start, this.#matchEnd(backtickQuoted, start), 'backtick');
      case 0x3a: // :
        return this.#scanColon(start, next);
      case 0x24: // $
        return this.#scanDollar(start, next);
    }
    if ((code === 0x2d && next === 0x2d) || (code === 0x2f && next === 0x2a)) return this.#scanComment(start);
    if (hasClass(code, OPERATOR)) return this.#scanOperator(start, next);
    return this.#scanUnknown(start, code);
  }

  #scanColon(start: number, next: number): Token {
    if (hasClass(next, IDENTIFIER_START)) {
      return this.#token('placeholder', start, runEnd(this.#text, start + 1, IDENTIFIER_PART));
    }
    const isOperator = next === 0x3a || next === 0x3d;
    return isOperator ? this.#symbol('operator', start, start + 2) : this.#symbol('punctuation', start);
  }

  #scanComment(start: number): Token | undefined {
    const isLine = this.#codeAt(start) === 0x2d;
    const end = isLine ? lineEnd(this.#text, start) : blockCommentEnd(this.#text, start);
    if (end < 0 || this.#withComments) return this.#delimitedToken('comment', start, end, 'unclosed-comment');
    this.#offset = end;
    return undefined;
  }

  /**
   * A run of operator characters is one operator. Trailing `+` and `-` are operators of their own unless the run
   * has one of `~ ! @ # % ^ & | ?` (so `a=-1` is `=` and `-1`, but `@-` is one operator).
   */
  #scanOperator(start: number, next: number): Token {
    if (!hasClass(next, OPERATOR) || start < this.#signsEnd) return this.#symbol('operator', start);
    const endOfRun = this.#matchEnd(operatorRun, start);
    let end = endOfRun;
    if (!/[~!@#%^&|?]/.test(this.#text.slice(start, endOfRun))) {
      while (end > start + 1 && isSign(this.#codeAt(end - 1))) end--;
    }
    this.#signsEnd = endOfRun;
    return this.#symbol('operator', start, end);
  }

  #scanDollar(start: number, next: number): Token {
    const text = this.#text;
    if (hasClass(next, DIGIT)) return this.#scanNumber(start, start + 1);
    if (next === 0x7b) {
      let end = start + 2;
      while (hasClass(this.#codeAt(end), IDENTIFIER_PART) || text[end] === '.' || text[end] === '-') end++;
      const isClosed = text[end] === '}' && end > start + 2;
      return isClosed
        ? this.#token('placeholder', start, end + 1)
        : this.#token('placeholder', start, end, 'unclosed-placeholder');
    }
    const end = dollarQuoteEnd(text, start);
    return end === 0
      ? this.#token('unknown', start, start + 1, 'unexpected-character')
      : this.#delimitedToken('dollar-string', start, end, 'unclosed-dollar-quote');
  }

  #scanUnknown(start: number, code: number): Token {
    if (hasClass(code, INVISIBLE)) {
      return this.#token('unknown', start, runEnd(this.#text, start, INVISIBLE), 'invisible-character');
    }
    return hasClass(code, TYPOGRAPHIC_QUOTE)
      ? this.#token('typographic-quote', start, this.#matchEnd(typographicQuoted, start), 'typographic-quote')
      : this.#token('unknown', start, this.#matchEnd(templateTag, start), 'unexpected-character');
  }
}
