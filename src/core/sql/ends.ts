/**
 * Ends of the longer tokens. Each function takes the offset of the opening mark and returns the offset after the
 * token; the negative length of the text where the end mark is missing.
 */
import { BLANK, DIGIT, is, LETTER, matchEnd, runEnd } from './characters.ts';

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

/** `'…'`; goes on over a line break where another string follows. */
export function stringEnd(text: string, at: number, escapes: boolean): number {
  let end = quotedEnd(text, at, escapes);
  while (end > 0) {
    const next = continuation(text, end);
    if (next < 0) break;
    end = quotedEnd(text, next, escapes);
  }
  return end;
}

const line = /[^\r\n]*/y;
/** The line break after `at`, or the end of the text. */
export const lineEnd = (text: string, at: number): number => matchEnd(line, text, at);

/** Offset of the quote that continues a string (after a line break; line comments may stand between), -1 for none. */
function continuation(text: string, at: number): number {
  let i = runEnd(text, at, BLANK);
  while (text.startsWith('--', i)) i = runEnd(text, lineEnd(text, i), BLANK);
  return text[i] === "'" && /[\r\n]/.test(text.slice(at, i)) ? i : -1;
}

/** `$tag$…$tag$`; 0 where no such quote opens here. */
export function dollarQuoteEnd(text: string, at: number): number {
  const first = at + 1;
  const end = is(text.charCodeAt(first), LETTER) ? runEnd(text, first, LETTER | DIGIT) : first;
  if (text[end] !== '$') return 0;
  const tag = text.slice(at, end + 1);
  const close = text.indexOf(tag, end + 1);
  return close < 0 ? -text.length : close + tag.length;
}

const commentMarks = /\/\*|\*\//g;
/** Block comments nest. */
export function blockCommentEnd(text: string, at: number): number {
  commentMarks.lastIndex = at;
  for (let depth = 0; ; ) {
    const found = commentMarks.exec(text);
    if (!found) return -text.length;
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return commentMarks.lastIndex;
  }
}
