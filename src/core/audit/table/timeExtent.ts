const day = 86_400_000;

/**
 * The first and last of some times, and the range that an axis of them should cover (`low` to `high`), in milliseconds
 * since 1970.
 */
export interface TimeExtent {
  readonly first: number;
  readonly last: number;
  readonly low: number;
  readonly high: number;
}
const reachFactor = 10;
/**
 * Maximum extents, in milliseconds, with which the axis is certain to cover all times: one day if there are at least
 * `manyEvents` events, 366 days if there are fewer.
 */
const [nearAmongMany, nearAmongFew, manyEvents] = [day, 366 * day, 100];

/**
 * Returns the extent of times, which must be in ascending order. `low` and `high` can leave out some times that are
 * far from the others. Undefined if there are no times.
 */
export function computeTimeExtent(sorted: Float64Array): TimeExtent | undefined {
  const [first, last] = [sorted.at(0), sorted.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const least = sorted.length < manyEvents ? nearAmongFew : nearAmongMany;
  return {
    first,
    last,
    ...(last - first > least ? findRangeWithoutOutliers(sorted, least) : { low: first, high: last }),
  };
}

function findRangeWithoutOutliers(sorted: Float64Array, least: number): { low: number; high: number } {
  const count = sorted.length;
  const at = (place: number): number => sorted[place] ?? Number.NaN;
  const outlierCount = Math.max(Math.min(2, Math.floor(count / 4)), Math.floor(count / 100));
  const width = (from: number): number => at(from + count - outlierCount - 1) - at(from);
  let best = 0;
  for (let from = 1; from <= outlierCount; from++) if (width(from) < width(best)) best = from;
  const reach = Math.max(reachFactor * width(best), least);
  const [begin, end] = [at(best) - reach, at(best + count - outlierCount - 1) + reach];
  return {
    low: sorted.find((time) => time >= begin) ?? at(0),
    high: sorted.findLast((time) => time <= end) ?? at(count - 1),
  };
}
