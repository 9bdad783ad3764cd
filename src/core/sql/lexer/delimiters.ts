/**
 * Where tokens with delimiters end. Each function takes the offset of the opening delimiter and returns the offset
 * after the closing one; where that is missing, the length of the text, negated.
 */
import { DIGIT, IDENTIFIER_START, matchEnd, runEnd, WHITESPACE } from './characterClasses.ts';

/** `'…'` or `"…"`, in which the quote is doubled; with backslash escapes also `\'`. */
export function quotedEnd(text: string, offset: number, hasBackslashes = false): number {
  const quote = text.charCodeAt(offset);
  for (let i = offset + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (hasBackslashes && code === 0x5c) i++;
    else if (code === quote && text.charCodeAt(++i) !== quote) return i;
  }
  return -text.length;
}

/** `'…'` and its continuations: strings that follow after a line break, and perhaps line comments. */
export function stringEnd(text: string, offset: number, hasBackslashes: boolean): number {
  for (let next = offset; ; ) {
    const end = quotedEnd(text, next, hasBackslashes);
    if (end < 0) return end;
    next = continuationStart(text, end);
    if (next < 0) return end;
  }
}

/** Where the continuation of a string that ends at `end` begins, after a line break; -1 where it has none. */
export function continuationStart(text: string, end: number): number {
  let next = runEnd(text, end, WHITESPACE);
  while (text.startsWith('--', next)) next = runEnd(text, lineEnd(text, next), WHITESPACE);
  return text[next] === "'" && /[\r\n]/.test(text.slice(end, next)) ? next : -1;
}

const line = /[^\r\n]*/y;
/** Where the line of an offset ends: its line break, or the end of the text. */
export const lineEnd = (text: string, offset: number): number => matchEnd(line, text, offset);

/** `$tag$…$tag$`; 0 where no dollar quote opens here. The caller has ruled out a parameter, `$1`. */
export function dollarQuoteEnd(text: string, offset: number): number {
  const end = runEnd(text, offset + 1, IDENTIFIER_START | DIGIT);
  if (text[end] !== '$') return 0;
  const tag = text.slice(offset, end + 1);
  const close = text.indexOf(tag, end + 1);
  return close < 0 ? -text.length : close + tag.length;
}

/** A block comment, with those nested in it. */
export function blockCommentEnd(text: string, offset: number): number {
  const delimiter = /\/\*|\*\//g;
  delimiter.lastIndex = offset;
  for (let depth = 0; ; ) {
    const found = delimiter.exec(text);
    if (!found) return -text.length;
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return delimiter.lastIndex;
  }
}
