/**
 * Ends of the longer tokens. Each function takes the offset of the opening mark and returns the offset after the
 * token; the negative length of the text where the end mark is missing.
 */
import { BLANK, DIGIT, LETTER, matchEnd, runEnd } from './characters.ts';

/** `'…'` or `"…"` with doubled marks; with `escapes` also `\'`. */
export function quotedEnd(text: string, at: number, escapes = false): number {
  const mark = text.charCodeAt(at);
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (escapes && code === 0x5c) i++;
    else if (code === mark && text.charCodeAt(++i) !== mark) return i;
  }
  return -text.length;
}

/** `'…'`; goes on where another string follows after a line break, with or without line comments between them. */
export function stringEnd(text: string, at: number, escapes: boolean): number {
  for (let next = at; ; ) {
    const end = quotedEnd(text, next, escapes);
    if (end < 0) return end;
    next = nextPart(text, end);
    if (next < 0) return end;
  }
}

/** Where a string that ends at `end` goes on behind a line break; -1 where it does not. */
export function nextPart(text: string, end: number): number {
  let next = runEnd(text, end, BLANK);
  while (text.startsWith('--', next)) next = runEnd(text, lineEnd(text, next), BLANK);
  return text[next] === "'" && /[\r\n]/.test(text.slice(end, next)) ? next : -1;
}

const line = /[^\r\n]*/y;
/** The line break after `at`, or the end of the text. */
export const lineEnd = (text: string, at: number): number => matchEnd(line, text, at);

/** `$tag$…$tag$`; 0 where no such quote opens here. No digit follows the first mark: that is a parameter. */
export function dollarQuoteEnd(text: string, at: number): number {
  const end = runEnd(text, at + 1, LETTER | DIGIT);
  if (text[end] !== '$') return 0;
  const tag = text.slice(at, end + 1);
  const close = text.indexOf(tag, end + 1);
  return close < 0 ? -text.length : close + tag.length;
}

/** Block comments nest. */
export function blockCommentEnd(text: string, at: number): number {
  const commentMarks = /\/\*|\*\//g;
  commentMarks.lastIndex = at;
  for (let depth = 0; ; ) {
    const found = commentMarks.exec(text);
    if (!found) return -text.length;
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return commentMarks.lastIndex;
  }
}
