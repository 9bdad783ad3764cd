/** Measures and estimates the widths of columns. All widths are in pixels. */
import { absentCell, displayText } from './cell.ts';
import { type GridColumn, getHeading } from './columns.ts';
import type { Row } from './rowWindow.ts';

/** Ratio of the width of a name to that of a value with the same text, because names are bold. */
const BOLD_FACTOR = 1.13;
/** Safety margin on estimated text widths, because some glyphs are wider than the average. */
const WIDTH_MARGIN = 1.05;
const NAME_PADDING = 8 + 28;
const VALUE_PADDING = 22;
const ICON_WIDTH = 18;
/** Default minimum of an estimated width, so that a short name and its sort are visible. */
const MIN_ESTIMATE = 64;
/**
 * Limit for widths that are estimated from texts, so that one column of long values does not push the others out of the
 * view.
 */
const MAX_ESTIMATE = 320;
const KINDS_WITH_ICON = new Set(['redacted', 'masked', 'date', 'boolean', 'object', 'absent', 'empty']);

/** Returns the average width in pixels of a character in the font of `styledElement`, with a safety margin. */
export function averageCharacterWidth(styledElement: HTMLElement): number {
  const sample = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return (createTextMeasurer(styledElement).measureText(sample).width / sample.length) * WIDTH_MARGIN;
}

/**
 * Estimates the width of each column from the lengths of its name and its values. `characterWidth` is the average width
 * of a character.
 */
export function estimateWidths(
  columns: readonly GridColumn[],
  rows: readonly Row[],
  characterWidth: number,
): number[] {
  return columns.map((column, index) => {
    let width = getHeading(column).length * characterWidth * BOLD_FACTOR + NAME_PADDING;
    for (const row of rows) {
      const cell = row[index] ?? absentCell;
      const icon = KINDS_WITH_ICON.has(cell.k) ? ICON_WIDTH : 0;
      width = Math.max(width, displayText(cell).length * characterWidth + icon + VALUE_PADDING);
    }
    return Math.round(Math.max(column.minWidth ?? MIN_ESTIMATE, Math.min(MAX_ESTIMATE, width)));
  });
}

/**
 * Returns the width that fits the name of a column and its values in `rows`, in the font of `styledElement`. `index` is
 * the column's index in the rows.
 */
export function measureFittingWidth(
  column: GridColumn,
  index: number,
  rows: readonly Row[],
  styledElement: HTMLElement,
): number {
  let width = createTextMeasurer(styledElement, 600).measureText(getHeading(column)).width + NAME_PADDING;
  const context = createTextMeasurer(styledElement);
  for (const row of rows) {
    const cell = row[index] ?? absentCell;
    const icons = (KINDS_WITH_ICON.has(cell.k) ? ICON_WIDTH : 0) + (cell.cut ? ICON_WIDTH : 0);
    width = Math.max(width, context.measureText(displayText(cell)).width + icons + VALUE_PADDING);
  }
  return Math.ceil(width);
}

function createTextMeasurer(styledElement: HTMLElement, weight = 400): CanvasRenderingContext2D {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('no canvas to measure with');
  const { fontStyle, fontSize, fontFamily } = getComputedStyle(styledElement);
  context.font = `${fontStyle} ${weight} ${fontSize} ${fontFamily}`;
  return context;
}
