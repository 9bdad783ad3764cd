/**
 * 1,000,000 audit events of a file, in the thread that has them, beside DuckDB over the same file: CPU against CPU, pair by
 * pair, each program in a process of its own.
 */
import { duckdbOver, type Figures, oursOver, type PeerFigures, type Timed, withMany } from './audit/scale.ts';
import { type Bench, type BenchEntry, measurePair, median, type Pair, sized, spreadOf } from './bench.ts';

const [many, fewer] = [sized(1_000_000, 2_000), sized(100_000, 1_000)];
/** An even number, so that each of the two comes first as often as the other. */
const runs = sized(4, 2);
const MB = 1024 * 1024;

const bench: Bench = async () => {
  const small = await withMany(fewer, oursOver);
  const { pairs, bytes } = await withMany(many, async (file, size) => ({
    pairs: await measurePairs(file),
    bytes: size,
  }));
  const ours = (read: (figures: Figures) => number): number => median(pairs.map((pair) => read(pair.ours)));
  const peer = (read: (figures: PeerFigures) => number): number =>
    median(pairs.map((pair) => read(pair.peer)));
  const entry = (
    id: string,
    what: string,
    value: number,
    unit: string,
    target: number,
    peers: BenchEntry['peers'] = [],
  ): BenchEntry => ({ id, what, value, unit, better: 'lower', target, peers, runs });
  /** CPU over DuckDB's for the same answers: the median of the pairs' ratios. */
  const ratio = (
    id: string,
    what: string,
    target: number,
    [oursOf, peerOf]: readonly [(figures: Figures) => Timed, (figures: PeerFigures) => Timed],
    peers: BenchEntry['peers'] = [],
  ): BenchEntry => {
    const ratios = pairs.map((pair) => oursOf(pair.ours).cpu / peerOf(pair.peer).cpu);
    return entry(id, what, median(ratios), 'times', target, [
      { name: 'ms', value: ours((figures) => oursOf(figures).cpu) },
      { name: 'ms of DuckDB', value: peer((figures) => peerOf(figures).cpu) },
      ...spreadOf('ratio', ratios),
      ...peers,
    ]);
  };
  const filtered = (
    name: Compared,
    what: string,
    one?: 'facetCount' | 'searchCount' | 'rangeCount' | 'selectiveCount',
  ) =>
    ratio(
      `audit-1m-${name}-over-duckdb`,
      `1,000,000 events: ${what}, all counts and first rows, CPU over DuckDB's`,
      2,
      [(figures) => figures[name], (figures) => figures[name]],
      one && [{ name: 'ms of DuckDB, one count', value: peer((figures) => figures[one].cpu) }],
    );
  const growth = Math.max(
    ...(['open', 'facet', 'search', 'range'] as const).map(
      (name) => ours((figures) => figures[name].cpu) / small[name].cpu,
    ),
  );
  return [
    ratio(
      'audit-1m-open-over-load',
      "1,000,000 events from a file to all counts, CPU over DuckDB's load",
      3,
      [(figures) => figures.open, (figures) => figures.load],
      [{ name: 'ms of DuckDB, load and counts', value: peer((figures) => figures.open.cpu) }],
    ),
    entry(
      'audit-1m-first-ms',
      '1,000,000 events: to the first rows',
      ours((figures) => figures.firstRows),
      'ms',
      1_000,
    ),
    entry(
      'audit-1m-held-ms',
      '1,000,000 events: the longest that the host is held, CPU',
      ours(({ held }) => Math.max(...Object.values(held).map(({ cpu }) => cpu))),
      'ms',
      16,
      (['open', 'sort', 'filter', 'sum'] as const).flatMap((name) => [
        { name, value: ours(({ held }) => held[name].cpu) },
        { name: `${name}, on the clock`, value: ours(({ held }) => held[name].wall) },
      ]),
    ),
    filtered('facet', 'a value chosen', 'facetCount'),
    filtered('search', 'a text in any field', 'searchCount'),
    filtered('range', 'a day chosen', 'rangeCount'),
    filtered('combined', 'a value, a day and a text at once'),
    filtered('selective', 'two values, a day and a text at once', 'selectiveCount'),
    entry(
      'audit-1m-brush-ms',
      '1,000,000 events: a step of the brush in the thread, CPU, p95',
      ours(({ brush }) => brush.cpu),
      'ms',
      16,
      [{ name: 'on the clock', value: ours(({ brush }) => brush.wall) }],
    ),
    entry(
      'audit-1m-memory',
      '1,000,000 events: memory over the idle process, in bytes of the file',
      ours(({ memory }) => memory) / bytes,
      '×',
      0.7,
      [
        { name: 'DuckDB', value: peer(({ memory }) => memory) / bytes },
        { name: 'after who read what', value: ours(({ memoryAfter }) => memoryAfter) / bytes },
        { name: 'of the file, MB', value: bytes / MB },
      ],
    ),
    entry(
      'audit-1m-read-us',
      'who read what, an event, 3 of 5 texts distinct, CPU',
      ours(({ whoReadWhat }) => whoReadWhat.first),
      'µs',
      30,
    ),
    entry(
      'audit-1m-read-again-us',
      'who read what, an event, texts read before, CPU',
      ours(({ whoReadWhat }) => whoReadWhat.again),
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

/** What both programs answer. */
type Compared = 'facet' | 'search' | 'range' | 'combined' | 'selective';

async function measurePairs(file: string): Promise<Pair<Figures, PeerFigures>[]> {
  const pairs: Pair<Figures, PeerFigures>[] = [];
  for (let index = 0; index < runs; index++) {
    const pair = await measurePair(
      index,
      () => oursOver(file),
      () => duckdbOver(file),
    );
    pairs.push(pair);
  }
  return pairs;
}
