/** Runs in a process of its own: the figures of our trail over a file. Prints them as JSON. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type LocalFilters, noFilters } from '../../../src/core/audit/table/filter.ts';
import { newestFirst, type TrailQuery } from '../../../src/core/audit/table/trail.ts';
import { ThreadTrail } from '../../../src/extension/audit/trail/threadTrail.ts';
import { median, quantile } from '../bench.ts';
import { type Figures, rangeFrom, searched, type Timed, timed } from './scale.ts';

const [path = '', entry = ''] = process.argv.slice(2);
const trail = new ThreadTrail(entry, (error) => {
  throw error;
});
const queryOf = (filters: LocalFilters): TrailQuery => ({
  ...{ listing: 1, filters, sort: newestFirst, gaps: [], facetLimits: new Map() },
});
/** All that a table shows of these filters. */
async function shown(filters: LocalFilters): Promise<number> {
  const view = await trail.view(queryOf(filters));
  await trail.window(view.revision, 0, 40);
  return view.counts.passing;
}
async function medianOf(count: number, act: (n: number) => Promise<unknown>): Promise<Timed> {
  const taken: Timed[] = [];
  for (let n = 0; n < count; n++) taken.push(await timed(() => act(n)));
  return { cpu: median(taken.map(({ cpu }) => cpu)), wall: median(taken.map(({ wall }) => wall)) };
}

// The thread keeps no process running.
const alive = setInterval(() => undefined, 60_000);
const idle = process.memoryUsage.rss();
const delay = monitorEventLoopDelay({ resolution: 1 });
const started = performance.now();
let firstRows: Promise<number> | undefined;
delay.enable();
const open = await timed(async () => {
  const { progress } = await trail.read(1, [{ name: 'many', at: { path } }], ({ loaded }) => {
    if (loaded > 0) firstRows ??= shown(noFilters).then(() => performance.now() - started);
  });
  if (progress.loaded < 1) throw new Error('nothing was read');
  return shown(noFilters);
});
delay.disable();
const memory = process.memoryUsage.rss() - idle;
const facet = await medianOf(9, (n) => {
  const only = new Set([`person${[1, 2, 3, 5, 6, 7, 9, 10, 11][n] ?? 1}@example.com`]);
  return shown({ fields: new Map([['actor', { only, not: new Set() }]]) });
});
const search = await medianOf(searched.length, (n) => shown({ fields: new Map(), text: searched[n] ?? '' }));
const range = await medianOf(9, (n) => {
  const from = rangeFrom(n);
  return shown({ fields: new Map(), range: { from, to: from + 86_400_000 } });
});
const brushed: number[] = [];
for (let n = 0; n < 60; n++) {
  const from = rangeFrom(0);
  const to = from + (20 + n) * 3_600_000;
  brushed.push((await timed(() => shown({ fields: new Map(), range: { from, to } }))).wall);
}
const view = await trail.view(queryOf(noFilters));
const summed = await timed(() => trail.whoReadWhat(view.revision));
const again = await timed(() => trail.whoReadWhat(view.revision));
const figures: Figures = {
  ...{ open, facet, search, range },
  ...{ firstRows: (await firstRows) ?? Number.NaN, held: delay.max / 1e6, brush: quantile(brushed, 0.95) },
  ...{ memory, memoryAfter: process.memoryUsage.rss() - idle },
  whoReadWhat: {
    first: (summed.cpu * 1000) / view.counts.loaded,
    again: (again.cpu * 1000) / view.counts.loaded,
  },
};
console.log(JSON.stringify(figures));
await trail.dispose();
clearInterval(alive);
