import type { AbortSignalLike } from '../../service/transport.ts';
import { buildHistogram, createTimeAxis, type Histogram } from '../table/histogram.ts';
import { type EventOutcome, outcomes } from '../table/outcome.ts';
import { computeTimeExtent, createOutlierRule, findReach, type TimeExtent } from '../table/timeExtent.ts';
import type { TrailQuery } from '../table/trail.ts';
import { isDated, milliseconds, outcomeConditions } from './fieldSql.ts';
import { type FilterConditions, passesFilters } from './filterSql.ts';
import { type ListedEvents, numberIn, textIn } from './select.ts';
import { bind, bindIntegers, bindText, type Sql, sql } from './sql.ts';

/**
 * Resolves to what `computeTimeExtent` returns for the times of a listing's events and the times in `later` together;
 * undefined if there are no times at all. `later` is in milliseconds since 1970, in ascending order, and none is before
 * the listing's newest event. These times are not sent to the server.
 */
export async function findTimeExtent(
  { from, run }: ListedEvents,
  later: Float64Array,
  signal?: AbortSignalLike,
): Promise<TimeExtent | undefined> {
  const dated = sql`${from} AND ${isDated}`;
  const [whole] = await run(
    sql`SELECT count() AS events, min(${milliseconds}) AS earliest, max(${milliseconds}) AS latest ${dated}`,
    signal,
  );
  const count = numberIn(whole, 'events');
  if (count === 0) return computeTimeExtent(later);
  const [first, last] = [numberIn(whole, 'earliest'), later.at(-1) ?? numberIn(whole, 'latest')];
  const rule = createOutlierRule(count + later.length);
  if (last - first <= rule.least) return { first, last, low: first, high: last };
  const search = { dated, run, count, later, outliers: rule.outliers };
  const { begin, end } = findReach(await findNarrowest(search, signal), rule);
  const [near] = await run(
    sql`SELECT countIf(${milliseconds} >= ${bind('Int64', BigInt(begin))}) AS within,
  minIf(${milliseconds}, ${milliseconds} >= ${bind('Int64', BigInt(begin))}) AS low,
  maxIf(${milliseconds}, ${milliseconds} <= ${bind('Int64', BigInt(end))}) AS high ${dated}`,
    signal,
  );
  const low = numberIn(near, 'within') > 0 ? numberIn(near, 'low') : later.find((time) => time >= begin);
  const high = later.findLast((time) => time <= end) ?? numberIn(near, 'high');
  return { first, last, low: low ?? first, high };
}

interface Range {
  readonly begin: number;
  readonly end: number;
}

interface RangeSearch extends Pick<ListedEvents, 'run'> {
  /** The FROM and WHERE clauses that select the listing's events with a time. */
  readonly dated: Sql;
  readonly count: number;
  readonly later: Float64Array;
  readonly outliers: number;
}

/**
 * Returns the narrowest range that contains all times but `outliers` of them. It begins at one of the earliest times
 * and ends at one of the latest.
 */
async function findNarrowest(search: RangeSearch, signal: AbortSignalLike | undefined): Promise<Range> {
  const { dated, run, count, later, outliers } = search;
  /** Number of possible ranges that end at a time of the listing. The others end at a time in `later`. */
  const inListing = Math.max(0, outliers + 1 - later.length);
  const selectTimes = (length: number, skipped: number): Sql =>
    sql`SELECT ${milliseconds} AS at ${dated} ORDER BY ts LIMIT ${bind('UInt64', length)} OFFSET ${bind('UInt64', skipped)}`;
  const latest = sql`SELECT ${milliseconds} AS at ${dated} ORDER BY ts DESC LIMIT ${bind('UInt64', inListing)}`;
  const [[narrowest], begins] = await Promise.all([
    inListing === 0
      ? []
      : run(
          sql`SELECT begins[place] AS begin, ends[place] AS end FROM (
  SELECT (SELECT groupArray(at) FROM (${selectTimes(inListing, 0)})) AS begins,
    arrayReverse((SELECT groupArray(at) FROM (${latest}))) AS ends,
    arrayMap((b, e) -> e - b, begins, ends) AS widths, indexOf(widths, arrayMin(widths)) AS place
)`,
          signal,
        ),
    inListing > outliers || inListing >= count
      ? []
      : run(selectTimes(outliers + 1 - inListing, inListing), signal),
  ]);
  const ranges: Range[] = narrowest
    ? [{ begin: numberIn(narrowest, 'begin'), end: numberIn(narrowest, 'end') }]
    : [];
  for (let place = inListing; place <= outliers; place++) {
    const begin = place < count ? numberIn(begins[place - inListing], 'at') : later[place - count];
    const end = later[later.length - (outliers + 1 - place)];
    if (begin !== undefined && end !== undefined) ranges.push({ begin, end });
  }
  return ranges.reduce((best, range) => (range.end - range.begin < best.end - best.begin ? range : best));
}

/** Returns the histogram of the events that pass all filters except the time range, as the local store does. */
export async function countTimes(
  { from, run }: ListedEvents,
  conditions: FilterConditions,
  extent: TimeExtent,
  { zone, own }: { readonly zone: TrailQuery['zone']; readonly own: Sql | undefined },
  signal?: AbortSignalLike,
): Promise<Histogram> {
  const axis = createTimeAxis(extent, zone);
  const [start = 0] = axis.edges;
  const edges = bindIntegers(axis.edges);
  const rows = await run(
    sql`SELECT multiIf(NOT ${isDated}, 'undated', ${milliseconds} < ${bind('Int64', BigInt(start))}, 'before',
    toString(roundDown(${milliseconds}, ${edges}))) AS bin,
  multiIf(${outcomeConditions.succeeded}, ${bindText('succeeded' satisfies EventOutcome)},
    ${outcomeConditions.failed}, ${bindText('failed' satisfies EventOutcome)},
    ${bindText('unknown' satisfies EventOutcome)}) AS outcome,
  ${own ?? sql`0`} AS isOwn, count() AS events
${from} AND ${passesFilters(conditions, 'range')}
GROUP BY bin, outcome, isOwn`,
    signal,
  );
  const binOfEdge = new Map(axis.edges.map((edge, at) => [String(edge), at + 1]));
  const size = (axis.count + 2) * outcomes.length;
  const counts = { others: new Uint32Array(size), own: own && new Uint32Array(size) };
  let undated = 0;
  for (const row of rows) {
    const bin = textIn(row, 'bin') ?? '';
    const events = numberIn(row, 'events');
    if (bin === 'undated') {
      undated += events;
      continue;
    }
    const list = numberIn(row, 'isOwn') === 0 ? counts.others : counts.own;
    const outcome = outcomes.findIndex((name) => name === textIn(row, 'outcome'));
    const place = (binOfEdge.get(bin) ?? 0) * outcomes.length + outcome;
    if (list) list[place] = (list[place] ?? 0) + events;
  }
  return buildHistogram(axis, counts, undated);
}
