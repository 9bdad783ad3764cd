/** How many loaded events fall into which stretch of time, by outcome. */
import { type EventIndex, outcomeOf, outcomes } from './eventIndex.ts';
import type { Passing } from './filter.ts';

export interface Histogram {
  /** Milliseconds since 1970: where the first bin begins, a multiple of `step`. */
  readonly from: number;
  /** Milliseconds of a bin. */
  readonly step: number;
  /** For each bin the events that pass all filters but the one by time: succeeded, failed, outcome unknown. */
  readonly bins: readonly (readonly [number, number, number])[];
  /** Events that pass and have no time to place them by. */
  readonly undated: number;
  /** Loaded events so far off that the axis leaves them out; missing where it has all. */
  readonly outside?: {
    /** Those that pass before the first bin and after the last, by outcome like a bin. */
    readonly before: readonly [number, number, number];
    readonly after: readonly [number, number, number];
    /** Milliseconds since 1970 of the first and of the last event, wherever they are. */
    readonly first: number;
    readonly last: number;
  };
}

const none = [0, 0, 0] as const;
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
/** Widths that a person can read off an axis. */
const steps = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((n) => n * day),
];

/** The smallest readable width with which `span` milliseconds need at most `most` bins, wherever they begin. */
export function stepFor(span: number, most: number): number {
  const fits = (step: number): boolean => Math.floor(span / step) + 2 <= most;
  const found = steps.find(fits);
  if (found !== undefined) return found;
  // Centuries: an odd year among the times.
  return Math.ceil(span / (most - 2) / (364 * day)) * 364 * day;
}

interface Extent {
  readonly size: number;
  /** Of all events. */
  readonly first: number;
  readonly last: number;
  /** Of those that the axis covers. */
  readonly low: number;
  readonly high: number;
}
/** The extent of an index as it was: while filters change it stays. */
const extents = new WeakMap<EventIndex, Extent>();

/** The bulk lies within this many times its own extent. */
const reachFactor = 10;
/** So little is never far: among many events a day, among a few a year. */
const [nearAmongMany, nearAmongFew, manyEvents] = [day, 366 * day, 100];

/** Where the events of `index` begin and end, all of them and the bulk; undefined where none has a time. */
function extentOf(index: EventIndex): Extent | undefined {
  const known = extents.get(index);
  if (known?.size === index.size) return known;
  let [first, last, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const at of index.ms) {
    if (at < first) first = at;
    if (at > last) last = at;
    if (!Number.isNaN(at)) count++;
  }
  if (count === 0) return undefined;
  const least = count < manyEvents ? nearAmongFew : nearAmongMany;
  const bulk = last - first > least ? bulkOf(index.ms, count, least) : { low: first, high: last };
  const extent = { size: index.size, first, last, ...bulk };
  extents.set(index, extent);
  return extent;
}

/** The narrowest stretch with 99 % of the times (of a few all but one or two), and what lies within its reach. */
function bulkOf(ms: Float64Array, count: number, least: number): { low: number; high: number } {
  // NaN is sorted to the end.
  const sorted = ms.slice().sort().subarray(0, count);
  const at = (place: number): number => sorted[place] ?? Number.NaN;
  const odd = Math.max(Math.min(2, Math.floor(count / 4)), Math.floor(count / 100));
  const width = (from: number): number => at(from + count - odd - 1) - at(from);
  let best = 0;
  for (let from = 1; from <= odd; from++) if (width(from) < width(best)) best = from;
  const reach = Math.max(reachFactor * width(best), least);
  const [begin, end] = [at(best) - reach, at(best + count - odd - 1) + reach];
  return {
    low: sorted.find((time) => time >= begin) ?? at(0),
    high: sorted.findLast((time) => time <= end) ?? at(count - 1),
  };
}

/**
 * Bins over the bulk of all loaded events, so that the axis stays where it is while filters change and no odd year takes
 * all of it; undefined without a time.
 */
export function timeHistogram(
  index: EventIndex,
  { fails, failed, numberOf }: Passing,
  most = 120,
): Histogram | undefined {
  const { ms } = index;
  const extent = extentOf(index);
  if (!extent) return undefined;
  const { first, last, low, high } = extent;
  const step = stepFor(high - low, most);
  const from = Math.floor(low / step) * step;
  const count = Math.floor((high - from) / step) + 1;
  // The first is for what is before the bins, the last for what is after them.
  const counts = new Uint32Array((count + 2) * outcomes.length);
  const codes = index.codes('code');
  const outcome = Uint8Array.from(codes?.values ?? [], (code) => outcomes.indexOf(outcomeOf(code)));
  const numbers = codes?.numbers ?? [];
  const own = numberOf.get('range') ?? 0;
  let undated = 0;
  for (let row = 0; row < ms.length; row++) {
    const missed = fails[row];
    if (missed !== 0 && !(missed === 1 && failed[row] === own)) continue;
    const at = ms[row] ?? Number.NaN;
    if (Number.isNaN(at)) {
      undated++;
      continue;
    }
    const bin = Math.min(Math.max(Math.floor((at - from) / step), -1), count) + 1;
    const place = bin * outcomes.length + (outcome[numbers[row] ?? 0] ?? 2);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  const all = Array.from({ length: count + 2 }, (_, bin) => {
    const [succeeded = 0, failing = 0, unknown = 0] = counts.subarray(bin * 3, bin * 3 + 3);
    return [succeeded, failing, unknown] as const;
  });
  const [before = none, after = none] = [all.at(0), all.at(-1)];
  const isAll = first >= from && last < from + count * step;
  const outside = isAll ? {} : { outside: { before, after, first, last } };
  return { from, step, bins: all.slice(1, -1), undated, ...outside };
}
