import { findMatchEnd, findRunEnd, WHITESPACE } from './characterClasses.ts';
import {
  findBlockCommentEnd,
  findContinuationStart,
  findDollarQuoteEnd,
  findLineEnd,
  findQuoteEnd,
  findStringEnd,
} from './delimiters.ts';

const uescape = /UESCAPE(?![\w$\x80-\uffff])/iy;
const uescapeLiteral = /^(?:(e?)'|\$(\w*)\$)(.)(?:'|\$\2\$)$/is;
const validEscapeCharacter = /^[^\da-f+'"\s\x80-\uffff]$/i;

function findTriviaEnd(text: string, offset: number): number {
  for (let end = offset; ; ) {
    end = findRunEnd(text, end, WHITESPACE);
    if (text.startsWith('--', end)) end = findLineEnd(text, end);
    else {
      const after = text.startsWith('/*', end) ? findBlockCommentEnd(text, end) : -1;
      if (after < 0) return end;
      end = after;
    }
  }
}

function findLiteralEnd(text: string, offset: number): number {
  const isEscaped = /[eE]/.test(text.charAt(offset));
  const quote = isEscaped ? offset + 1 : offset;
  if (text[quote] === "'") return findStringEnd(text, quote, isEscaped);
  return text[offset] === '$' ? findDollarQuoteEnd(text, offset) : 0;
}

/**
 * Returns the offset after the clause `UESCAPE '!'` that follows a `U&` identifier or literal, which ends at `end`.
 * Returns `end` if there is no such clause, and the offset after the word UESCAPE if the clause is incomplete.
 */
export function findUescapeClauseEnd(text: string, end: number): number {
  const word = findTriviaEnd(text, end);
  const after = findMatchEnd(uescape, text, word);
  if (after === word) return end;
  return Math.max(after, findLiteralEnd(text, findTriviaEnd(text, after)));
}

function readEscapeCharacter(source: string, end: number): string | undefined {
  const word = findTriviaEnd(source, end);
  if (word === source.length) return '\\';
  const [, prefix, , character = ''] =
    uescapeLiteral.exec(source.slice(findTriviaEnd(source, findMatchEnd(uescape, source, word)))) ?? [];
  return validEscapeCharacter.test(character) && !(prefix && character === '\\') ? character : undefined;
}

/**
 * Returns the value of a complete quoted identifier or string literal. `source` is its source text with its prefix and
 * UESCAPE clause, if any. Returns undefined if an escape or the clause is invalid.
 */
export function decodeQuoted(source: string): string | undefined {
  const isUnicode = /^u&/i.test(source);
  const isEscaped = /^e/i.test(source);
  const start = source.search(/['"]/);
  const quote = source.charAt(start);
  let content = '';
  let end = start;
  for (let offset = start; offset >= 0; offset = quote === "'" ? findContinuationStart(source, end) : -1) {
    end = findQuoteEnd(source, offset, isEscaped);
    content += source.slice(offset + 1, end - 1);
  }
  if (isEscaped) return decodeBackslashEscapes(content);
  const plain = content.replaceAll(quote + quote, quote);
  const escapeCharacter = isUnicode ? readEscapeCharacter(source, end) : '';
  return escapeCharacter ? decodeUnicodeEscapes(plain, escapeCharacter) : isUnicode ? undefined : plain;
}

/**
 * Returns the name that a complete double-quoted identifier, `"…"` or `U&"…"`, stands for; undefined if `source` does
 * not begin like one. If an escape in it or its UESCAPE clause is invalid, returns `source` unchanged.
 */
export const decodeQuotedName = (source: string): string | undefined =>
  /^(?:u&)?"/i.test(source) ? (decodeQuoted(source) ?? source) : undefined;

function decodeHexCodePoint(hex: string): string | undefined {
  const code = Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function replaceEscapes(
  text: string,
  pattern: RegExp,
  decode: (...groups: (string | undefined)[]) => string | undefined,
): string | undefined {
  let isValid = true;
  const decoded = text.replaceAll(pattern, (...groups) => {
    const part = decode(...groups);
    isValid &&= part !== undefined;
    return part ?? '';
  });
  return isValid && !/\0|\p{Surrogate}/u.test(decoded) ? decoded : undefined;
}

function decodeUnicodeEscapes(text: string, escapeCharacter: string): string | undefined {
  const escaped = `\\x${escapeCharacter.charCodeAt(0).toString(16).padStart(2, '0')}`;
  const code = new RegExp(`${escaped}(?:(${escaped})|\\+([\\da-fA-F]{6})|([\\da-fA-F]{4})|)`, 'g');
  return replaceEscapes(text, code, (_all, same, six, four) => same ?? decodeHexCodePoint(six ?? four ?? ''));
}

/**
 * Matches an escape of an `E'…'` string, or its doubled quote. Consecutive escapes of bytes, as in `\xc3\251`, are one
 * match, since a character may consist of several bytes.
 */
const backslashEscapes =
  /((?:\\x[\da-fA-F]{1,2}|\\[0-7]{1,3})+)|\\u([\da-fA-F]{4})?|\\U([\da-fA-F]{8})?|\\([\s\S])|''/g;
const letterEscapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const decodeBackslashEscapes = (text: string): string | undefined =>
  replaceEscapes(text, backslashEscapes, (all, bytes, four, eight, other) => {
    if (all === "''") return "'";
    if (bytes !== undefined) return decodeUtf8Bytes(bytes);
    return other === undefined ? decodeHexCodePoint(four ?? eight ?? '') : (letterEscapes[other] ?? other);
  });

function decodeUtf8Bytes(run: string): string | undefined {
  const bytes = run.replaceAll(/\\(?:x([\da-f]+)|([0-7]+))/gi, (_all, hex?: string, octal?: string) => {
    const byte = Number.parseInt(hex ?? octal ?? '', hex === undefined ? 8 : 16) & 0xff;
    return `%${byte.toString(16).padStart(2, '0')}`;
  });
  try {
    return decodeURIComponent(bytes);
  } catch {
    // Not UTF-8.
    return undefined;
  }
}
