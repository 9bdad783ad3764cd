/** Text out of an event for one line of a list: values come from anybody who could send a request to the service. */

const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const UNSHOWABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * `text` on one line: line breaks as blanks, control characters and those that turn the direction of writing as U+FFFD,
 * cut after `limit` UTF-16 units. `$(` is parted by a blank of no width, so that the editor draws no icon for it.
 */
export function oneLine(text: string, limit = 300): string {
  const cut = text.length > limit ? `${text.slice(0, limit).toWellFormed()}…` : text;
  return cut.replace(BREAKS, ' ').replace(UNSHOWABLE, '\ufffd').replaceAll('$(', '$\u200b(');
}
