/** Widths that fit: of a column's name and of the rows available. */
import { absentCell, shownText } from './cell.ts';
import { type GridColumn, headingOf } from './columns.ts';
import type { Row } from './rowWindow.ts';

/** Names are bold. */
const boldness = 1.13;
/** Some letters are wider than most. */
const ease = 1.05;
/** Beside a name: the edges of its cell, and the arrow and number of a sort, which what opens the menu lies over. */
const namePadding = 8 + 28;
const padding = 22;
/** Room for the icon before the value. */
const iconPixels = 18;
const firstMinimum = 64;
const firstMaximum = 320;
const withIcon = new Set(['redacted', 'masked', 'date', 'boolean', 'object', 'absent', 'empty']);

/** The width of a letter in the font of `like`, on average. It asks for no layout. */
export function letterPixels(like: HTMLElement): number {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return (measuring(like).measureText(letters).width / letters.length) * ease;
}

/** A first guess from lengths alone, `charPixels` for each letter: no layout is forced before the first paint. */
export function guessWidths(
  columns: readonly GridColumn[],
  rows: readonly Row[],
  charPixels: number,
): number[] {
  return columns.map((column, index) => {
    let pixels = headingOf(column).length * charPixels * boldness + namePadding;
    for (const row of rows) {
      const cell = row[index] ?? absentCell;
      const icon = withIcon.has(cell.k) ? iconPixels : 0;
      pixels = Math.max(pixels, shownText(cell).length * charPixels + icon + padding);
    }
    return Math.round(Math.max(column.least ?? firstMinimum, Math.min(firstMaximum, pixels)));
  });
}

/** What measures texts in the font of `like`. */
function measuring(like: HTMLElement, weight = 400): CanvasRenderingContext2D {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('no canvas to measure with');
  const { fontStyle, fontSize, fontFamily } = getComputedStyle(like);
  context.font = `${fontStyle} ${weight} ${fontSize} ${fontFamily}`;
  return context;
}

/** The width that shows the name and every given row of one column whole, in the font of `like`. */
export function fitWidth(column: GridColumn, index: number, rows: readonly Row[], like: HTMLElement): number {
  let pixels = measuring(like, 600).measureText(headingOf(column)).width + namePadding;
  const context = measuring(like);
  for (const row of rows) {
    const cell = row[index] ?? absentCell;
    const extra = (withIcon.has(cell.k) ? iconPixels : 0) + (cell.cut ? iconPixels : 0);
    pixels = Math.max(pixels, context.measureText(shownText(cell)).width + extra + padding);
  }
  return Math.ceil(pixels);
}
