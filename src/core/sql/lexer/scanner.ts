import {
  DIGIT,
  findMatchEnd,
  findRunEnd,
  hasClass,
  IDENTIFIER_PART,
  IDENTIFIER_START,
  INVISIBLE,
  OPERATOR,
  PUNCTUATION,
  TYPOGRAPHIC_QUOTE,
  typographicQuotePairs,
  WHITESPACE,
} from './characterClasses.ts';
import {
  findBlockCommentEnd,
  findDollarQuoteEnd,
  findLineEnd,
  findQuoteEnd,
  findStringEnd,
} from './delimiters.ts';
import { decodeQuoted, findUescapeClauseEnd } from './escapes.ts';
import type { LexicalError, Token, TokenKind } from './tokens.ts';

// Repetitions of groups are bounded: the engine's own stack would overflow on megabytes of them. No statement needs so
// many digits or signs.
const stringPrefix = /[ebxn]'|u&['"]/iy;
const number =
  /0x(_?[\da-f]){1,9999}|0o(_?[0-7]){1,9999}|0b(_?[01]){1,9999}|(\d(_?\d){0,9999})?(\.(?!\.)(\d(_?\d){0,9999})?)?(e[+-]?\d(_?\d){0,9999})?/iy;
const backtickQuoted = /`([^`\r\n]{0,998}`)?/y;
const typographicQuoted = new RegExp(
  `${typographicQuotePairs.map(([open, close]) => `${open}[^${close}\\r\\n]{0,58}${close}`).join('|')}|.`,
  'y',
);
const templateTag = /\{(\{[^}\r\n]{0,97}\}\}?|[^}\r\n]{0,98}\})|./y;
/**
 * Maximum length, in UTF-16 code units, of a token in backticks. Tokens in typographic quotes or template braces have
 * lower limits. A closing delimiter beyond the limit is not recognized.
 */
export const MAX_LOOKAHEAD = 1000;
const operatorRun = /.((?!--|\/\*)[~!@#^&|?+\-*/%<>=]){0,9999}/y;

/** The code of `a`. The only identifier character between `Z` and `a` is `_`, which has no case. */
const FIRST_LOWER_CASE = 0x61;
const isSign = (code: number): boolean => code === 0x2b || code === 0x2d;

/**
 * Scans the tokens of a text one by one. Comments are skipped unless `withComments` is set; an unclosed comment is
 * returned anyway, because it swallows the text after it. `isFragment` says that the text comes from the middle of
 * another one, where a byte order mark is not an encoding signature.
 */
export class Scanner {
  readonly #text: string;
  readonly #withComments: boolean;
  #offset: number;
  #origin: number | undefined = 0;
  /**
   * End of the last sequence of operator characters. A `+` or `-` that is scanned before this offset was split off the
   * sequence and is an operator of its own.
   */
  #operatorRunEnd = 0;

  constructor(text: string, withComments = false, isFragment = false) {
    this.#text = text;
    this.#withComments = withComments;
    this.#offset = text.charCodeAt(0) === 0xfeff && !isFragment ? 1 : 0;
  }

  /** Makes the offsets of tokens count from the start of the next token. */
  rebaseAtNextToken(): void {
    this.#origin = undefined;
  }
  /** Offset in the text, in UTF-16 code units, from which the offsets of tokens count. */
  get origin(): number {
    return this.#origin ?? this.#offset;
  }

  next(): Token | undefined {
    const text = this.#text;
    for (;;) {
      const start = findRunEnd(text, this.#offset, WHITESPACE);
      if (start >= text.length) return undefined;
      this.#offset = start;
      const token = this.#scanTokenAt(start, text.charCodeAt(start));
      if (token) return token;
    }
  }

  #scanTokenAt(start: number, code: number): Token | undefined {
    if (hasClass(code, IDENTIFIER_START)) return this.#scanWord(start);
    if (hasClass(code, DIGIT) || (code === 0x2e && hasClass(this.#codeAt(start + 1), DIGIT)))
      return this.#scanNumber(start);
    return this.#scanSymbol(start, code, this.#codeAt(start + 1));
  }

  #codeAt(offset: number): number {
    return this.#text.charCodeAt(offset);
  }
  #findMatchEnd(pattern: RegExp, start: number): number {
    return findMatchEnd(pattern, this.#text, start);
  }

  #createToken(kind: TokenKind, start: number, end: number, error?: LexicalError, word = ''): Token {
    this.#offset = end;
    this.#origin ??= start;
    return { kind, start: start - this.#origin, end: end - this.#origin, word, error };
  }
  #createDelimitedToken(kind: TokenKind, start: number, end: number, unclosed: LexicalError): Token {
    return end < 0 ? this.#createToken(kind, start, -end, unclosed) : this.#createToken(kind, start, end);
  }
  #createSymbolToken(kind: TokenKind, start: number, end = start + 1): Token {
    const word = end === start + 1 ? (this.#text[start] ?? '') : this.#text.slice(start, end);
    return this.#createToken(kind, start, end, undefined, word);
  }

  #scanNumber(start: number, digits = start): Token {
    const text = this.#text;
    let end = findRunEnd(text, digits, DIGIT);
    // Most numbers are only digits.
    if (digits === start && (this.#codeAt(end) === 0x2e || hasClass(this.#codeAt(end), IDENTIFIER_PART))) {
      end = this.#findMatchEnd(number, start);
    }
    // PostgreSQL: “trailing junk after numeric literal”.
    const junk = findRunEnd(text, end, IDENTIFIER_PART);
    if (junk > end) return this.#createToken('number', start, junk, 'bad-number');
    return this.#createToken(digits > start ? 'parameter' : 'number', start, end);
  }

  #scanWord(start: number): Token {
    const next = this.#codeAt(start + 1);
    if (next === 0x27 || next === 0x26) {
      const quote = this.#findMatchEnd(stringPrefix, start) - 1;
      if (quote > start) return this.#scanQuoted(start, quote);
    }
    let end = start;
    let highest = 0;
    for (let code = this.#codeAt(end); hasClass(code, IDENTIFIER_PART); code = this.#codeAt(++end))
      highest = Math.max(highest, code);
    const word = highest < 0x80 ? this.#text.slice(start, end) : '';
    // Keywords are mostly in capitals already.
    return this.#createToken(
      'word',
      start,
      end,
      undefined,
      highest < FIRST_LOWER_CASE ? word : word.toUpperCase(),
    );
  }

  #scanQuoted(start: number, quote = start): Token {
    const text = this.#text;
    const isName = text[quote] === '"';
    const kind = isName ? 'quoted-identifier' : 'string';
    const end = isName ? findQuoteEnd(text, quote) : findStringEnd(text, quote, /e/i.test(text[start] ?? ''));
    if (end < 0)
      return this.#createToken(kind, start, -end, isName ? 'unclosed-identifier' : 'unclosed-string');
    if (isName && end === quote + 2) return this.#createToken(kind, start, end, 'empty-identifier');
    if (quote === start) return this.#createToken(kind, start, end);
    const whole = quote > start + 1 ? findUescapeClauseEnd(text, end) : end;
    const isValid = decodeQuoted(text.slice(start, whole)) !== undefined;
    return this.#createToken(kind, start, whole, isValid ? undefined : 'bad-escape');
  }

  #scanSymbol(start: number, code: number, next: number): Token | undefined {
    if (hasClass(code, PUNCTUATION)) return this.#createSymbolToken('punctuation', start);
    switch (code) {
      case 0x27: // '
      case 0x22: // "
        return this.#scanQuoted(start);
      case 0x60: // `
        return this.#createToken('backtick', start, this.#findMatchEnd(backtickQuoted, start), 'backtick');
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
      return this.#createToken('placeholder', start, findRunEnd(this.#text, start + 1, IDENTIFIER_PART));
    }
    const isOperator = next === 0x3a || next === 0x3d;
    return isOperator
      ? this.#createSymbolToken('operator', start, start + 2)
      : this.#createSymbolToken('punctuation', start);
  }

  #scanComment(start: number): Token | undefined {
    const isLine = this.#codeAt(start) === 0x2d;
    const end = isLine ? findLineEnd(this.#text, start) : findBlockCommentEnd(this.#text, start);
    if (end < 0 || this.#withComments)
      return this.#createDelimitedToken('comment', start, end, 'unclosed-comment');
    this.#offset = end;
    return undefined;
  }

  /**
   * Follows PostgreSQL's rule that trailing `+` and `-` are operators of their own, as in `a=-1`, unless the sequence
   * has one of `~ ! @ # % ^ & | ?`, as in `@-`.
   */
  #scanOperator(start: number, next: number): Token {
    if (!hasClass(next, OPERATOR) || start < this.#operatorRunEnd)
      return this.#createSymbolToken('operator', start);
    const endOfRun = this.#findMatchEnd(operatorRun, start);
    let end = endOfRun;
    if (!/[~!@#%^&|?]/.test(this.#text.slice(start, endOfRun))) {
      while (end > start + 1 && isSign(this.#codeAt(end - 1))) end--;
    }
    this.#operatorRunEnd = endOfRun;
    return this.#createSymbolToken('operator', start, end);
  }

  #scanDollar(start: number, next: number): Token {
    const text = this.#text;
    if (hasClass(next, DIGIT)) return this.#scanNumber(start, start + 1);
    if (next === 0x7b) {
      let end = start + 2;
      while (hasClass(this.#codeAt(end), IDENTIFIER_PART) || text[end] === '.' || text[end] === '-') end++;
      const isClosed = text[end] === '}' && end > start + 2;
      return isClosed
        ? this.#createToken('placeholder', start, end + 1)
        : this.#createToken('placeholder', start, end, 'unclosed-placeholder');
    }
    const end = findDollarQuoteEnd(text, start);
    return end === 0
      ? this.#createToken('unknown', start, start + 1, 'unexpected-character')
      : this.#createDelimitedToken('dollar-string', start, end, 'unclosed-dollar-quote');
  }

  #scanUnknown(start: number, code: number): Token {
    if (hasClass(code, INVISIBLE)) {
      return this.#createToken(
        'unknown',
        start,
        findRunEnd(this.#text, start, INVISIBLE),
        'invisible-character',
      );
    }
    return hasClass(code, TYPOGRAPHIC_QUOTE)
      ? this.#createToken(
          'typographic-quote',
          start,
          this.#findMatchEnd(typographicQuoted, start),
          'typographic-quote',
        )
      : this.#createToken('unknown', start, this.#findMatchEnd(templateTag, start), 'unexpected-character');
  }
}
