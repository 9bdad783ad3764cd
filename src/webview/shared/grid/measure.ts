/** Widths that fit: of a column's name and of the rows available. */
import type { ResultColumn } from '../../../protocol/results.ts';
import { absentCell, shownText } from './cell.ts';
import type { Row } from './rowWindow.ts';

const charPixels = 7.5;
/** Names are bold. */
const nameCharPixels = 8.5;
/** Beside a name there is room for its icons. */
const namePadding = 28;
const padding = 18;
/** Room for the icon before the value. */
const iconPixels = 18;
const firstMinimum = 64;
const firstMaximum = 320;
const withIcon = new Set(['redacted', 'masked', 'date', 'boolean', 'object', 'absent', 'empty']);

/** A first guess from lengths alone: no layout is forced before the first paint. */
export function guessWidths(columns: readonly ResultColumn[], rows: readonly Row[]): number[] {
  return columns.map((column, index) => {
    let pixels = column.name.length * nameCharPixels + namePadding;
    for (const row of rows) {
      const cell = row[index] ?? absentCell;
      const icon = withIcon.has(cell.k) ? iconPixels : 0;
      pixels = Math.max(pixels, shownText(cell).length * charPixels + icon + padding);
    }
    return Math.round(Math.max(firstMinimum, Math.min(firstMaximum, pixels)));
  });
}

/** The width that shows the name and every given row of one column whole, in the font of `like`. */
export function fitWidth(
  column: ResultColumn,
  index: number,
  rows: readonly Row[],
  like: HTMLElement,
): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('no canvas to measure with');
  const { fontStyle, fontSize, fontFamily } = getComputedStyle(like);
  context.font = `${fontStyle} 600 ${fontSize} ${fontFamily}`;
  let pixels = context.measureText(column.name).width + namePadding;
  context.font = `${fontStyle} 400 ${fontSize} ${fontFamily}`;
  for (const row of rows) {
    const cell = row[index] ?? absentCell;
    const extra = (withIcon.has(cell.k) ? iconPixels : 0) + (cell.cut ? iconPixels : 0);
    pixels = Math.max(pixels, context.measureText(shownText(cell)).width + extra + padding);
  }
  return Math.ceil(pixels);
}
