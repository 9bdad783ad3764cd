/** Text for a row as narrow as the side panel, by an estimate: neither its font nor its width is known here. */

/** How much wider some letters are than the average one, in most fonts. */
const widths: readonly (readonly [letters: RegExp, more: number])[] = [
  [/[ijlI.,:;'|·\s]/g, -0.48],
  [/[frt()/-]/g, -0.37],
  [/[csz_]/g, -0.1],
  [/\d/g, 0.06],
  [/[A-HJ-LN-VX-Z]/g, 0.15],
  [/w/g, 0.35],
  [/[mMW@…★]/g, 0.62],
];

/** In average letters. */
export const widthOf = (text: string): number =>
  widths.reduce((width, [letters, more]) => width + more * (text.match(letters)?.length ?? 0), text.length);

/** A text that is too wide without its middle: what tells two names apart is often their end. */
function bothEnds(text: string, room: number): string {
  if (widthOf(text) <= room) return text;
  const letters = Array.from(text);
  const end: string[] = [];
  let start = '';
  let left = room - widthOf('…');
  for (let isStart = true; letters.length > 0; isStart = !isStart) {
    const letter = (isStart ? letters.shift() : letters.pop()) ?? '';
    left -= widthOf(letter);
    if (left < 0) break;
    if (isStart) start += letter;
    else end.unshift(letter);
  }
  return `${start}…${end.join('')}`;
}

/** The editor draws what is beside a label in smaller letters, and with a space between. */
const SMALL = 0.9;
export const rowWidth = (label: string, beside: string): number => widthOf(label) + SMALL * widthOf(beside);

/**
 * Two names, the second beside the label, that are together no wider than `room`: what one leaves, the other has. Each has
 * `least` in any case.
 */
export function sharing(
  room: number,
  least: number,
  first: string,
  second: string,
): readonly [string, string] {
  // Less than a letter is within what the estimate is wrong by.
  if (rowWidth(first, second) < room + 0.8) return [first, second];
  const half = Math.max(least, room / 2);
  return [
    bothEnds(first, Math.max(half, room - rowWidth('', second))),
    bothEnds(second, Math.max(half, room - rowWidth(first, '')) / SMALL),
  ];
}
