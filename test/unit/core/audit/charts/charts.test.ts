import assert from 'node:assert/strict';
import type { Shape } from '../../../../../src/core/audit/charts/chart.ts';
import { drawHistogramChart } from '../../../../../src/core/audit/charts/histogramChart.ts';
import { drawMatrixChart } from '../../../../../src/core/audit/charts/matrixChart.ts';
import { createReadMatrix } from '../../../../../src/core/audit/charts/readMatrix.ts';
import { renderSvg } from '../../../../../src/core/audit/charts/svg.ts';
import { toEventSet } from '../../../../../src/core/audit/store/localKeys.ts';
import type { ReadRow } from '../../../../../src/core/audit/table/whoReadWhat.ts';

const row = (
  actor: string | undefined,
  column: string,
  more: { level?: string; use?: ReadRow['read']['use']; succeeded?: number; failed?: number } = {},
): ReadRow => {
  const { level, use = 'returned', succeeded = 1, failed = 0 } = more;
  return {
    actor,
    counts: { succeeded, failed, unknown: 0 },
    events: toEventSet([]),
    read: { tables: ['persons'], column, level, use },
  };
};
const words = {
  title: 'Who & what',
  actor: (actor: string | undefined) => actor ?? '(no actor)',
  column: ({ column }: { readonly column: string }) => column,
  strengths: { clear: 'clear', masked: 'masked', condition: 'condition', failed: 'failed' },
  more: '',
  provenance: ['10 events', '2026-01-01 – 2026-01-02 UTC', 'Actor: <ada>'],
};
const textsOf = (shapes: readonly Shape[]): string[] =>
  shapes.flatMap((shape) => (shape.kind === 'words' ? [shape.text] : []));
/** Dark to light, 0 to 255. */
const lightness = (colour = '#ffffff'): number =>
  [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(colour.slice(at, at + 2), 16), 0) / 3;

describe('who read what as a matrix', () => {
  it('has the strongest way in which an actor read a column, and how often', () => {
    const { actors, columns, cells } = createReadMatrix([
      row('ada', 'ssn', { level: 'PLAIN_TEXT', succeeded: 2 }),
      row('ada', 'ssn', { level: 'MASKED', succeeded: 50 }),
      row('ada', 'name', { succeeded: 3 }),
      row('ada', 'name', { level: 'DEFAULT', succeeded: 4 }),
      row('bob', 'name', { use: 'condition' }),
      row('bob', 'ssn', { level: 'PLAIN_TEXT', succeeded: 0, failed: 7 }),
      row(undefined, 'city', { use: 'rows' }),
    ]);
    assert.deepEqual(actors.slice(0, 2), ['ada', 'bob']);
    assert.deepEqual(
      columns.map(({ column }) => column),
      ['ssn', 'name', 'city'],
    );
    assert.deepEqual(cells, [
      [{ strength: 'clear', count: 2 }, { strength: 'masked', count: 7 }, undefined],
      [{ strength: 'failed', count: 7 }, { strength: 'condition', count: 1 }, undefined],
      [undefined, undefined, { strength: 'condition', count: 1 }],
    ]);
  });

  it('stays small: those who read in the clear first, and says how many are left out', () => {
    const many = Array.from({ length: 60 }, (_, n) => row(`a${n}`, `c${n}`, { succeeded: 100 + n }));
    const matrix = createReadMatrix([...many, row('eve', 'ssn', { level: 'PLAIN_TEXT' })]);
    assert.deepEqual([matrix.actors[0], matrix.columns[0]?.column], ['eve', 'ssn']);
    assert.deepEqual([matrix.actors.length, matrix.moreActors], [16, 45]);
    assert.deepEqual([matrix.columns.length, matrix.moreColumns], [20, 41]);
  });

  it('puts one who read before any number of refused tries', () => {
    const refused = Array.from({ length: 16 }, (_, n) =>
      row(`a${n}`, 'ssn', { succeeded: 0, failed: 2_000_000 }),
    );
    const { actors } = createReadMatrix([...refused, row('eve', 'name', { use: 'condition', succeeded: 5 })]);
    assert.equal(actors[0], 'eve');
  });

  it('is drawn with the clear reads darkest, its names, and what it is made of', () => {
    const { width, height, shapes } = drawMatrixChart(
      createReadMatrix([
        row('ada', 'ssn', { level: 'PLAIN_TEXT', succeeded: 12_345 }),
        row('ada', 'name'),
        row('ada', 'city', { use: 'condition' }),
        row('ada', 'email', { succeeded: 0, failed: 1 }),
      ]),
      words,
    );
    const name = shapes.find((shape) => shape.kind === 'words' && shape.text === 'ssn');
    assert.ok(name);
    // Turned about its own place: names of columns would overlap side by side.
    const turned = new RegExp(
      `<text x="${name.x}" y="${name.y}"[^>]* transform="rotate\\(-60 ${name.x} ${name.y}\\)">ssn<`,
    );
    assert.match(renderSvg({ width, height, title: 'Who & what', shapes }), turned);
    const texts = textsOf(shapes);
    for (const text of ['Who & what', 'ada', 'ssn', '12k', 'clear']) assert.ok(texts.includes(text), text);
    assert.match(texts.join(' '), /10 events · 2026-01-01 – 2026-01-02 UTC/);
    const boxes = shapes.flatMap((shape) =>
      shape.kind === 'rectangle' && shape.width === 24 ? [shape] : [],
    );
    const [clear = 255, masked = 0, condition = 0] = boxes.map(({ fill }) => lightness(fill));
    assert.ok(clear < masked && masked < condition, `${clear} ${masked} ${condition}`);
    for (const shape of shapes) assert.ok(shape.x >= 0 && shape.x <= width && shape.y <= height);
  });
});

describe('the histogram as a chart', () => {
  const histogram = {
    edges: [0, 1000, 2000, 3000, 4000],
    bins: [
      [3, 0, 0],
      [0, 1, 0],
      [0, 0, 0],
      [1, 1, 1],
    ],
  };
  const words = {
    title: 'Events',
    outcomes: ['Succeeded', 'Failed', 'Unknown'],
    outsideLabel: 'Left out',
    time: (ms: number) => `at ${ms}`,
  } as const;
  const chart = drawHistogramChart(histogram, {
    ...words,
    provenance: Array.from({ length: 40 }, (_, n) => `part ${n} of what it is made of`),
  });

  it('has a bar for each outcome of each bin, the axis, and all parts of its provenance', () => {
    const bars = chart.shapes.filter((shape) => shape.kind === 'rectangle' && shape.height > 30);
    assert.equal(bars.length, 5);
    const texts = textsOf(chart.shapes);
    assert.ok(texts.includes('at 0') && texts.includes('at 4000') && texts.includes('3'));
    for (let n = 0; n < 40; n++) assert.ok(texts.some((text) => text.includes(`part ${n} of`)));
    for (const shape of chart.shapes) assert.ok(shape.y <= chart.height && shape.x <= chart.width);
  });

  it('tells the bins of the chosen stretch of time from those beside it', () => {
    const chosen = { from: 1500, to: 2000 };
    const { shapes } = drawHistogramChart(
      { ...histogram, selectedRange: chosen },
      { ...words, provenance: [] },
    );
    const bars = shapes.filter((shape) => shape.kind === 'rectangle' && shape.height > 30);
    assert.deepEqual(
      bars.map(({ fill }) => fill),
      ['#c4c4c4', '#f9dedc', '#c4c4c4'],
    );
    assert.ok(textsOf(shapes).includes('Left out'));
    assert.ok(!textsOf(chart.shapes).includes('Left out'));
  });

  it('is an SVG of its own, without anything that could run or load', () => {
    const hostile = { ...chart, title: '<script>&"\u0000', shapes: chart.shapes };
    const svg = renderSvg(hostile);
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
    assert.match(svg, /<title>&lt;script&gt;&amp;&quot;\ufffd<\/title>/);
    assert.doesNotMatch(svg, /<script|href|style=|url\(/);
    assert.equal(
      (svg.match(/<rect /g) ?? []).length,
      1 + chart.shapes.filter(({ kind }) => kind === 'rectangle').length,
    );
  });
});
