import { DIGIT, findMatchEnd, findRunEnd, IDENTIFIER_START, WHITESPACE } from './characterClasses.ts';

/**
 * Returns the offset after the closing quote of `'…'` or `"…"`, whose opening quote is at `offset`. If the closing
 * quote is missing, returns the negated length of the text. With `hasBackslashes`, a backslash escapes the character
 * after it.
 */
export function findQuoteEnd(text: string, offset: number, hasBackslashes = false): number {
  const quote = text.charCodeAt(offset);
  for (let i = offset + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (hasBackslashes && code === 0x5c) i++;
    else if (code === quote && text.charCodeAt(++i) !== quote) return i;
  }
  return -text.length;
}

/**
 * Returns the offset after a string literal whose opening quote is at `offset`, including the literals that continue it
 * after a line break. If a closing quote is missing, returns the negated length of the text.
 */
export function findStringEnd(text: string, offset: number, hasBackslashes: boolean): number {
  for (let next = offset; ; ) {
    const end = findQuoteEnd(text, next, hasBackslashes);
    if (end < 0) return end;
    next = findContinuationStart(text, end);
    if (next < 0) return end;
  }
}

/**
 * Returns the offset of the opening quote of the literal that continues a string literal ending at `end`, or -1. SQL
 * requires a line break between the two.
 */
export function findContinuationStart(text: string, end: number): number {
  let next = findRunEnd(text, end, WHITESPACE);
  while (text.startsWith('--', next)) next = findRunEnd(text, findLineEnd(text, next), WHITESPACE);
  return text[next] === "'" && /[\r\n]/.test(text.slice(end, next)) ? next : -1;
}

const line = /[^\r\n]*/y;
export const findLineEnd = (text: string, offset: number): number => findMatchEnd(line, text, offset);

/**
 * Returns the offset after a dollar-quoted string `$tag$…$tag$` whose first `$` is at `offset`. Returns 0 if no dollar
 * quote opens there, and the negated length of the text if the closing tag is missing. Must not be called at a
 * parameter such as `$1`.
 */
export function findDollarQuoteEnd(text: string, offset: number): number {
  const end = findRunEnd(text, offset + 1, IDENTIFIER_START | DIGIT);
  if (text[end] !== '$') return 0;
  const tag = text.slice(offset, end + 1);
  const close = text.indexOf(tag, end + 1);
  return close < 0 ? -text.length : close + tag.length;
}

/**
 * Returns the offset after a block comment that starts at `offset`, including the comments nested in it; the negated
 * length of the text if it is not closed.
 */
export function findBlockCommentEnd(text: string, offset: number): number {
  const delimiter = /\/\*|\*\//g;
  delimiter.lastIndex = offset;
  for (let depth = 0; ; ) {
    const found = delimiter.exec(text);
    if (!found) return -text.length;
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return delimiter.lastIndex;
  }
}
