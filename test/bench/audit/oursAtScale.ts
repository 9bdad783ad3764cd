/** Runs in a process of its own: the figures of our trail over a file. Prints them as JSON. */
import { type LocalFilters, noFilters } from '../../../src/core/audit/table/filter.ts';
import { newestFirst, type TrailQuery } from '../../../src/core/audit/table/trail.ts';
import { ThreadTrail } from '../../../src/extension/audit/trail/threadTrail.ts';
import { median, quantile } from '../bench.ts';
import { watched } from '../watched.ts';
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
const started = performance.now();
let firstRows: Promise<number> | undefined;
const open = await watched(() =>
  timed(async () => {
    const { progress } = await trail.read(1, [{ name: 'many', at: { path } }], ({ loaded }) => {
      if (loaded > 0) firstRows ??= shown(noFilters).then(() => performance.now() - started);
    });
    if (progress.loaded < 1) throw new Error('nothing was read');
    return shown(noFilters);
  }),
);
const memory = process.memoryUsage.rss() - idle;
const sort = await watched(async () => {
  for (const field of ['actor', 'code', 'ipAddress'] as const) {
    const { revision } = await trail.view({ ...queryOf(noFilters), sort: { field, descending: false } });
    await trail.window(revision, 0, 40);
  }
});
const filtered = await watched(async () => ({
  facet: await medianOf(9, (n) => {
    const only = new Set([`person${[1, 2, 3, 5, 6, 7, 9, 10, 11][n] ?? 1}@example.com`]);
    return shown({ fields: new Map([['actor', { only, not: new Set() }]]) });
  }),
  search: await medianOf(searched.length, (n) => shown({ fields: new Map(), text: searched[n] ?? '' })),
  range: await medianOf(9, (n) => {
    const from = rangeFrom(n);
    return shown({ fields: new Map(), range: { from, to: from + 86_400_000 } });
  }),
}));
const brushed: Timed[] = [];
for (let n = 0; n < 60; n++) {
  const from = rangeFrom(0);
  const to = from + (20 + n) * 3_600_000;
  brushed.push(await timed(() => shown({ fields: new Map(), range: { from, to } })));
}
const worst = (what: keyof Timed): number =>
  quantile(
    brushed.map((one) => one[what]),
    0.95,
  );
const view = await trail.view(queryOf(noFilters));
const summed = await watched(async () => ({
  first: await timed(() => trail.whoReadWhat(view.revision)),
  again: await timed(() => trail.whoReadWhat(view.revision)),
}));
const microseconds = ({ cpu }: Timed): number => (cpu * 1000) / view.counts.loaded;
const figures: Figures = {
  ...{ open: open.answer, ...filtered.answer },
  ...{ firstRows: (await firstRows) ?? Number.NaN, brush: { cpu: worst('cpu'), wall: worst('wall') } },
  held: { open, sort, filter: filtered, sum: summed },
  ...{ memory, memoryAfter: process.memoryUsage.rss() - idle },
  whoReadWhat: { first: microseconds(summed.answer.first), again: microseconds(summed.answer.again) },
};
console.log(JSON.stringify(figures));
await trail.dispose();
clearInterval(alive);
