/** Text for one line of a list, a label or the status bar: it may come from any sender of a request to the service. */
import { replaceInvisible } from '../service/invisible.ts';

const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * `text` on one line: line breaks as spaces, invisible characters as U+FFFD, cut after `limit` UTF-16 units. `$(`
 * and `](` are separated by a zero-width space: the editor turns the one into an icon, and the other into a link that may run a
 * command, in questions and notifications.
 */
export function oneLine(text: string, limit = 300): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}…` : text;
  return seen(cut).replaceAll(/([$\]])(?=\()/g, '$1\u200b');
}

/** `text` on one line, all of it visible, where only text is drawn: the same without zero-width spaces. */
export const seen = (text: string): string =>
  replaceInvisible(text.toWellFormed().replace(BREAKS, ' '), '\ufffd');

/**
 * A name of a column or a table where only text is drawn: on one line, all of it visible, cut after `limit` UTF-16 units,
 * and in quotes where there is nothing to be seen between them.
 */
export function seenName(name: string, limit = 300): string {
  const text = seen(name.length > limit ? `${name.slice(0, limit)}…` : name);
  return text.trim() === '' ? `"${text}"` : text;
}
