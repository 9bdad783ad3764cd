/** The axis of a histogram: from where to where, without what is far off. */

const day = 86_400_000;

/** Where times begin and end, in milliseconds since 1970. */
export interface TimeExtent {
  readonly size: number;
  /** Of all events. */
  readonly first: number;
  readonly last: number;
  /** Of those that the axis covers. */
  readonly low: number;
  readonly high: number;
}
/** The bulk lies within this many times its own extent. */
const reachFactor = 10;
/** So little is never far: among many events a day, among a few a year. */
const [nearAmongMany, nearAmongFew, manyEvents] = [day, 366 * day, 100];

/** Where the times begin and end, all of them and the bulk; undefined where none is a number. */
export function extentOf(ms: Float64Array): TimeExtent | undefined {
  let [first, last, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const at of ms) {
    if (at < first) first = at;
    if (at > last) last = at;
    if (!Number.isNaN(at)) count++;
  }
  if (count === 0) return undefined;
  const least = count < manyEvents ? nearAmongFew : nearAmongMany;
  const bulk = last - first > least ? bulkOf(ms, count, least) : { low: first, high: last };
  return { size: ms.length, first, last, ...bulk };
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
