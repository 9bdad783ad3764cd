/** Measures and estimates the widths of columns. All widths are in pixels. */
import { cleanNameForDisplay } from '../../../core/messages/oneLine.ts';
import { absentCell, getDisplayText } from './cell.ts';
import { type GridColumn, getHeading } from './columns.ts';
import type { Row } from './rowWindow.ts';

/** Safety margin on estimated text widths, because some glyphs are wider than the average. */
const WIDTH_MARGIN = 1.05;
/** Width of a header beside its text, including the arrow of a sort and the button of the column's menu. */
const NAME_PADDING = 8 + 29;
const VALUE_PADDING = 22;
const ICON_WIDTH = 18;
/** Default minimum of an estimated width, so that a short heading and the arrow of a sort are visible. */
const MIN_ESTIMATE = 64;
const KINDS_WITH_ICON = new Set(['redacted', 'masked', 'date', 'boolean', 'object', 'absent', 'empty']);

/** Returns the average width in pixels of a character in the font of `styledElement`, with a safety margin. */
export function measureAverageCharacterWidth(styledElement: HTMLElement): number {
  const sample = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return (createTextMeasurer(styledElement).measureText(sample).width / sample.length) * WIDTH_MARGIN;
}

/** Returns, for each column, the width that fits its heading in the font of `styledElement`. */
export function measureHeadingWidths(columns: readonly GridColumn[], styledElement: HTMLElement): number[] {
  const context = createTextMeasurer(styledElement, 600);
  return columns.map(
    (column) => context.measureText(cleanNameForDisplay(getHeading(column))).width + NAME_PADDING,
  );
}

/**
 * Returns, for each column, a width that fits its heading and probably its values in `rows`. `nameWidths` are the
 * widths that fit the headings. The widths of the values are estimated from the lengths of their texts.
 * `characterWidth` is the average width of a character.
 */
export function estimateWidths(
  columns: readonly GridColumn[],
  nameWidths: readonly number[],
  rows: readonly Row[],
  characterWidth: number,
): number[] {
  return columns.map((column, index) => {
    let width = nameWidths[index] ?? 0;
    for (const row of rows) {
      const cell = row[index] ?? absentCell;
      const icon = KINDS_WITH_ICON.has(cell.k) ? ICON_WIDTH : 0;
      width = Math.max(width, getDisplayText(cell).length * characterWidth + icon + VALUE_PADDING);
    }
    return Math.ceil(Math.max(column.minEstimatedWidth ?? MIN_ESTIMATE, width));
  });
}

/**
 * Returns the width that fits the heading of a column and its values in `rows`, in the font of `styledElement`. `index`
 * is the column's index in the rows.
 */
export function measureFittingWidth(
  column: GridColumn,
  index: number,
  rows: readonly Row[],
  styledElement: HTMLElement,
): number {
  let width = measureHeadingWidths([column], styledElement)[0] ?? 0;
  const context = createTextMeasurer(styledElement);
  for (const row of rows) {
    const cell = row[index] ?? absentCell;
    const icons = (KINDS_WITH_ICON.has(cell.k) ? ICON_WIDTH : 0) + (cell.cut ? ICON_WIDTH : 0);
    width = Math.max(width, context.measureText(getDisplayText(cell)).width + icons + VALUE_PADDING);
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
