/** Charts to export, as lists of shapes. Coordinates and sizes are in pixels; the origin is the upper left corner. */

export interface Rectangle {
  readonly kind: 'rectangle';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill?: string;
  readonly stroke?: string;
}
export interface ChartText {
  readonly kind: 'words';
  readonly x: number;
  /** Position of the baseline. */
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly fill: string;
  readonly bold?: boolean;
  readonly anchor?: 'start' | 'middle' | 'end';
  /** Rotation in degrees, clockwise around the point `x`, `y`. */
  readonly turn?: number;
}
export type Shape = Rectangle | ChartText;

export interface Chart {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly shapes: readonly Shape[];
}

/**
 * Colors chosen for white paper. The strong color is darker than the weak one, so that they also differ in
 * black-and-white print.
 */
export const chartColors = {
  paper: '#ffffff',
  text: '#1f1f1f',
  quiet: '#5f5f5f',
  line: '#c4c4c4',
  strong: '#0b3d91',
  weak: '#c9dcf5',
  failed: '#b3261e',
  pale: '#f9dedc',
} as const;

export const fontFamily = 'Helvetica, Arial, sans-serif';
/** Estimated average width of a character as a fraction of the font size. */
export const CHARACTER_WIDTH = 0.56;

export const truncateText = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text;

/**
 * Creates the lines of text below a chart. Several parts can share a line, and a part that is longer than a line is
 * truncated. `y` is the baseline of the first line.
 */
export function createFooterLines(parts: readonly string[], width: number, y: number): readonly ChartText[] {
  const size = 10;
  const most = Math.max(20, Math.floor(width / (size * CHARACTER_WIDTH)));
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const text = truncateText(part, most);
    if (last !== undefined && last.length + text.length + 3 <= most)
      lines[lines.length - 1] = `${last} · ${text}`;
    else lines.push(text);
  }
  return lines.map((text, index) => ({
    kind: 'words',
    x: margin,
    y: y + index * FOOTER_LINE_HEIGHT,
    text,
    size,
    fill: chartColors.quiet,
  }));
}
export const margin = 12;
export const FOOTER_LINE_HEIGHT = 14;
