/**
 * Shortens text for rows as narrow as the side panel. Widths are estimates, because an extension can't know the
 * panel's font and width.
 */

/**
 * Preferred width of label and description together, in average letters (`rowWidth`). So much fits beside an icon in a
 * side panel 300 px wide, in a row without buttons.
 */
export const ROW_WIDTH = 27.6;

/** Width in average letters of each button that a row displays under the mouse, or if it is selected. */
export const BUTTON_WIDTH = 2.75;

/** Minimum width of a shortened name in average letters, even if translated text beside it is cut off then. */
export const MIN_NAME_WIDTH = 8;

const widths: readonly (readonly [letters: RegExp, more: number])[] = [
  [/[ijlI.,:;'|·\s]/g, -0.48],
  [/[frt()/-]/g, -0.37],
  [/[csz_]/g, -0.1],
  [/\d/g, 0.06],
  [/[A-HJ-LN-VX-Z]/g, 0.15],
  [/w/g, 0.35],
  [/[mMW@…★]/g, 0.62],
];

/** Returns the estimated width of a text in average letters. */
const textWidth = (text: string): number =>
  widths.reduce((width, [letters, more]) => width + more * (text.match(letters)?.length ?? 0), text.length);

/** Size of the text beside a label relative to the label, as the editor draws it. */
const DESCRIPTION_SCALE = 0.9;
/** Returns the estimated width of a row with a label and the text beside it, in average letters of the label. */
export const rowWidth = (label: string, beside: string): number =>
  textWidth(label) + DESCRIPTION_SCALE * textWidth(beside);

/** A difference of less than one letter is smaller than the error of the estimate. */
const TOLERANCE = 0.8;

/**
 * Replaces the middle of a label with an ellipsis if the label is clearly wider than `maxWidth`, in average letters.
 * The end is kept, because names often differ only there. No full stop is left beside the ellipsis, where it would look
 * like a part of it.
 */
export function truncateMiddle(text: string, maxWidth: number): string {
  if (textWidth(text) < maxWidth + TOLERANCE) return text;
  const letters = Array.from(text);
  const end: string[] = [];
  let start = '';
  let left = maxWidth - textWidth('…');
  for (let isStart = true; letters.length > 0; isStart = !isStart) {
    const letter = (isStart ? letters.shift() : letters.pop()) ?? '';
    left -= textWidth(letter);
    if (left < 0) break;
    if (isStart) start += letter;
    else end.unshift(letter);
  }
  return `${start.replace(/\.+$/, '')}…${end.join('').replace(/^\.+/, '')}`;
}

/**
 * Returns the label of a row with text beside it: a long name loses its middle, so that a side bar 300 px wide displays
 * all of `beside`. `buttons`: how many buttons the row displays under the mouse.
 */
export const shortenLabel = (name: string, beside: string, buttons = 0): string =>
  truncateMiddle(
    name,
    Math.max(MIN_NAME_WIDTH, ROW_WIDTH - buttons * BUTTON_WIDTH - rowWidth('', ` ${beside}`)),
  );

/**
 * Returns the description of a row whose label is `label`: the name, whose middle is replaced with an ellipsis if a side
 * bar 300 px wide could not display all of it.
 */
export const shortenBeside = (name: string, label: string): string =>
  truncateMiddle(name, Math.max(MIN_NAME_WIDTH, (ROW_WIDTH - rowWidth(`${label} `, '')) / DESCRIPTION_SCALE));
