/** The escapes in `U&"…"`, `U&'…'` and `E'…'`, as PostgreSQL decodes them (its manual, 4.1.1 and 4.1.2). */
import { matchEnd, runEnd, WHITESPACE } from './characterClasses.ts';
import {
  blockCommentEnd,
  continuationStart,
  dollarQuoteEnd,
  lineEnd,
  quotedEnd,
  stringEnd,
} from './delimiters.ts';

const uescape = /UESCAPE(?![\w$\x80-\uffff])/iy;
/** The literal after UESCAPE: one character. */
const uescapeLiteral = /^(?:(e?)'|\$(\w*)\$)(.)(?:'|\$\2\$)$/is;
/** ASCII, but no hexadecimal digit, plus sign, quote or whitespace. */
const validEscapeCharacter = /^[^\da-f+'"\s\x80-\uffff]$/i;

/** The offset after whitespace and comments. */
function triviaEnd(text: string, offset: number): number {
  for (let end = offset; ; ) {
    end = runEnd(text, end, WHITESPACE);
    if (text.startsWith('--', end)) end = lineEnd(text, end);
    else {
      const after = text.startsWith('/*', end) ? blockCommentEnd(text, end) : -1;
      if (after < 0) return end;
      end = after;
    }
  }
}

/** The offset after a literal of any quotes; 0 or less where none begins at the offset, or it is unclosed. */
function literalEnd(text: string, offset: number): number {
  const isEscaped = /[eE]/.test(text.charAt(offset));
  const quote = isEscaped ? offset + 1 : offset;
  if (text[quote] === "'") return stringEnd(text, quote, isEscaped);
  return text[offset] === '$' ? dollarQuoteEnd(text, offset) : 0;
}

/** Where the `UESCAPE '!'` ends that belongs to a `U&` identifier or literal; `end`, its own end, where it has none. */
export function uescapeClauseEnd(text: string, end: number): number {
  const word = triviaEnd(text, end);
  const after = matchEnd(uescape, text, word);
  if (after === word) return end;
  return Math.max(after, literalEnd(text, triviaEnd(text, after)));
}

/** The escape character of a `U&` source whose quotes end at `end`; undefined where PostgreSQL refuses it. */
function escapeCharacterOf(source: string, end: number): string | undefined {
  const word = triviaEnd(source, end);
  if (word === source.length) return '\\';
  const [, prefix, , character = ''] =
    uescapeLiteral.exec(source.slice(triviaEnd(source, matchEnd(uescape, source, word)))) ?? [];
  return validEscapeCharacter.test(character) && !(prefix && character === '\\') ? character : undefined;
}

/**
 * The value of a quoted identifier or a string literal. `source` reaches from the prefix to the end of its UESCAPE.
 * Undefined where PostgreSQL refuses an escape in it.
 */
export function decodeQuoted(source: string): string | undefined {
  const isUnicode = /^u&/i.test(source);
  const isEscaped = /^e/i.test(source);
  const start = source.search(/['"]/);
  const quote = source.charAt(start);
  let content = '';
  let end = start;
  for (let offset = start; offset >= 0; offset = quote === "'" ? continuationStart(source, end) : -1) {
    end = quotedEnd(source, offset, isEscaped);
    content += source.slice(offset + 1, end - 1);
  }
  if (isEscaped) return decodeBackslashEscapes(content);
  const plain = content.replaceAll(quote + quote, quote);
  const escapeCharacter = isUnicode ? escapeCharacterOf(source, end) : '';
  return escapeCharacter ? decodeUnicodeEscapes(plain, escapeCharacter) : isUnicode ? undefined : plain;
}

/** An identifier without its double quotes; undefined for one that has none. */
export const unquoted = (source: string): string | undefined =>
  /^(?:u&)?"/i.test(source) ? (decodeQuoted(source) ?? source) : undefined;

/** The character of a code point in hexadecimal digits; undefined beyond Unicode. */
function characterOfCode(hex: string): string | undefined {
  const code = Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Decodes each match of a pattern; undefined where `decode` does not, or where NUL or half a surrogate pair results. */
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
  return replaceEscapes(text, code, (_all, same, six, four) => same ?? characterOfCode(six ?? four ?? ''));
}

/** Escapes of bytes match in a run, since a character may have several bytes. */
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
    return other === undefined ? characterOfCode(four ?? eight ?? '') : (letterEscapes[other] ?? other);
  });

/** The UTF-8 text of a run of bytes, `\xc3\251`; an octal number beyond a byte is cut. */
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
