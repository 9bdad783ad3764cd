import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { bundle, type Harness, root, startHarness } from '../webview/harness.ts';
import { type Bench, type BenchEntry, median, quantile, sized } from './bench.ts';

const runs = sized(7, 1);
const [rows, manyRows] = [sized(100_000, 1_000), sized(1_000_000, 2_000)];
const scrolledFrames = sized(120, 5);
const size = { width: 1200, height: 600 };
const peerNames = ['ag-grid-community', 'slickgrid'] as const;
const names = ['vault-sql', ...peerNames] as const;
type GridName = (typeof names)[number];

interface Figures {
  readonly paint: number[];
  readonly scroll: number[];
  readonly jump: number[];
  /** Processor time of the page's main thread for each frame while scrolling: a busy machine does not add to it. */
  readonly cpu: number[];
}

const noFigures = (): Figures => ({ paint: [], scroll: [], jump: [], cpu: [] });
/** Recorded for a jump after which a peer's rows did not come: the time that they were waited for. */
const gaveUpMs = 10_000;

/**
 * Our grid beside two others: the same made-up rows, the same page size, the same measurements, one after the other
 * within each run so that a busy machine troubles all alike. Ours alone gets its rows by messages, as in the editor.
 */
const grids: Bench = async () => {
  const scripts: Readonly<Record<GridName, string>> = {
    'vault-sql': await bundle('test/bench/grids/ours.ts'),
    'ag-grid-community': await bundle('test/bench/grids/agGrid.ts'),
    slickgrid: await bundle('test/bench/grids/slickgrid.ts'),
  };
  const css = await readFile(join(root, 'node_modules/slickgrid/dist/styles/css/slick.grid.css'), 'utf8');
  const pages = new Map<string, string>();
  for (const peer of peerNames) {
    pages.set(`/${peer}.js`, scripts[peer]);
    pages.set(`/${peer}`, peerPage(peer, css));
  }
  const harness = await startHarness(pages);
  try {
    const many = new Map(names.map((name) => [name, noFigures()]));
    const million = new Map(names.map((name) => [name, noFigures()]));
    for (let run = 0; run < runs; run++) {
      for (const [rowCount, figures] of [
        [rows, many],
        [manyRows, million],
      ] as const) {
        for (const name of names)
          await measure(harness, name, scripts['vault-sql'], rowCount, figures.get(name));
      }
    }
    return [...entriesOf(many, million), scriptEntry(harness.script, scripts)];
  } finally {
    await harness.close();
  }
};
export default grids;

const peerPage = (peer: string, css: string): string => `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${peer}</title>
<style>body { margin: 0; font: 13px sans-serif } #grid { height: ${size.height}px } ${css}</style></head>
<body><div id="grid"></div><script src="/${peer}.js"></script></body></html>`;

async function measure(
  harness: Harness,
  name: GridName,
  ours: string,
  rowCount: number,
  figures: Figures | undefined,
): Promise<void> {
  if (!figures) throw new Error(`no place for the figures of ${name}`);
  const path = name === 'vault-sql' ? '/' : `/${name}`;
  const view = await harness.open({ ...size, path, ...(name === 'vault-sql' ? { before: ours } : {}) });
  try {
    const { page } = view;
    await page.waitForFunction('window.gridBench !== undefined && document.readyState === "complete"');
    figures.paint.push(await page.evaluate((rows) => window.gridBench.paint(rows), rowCount));
    const busy = await mainThread(page);
    const before = await busy();
    const frames = await page.evaluate((count) => window.gridBench.scroll(count, 480), scrolledFrames);
    figures.cpu.push(((await busy()) - before) / scrolledFrames);
    figures.scroll.push(quantile(frames, 0.95));
    figures.jump.push(await jumps(page, name === 'vault-sql' ? undefined : gaveUpMs));
  } finally {
    await view.close();
  }
}

/** Gives a clock of the processor time, in milliseconds, that the page's main thread has used. */
async function mainThread(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
}

/** The middle of five jumps to rows that are not loaded; `late` marks one whose rows did not come. */
async function jumps(page: Page, late: number | undefined): Promise<number> {
  const taken: number[] = [];
  for (const part of [0.3, 0.9, 0.5, 0.7, 0.2]) {
    const jump = page.evaluate((to) => window.gridBench.jump(to), part);
    taken.push(late === undefined ? await jump : await jump.catch(() => late));
  }
  return median(taken);
}

type AllFigures = ReadonlyMap<GridName, Figures>;

function entry(
  id: string,
  what: string,
  target: number,
  figures: AllFigures,
  pick: (of: Figures) => number[],
): BenchEntry {
  const of = (name: GridName): number => {
    const found = figures.get(name);
    if (!found) throw new Error(`no figures of ${name}`);
    return median(pick(found));
  };
  const peers = peerNames.map((name) => ({ name, value: of(name) }));
  return { id, what, value: of('vault-sql'), unit: 'ms', better: 'lower', target, peers, runs };
}

function entriesOf(many: AllFigures, million: AllFigures): BenchEntry[] {
  const size100k = '100,000 rows × 30 columns';
  const size1m = '1,000,000 rows × 30 columns';
  return [
    entry('grid-paint-ms', `${size100k}: rows handed over to first row painted`, 50, many, (of) => of.paint),
    entry('grid-scroll-p95-ms', `${size100k}: frame while scrolling, p95`, 20, many, (of) => of.scroll),
    entry(
      'grid-scroll-cpu-ms',
      `${size100k}: processor time for a frame while scrolling`,
      10,
      many,
      (of) => of.cpu,
    ),
    entry('grid-jump-ms', `${size100k}: scroll bar moved to rows there painted`, 80, many, (of) => of.jump),
    entry(
      'grid-million-paint-ms',
      `${size1m}: rows handed over to first row painted`,
      50,
      million,
      (of) => of.paint,
    ),
    entry(
      'grid-million-scroll-p95-ms',
      `${size1m}: frame while scrolling, p95`,
      20,
      million,
      (of) => of.scroll,
    ),
    entry(
      'grid-million-jump-ms',
      `${size1m}: scroll bar moved to rows there painted`,
      80,
      million,
      (of) => of.jump,
    ),
  ];
}

function scriptEntry(script: string, scripts: Readonly<Record<GridName, string>>): BenchEntry {
  const kilobytes = (text: string): number => Buffer.byteLength(text) / 1024;
  return {
    id: 'grid-script-kb',
    what: 'the whole results webview, minified; beside it the grids alone, no more of them than the bench needs',
    value: kilobytes(script),
    unit: 'KB',
    better: 'lower',
    target: 120,
    peers: peerNames.map((name) => ({ name, value: kilobytes(scripts[name]) })),
    runs: 1,
  };
}
