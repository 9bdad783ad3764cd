import {
  CHARACTER_WIDTH,
  type Chart,
  chartColors,
  createFooterLines,
  FOOTER_LINE_HEIGHT,
  margin,
  type Rectangle,
  type Shape,
  truncateText,
} from './chart.ts';
import { type MatrixCell, type ReadMatrix, type Strength, strengths } from './readMatrix.ts';

interface MatrixLabels {
  readonly title: string;
  readonly actor: (actor: string | undefined) => string;
  readonly column: (column: ReadMatrix['columns'][number]) => string;
  readonly strengths: Readonly<Record<Strength, string>>;
  readonly more: string;
  readonly provenance: readonly string[];
}

const size = { cell: 26, font: 11, title: 14 } as const;
const maxCharacters = { actor: 30, column: 28 } as const;

const cellStyles: Readonly<Record<Strength, Pick<Rectangle, 'fill' | 'stroke'> & { readonly text: string }>> =
  {
    clear: { fill: chartColors.strong, text: chartColors.paper },
    masked: { fill: chartColors.weak, text: chartColors.text },
    condition: { fill: chartColors.paper, stroke: chartColors.line, text: chartColors.quiet },
    failed: { fill: chartColors.paper, stroke: chartColors.failed, text: chartColors.failed },
  };

const countText = (count: number): string =>
  count < 1_000
    ? String(count)
    : count < 10_000
      ? `${Math.floor(count / 100) / 10}k`
      : count < 1_000_000
        ? `${Math.floor(count / 1_000)}k`
        : `${Math.floor(count / 1_000_000)}M`;

/** Returns the chart of who read what, with a row for each actor and a column for each column in `matrix`. */
export function drawMatrixChart(matrix: ReadMatrix, labels: MatrixLabels): Chart {
  const actors = matrix.actors.map((actor) => truncateText(labels.actor(actor), maxCharacters.actor));
  const columns = matrix.columns.map((column) => truncateText(labels.column(column), maxCharacters.column));
  const wide = (texts: readonly string[]): number =>
    Math.ceil(Math.max(0, ...texts.map(({ length }) => length)) * size.font * CHARACTER_WIDTH);
  const left = margin + wide(actors) + 8;
  // The names of columns go up to the right, at 60 degrees.
  const slope = wide(columns);
  const top = margin + size.title + 10 + Math.ceil(slope * 0.87) + 8;
  const end = top + actors.length * size.cell;
  const legend = createStrengthLegend(labels, end + 20);
  const width = Math.max(legend.width, left + columns.length * size.cell + Math.ceil(slope * 0.5)) + margin;
  const below = createFooterLines(labels.provenance, width - 2 * margin, end + 44);
  return {
    width,
    height: end + 44 + below.length * FOOTER_LINE_HEIGHT,
    title: labels.title,
    shapes: [
      createTextShape(labels.title, margin, margin + size.title, { size: size.title, bold: true }),
      ...columns.map((text, at) => createColumnNameShape(text, left + at * size.cell, top)),
      ...actors.map((text, at) =>
        createTextShape(text, left - 8, top + at * size.cell + 17, { anchor: 'end', size: size.font }),
      ),
      ...matrix.cells.flatMap((row, y) =>
        row.flatMap((cell, x) => cellShapes(cell, left + x * size.cell, top + y * size.cell)),
      ),
      ...legend.shapes,
      ...below,
    ],
  };
}

const createTextShape = (
  text: string,
  x: number,
  y: number,
  more: {
    readonly size: number;
    readonly bold?: boolean;
    readonly anchor?: 'end' | 'middle';
    readonly fill?: string;
    readonly turn?: number;
  },
): Shape => ({ kind: 'words', fill: chartColors.text, ...more, text, x, y });

const createColumnNameShape = (text: string, x: number, top: number): Shape =>
  createTextShape(text, x + 15, top - 6, { size: size.font, turn: -60 });

function cellShapes(cell: MatrixCell | undefined, x: number, y: number): readonly Shape[] {
  const box = { kind: 'rectangle', x: x + 1, y: y + 1, width: size.cell - 2, height: size.cell - 2 } as const;
  if (!cell) return [{ ...box, fill: '#f4f4f4' }];
  const { text, ...look } = cellStyles[cell.strength];
  const count = countText(cell.count);
  return [
    { ...box, ...look },
    createTextShape(count, x + size.cell / 2, y + 17, {
      size: count.length > 3 ? 9 : size.font,
      anchor: 'middle',
      fill: text,
      bold: cell.strength === 'clear',
    }),
  ];
}

function createStrengthLegend(
  { strengths: names, more }: MatrixLabels,
  y: number,
): { readonly shapes: readonly Shape[]; readonly width: number } {
  const wide = (text: string): number => Math.ceil(text.length * size.font * CHARACTER_WIDTH);
  let x = margin;
  const shapes = [...strengths].reverse().flatMap((strength): Shape[] => {
    const { text: _, ...look } = cellStyles[strength];
    const at = x;
    x += 16 + wide(names[strength]) + 14;
    return [
      { kind: 'rectangle', x: at + 0.5, y: y - 9.5, width: 11, height: 11, ...look },
      createTextShape(names[strength], at + 16, y, { size: size.font }),
    ];
  });
  const rest = more === '' ? [] : [createTextShape(more, x, y, { size: size.font, fill: chartColors.quiet })];
  return { shapes: [...shapes, ...rest], width: x + wide(more) };
}
