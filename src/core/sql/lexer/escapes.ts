/** Codes of characters in `U&"…"`, `U&'…'` and `E'…'`, as PostgreSQL reads them (its manual, 4.1.1 and 4.1.2). */
import { BLANK, matchEnd, runEnd } from './characters.ts';
import { blockCommentEnd, dollarQuoteEnd, lineEnd, nextPart, quotedEnd, stringEnd } from './ends.ts';

const uescape = /UESCAPE(?![\w$\x80-\uffff])/iy;
/** The text after UESCAPE: one character. */
const escapeText = /^(?:(e?)'|\$(\w*)\$)(.)(?:'|\$\2\$)$/is;
/** ASCII that is no digit of a code, no mark of it, no quote and no blank. */
const escapeMark = /^[^\da-f+'"\s\x80-\uffff]$/i;

/** After blanks and comments. */
function gapEnd(text: string, at: number): number {
  for (let end = at; ; ) {
    end = runEnd(text, end, BLANK);
    if (text.startsWith('--', end)) end = lineEnd(text, end);
    else {
      const after = text.startsWith('/*', end) ? blockCommentEnd(text, end) : -1;
      if (after < 0) return end;
      end = after;
    }
  }
}

/** After the text of any kind that begins at `at`; 0 or less where none does, or where it is not closed. */
function textEnd(text: string, at: number): number {
  const isEscaped = /[eE]/.test(text.charAt(at));
  const quote = isEscaped ? at + 1 : at;
  if (text[quote] === "'") return stringEnd(text, quote, isEscaped);
  return text[at] === '$' ? dollarQuoteEnd(text, at) : 0;
}

/** Of a `U&` name or text that ends at `end`: where its `UESCAPE '!'` ends, or it itself where it has none. */
export function escapeClauseEnd(text: string, end: number): number {
  const word = gapEnd(text, end);
  const after = matchEnd(uescape, text, word);
  if (after === word) return end;
  return Math.max(after, textEnd(text, gapEnd(text, after)));
}

/** The character that escapes in a `U&` source whose quotes end at `end`; undefined where PostgreSQL takes none. */
function escapeMarkOf(source: string, end: number): string | undefined {
  const word = gapEnd(source, end);
  if (word === source.length) return '\\';
  const [, escaped, , mark = ''] =
    escapeText.exec(source.slice(gapEnd(source, matchEnd(uescape, source, word)))) ?? [];
  return escapeMark.test(mark) && !(escaped && mark === '\\') ? mark : undefined;
}

/**
 * What a name in double quotes, or a text in single ones, says: its source from the prefix to the end of its UESCAPE.
 * Undefined where PostgreSQL refuses it.
 */
export function quotedContent(source: string): string | undefined {
  const isUnicode = /^u&/i.test(source);
  const isEscaped = /^e/i.test(source);
  const start = source.search(/['"]/);
  const quote = source.charAt(start);
  let content = '';
  let end = start;
  for (let at = start; at >= 0; at = quote === "'" ? nextPart(source, end) : -1) {
    end = quotedEnd(source, at, isEscaped);
    content += source.slice(at + 1, end - 1);
  }
  if (isEscaped) return byBackslash(content);
  const plain = content.replaceAll(quote + quote, quote);
  const mark = isUnicode ? escapeMarkOf(source, end) : '';
  return mark ? byMark(plain, mark) : isUnicode ? undefined : plain;
}

/** A name without its double quotes; undefined for one that has none. */
export const unquoted = (source: string): string | undefined =>
  /^(?:u&)?"/i.test(source) ? (quotedContent(source) ?? source) : undefined;

/** A character by its code. */
function characterOf(hex: string): string | undefined {
  const code = Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Replaces what the pattern finds; undefined where `read` cannot, or where half a character or a NUL comes of it. */
function replaced(
  text: string,
  pattern: RegExp,
  read: (...groups: (string | undefined)[]) => string | undefined,
): string | undefined {
  let isValid = true;
  const made = text.replaceAll(pattern, (...groups) => {
    const part = read(...groups);
    isValid &&= part !== undefined;
    return part ?? '';
  });
  return isValid && !/\0|\p{Surrogate}/u.test(made) ? made : undefined;
}

function byMark(text: string, mark: string): string | undefined {
  const escaped = `\\x${mark.charCodeAt(0).toString(16).padStart(2, '0')}`;
  const code = new RegExp(`${escaped}(?:(${escaped})|\\+([\\da-fA-F]{6})|([\\da-fA-F]{4})|)`, 'g');
  return replaced(text, code, (_all, same, six, four) => same ?? characterOf(six ?? four ?? ''));
}

/** Codes of bytes come together, for a character may have several. */
const codes = /((?:\\x[\da-fA-F]{1,2}|\\[0-7]{1,3})+)|\\u([\da-fA-F]{4})?|\\U([\da-fA-F]{8})?|\\([\s\S])|''/g;
const letters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

const byBackslash = (text: string): string | undefined =>
  replaced(text, codes, (all, bytes, four, eight, other) => {
    if (all === "''") return "'";
    if (bytes !== undefined) return charactersOf(bytes);
    return other === undefined ? characterOf(four ?? eight ?? '') : (letters[other] ?? other);
  });

/** UTF-8 from codes of bytes, `\xc3\251`; an octal one beyond a byte is cut. */
function charactersOf(written: string): string | undefined {
  const bytes = written.replaceAll(/\\(?:x([\da-f]+)|([0-7]+))/gi, (_all, hex?: string, octal?: string) => {
    const byte = Number.parseInt(hex ?? octal ?? '', hex === undefined ? 8 : 16) & 0xff;
    return `%${byte.toString(16).padStart(2, '0')}`;
  });
  try {
    return decodeURIComponent(bytes);
  } catch {
    // No UTF-8.
    return undefined;
  }
}
