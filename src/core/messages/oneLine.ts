/**
 * Makes untrusted text safe to display on one line. Anyone who sends requests to the service can influence such text.
 */
import { replaceInvisible } from '../service/invisible.ts';

const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * Returns untrusted text on one line, cleaned as by `cleanForDisplay`. A text of more than `limit` UTF-16 code units is
 * truncated and gets an ellipsis. A zero-width space is inserted into each `$(` and `](`. Without it, the editor could
 * display `$(…)` as an icon, and `[…](…)` as a link in questions and notifications. Such a link may run a command.
 */
export function oneLine(text: string, limit = 300): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}…` : text;
  return cleanForDisplay(cut).replaceAll(/([$\]])(?=\()/g, '$1\u200b');
}

/**
 * Replaces each run of line breaks and tabs with a space, and most invisible characters with U+FFFD. Use it for places
 * that display plain text on one line; elsewhere use `oneLine`.
 */
export const cleanForDisplay = (text: string): string =>
  replaceInvisible(text.toWellFormed().replace(BREAKS, ' '), '\ufffd');

/**
 * Returns the name of a column or table for display as plain text, cleaned as by `cleanForDisplay`. A name of more than
 * `limit` UTF-16 code units is truncated and gets an ellipsis. A result that is empty or only whitespace is put in
 * double quotes.
 */
export function cleanNameForDisplay(name: string, limit = 300): string {
  const text = cleanForDisplay(name.length > limit ? `${name.slice(0, limit)}…` : name);
  return text.trim() === '' ? `"${text}"` : text;
}

/**
 * Returns a text of at most `limit` UTF-16 code units. In a longer text, an ellipsis replaces the middle, so that two
 * names with the same start can still be told apart.
 */
export function shortenMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const startLength = Math.ceil((limit - 1) / 2);
  return `${text.slice(0, startLength)}…${text.slice(startLength + 1 - limit)}`.toWellFormed();
}
