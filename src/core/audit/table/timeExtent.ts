/** The axis of a histogram: from where to where, without what is far off. */

const day = 86_400_000;

/** Where times begin and end, in milliseconds since 1970. */
export interface TimeExtent {
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

/** Where the times begin and end, all of them and the bulk, by all that are numbers, in order; undefined where there is none. */
export function extentOf(sorted: Float64Array): TimeExtent | undefined {
  const [first, last] = [sorted.at(0), sorted.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const least = sorted.length < manyEvents ? nearAmongFew : nearAmongMany;
  return { first, last, ...(last - first > least ? bulkOf(sorted, least) : { low: first, high: last }) };
}

/** The narrowest stretch with 99 % of the times (of a few all but one or two), and what lies within its reach. */
function bulkOf(sorted: Float64Array, least: number): { low: number; high: number } {
  const count = sorted.length;
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
