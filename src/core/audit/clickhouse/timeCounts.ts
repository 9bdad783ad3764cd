import type { AbortSignalLike } from '../../service/transport.ts';
import { buildHistogram, createTimeAxis, type Histogram } from '../table/histogram.ts';
import { type EventOutcome, outcomes } from '../table/outcome.ts';
import { createOutlierRule, findReach, type TimeExtent } from '../table/timeExtent.ts';
import type { TrailQuery } from '../table/trail.ts';
import { isDated, milliseconds, outcomeConditions } from './fieldSql.ts';
import { type FilterConditions, passesFilters } from './filterSql.ts';
import { type ListedEvents, numberIn, textIn } from './select.ts';
import { bind, bindIntegers, bindText, type Sql, sql } from './sql.ts';

/** Returns the extent of the times of a listing, as `computeTimeExtent` does; undefined if no event has a time. */
export async function findTimeExtent(
  { from, run }: ListedEvents,
  signal?: AbortSignalLike,
): Promise<TimeExtent | undefined> {
  const dated = sql`${from} AND ${isDated}`;
  const [whole] = await run(
    sql`SELECT count() AS events, min(${milliseconds}) AS earliest, max(${milliseconds}) AS latest ${dated}`,
    signal,
  );
  const count = numberIn(whole, 'events');
  if (count === 0) return undefined;
  const [first, last] = [numberIn(whole, 'earliest'), numberIn(whole, 'latest')];
  const rule = createOutlierRule(count);
  if (last - first <= rule.least) return { first, last, low: first, high: last };
  // The narrowest range without `outliers` of the events begins at one of the earliest and ends at one of the latest.
  const edge = (direction: Sql): Sql =>
    sql`(SELECT groupArray(at) FROM (SELECT ${milliseconds} AS at ${dated} ORDER BY ts ${direction} LIMIT ${bind('UInt64', rule.outliers + 1)}))`;
  const [narrowest] = await run(
    sql`SELECT begins[place] AS begin, ends[place] AS end FROM (
  SELECT ${edge(sql`ASC`)} AS begins, arrayReverse(${edge(sql`DESC`)}) AS ends,
    arrayMap((b, e) -> e - b, begins, ends) AS widths, indexOf(widths, arrayMin(widths)) AS place
)`,
    signal,
  );
  const { begin, end } = findReach(
    { begin: numberIn(narrowest, 'begin'), end: numberIn(narrowest, 'end') },
    rule,
  );
  const [near] = await run(
    sql`SELECT minIf(${milliseconds}, ${milliseconds} >= ${bind('Int64', BigInt(begin))}) AS low,
  maxIf(${milliseconds}, ${milliseconds} <= ${bind('Int64', BigInt(end))}) AS high ${dated}`,
    signal,
  );
  return { first, last, low: numberIn(near, 'low'), high: numberIn(near, 'high') };
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
