/**
 * A total lexer for PostgreSQL's rules (its manual, section 4.1): any text gives tokens, nothing throws, each
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
  commentLineEnd,
  dollarQuoteEnd,
  numberEnd,
  operatorEnd,
  operatorRunEnd,
  quotedEnd,
  stringEnd,
} from './scan.ts';
import type { Token, TokenFlaw, TokenKind } from './tokens.ts';
import { findWord, hashStep } from './vocabulary.ts';

/**
 * The tokens of a text, comments included, in order and without overlap; between them stand only blanks (and a
 * byte order mark at the very start). An unclosed token reaches to the end of the text and has a flaw.
 */
export function lex(text: string): Token[] {
  const tokens: Token[] = [];
  const length = text.length;
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;

  const push = (kind: TokenKind, start: number, end: number, word: string, flaw: TokenFlaw): void => {
    tokens.push({ kind, start, end, word, flaw });
  };
  /** A scanner answers the negative of the length where the end mark is missing. */
  const pushQuoted = (kind: TokenKind, start: number, end: number): number => {
    if (end < 0) push(kind, start, -end, '', 'unclosed');
    else push(kind, start, end, '', '');
    return Math.abs(end);
  };

  while (at < length) {
    const code = text.charCodeAt(at);
    if (isBlank(code)) {
      at++;
      continue;
    }
    const start = at;
    if (isNameStart(code)) {
      const next = text.charCodeAt(at + 1);
      const prefix = stringPrefix(text, at, code, next);
      if (prefix > 0) {
        const quote = text.charCodeAt(at + prefix);
        at =
          quote === 0x27
            ? pushQuoted('string', start, stringEnd(text, at + prefix, code === 0x45 || code === 0x65))
            : pushQuoted('quoted', start, quotedEnd(text, at + prefix));
        continue;
      }
      let hash = hashStep(0, code);
      let ascii = code < 0x80;
      for (at++; at < length; at++) {
        const part = text.charCodeAt(at);
        if (!isNamePart(part)) break;
        if (part >= 0x80) ascii = false;
        hash = hashStep(hash, part);
      }
      push('word', start, at, ascii ? findWord(text, start, at, hash) : '', '');
    } else if (isDigit(code) || (code === 0x2e && isDigit(text.charCodeAt(at + 1)))) {
      at = numberEnd(text, at);
      let flaw: TokenFlaw = '';
      // PostgreSQL: “trailing junk after numeric literal”.
      while (isNamePart(text.charCodeAt(at))) {
        at++;
        flaw = 'junk';
      }
      push('number', start, at, '', flaw);
    } else {
      at = lexMark(text, start, code, push, pushQuoted);
    }
  }
  return tokens;
}

/** Length of the prefix of a string or name (`E'`, `B'`, `X'`, `N'`, `U&'`, `U&"`), 0 for none. */
function stringPrefix(text: string, at: number, code: number, next: number): number {
  if (next === 0x27) {
    const upper = code & ~0x20;
    return code < 0x80 && (upper === 0x45 || upper === 0x42 || upper === 0x58 || upper === 0x4e) ? 1 : 0;
  }
  if (next !== 0x26 || (code !== 0x55 && code !== 0x75)) return 0;
  const quote = text.charCodeAt(at + 2);
  return quote === 0x27 || quote === 0x22 ? 2 : 0;
}

type Push = (kind: TokenKind, start: number, end: number, word: string, flaw: TokenFlaw) => void;
type PushQuoted = (kind: TokenKind, start: number, end: number) => number;

/** Anything that starts with neither a letter nor a digit. Returns the offset after it. */
function lexMark(text: string, at: number, code: number, push: Push, pushQuoted: PushQuoted): number {
  const next = text.charCodeAt(at + 1);
  switch (code) {
    case 0x27: // '
      return pushQuoted('string', at, stringEnd(text, at, false));
    case 0x22: // "
      return pushQuoted('quoted', at, quotedEnd(text, at));
    case 0x60: // `
      return pushQuoted('backtick', at, sameLineEnd(text, at, '`'));
    case 0x28: // (
    case 0x29: // )
    case 0x5b: // [
    case 0x5d: // ]
    case 0x2c: // ,
    case 0x3b: // ;
    case 0x2e: // .
      push('punctuation', at, at + 1, text.charAt(at), '');
      return at + 1;
    case 0x3a: // :
      if (next === 0x3a || next === 0x3d) {
        push('operator', at, at + 2, text.slice(at, at + 2), '');
        return at + 2;
      }
      if (isNameStart(next)) {
        const end = nameEnd(text, at + 1);
        push('placeholder', at, end, '', '');
        return end;
      }
      push('punctuation', at, at + 1, ':', '');
      return at + 1;
    case 0x24: // $
      return lexDollar(text, at, next, push, pushQuoted);
  }
  if (code === 0x2d && next === 0x2d) {
    const end = commentLineEnd(text, at);
    push('comment', at, end, '', '');
    return end;
  }
  if (code === 0x2f && next === 0x2a) return pushQuoted('comment', at, blockCommentEnd(text, at));
  if (isOperator(code)) {
    const runEnd = operatorRunEnd(text, at);
    const end = operatorEnd(text, at, runEnd);
    push('operator', at, end, end === at + 1 ? text.charAt(at) : text.slice(at, end), '');
    // What was cut off is a row of signs; taken here, so that a long row is not looked at once for each sign.
    for (let i = end; i < runEnd; i++) push('operator', i, i + 1, text.charAt(i), '');
    return runEnd;
  }
  const close = typographicClose(code);
  if (close !== '') {
    // Bounded, so that a line of nothing but opening quotes stays linear.
    const end = sameLineEnd(text.slice(at, at + 200), 0, close);
    push('typographic', at, end < 0 ? at + 1 : at + end, '', '');
    return end < 0 ? at + 1 : at + end;
  }
  if (code === 0x7b) {
    // `{{name}}` of a templating tool: one mark, not four.
    const end = sameLineEnd(text.slice(at, at + 200), 0, '}');
    if (end > 0) {
      const close = text.charCodeAt(at + end) === 0x7d && next === 0x7b ? at + end + 1 : at + end;
      push('unknown', at, close, '', '');
      return close;
    }
  }
  let end = at + 1;
  if (isInvisible(code)) while (isInvisible(text.charCodeAt(end))) end++;
  push('unknown', at, end, '', '');
  return end;
}

function lexDollar(text: string, at: number, next: number, push: Push, pushQuoted: PushQuoted): number {
  if (isDigit(next)) {
    let end = at + 2;
    while (isDigit(text.charCodeAt(end))) end++;
    const digitsEnd = end;
    while (isNamePart(text.charCodeAt(end))) end++;
    push('parameter', at, end, '', end > digitsEnd ? 'junk' : '');
    return end;
  }
  if (next === 0x7b) {
    let end = at + 2;
    while (isNamePart(text.charCodeAt(end)) || text[end] === '.' || text[end] === '-') end++;
    if (text[end] === '}' && end > at + 2) {
      push('placeholder', at, end + 1, '', '');
      return end + 1;
    }
    push('placeholder', at, end, '', 'unclosed');
    return end;
  }
  const end = dollarQuoteEnd(text, at);
  if (end !== 0) return pushQuoted('dollar', at, end);
  push('unknown', at, at + 1, '', '');
  return at + 1;
}

function nameEnd(text: string, at: number): number {
  let end = at;
  while (isNamePart(text.charCodeAt(end))) end++;
  return end;
}

/** Offset after `close` on the line of `at`; the negative offset of the line's end where it is missing. */
function sameLineEnd(text: string, at: number, close: string): number {
  const mark = close.charCodeAt(0);
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === mark) return i + 1;
    if (code === 0x0a || code === 0x0d) return -i;
  }
  return -text.length;
}
