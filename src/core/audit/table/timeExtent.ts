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
 * The length of the first and of the last part of an extent, as a share of the extent, with which these parts can show that
 * no time is an outlier. If each of them has more times than the maximum number of outliers, the narrowest range without
 * outliers begins in the first part and ends in the last one, and its reach covers both.
 */
export const END_PART = reachFactor / (1 + 2 * reachFactor);

/** How an axis finds times that are far from the others. Times are in milliseconds. */
interface OutlierRule {
  /** The maximum extent with which no time is an outlier. */
  readonly least: number;
  /** Maximum number of outliers. */
  readonly outliers: number;
}

export const createOutlierRule = (count: number): OutlierRule => ({
  least: count < manyEvents ? nearAmongFew : nearAmongMany,
  outliers: Math.max(Math.min(2, Math.floor(count / 4)), Math.floor(count / 100)),
});

/** Returns the range in which times are no outliers, around the narrowest range with all times but the outliers. */
export function findReach(
  { begin, end }: { readonly begin: number; readonly end: number },
  { least }: OutlierRule,
): { readonly begin: number; readonly end: number } {
  const reach = Math.max(reachFactor * (end - begin), least);
  return { begin: begin - reach, end: end + reach };
}

/**
 * Returns the extent of times, which must be in ascending order. `low` and `high` can leave out some times that are
 * far from the others. Undefined if there are no times.
 */
export function computeTimeExtent(sorted: Float64Array): TimeExtent | undefined {
  const [first, last] = [sorted.at(0), sorted.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const rule = createOutlierRule(sorted.length);
  return {
    first,
    last,
    ...(last - first > rule.least ? findRangeWithoutOutliers(sorted, rule) : { low: first, high: last }),
  };
}

function findRangeWithoutOutliers(sorted: Float64Array, rule: OutlierRule): { low: number; high: number } {
  const count = sorted.length;
  const at = (place: number): number => sorted[place] ?? Number.NaN;
  const endOf = (from: number): number => at(from + count - rule.outliers - 1);
  let best = 0;
  for (let from = 1; from <= rule.outliers; from++)
    if (endOf(from) - at(from) < endOf(best) - at(best)) best = from;
  const { begin, end } = findReach({ begin: at(best), end: endOf(best) }, rule);
  return {
    low: sorted.find((time) => time >= begin) ?? at(0),
    high: sorted.findLast((time) => time <= end) ?? at(count - 1),
  };
}
