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
import * as sorts from './plainSorts.ts';
import { TokenList } from './tokens.ts';
import { sortOf } from './vocabulary.ts';

// Repetitions of groups are bounded: the engine's own stack would overflow on megabytes of them. Nobody writes so
// many digits or signs, and PostgreSQL takes neither.
const stringPrefix = /[ebxn]'|u&['"]/iy;
const escapeClause = /[ \t\n\r\f\v]+UESCAPE[ \t\n\r\f\v]*'[^'\s+a-f\d]'/iy;
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
const operatorRun = /.((?!--|\/\*)[~!@#^&|?+\-*/%<>=]){0,9999}/y;

/**
 * The tokens of a text as columns, in order and without overlap; between them stand only blanks (and a byte order
 * mark at the very start). Comments are left out unless asked for; an unclosed one, which swallows text, never is.
 */
export function scan(text: string, withComments = false): TokenList {
  const tokens = new TokenList(text.length);
  const codeAt = (at: number): number => text.charCodeAt(at);
  /** Adds a token and answers its end; a negative one says that the end mark is missing. */
  const add = (sort: number, start: number, end: number, unclosed = sort): number => {
    const after = Math.abs(end);
    tokens.add(end < 0 ? unclosed : sort, start, after);
    return after;
  };
  /** Adds a word, a mark or an operator; `otherwise` is its sort where it is no known one. */
  const addKnown = (start: number, end = start + 1, otherwise = sorts.OPERATOR): number => {
    tokens.add(sortOf(text, otherwise, start, end), start, end);
    return end;
  };
  const match = (pattern: RegExp, start: number): number => matchEnd(pattern, text, start);

  let at = codeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (is(code, BLANK)) at++;
    else if (is(code, LETTER)) at = scanWord(at);
    else if (is(code, DIGIT) || (code === 0x2e && is(codeAt(at + 1), DIGIT))) at = scanNumber(at);
    else at = scanMark(at, code, codeAt(at + 1));
  }
  return tokens;

  /** At a number, or at a parameter whose digits stand at `digits`. */
  function scanNumber(start: number, digits = start): number {
    let end = runEnd(text, digits, DIGIT);
    // Most numbers are but digits.
    if (digits === start && (codeAt(end) === 0x2e || is(codeAt(end), NAME_PART))) end = match(number, start);
    // PostgreSQL: “trailing junk after numeric literal”.
    const junk = runEnd(text, end, NAME_PART);
    const sort = digits > start ? sorts.PARAMETER : sorts.NUMBER;
    return add(junk > end ? sorts.BAD_NUMBER : sort, start, junk);
  }

  function scanWord(start: number): number {
    const next = codeAt(start + 1);
    if (next === 0x27 || next === 0x26) {
      const quote = match(stringPrefix, start) - 1;
      if (quote > start) return scanQuoted(start, quote);
    }
    return addKnown(start, runEnd(text, start, NAME_PART), sorts.NAME);
  }

  /** At `'…'` or `"…"`, which may have a prefix: `E'…'`, `U&"…"`. `U&'d!0061t' UESCAPE '!'` is one literal. */
  function scanQuoted(start: number, quote = start): number {
    const isName = text[quote] === '"';
    const end = isName ? quotedEnd(text, quote) : stringEnd(text, quote, /e/i.test(text[start] ?? ''));
    const whole = quote > start + 1 && end > 0 ? match(escapeClause, end) : end;
    if (!isName)
      return add(quote > start ? sorts.PREFIXED : sorts.STRING, start, whole, sorts.UNCLOSED_STRING);
    return add(
      whole === start + 2 ? sorts.EMPTY_IDENTIFIER : sorts.QUOTED,
      start,
      whole,
      sorts.UNCLOSED_IDENTIFIER,
    );
  }

  /** Anything that starts with neither a letter nor a digit. */
  function scanMark(start: number, code: number, next: number): number {
    if (is(code, MARK)) return addKnown(start);
    switch (code) {
      case 0x27: // '
      case 0x22: // "
        return scanQuoted(start);
      case 0x60: // `
        return add(sorts.BACKTICK, start, match(backtick, start));
      case 0x3a: // :
        if (is(next, LETTER)) return add(sorts.PLACEHOLDER, start, runEnd(text, start + 1, NAME_PART));
        return addKnown(start, next === 0x3a || next === 0x3d ? start + 2 : start + 1);
      case 0x24: // $
        return scanDollar(start, next);
    }
    if (code === 0x2d && next === 0x2d) {
      const end = lineEnd(text, start);
      return withComments ? add(sorts.COMMENT, start, end) : end;
    }
    if (code === 0x2f && next === 0x2a) {
      const end = blockCommentEnd(text, start);
      return end < 0 || withComments ? add(sorts.COMMENT, start, end, sorts.UNCLOSED_COMMENT) : end;
    }
    if (is(code, OPERATOR)) return is(next, OPERATOR) ? scanOperators(start) : addKnown(start);
    if (is(code, INVISIBLE)) return add(sorts.INVISIBLE_CHARACTER, start, runEnd(text, start, INVISIBLE));
    return is(code, TYPOGRAPHIC)
      ? add(sorts.TYPOGRAPHIC_QUOTE, start, match(typographic, start))
      : add(sorts.UNEXPECTED_CHARACTER, start, match(template, start));
  }

  /**
   * A run of operator characters is one operator. Trailing `+` and `-` are operators of their own unless the run
   * has one of `~ ! @ # % ^ & | ?` (so `a=-1` is `=` and `-1`, but `@-` is one operator).
   */
  function scanOperators(start: number): number {
    const end = match(operatorRun, start);
    const run = text.slice(start, end);
    const first = /[~!@#%^&|?]/.test(run) ? run : run.replace(/(?!^)[+-]+$/, '');
    for (let at = addKnown(start, start + first.length); at < end; ) at = addKnown(at);
    return end;
  }

  function scanDollar(start: number, next: number): number {
    if (is(next, DIGIT)) return scanNumber(start, start + 1);
    if (next === 0x7b) {
      let end = start + 2;
      while (is(codeAt(end), NAME_PART) || text[end] === '.' || text[end] === '-') end++;
      const closed = text[end] === '}' && end > start + 2;
      return add(closed ? sorts.PLACEHOLDER : sorts.UNCLOSED_PLACEHOLDER, start, closed ? end + 1 : end);
    }
    const end = dollarQuoteEnd(text, start);
    return end === 0
      ? add(sorts.UNEXPECTED_CHARACTER, start, start + 1)
      : add(sorts.DOLLAR, start, end, sorts.UNCLOSED_DOLLAR_QUOTE);
  }
}
