/**
 * The audit table over ClickHouse 26.7, beside hand-written SQL for the same answers over the same HTTP interface, pair by
 * pair; and over 1,000,000 events beside the store on this machine. `VAULTSQL_BENCH_EVENTS` is the number of events in the
 * table, by default 1,000,000; with 100,000,000, the last 30 days have about 8,000,000, and the table takes some 20 GB.
 */
import { crc32 } from 'node:zlib';
import type { ClickHouseTrail } from '../../src/core/audit/clickhouse/clickhouseTrail.ts';
import { countFacets } from '../../src/core/audit/clickhouse/facetCounts.ts';
import { filterConditions, isInRange } from '../../src/core/audit/clickhouse/filterSql.ts';
import type { ListedEvents, RunSelect } from '../../src/core/audit/clickhouse/select.ts';
import { nameSql, sql } from '../../src/core/audit/clickhouse/sql.ts';
import { countTimes, findTimeExtent } from '../../src/core/audit/clickhouse/timeCounts.ts';
import { facetFields } from '../../src/core/audit/table/fields.ts';
import { noFilters, type TimeRange } from '../../src/core/audit/table/filter.ts';
import { newestFirst, type TrailQuery } from '../../src/core/audit/table/trail.ts';
import { createRunSelect } from '../../src/node/clickhouse/selectRows.ts';
import { clientFor, target } from '../engines/clickHouse/sinkServer.ts';
import { trailFor } from '../engines/clickHouse/storedEvents.ts';
import { startClickHouse } from '../engines/clickHouse.ts';
import { sha256 } from '../unit/core/audit/handover/sampleRecords.ts';
import { storeMany } from './audit/clickHouseRows.ts';
import { oursOver, withMany } from './audit/scale.ts';
import { type Bench, type BenchEntry, measurePair, median, type Pair, sized, spreadOf } from './bench.ts';
import { watched } from './watched.ts';

export const needsProgram = true;

const count = sized(Number(process.env.VAULTSQL_BENCH_EVENTS ?? 1_000_000), 2_000);
const runs = sized(6, 2);
const MB = 1024 * 1024;
const DAY_MS = 86_400_000;
const end = Date.UTC(2026, 9, 1);
const lastDays: TimeRange = { from: end - 30 * DAY_MS, to: end };

const query: TrailQuery = { listing: 1, filters: noFilters, sorts: newestFirst, gaps: [] };

/** What both sides answer. */
interface Question {
  readonly id: string;
  readonly what: string;
  readonly ours: () => Promise<unknown>;
  readonly bare: () => Promise<unknown>;
}

const bench: Bench = async () => {
  const server = await startClickHouse();
  try {
    const administrator = clientFor(server.url, { timeoutMs: 30 * 60_000 });
    const stored = await storeMany(administrator, target, { count, end });
    const client = clientFor(server.url, { user: 'reader', password: 'reader-password', timeoutMs: 600_000 });
    const run = createRunSelect(client, `${target.database}.${target.table}`, () => undefined);
    const trail = trailFor(client);
    const memory = process.memoryUsage.rss();
    const entries: BenchEntry[] = [];
    let [cpu, wall] = [0, 0];
    for (const question of createQuestions(trail, run)) {
      const { answer: pairs, ...held } = await watched(() => measurePairs(question));
      [cpu, wall] = [Math.max(cpu, held.cpu), Math.max(wall, held.wall)];
      entries.push(toEntry(question, pairs));
    }
    const name = `${count.toLocaleString('en')} events in ClickHouse`;
    entries.push({
      id: 'clickhouse-held-ms',
      what: `${name}: the longest that the host is held, CPU`,
      value: cpu,
      unit: 'ms',
      better: 'lower',
      target: 50,
      peers: [{ name: 'on the clock', value: wall }],
      runs,
    });
    entries.push({
      id: 'clickhouse-host-memory',
      what: `${name}: memory of the host over that before the first question`,
      value: (process.memoryUsage.rss() - memory) / MB,
      unit: 'MB',
      better: 'lower',
      target: 100,
      peers: [
        { name: 'of the table on the disk', value: stored.bytes / MB },
        { name: 'seconds to insert a million rows', value: stored.secondsPerMillion },
      ],
      runs: 1,
    });
    if (count <= 1_000_000) entries.push(await compareWithStore(trail));
    return entries;
  } finally {
    await server.stop();
  }
};
export default bench;

function createQuestions(trail: ClickHouseTrail, run: RunSelect): readonly Question[] {
  trail.open(1, lastDays);
  const from = sql`FROM ${nameSql(target.database)}.${nameSql(target.table)} FINAL WHERE ${isInRange(lastDays)}`;
  const events: ListedEvents = { from, host: 'localhost', run: (select) => run(select.toStatement()) };
  const conditions = filterConditions(noFilters, sha256);
  const bare = (statement: string): Promise<unknown> => run({ statement, parameters: {} });
  const time = (ms: number): string => `toDateTime64('${new Date(ms).toISOString().slice(0, 19)}', 9, 'UTC')`;
  const bareFrom = `FROM ${target.database}.${target.table} FINAL WHERE ts >= ${time(lastDays.from)} AND ts < ${time(end)}`;
  const bareFacets = facetFields
    .map(({ id, each }) => `('${id}', ${each === undefined ? id : `arrayStringConcat(${id}, ', ')`})`)
    .join(', ');
  return [
    {
      id: 'first',
      what: 'the count and the first 200 rows',
      ours: async () => {
        const { handle } = await trail.view(query);
        await trail.window(handle, 0, 200);
      },
      bare: async () => {
        await bare(`SELECT count() ${bareFrom}`);
        await bare(
          `SELECT ts, id, event, time, changeID, accountID, parentAccountID ${bareFrom} ORDER BY ts DESC, id DESC LIMIT 200`,
        );
      },
    },
    {
      id: 'facets',
      what: 'all facets',
      ours: () =>
        countFacets(events, conditions, noFilters, { limits: new Map(), given: undefined, hashOf: crc32 }),
      bare: () =>
        bare(
          `SELECT facet.1 AS field, facet.2 AS value, count() AS events FROM (SELECT arrayJoin([${bareFacets}]) AS facet ${bareFrom}) GROUP BY field, value ORDER BY field, events DESC LIMIT 20 BY field`,
        ),
    },
    {
      id: 'histogram',
      what: 'the histogram',
      ours: async () => {
        const extent = await findTimeExtent(events, new Float64Array());
        if (extent) await countTimes(events, conditions, extent, { zone: undefined, own: undefined });
      },
      bare: async () => {
        await bare(`SELECT min(ts), max(ts) ${bareFrom}`);
        await bare(
          `SELECT toStartOfInterval(ts, INTERVAL 6 HOUR) AS bin, startsWith(code, '2') AS isSuccess, count() ${bareFrom} GROUP BY bin, isSuccess`,
        );
      },
    },
    {
      id: 'reads',
      what: 'who read what',
      ours: async () => {
        const { handle } = await trail.view(query);
        return trail.whoReadWhat(handle);
      },
      bare: async () => {
        await bare(`SELECT count() ${bareFrom}`);
        await bare(
          `SELECT actor, r.1 AS t, r.2 AS c, r.3 AS l, r.4 AS u, countIf(startsWith(code, '2')), count(), min(ts), max(ts) FROM (SELECT ts, code, actor, arrayJoin(reads) AS r ${bareFrom}) GROUP BY actor, t, c, l, u`,
        );
      },
    },
  ];
}

async function measurePairs({ ours, bare }: Question): Promise<readonly Pair<number>[]> {
  const pairs: Pair<number>[] = [];
  // What is asked first reads the table from the disk.
  await bare();
  for (let index = 0; index < runs; index++)
    pairs.push(
      await measurePair(
        index,
        () => elapsed(ours),
        () => elapsed(bare),
      ),
    );
  return pairs;
}

async function elapsed(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

function toEntry({ id, what }: Question, pairs: readonly Pair<number>[]): BenchEntry {
  const ratios = pairs.map(({ ours, peer }) => ours / peer);
  return {
    id: `clickhouse-${id}-over-bare`,
    what: `${count.toLocaleString('en')} events in ClickHouse, 30 days: ${what}, over bare SQL`,
    value: median(ratios),
    unit: 'times',
    better: 'lower',
    target: 1.5,
    peers: [
      { name: 'ms', value: median(pairs.map(({ ours }) => ours)) },
      { name: 'ms of bare SQL', value: median(pairs.map(({ peer }) => peer)) },
      ...spreadOf('ratio', ratios),
    ],
    runs,
  };
}

/** From a question to all counts and the first rows, over the time of the store on this machine with as many events. */
async function compareWithStore(trail: ClickHouseTrail): Promise<BenchEntry> {
  trail.open(2, undefined);
  const ready: number[] = [];
  for (let index = 0; index < runs; index++) {
    const time = await elapsed(async () => {
      const view = await trail.view({ ...query, listing: 2, facetLimits: new Map() });
      await trail.window(view.handle, 0, 40);
    });
    ready.push(time);
  }
  const store = await withMany(count, oursOver);
  return {
    id: 'clickhouse-ready-over-store',
    what: `${count.toLocaleString('en')} events in ClickHouse: the table with all counts, over opening the same number from a file`,
    value: median(ready) / store.open.wall,
    unit: 'times',
    better: 'lower',
    target: 2,
    peers: [
      { name: 'ms', value: median(ready) },
      { name: 'ms to open the file', value: store.open.wall },
      { name: 'ms of the store for a filter that changes', value: store.facet.wall },
    ],
    runs,
  };
}
