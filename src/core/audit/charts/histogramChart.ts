import {
  CHARACTER_WIDTH,
  type Chart,
  chartColors,
  createFooterLines,
  FOOTER_LINE_HEIGHT,
  margin,
  type Rectangle,
  type Shape,
} from './chart.ts';

interface HistogramData {
  /** The beginning of each bin and the end of the last one, in milliseconds since 1970. */
  readonly edges: readonly number[];
  readonly bins: readonly (readonly number[])[];
  /** The time range by which events are filtered, in milliseconds since 1970. */
  readonly selectedRange?: { readonly from: number; readonly to: number };
}

interface HistogramLabels {
  readonly title: string;
  readonly outcomes: readonly [string, string, string];
  readonly outsideLabel: string;
  readonly time: (ms: number) => string;
  readonly provenance: readonly string[];
}

const width = 640;
const plot = { top: 56, height: 160 } as const;
const font = 11;
const outcomeStyles: readonly Pick<Rectangle, 'fill' | 'stroke'>[] = [
  { fill: chartColors.strong },
  { fill: chartColors.pale, stroke: chartColors.failed },
  { fill: chartColors.paper, stroke: chartColors.quiet },
];

const outsideStyle: Pick<Rectangle, 'fill' | 'stroke'> = { fill: chartColors.line };

/**
 * Returns a bar chart of events over time, with a bar for each bin. Bars are divided by outcome, except those outside
 * `selectedRange`.
 */
export function drawHistogramChart(histogram: HistogramData, labels: HistogramLabels): Chart {
  const { edges, bins, selectedRange } = histogram;
  const edge = (place: number): number => edges[place] ?? 0;
  const maxCount = Math.max(1, ...bins.map(sum));
  const left = margin + String(maxCount).length * font * CHARACTER_WIDTH + 8;
  const room = width - left - margin;
  const base = plot.top + plot.height;
  const binWidth = room / Math.max(1, bins.length);
  const text = (
    words: string,
    x: number,
    y: number,
    anchor: 'start' | 'middle' | 'end' = 'start',
  ): Shape => ({
    kind: 'words',
    text: words,
    x,
    y,
    size: font,
    fill: chartColors.quiet,
    anchor,
  });
  const isOutside = (place: number): boolean =>
    selectedRange !== undefined && (edge(place + 1) <= selectedRange.from || edge(place) >= selectedRange.to);
  const bars = bins.flatMap((bin, place) =>
    isOutside(place)
      ? createStackedBar([sum(bin)], left + place * binWidth, binWidth, base, maxCount, [outsideStyle])
      : createStackedBar(bin, left + place * binWidth, binWidth, base, maxCount, outcomeStyles),
  );
  const hasEventsOutside = bins.some((bin, place) => sum(bin) > 0 && isOutside(place));
  const below = createFooterLines(labels.provenance, width - 2 * margin, base + 40);
  return {
    width,
    height: base + 40 + below.length * FOOTER_LINE_HEIGHT,
    title: labels.title,
    shapes: [
      {
        kind: 'words',
        text: labels.title,
        x: margin,
        y: margin + 14,
        size: 14,
        bold: true,
        fill: chartColors.text,
      },
      ...createOutcomeLegend(
        hasEventsOutside ? [...labels.outcomes, labels.outsideLabel] : labels.outcomes,
        text,
      ),
      text(String(maxCount), left - 6, plot.top + 8, 'end'),
      text('0', left - 6, base, 'end'),
      { kind: 'rectangle', x: left, y: plot.top, width: room, height: 0.5, fill: chartColors.line },
      ...bars,
      { kind: 'rectangle', x: left, y: base, width: room, height: 1, fill: chartColors.quiet },
      text(labels.time(edge(0)), left, base + 16),
      text(labels.time(edge(bins.length)), width - margin, base + 16, 'end'),
      ...below,
    ],
  };
}

function createStackedBar(
  bin: readonly number[],
  x: number,
  each: number,
  base: number,
  most: number,
  styles: readonly Pick<Rectangle, 'fill' | 'stroke'>[],
): readonly Shape[] {
  const gap = each > 4 ? 1 : 0;
  let top = base;
  return bin.flatMap((count, outcome) => {
    if (count === 0) return [];
    const height = Math.max(2, (count / most) * plot.height);
    top -= height;
    const look = styles[outcome] ?? {};
    // An outline is centered on the edge of its shape.
    const inset = look.stroke ? 0.5 : 0;
    return [
      {
        kind: 'rectangle',
        x: round(x + inset),
        y: round(top + inset),
        width: round(Math.max(0.5, each - gap - 2 * inset)),
        height: round(Math.max(0.5, height - 2 * inset)),
        ...look,
      },
    ];
  });
}

function createOutcomeLegend(
  names: readonly string[],
  text: (words: string, x: number, y: number) => Shape,
): readonly Shape[] {
  let x = margin;
  return names.flatMap((name, outcome) => {
    const box: Shape = {
      kind: 'rectangle',
      x: x + 0.5,
      y: 34.5,
      width: 11,
      height: 11,
      ...(outcomeStyles[outcome] ?? outsideStyle),
    };
    const label = text(name, x + 16, 44);
    x += 16 + Math.ceil(name.length * font * CHARACTER_WIDTH) + 14;
    return [box, label];
  });
}

const sum = (bin: readonly number[]): number => bin.reduce((all, count) => all + count, 0);
const round = (pixels: number): number => Math.round(pixels * 100) / 100;
