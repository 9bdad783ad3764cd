/**
 * A total scanner for PostgreSQL's rules (its manual, section 4.1): any text gives tokens, nothing throws, each
 * character is looked at a bounded number of times. Blanks are the gaps between tokens.
 */
import {
  isBlank,
  isDigit,
  isInvisible,
  isNamePart,
  isNameStart,
  isOperator,
  typographicClose,
} from './characters.ts';
import {
  blockCommentEnd,
  closeWithin,
  commentLineEnd,
  dollarQuoteEnd,
  nameEnd,
  numberEnd,
  operatorEnd,
  operatorRunEnd,
  quotedEnd,
  stringEnd,
} from './ends.ts';
import { TokenList } from './tokens.ts';
import { findWord, hashStep, nameSort, type PlainSort, plainSorts, sortOf } from './vocabulary.ts';

/**
 * The tokens of a text as columns, in order and without overlap; between them stand only blanks (and a byte order
 * mark at the very start). Comments are left out unless asked for; an unclosed one, which swallows text, never is.
 */
export function scan(text: string, withComments = false): TokenList {
  const tokens = new TokenList(text.length);
  const add = (sort: PlainSort, start: number, end: number): number => {
    tokens.add(plainSorts.indexOf(sort), start, end);
    return end;
  };
  const addMark = (start: number, end: number): number => {
    tokens.add(sortOf(text.slice(start, end)), start, end);
    return end;
  };
  /** The scanners answer the negative length of the text where the end mark is missing. */
  const addQuoted = (sort: PlainSort, unclosed: PlainSort, start: number, end: number): number =>
    end < 0 ? add(unclosed, start, -end) : add(sort, start, end);

  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isBlank(code)) at++;
    else if (isNameStart(code)) at = scanWord(at, code);
    else if (isDigit(code) || (code === 0x2e && isDigit(text.charCodeAt(at + 1)))) {
      const end = numberEnd(text, at);
      // PostgreSQL: “trailing junk after numeric literal”.
      const junk = nameEnd(text, end);
      at = add(junk > end ? 'bad-number' : 'number', at, junk);
    } else at = scanMark(at, code, text.charCodeAt(at + 1));
  }
  return tokens;

  function scanWord(start: number, first: number): number {
    const prefix = stringPrefix(text, start, first);
    if (prefix > 0) {
      const quote = start + prefix;
      const isName = text.charCodeAt(quote) === 0x22;
      const escapes = first === 0x45 || first === 0x65;
      const end = isName ? quotedEnd(text, quote) : stringEnd(text, quote, escapes);
      // `U&'d!0061t' UESCAPE '!'` is one literal.
      escapeClause.lastIndex = end;
      const whole = prefix === 2 && end > 0 && escapeClause.test(text) ? escapeClause.lastIndex : end;
      return isName
        ? addQuoted('quoted', 'unclosed-identifier', start, whole)
        : addQuoted('prefixed', 'unclosed-string', start, whole);
    }
    let hash = hashStep(0, first);
    let all = first;
    let end = start + 1;
    for (; ; end++) {
      const part = text.charCodeAt(end);
      if (!isNamePart(part)) break;
      all |= part;
      hash = hashStep(hash, part);
    }
    tokens.add(all < 0x80 ? findWord(text, start, end, hash) : nameSort, start, end);
    return end;
  }

  /** Anything that starts with neither a letter nor a digit. */
  function scanMark(start: number, code: number, next: number): number {
    switch (code) {
      case 0x27: // '
        return addQuoted('string', 'unclosed-string', start, stringEnd(text, start, false));
      case 0x22: // "
        if (next === 0x22 && text.charCodeAt(start + 2) !== 0x22)
          return add('empty-identifier', start, start + 2);
        return addQuoted('quoted', 'unclosed-identifier', start, quotedEnd(text, start));
      case 0x60: // `
        return add('backtick', start, Math.max(start + 1, closeWithin(text, start, '`', 1000)));
      case 0x28: // (
      case 0x29: // )
      case 0x5b: // [
      case 0x5d: // ]
      case 0x2c: // ,
      case 0x3b: // ;
      case 0x2e: // .
        return addMark(start, start + 1);
      case 0x3a: // :
        if (next === 0x3a || next === 0x3d) return addMark(start, start + 2);
        return isNameStart(next)
          ? add('placeholder', start, nameEnd(text, start + 1))
          : addMark(start, start + 1);
      case 0x24: // $
        return scanDollar(start, next);
    }
    if (code === 0x2d && next === 0x2d) {
      const end = commentLineEnd(text, start);
      return withComments ? add('comment', start, end) : end;
    }
    if (code === 0x2f && next === 0x2a) {
      const end = blockCommentEnd(text, start);
      return end < 0 || withComments ? addQuoted('comment', 'unclosed-comment', start, end) : end;
    }
    if (isOperator(code)) {
      const runEnd = operatorRunEnd(text, start);
      const end = operatorEnd(text, start, runEnd);
      addMark(start, end);
      // What was cut off is a row of signs; taken here, so that a long row is not looked at once for each sign.
      for (let i = end; i < runEnd; i++) addMark(i, i + 1);
      return runEnd;
    }
    return scanOddity(start, code, next);
  }

  function scanDollar(start: number, next: number): number {
    if (isDigit(next)) {
      let end = start + 2;
      while (isDigit(text.charCodeAt(end))) end++;
      const junk = nameEnd(text, end);
      return add(junk > end ? 'bad-number' : 'parameter', start, junk);
    }
    if (next === 0x7b) {
      let end = start + 2;
      while (isNamePart(text.charCodeAt(end)) || text[end] === '.' || text[end] === '-') end++;
      return text[end] === '}' && end > start + 2
        ? add('placeholder', start, end + 1)
        : add('unclosed-placeholder', start, end);
    }
    const end = dollarQuoteEnd(text, start);
    return end === 0
      ? add('unexpected-character', start, start + 1)
      : addQuoted('dollar', 'unclosed-dollar-quote', start, end);
  }

  function scanOddity(start: number, code: number, next: number): number {
    const close = typographicClose(code);
    if (close !== '')
      return add('typographic-quote', start, Math.max(start + 1, closeWithin(text, start, close, 60)));
    if (code === 0x7b) {
      // `{{name}}` of a templating tool: one mark, not four.
      const end = closeWithin(text, start, '}', 100);
      if (end > 0)
        return add('unexpected-character', start, next === 0x7b && text[end] === '}' ? end + 1 : end);
    }
    if (!isInvisible(code)) return add('unexpected-character', start, start + 1);
    let end = start + 1;
    while (isInvisible(text.charCodeAt(end))) end++;
    return add('invisible-character', start, end);
  }
}

const escapeClause = /[ \t\n\r\f\v]+UESCAPE[ \t\n\r\f\v]*'[^'\s+a-f\d]'/iy;

/** Length of the prefix of a string or name (`E'`, `B'`, `X'`, `N'`, `U&'`, `U&"`), 0 for none. */
function stringPrefix(text: string, at: number, code: number): number {
  const next = text.charCodeAt(at + 1);
  if (next === 0x27) {
    const upper = code & ~0x20;
    return code < 0x80 && (upper === 0x45 || upper === 0x42 || upper === 0x58 || upper === 0x4e) ? 1 : 0;
  }
  if (next !== 0x26 || (code !== 0x55 && code !== 0x75)) return 0;
  const quote = text.charCodeAt(at + 2);
  return quote === 0x27 || quote === 0x22 ? 2 : 0;
}
