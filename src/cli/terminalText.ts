/**
 * Makes text safe for a terminal. Text from a service or a file could otherwise move the cursor, or hide or imitate
 * messages of this program.
 */
import { cleanForDisplay } from '../core/messages/oneLine.ts';
import { replaceInvisible } from '../core/service/invisible.ts';

/** Moves the cursor to the start of the line and clears the line. */
export const CLEAR_LINE = '\r\u001b[K';

/**
 * Replaces characters that control a terminal, are invisible, or change the direction of text with U+FFFD, and tabs with
 * spaces. Line feeds are kept. A text that equals `CLEAR_LINE` is returned unchanged, so it must be written in a call
 * of its own.
 */
export function cleanForTerminal(text: string): string {
  if (text === CLEAR_LINE) return text;
  const lines = text.toWellFormed().replaceAll('\t', ' ').split('\n');
  return lines.map((line) => replaceInvisible(line, '\ufffd')).join('\n');
}

/** Writes text to standard error, cleaned as by `cleanForTerminal`. */
export const writeError = (text: string): void => void process.stderr.write(cleanForTerminal(text));

/** Matches characters that most terminals display two columns wide: East Asian scripts and emoji. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60\uffe0-\uffe6\u3000-\u303e]/u;
/** Matches characters that are displayed over the one before them, such as accents. */
const COMBINING = /[\p{Mark}\u200d]/u;

/** Returns the number of terminal columns that `text` takes. The text must be clean, as `cleanForDisplay` returns it. */
export function countColumns(text: string): number {
  // Most texts are ASCII, in which each character takes one column.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += COMBINING.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return columns;
}

/**
 * Returns the text if it takes at most `max` terminal columns and `isCut` is not true. Otherwise, returns its beginning
 * and an ellipsis, together at most `max` columns wide. The text must be clean, as `cleanForDisplay` returns it.
 */
export function cutToColumns(text: string, max: number, isCut = false): string {
  if (!isCut && countColumns(text) <= max) return text;
  let kept = '';
  let columns = 1;
  for (const character of text) {
    columns += countColumns(character);
    if (columns > max) break;
    kept += character;
  }
  return `${kept}…`;
}

/** Number of characters of a text that are displayed before a marked part and after its start. */
const CONTEXT_LENGTH = 60;

/**
 * Returns two lines: the text around the range from `start` to `end` (UTF-16 code units), and a line that marks the
 * range with carets. An empty range is marked with one caret.
 */
export function markRange(text: string, start: number, end: number): string {
  const from = Math.max(0, start - CONTEXT_LENGTH);
  const to = start + CONTEXT_LENGTH;
  const before = `${from > 0 ? '…' : ''}${cleanForDisplay(text.slice(from, start))}`;
  const marked = cleanForDisplay(text.slice(start, Math.min(end, to)));
  const after = `${cleanForDisplay(text.slice(Math.min(end, to), to))}${text.length > to ? '…' : ''}`;
  const carets = '^'.repeat(Math.max(1, countColumns(marked)));
  return `  ${before}${marked}${after}\n  ${' '.repeat(countColumns(before))}${carets}`;
}
