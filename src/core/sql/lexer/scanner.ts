/**
 * A scanner that follows PostgreSQL's rules (its manual, section 4.1). Any text can be scanned, nothing throws, and
 * each character is read a bounded number of times. Only whitespace and skipped comments are between tokens.
 */
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

// Repetitions of groups are bounded: the engine's own stack would overflow on megabytes of them. No statement needs
// so many digits or signs, and PostgreSQL accepts neither.
const stringPrefix = /[ebxn]'|u&['"]/iy;
/**
 * Matches a number: `12`, `1_000`, `1.5`, `.5`, `1e-3`, `0x1F`, `0o17`, `0b11`. In `1..5` it matches only the `1`.
 */
const number =
  /0x(_?[\da-f]){1,9999}|0o(_?[0-7]){1,9999}|0b(_?[01]){1,9999}|(\d(_?\d){0,9999})?(\.(?!\.)(\d(_?\d){0,9999})?)?(e[+-]?\d(_?\d){0,9999})?/iy;
/**
 * Matches `` `…` ``, a quoted name of other dialects, if its closing backtick is on the same line and at most 998
 * UTF-16 code units are between the two; otherwise only the first backtick.
 */
const backtickQuoted = /`([^`\r\n]{0,998}`)?/y;
/**
 * Matches a text in a word processor's quotes if the closing one is on the same line and at most 58 UTF-16 code units
 * are between the two; otherwise only one character.
 */
const typographicQuoted = new RegExp(
  `${typographicQuotePairs.map(([open, close]) => `${open}[^${close}\\r\\n]{0,58}${close}`).join('|')}|.`,
  'y',
);
/**
 * Matches `{name}` or a templating tool's `{{name}}` that is closed on the same line and within about 100 UTF-16 code
 * units; otherwise one character.
 */
const templateTag = /\{(\{[^}\r\n]{0,97}\}\}?|[^}\r\n]{0,98}\})|./y;
/**
 * Maximum length, in UTF-16 code units, of a backtick-quoted name, a text in typographic quotes or a template tag. (For
 * the last two, the patterns set lower limits.) Such a token may contain a `;`. If its closing delimiter is missing, on
 * another line or further away, the token is only its first character.
 */
export const MAX_LOOKAHEAD = 1000;
const operatorRun = /.((?!--|\/\*)[~!@#^&|?+\-*/%<>=]){0,9999}/y;

/** The code of `a`. The only identifier character between the capitals and `a` is `_`, which has no case. */
const FIRST_LOWER_CASE = 0x61;
const isSign = (code: number): boolean => code === 0x2b || code === 0x2d;

/**
 * Scans the tokens of a text one by one, in order and without overlap. Between them are only whitespace and skipped
 * comments, and before them there may be a byte order mark. Comments are skipped unless `withComments` is set, but an
 * unclosed comment is always returned, because it swallows the text after it. `isFragment` says that the text comes
 * from the middle of another one, where a byte order mark is an invisible character rather than an encoding signature.
 */
export class Scanner {
  readonly #text: string;
  readonly #withComments: boolean;
  #offset: number;
  /**
   * The offset in the text from which the offsets of tokens count; undefined from a call of `rebaseAtNextToken` until
   * the next token is created.
   */
  #origin: number | undefined = 0;
  /**
   * Offset up to which each `+` and `-` is an operator of its own: the end of a sequence of operator characters that
   * has been split.
   */
  #signsEnd = 0;

  constructor(text: string, withComments = false, isFragment = false) {
    this.#text = text;
    this.#withComments = withComments;
    this.#offset = text.charCodeAt(0) === 0xfeff && !isFragment ? 1 : 0;
  }

  /** Makes the offsets of all further tokens count from the start of the next token. */
  rebaseAtNextToken(): void {
    this.#origin = undefined;
  }
  /**
   * The offset in the text from which the offsets of tokens count, in UTF-16 code units; after `rebaseAtNextToken`, the
   * current offset until the next token is scanned.
   */
  get origin(): number {
    return this.#origin ?? this.#offset;
  }

  /** Scans and returns the next token; undefined at the end of the text. */
  next(): Token | undefined {
    const text = this.#text;
    for (;;) {
      const start = findRunEnd(text, this.#offset, WHITESPACE);
      if (start >= text.length) return undefined;
      this.#offset = start;
      const token = this.#scan(start, text.charCodeAt(start));
      if (token) return token;
    }
  }

  /** Scans the token that starts at `start` with the code unit `code`; undefined for a comment that is skipped. */
  #scan(start: number, code: number): Token | undefined {
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

  /** Creates a token and moves the scanner to its end. `start` and `end` are offsets in the whole text. */
  #createToken(kind: TokenKind, start: number, end: number, error?: LexicalError, word = ''): Token {
    this.#offset = end;
    this.#origin ??= start;
    return { kind, start: start - this.#origin, end: end - this.#origin, word, error };
  }
  /**
   * Creates a token with delimiters. A negative `end` is the negated length of the text and means that the closing
   * delimiter is missing; the token then has the error `unclosed`.
   */
  #createDelimitedToken(kind: TokenKind, start: number, end: number, unclosed: LexicalError): Token {
    return end < 0 ? this.#createToken(kind, start, -end, unclosed) : this.#createToken(kind, start, end);
  }
  #createSymbolToken(kind: TokenKind, start: number, end = start + 1): Token {
    const word = end === start + 1 ? (this.#text[start] ?? '') : this.#text.slice(start, end);
    return this.#createToken(kind, start, end, undefined, word);
  }

  /**
   * Scans a number; or, if `digits` is greater than `start`, a parameter such as `$1`, whose digits start at `digits`.
   */
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

  /**
   * Scans `'…'` or `"…"`, whose opening quote is at `quote`, with the prefix before it: `E'…'`, `U&"…"`. In
   * `U&'d!0061t' UESCAPE '!'`, the UESCAPE clause is part of the token.
   */
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

  /** Scans a token that starts with neither a letter nor a digit; undefined for a comment that is skipped. */
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
   * Scans an operator: all operator characters that follow one another, by PostgreSQL's rule. Trailing `+` and `-`
   * are operators of their own, as in `a=-1`, unless the sequence has one of `~ ! @ # % ^ & | ?`, as in `@-`.
   */
  #scanOperator(start: number, next: number): Token {
    if (!hasClass(next, OPERATOR) || start < this.#signsEnd)
      return this.#createSymbolToken('operator', start);
    const endOfRun = this.#findMatchEnd(operatorRun, start);
    let end = endOfRun;
    if (!/[~!@#%^&|?]/.test(this.#text.slice(start, endOfRun))) {
      while (end > start + 1 && isSign(this.#codeAt(end - 1))) end--;
    }
    this.#signsEnd = endOfRun;
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
