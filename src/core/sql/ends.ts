/**
 * Ends of the longer tokens. Each function takes the offset of the opening mark and returns the offset after the
 * token; the negative length of the text where the end mark is missing.
 */
import { isBlank, isDigit, isNamePart, isNameStart, isOperator } from './characters.ts';

/** `'…'` with doubled quotes; with `escapes` also `\'`. Goes on over a line break where another string follows. */
export function stringEnd(text: string, at: number, escapes: boolean): number {
  let i = at + 1;
  for (;;) {
    if (!escapes) {
      const quote = text.indexOf("'", i);
      if (quote < 0) return -text.length;
      i = quote;
    } else {
      while (i < text.length && text.charCodeAt(i) !== 0x27) i += text.charCodeAt(i) === 0x5c ? 2 : 1;
      if (i >= text.length) return -text.length;
    }
    if (text.charCodeAt(i + 1) === 0x27) {
      i += 2;
      continue;
    }
    const next = continuation(text, i + 1);
    if (next < 0) return i + 1;
    i = next + 1;
  }
}

/** Offset of the quote that continues a string (after a line break; line comments may stand between), -1 for none. */
function continuation(text: string, at: number): number {
  let i = at;
  let newline = false;
  for (;;) {
    const code = text.charCodeAt(i);
    if (code === 0x0a || code === 0x0d) newline = true;
    if (isBlank(code)) i++;
    else if (code === 0x2d && text.charCodeAt(i + 1) === 0x2d) i = commentLineEnd(text, i);
    else return newline && code === 0x27 ? i : -1;
  }
}

/** `"…"` with doubled quotes. */
export function quotedEnd(text: string, at: number): number {
  let i = at + 1;
  for (;;) {
    const quote = text.indexOf('"', i);
    if (quote < 0) return -text.length;
    if (text.charCodeAt(quote + 1) !== 0x22) return quote + 1;
    i = quote + 2;
  }
}

/** `$tag$…$tag$`; 0 where no such quote opens here. */
export function dollarQuoteEnd(text: string, at: number): number {
  let i = at + 1;
  if (isNameStart(text.charCodeAt(i))) {
    while (isNamePart(text.charCodeAt(i)) && text.charCodeAt(i) !== 0x24) i++;
  }
  if (text.charCodeAt(i) !== 0x24) return 0;
  const tag = text.slice(at, i + 1);
  const close = text.indexOf(tag, i + 1);
  return close < 0 ? -text.length : close + tag.length;
}

/** `-- …` up to, not including, the line break. */
export function commentLineEnd(text: string, at: number): number {
  let i = at;
  while (i < text.length && text.charCodeAt(i) !== 0x0a && text.charCodeAt(i) !== 0x0d) i++;
  return i;
}

/** Block comments nest. */
export function blockCommentEnd(text: string, at: number): number {
  let depth = 1;
  for (let i = at + 2; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x2a && text.charCodeAt(i + 1) === 0x2f) {
      depth--;
      i++;
      if (depth === 0) return i + 1;
    } else if (code === 0x2f && text.charCodeAt(i + 1) === 0x2a) {
      depth++;
      i++;
    }
  }
  return -text.length;
}

const digitsEnd = (text: string, at: number, isPart: (code: number) => boolean): number => {
  let i = at;
  for (;;) {
    if (isPart(text.charCodeAt(i))) i++;
    else if (text.charCodeAt(i) === 0x5f && i > at && isPart(text.charCodeAt(i + 1))) i++;
    else return i;
  }
};
const bases: Readonly<Record<string, (code: number) => boolean>> = {
  x: (code) => isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66),
  o: (code) => code >= 0x30 && code <= 0x37,
  b: (code) => code === 0x30 || code === 0x31,
};

/** `12`, `1_000`, `1.5`, `.5`, `1e-3`, `0x1F`, `0o17`, `0b11`. */
export function numberEnd(text: string, at: number): number {
  const isPart = text[at] === '0' ? bases[(text[at + 1] ?? '').toLowerCase()] : undefined;
  if (isPart) {
    // `0x_1F` is a number too.
    const from = text[at + 2] === '_' ? at + 3 : at + 2;
    const end = digitsEnd(text, from, isPart);
    if (end > from) return end;
  }
  let i = digitsEnd(text, at, isDigit);
  // `1..5` is 1, then two dots.
  if (text[i] === '.' && text[i + 1] !== '.') i = digitsEnd(text, i + 1, isDigit);
  if (text[i] === 'e' || text[i] === 'E') {
    const sign = text[i + 1] === '+' || text[i + 1] === '-' ? 1 : 0;
    const end = digitsEnd(text, i + 1 + sign, isDigit);
    if (end > i + 1 + sign) i = end;
  }
  return i;
}

/** Where a run of operator characters ends: before a comment or another character. */
export function operatorRunEnd(text: string, at: number): number {
  for (let end = at; ; end++) {
    const code = text.charCodeAt(end);
    if (!isOperator(code)) return end;
    const next = text.charCodeAt(end + 1);
    if (end > at && ((code === 0x2d && next === 0x2d) || (code === 0x2f && next === 0x2a))) return end;
  }
}

/**
 * The end of the first operator of a run: trailing `+` and `-` are operators of their own unless the run has one
 * of `~ ! @ # % ^ & | ?` (so `a=-1` is `=` and `-1`, but `@-` is one operator).
 */
export function operatorEnd(text: string, at: number, runEnd: number): number {
  for (let i = at; i < runEnd; i++) if ('~!@#%^&|?'.includes(text.charAt(i))) return runEnd;
  let end = runEnd;
  while (end > at + 1 && (text.charCodeAt(end - 1) === 0x2b || text.charCodeAt(end - 1) === 0x2d)) end--;
  return end;
}

/** Offset after the letters, digits, `_` and `$` that follow. */
export function nameEnd(text: string, at: number): number {
  let end = at;
  while (isNamePart(text.charCodeAt(end))) end++;
  return end;
}

/**
 * Offset after the mark `close` on the line of `at`, at most `reach` characters further; the negative of where
 * the search ended where it is missing.
 */
export function closeWithin(text: string, at: number, close: string, reach: number): number {
  const limit = Math.min(text.length, at + reach);
  const mark = close.charCodeAt(0);
  for (let i = at + 1; i < limit; i++) {
    const code = text.charCodeAt(i);
    if (code === mark) return i + 1;
    if (code === 0x0a || code === 0x0d) return -i;
  }
  return -limit;
}
