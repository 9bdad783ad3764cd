/** Text for one line of a list, a label or the status bar: it may come from anybody who could send a request to the service. */

const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Control characters, and those that are not seen themselves: they turn the writing, or make two texts look alike. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}]/gu;

/**
 * `text` on one line: line breaks as blanks, characters that can't be seen as U+FFFD, cut after `limit` UTF-16 units. `$(`
 * and `](` are parted by a blank of no width: the editor draws an icon for the one, and makes a link that may run a command
 * of the other, in questions and notifications.
 */
export function oneLine(text: string, limit = 300): string {
  const cut = text.length > limit ? `${text.slice(0, limit)}…` : text;
  return seen(cut).replaceAll(/([$\]])(?=\()/g, '$1\u200b');
}

/** `text` on one line with all of it seen, for where nothing is drawn of it but text: the same without the blanks. */
export const seen = (text: string): string =>
  text.toWellFormed().replace(BREAKS, ' ').replace(UNSHOWABLE, '\ufffd');
