/** Charts for a report: shapes on white paper, which any program can draw. In pixels from the upper left corner. */

export interface Rectangle {
  readonly kind: 'rectangle';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Colours as `#rrggbb`; without `fill` it is an outline. */
  readonly fill?: string;
  readonly stroke?: string;
}
export interface Words {
  readonly kind: 'words';
  readonly x: number;
  /** Of the baseline of the letters. */
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly fill: string;
  readonly bold?: boolean;
  readonly anchor?: 'start' | 'middle' | 'end';
  /** Degrees, clockwise around `x`, `y`. */
  readonly turn?: number;
}
export type Shape = Rectangle | Words;

export interface Chart {
  readonly width: number;
  readonly height: number;
  /** What it shows, for those who hear it. */
  readonly title: string;
  readonly shapes: readonly Shape[];
}

/** Read on white paper, in print too: the strong one is dark, not only of another hue. */
export const ink = {
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
/** Width of a letter, of its size: most texts are a little narrower. */
export const letter = 0.56;

/** `text` cut to so many characters. */
export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;

/** Lines below a chart that say what it is made of: `parts` put together as far as they fit into `width`. */
export function footer(parts: readonly string[], width: number, y: number): readonly Words[] {
  const size = 10;
  const most = Math.max(20, Math.floor(width / (size * letter)));
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const text = shortened(part, most);
    if (last !== undefined && last.length + text.length + 3 <= most)
      lines[lines.length - 1] = `${last} · ${text}`;
    else lines.push(text);
  }
  return lines.map((text, index) => ({
    kind: 'words',
    x: margin,
    y: y + index * footerLine,
    text,
    size,
    fill: ink.quiet,
  }));
}
export const margin = 12;
export const footerLine = 14;
