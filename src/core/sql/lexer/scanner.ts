/**
 * A total scanner for PostgreSQL's rules (its manual, section 4.1): any text gives tokens, nothing throws, each
 * character is looked at a bounded number of times. Blanks are the gaps between tokens.
 */
import {
  BLANK,
  DIGIT,
  INVISIBLE,
  is,
  LETTER,
  MARK,
  matchEnd,
  NAME_PART,
  OPERATOR,
  quotePairs,
  runEnd,
  TYPOGRAPHIC,
} from './characters.ts';
import { blockCommentEnd, dollarQuoteEnd, lineEnd, quotedEnd, stringEnd } from './ends.ts';
import { escapeClauseEnd, quotedContent } from './escapes.ts';
import type { LexicalError, Token, TokenKind } from './tokens.ts';

// Repetitions of groups are bounded: the engine's own stack would overflow on megabytes of them. Nobody writes so
// many digits or signs, and PostgreSQL takes neither.
const stringPrefix = /[ebxn]'|u&['"]/iy;
/** `12`, `1_000`, `1.5`, `.5`, `1e-3`, `0x1F`, `0o17`, `0b11`; `1..5` is 1, then two dots. */
const number =
  /0x(_?[\da-f]){1,9999}|0o(_?[0-7]){1,9999}|0b(_?[01]){1,9999}|(\d(_?\d){0,9999})?(\.(?!\.)(\d(_?\d){0,9999})?)?(e[+-]?\d(_?\d){0,9999})?/iy;
/** Quotes of other dialects and of word processors, and `{{name}}` of a templating tool, as far as a line closes them. */
const backtick = /`([^`\r\n]{0,998}`)?/y;
const typographic = new RegExp(
  `${quotePairs.map(([open, close]) => `${open}[^${close}\\r\\n]{0,58}${close}`).join('|')}|.`,
  'y',
);
const template = /\{(\{[^}\r\n]{0,97}\}\}?|[^}\r\n]{0,98}\})|./y;
/**
 * Two of these look for an end mark that may be behind a `;`, and take one character where it is missing: so far at
 * most, from the token's start. All others that look further reach to the end of the text where the mark is missing.
 */
export const maxLookahead = 128;
const operatorRun = /.((?!--|\/\*)[~!@#^&|?+\-*/%<>=]){0,9999}/y;

const isSign = (code: number): boolean => code === 0x2b || code === 0x2d;

/**
 * Gives the tokens of a text one by one, in order and without overlap; between them are only blanks (and a byte order
 * mark at the very start). Comments are left out unless asked for; an unclosed one, which swallows text, never is.
 * `isPart`: the text is from the midst of another one, where a byte order mark is an invisible character.
 */
export class Scanner {
  readonly #text: string;
  readonly #withComments: boolean;
  #at: number;
  /** What offsets of tokens count from; undefined for the start of the next token. */
  #origin: number | undefined = 0;
  /** Up to here each `+` and `-` is an operator of its own. */
  #signsEnd = 0;

  constructor(text: string, withComments = false, isPart = false) {
    this.#text = text;
    this.#withComments = withComments;
    this.#at = text.charCodeAt(0) === 0xfeff && !isPart ? 1 : 0;
  }

  /** From here on offsets count from the start of the next token. */
  countFromNext(): void {
    this.#origin = undefined;
  }
  /** What offsets of the tokens count from, once there is one. */
  get origin(): number {
    return this.#origin ?? this.#at;
  }

  /** The next token; undefined at the end. */
  next(): Token | undefined {
    const text = this.#text;
    for (;;) {
      const start = runEnd(text, this.#at, BLANK);
      if (start >= text.length) return undefined;
      this.#at = start;
      const token = this.#scan(start, text.charCodeAt(start));
      if (token) return token;
    }
  }

  /** The token that begins with a character; undefined for a comment that is left out. */
  #scan(start: number, code: number): Token | undefined {
    if (is(code, LETTER)) return this.#scanWord(start);
    if (is(code, DIGIT) || (code === 0x2e && is(this.#code(start + 1), DIGIT)))
      return this.#scanNumber(start);
    return this.#scanMark(start, code, this.#code(start + 1));
  }

  #code(at: number): number {
    return this.#text.charCodeAt(at);
  }
  #match(pattern: RegExp, start: number): number {
    return matchEnd(pattern, this.#text, start);
  }

  /** Makes a token, and goes on after it. */
  #token(kind: TokenKind, start: number, end: number, error?: LexicalError, word = ''): Token {
    this.#at = end;
    this.#origin ??= start;
    return { kind, start: start - this.#origin, end: end - this.#origin, word, error };
  }
  /** A token with an end mark, which is missing where `end` is negative. */
  #delimited(kind: TokenKind, start: number, end: number, unclosed: LexicalError): Token {
    return end < 0 ? this.#token(kind, start, -end, unclosed) : this.#token(kind, start, end);
  }
  /** An operator or a punctuation mark. */
  #mark(kind: TokenKind, start: number, end = start + 1): Token {
    const word = end === start + 1 ? (this.#text[start] ?? '') : this.#text.slice(start, end);
    return this.#token(kind, start, end, undefined, word);
  }

  /** At a number, or at a parameter whose digits are at `digits`. */
  #scanNumber(start: number, digits = start): Token {
    const text = this.#text;
    let end = runEnd(text, digits, DIGIT);
    // Most numbers are but digits.
    if (digits === start && (this.#code(end) === 0x2e || is(this.#code(end), NAME_PART))) {
      end = this.#match(number, start);
    }
    // PostgreSQL: “trailing junk after numeric literal”.
    const junk = runEnd(text, end, NAME_PART);
    if (junk > end) return this.#token('number', start, junk, 'bad-number');
    return this.#token(digits > start ? 'parameter' : 'number', start, end);
  }

  #scanWord(start: number): Token {
    const next = this.#code(start + 1);
    if (next === 0x27 || next === 0x26) {
      const quote = this.#match(stringPrefix, start) - 1;
      if (quote > start) return this.#scanQuoted(start, quote);
    }
    let end = start;
    let isAscii = true;
    for (let code = this.#code(end); is(code, NAME_PART); code = this.#code(++end)) isAscii &&= code < 0x80;
    return this.#token(
      'word',
      start,
      end,
      undefined,
      isAscii ? this.#text.slice(start, end).toUpperCase() : '',
    );
  }

  /** At `'…'` or `"…"`, which may have a prefix: `E'…'`, `U&"…"`. `U&'d!0061t' UESCAPE '!'` is one literal. */
  #scanQuoted(start: number, quote = start): Token {
    const text = this.#text;
    const isName = text[quote] === '"';
    const kind = isName ? 'quoted' : 'string';
    const end = isName ? quotedEnd(text, quote) : stringEnd(text, quote, /e/i.test(text[start] ?? ''));
    if (end < 0) return this.#token(kind, start, -end, isName ? 'unclosed-identifier' : 'unclosed-string');
    if (isName && end === quote + 2) return this.#token(kind, start, end, 'empty-identifier');
    if (quote === start) return this.#token(kind, start, end);
    const whole = quote > start + 1 ? escapeClauseEnd(text, end) : end;
    const isValid = quotedContent(text.slice(start, whole)) !== undefined;
    return this.#token(kind, start, whole, isValid ? undefined : 'bad-escape');
  }

  /** Anything that begins with neither a letter nor a digit. */
  #scanMark(start: number, code: number, next: number): Token | undefined {
    if (is(code, MARK)) return this.#mark('punctuation', start);
    switch (code) {
      case 0x27: // '
      case 0x22: // "
        return this.#scanQuoted(start);
      case 0x60: // `
        return this.#token('backtick', start, this.#match(backtick, start), 'backtick');
      case 0x3a: // :
        return this.#scanColon(start, next);
      case 0x24: // $
        return this.#scanDollar(start, next);
    }
    if ((code === 0x2d && next === 0x2d) || (code === 0x2f && next === 0x2a)) return this.#scanComment(start);
    if (is(code, OPERATOR)) return this.#scanOperator(start, next);
    return this.#scanUnknown(start, code);
  }

  #scanColon(start: number, next: number): Token {
    if (is(next, LETTER)) {
      return this.#token('placeholder', start, runEnd(this.#text, start + 1, NAME_PART));
    }
    const isOperator = next === 0x3a || next === 0x3d;
    return isOperator ? this.#mark('operator', start, start + 2) : this.#mark('punctuation', start);
  }

  #scanComment(start: number): Token | undefined {
    const isLine = this.#code(start) === 0x2d;
    const end = isLine ? lineEnd(this.#text, start) : blockCommentEnd(this.#text, start);
    if (end < 0 || this.#withComments) return this.#delimited('comment', start, end, 'unclosed-comment');
    this.#at = end;
    return undefined;
  }

  /**
   * A run of operator characters is one operator. Trailing `+` and `-` are operators of their own unless the run
   * has one of `~ ! @ # % ^ & | ?` (so `a=-1` is `=` and `-1`, but `@-` is one operator).
   */
  #scanOperator(start: number, next: number): Token {
    if (!is(next, OPERATOR) || start < this.#signsEnd) return this.#mark('operator', start);
    const runStop = this.#match(operatorRun, start);
    let end = runStop;
    if (!/[~!@#%^&|?]/.test(this.#text.slice(start, runStop))) {
      while (end > start + 1 && isSign(this.#code(end - 1))) end--;
    }
    this.#signsEnd = runStop;
    return this.#mark('operator', start, end);
  }

  #scanDollar(start: number, next: number): Token {
    const text = this.#text;
    if (is(next, DIGIT)) return this.#scanNumber(start, start + 1);
    if (next === 0x7b) {
      let end = start + 2;
      while (is(this.#code(end), NAME_PART) || text[end] === '.' || text[end] === '-') end++;
      const isClosed = text[end] === '}' && end > start + 2;
      return isClosed
        ? this.#token('placeholder', start, end + 1)
        : this.#token('placeholder', start, end, 'unclosed-placeholder');
    }
    const end = dollarQuoteEnd(text, start);
    return end === 0
      ? this.#token('unknown', start, start + 1, 'unexpected-character')
      : this.#delimited('dollar', start, end, 'unclosed-dollar-quote');
  }

  #scanUnknown(start: number, code: number): Token {
    if (is(code, INVISIBLE)) {
      return this.#token('unknown', start, runEnd(this.#text, start, INVISIBLE), 'invisible-character');
    }
    return is(code, TYPOGRAPHIC)
      ? this.#token('typographic', start, this.#match(typographic, start), 'typographic-quote')
      : this.#token('unknown', start, this.#match(template, start), 'unexpected-character');
  }
}
