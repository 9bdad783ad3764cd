/** Runs in a process of its own: the figures of our trail over a file. Prints them as JSON. */
import { noFilters, type TimeRange, type TrailFilters } from '../../../src/core/audit/table/filter.ts';
import { newestFirst, type TrailQuery, type TrailSort } from '../../../src/core/audit/table/trail.ts';
import { ThreadTrail } from '../../../src/extension/audit/sources/threadTrail.ts';
import { textTerms } from '../../unit/core/audit/questions.ts';
import { median, quantile } from '../bench.ts';
import { watched } from '../watched.ts';
import { actorAt, type Figures, rangeFrom, searched, type Timed, timed } from './scale.ts';

const [path = '', entry = ''] = process.argv.slice(2);
const trail = new ThreadTrail(entry, (error) => {
  throw error;
});
const queryOf = (filters: TrailFilters, sorts: readonly TrailSort[] = newestFirst): TrailQuery => ({
  listing: 1,
  filters,
  sorts,
  gaps: [],
  facetLimits: new Map(),
});
const actor = (n: number): TrailFilters['fields'] =>
  new Map([['actor', { only: new Set([actorAt(n)]), not: new Set() }]]);
const failed = ['code', { only: new Set(['400']), not: new Set<string>() }] as const;
const day = (n: number): TimeRange => ({ from: rangeFrom(n), to: rangeFrom(n) + 86_400_000 });
const sortsOf = (n: number): readonly TrailSort[] => [
  {
    field: (['actor', 'code', 'ipAddress'] as const)[n % 3] ?? 'actor',
    descending: n >= 3,
  },
];
/** All that a table shows of these filters. */
async function shown(filters: TrailFilters, sorts?: readonly TrailSort[]): Promise<number> {
  const view = await trail.view(queryOf(filters, sorts));
  await trail.window(view.handle, 0, 40);
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
const sorted = await watched(async () => ({
  sort: await medianOf(6, (n) => shown(noFilters, sortsOf(n))),
  sortedFacet: await medianOf(9, (n) => shown({ fields: actor(n) }, sortsOf(2))),
}));
const filtered = await watched(async () => ({
  facet: await medianOf(9, (n) => shown({ fields: actor(n) })),
  search: await medianOf(searched.length, (n) =>
    shown({ fields: new Map(), terms: textTerms(searched[n] ?? '') }),
  ),
  range: await medianOf(9, (n) => shown({ fields: new Map(), range: day(n) })),
  combined: await medianOf(searched.length, (n) =>
    shown({ fields: actor(n), range: day(n), terms: textTerms(searched[n] ?? '') }),
  ),
  selective: await medianOf(searched.length, (n) =>
    shown({
      fields: new Map([...actor(n), failed]),
      range: day(n),
      terms: textTerms(searched[n] ?? ''),
    }),
  ),
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
  first: await timed(() => trail.whoReadWhat(view.handle)),
  again: await timed(() => trail.whoReadWhat(view.handle)),
}));
const microseconds = ({ cpu }: Timed): number => (cpu * 1000) / view.counts.total;
const figures: Figures = {
  open: open.answer,
  ...filtered.answer,
  ...sorted.answer,
  firstRows: (await firstRows) ?? Number.NaN,
  brush: { cpu: worst('cpu'), wall: worst('wall') },
  held: { open, sort: sorted, filter: filtered, sum: summed },
  memory,
  memoryAfter: process.memoryUsage.rss() - idle,
  whoReadWhat: { first: microseconds(summed.answer.first), again: microseconds(summed.answer.again) },
};
console.log(JSON.stringify(figures));
await trail.dispose();
clearInterval(alive);
