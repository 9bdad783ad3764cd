/** 1,000,000 audit events of a file, in the thread that has them, beside DuckDB over the same file: CPU against CPU. */
import { duckdbOver, oursOver, type Timed, withMany } from './audit/scale.ts';
import { type Bench, type BenchEntry, sized } from './bench.ts';

const [many, fewer] = [sized(1_000_000, 2_000), sized(100_000, 1_000)];
const MB = 1024 * 1024;

const bench: Bench = async () => {
  const small = await withMany(fewer, oursOver);
  const { ours, peer, bytes } = await withMany(many, async (file, size) => ({
    ours: await oursOver(file),
    peer: await duckdbOver(file),
    bytes: size,
  }));
  const entry = (
    id: string,
    what: string,
    value: number,
    unit: string,
    target: number,
    peers: BenchEntry['peers'] = [],
  ): BenchEntry => ({ id, what, value, unit, better: 'lower', target, peers, runs: 1 });
  /** Against the same answers, with what one question takes beside it. */
  const filtered = (name: 'facet' | 'search' | 'range', what: string, one: Timed): BenchEntry =>
    entry(`audit-1m-${name}-ms`, what, ours[name].cpu, 'ms', 2 * peer[name].cpu, [
      { name: 'DuckDB, the same answers', value: peer[name].cpu },
      { name: 'DuckDB, one count', value: one.cpu },
    ]);
  const growth = Math.max(
    ...(['open', 'facet', 'search', 'range'] as const).map((name) => ours[name].cpu / small[name].cpu),
  );
  return [
    entry(
      ...(['audit-1m-open-ms', '1,000,000 events from a file to all counts, CPU'] as const),
      ...([ours.open.cpu, 'ms', 3 * peer.load.cpu] as const),
      [
        { name: 'DuckDB, load', value: peer.load.cpu },
        { name: 'DuckDB, load and counts', value: peer.open.cpu },
      ],
    ),
    entry('audit-1m-first-ms', '1,000,000 events: to the first rows', ours.firstRows, 'ms', 1_000),
    entry(
      'audit-1m-held-ms',
      '1,000,000 events: the longest that the host is held, CPU',
      ...([Math.max(...Object.values(ours.held).map(({ cpu }) => cpu)), 'ms', 16] as const),
      Object.entries(ours.held).flatMap(([name, { cpu, wall }]) => [
        { name, value: cpu },
        { name: `${name}, on the clock`, value: wall },
      ]),
    ),
    filtered('facet', '1,000,000 events: a value chosen, all counts and first rows, CPU', peer.facetCount),
    filtered(
      'search',
      '1,000,000 events: a text in any field, all counts and first rows, CPU',
      peer.searchCount,
    ),
    filtered('range', '1,000,000 events: a day chosen, all counts and first rows, CPU', peer.rangeCount),
    entry(
      'audit-1m-brush-ms',
      '1,000,000 events: a step of the brush in the thread, CPU, p95',
      ...([ours.brush.cpu, 'ms', 16] as const),
      [{ name: 'on the clock', value: ours.brush.wall }],
    ),
    entry(
      ...([
        'audit-1m-memory',
        '1,000,000 events: memory over the idle process, in bytes of the file',
      ] as const),
      ...([ours.memory / bytes, '×', 0.7] as const),
      [
        { name: 'DuckDB', value: peer.memory / bytes },
        { name: 'after who read what', value: ours.memoryAfter / bytes },
        { name: 'of the file, MB', value: bytes / MB },
      ],
    ),
    entry(
      'audit-1m-read-us',
      'who read what, an event, 3 of 5 texts distinct, CPU',
      ours.whoReadWhat.first,
      'µs',
      30,
    ),
    entry(
      'audit-1m-read-again-us',
      'who read what, an event, texts read before, CPU',
      ours.whoReadWhat.again,
      'µs',
      5,
    ),
    entry(
      'audit-growth',
      'from 100,000 to 1,000,000 events: the steepest of open, facet, search, range',
      growth,
      '×',
      13,
    ),
  ];
};
export default bench;
