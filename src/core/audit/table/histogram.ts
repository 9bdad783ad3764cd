/** A histogram of the loaded events over time, by outcome. */
import { type DisplayZone, firstMomentOfLocalTime, offsetAt, utc } from '../feed/zones.ts';
import { outcomes } from './outcome.ts';
import type { TimeExtent } from './timeExtent.ts';

export interface Histogram {
  /**
   * The beginning of each bin and the end of the last one, in milliseconds since 1970 (UTC), as `axisOf` returns them
   * for the times of all events of the listing. An event at the beginning of a bin is in it, one at its end is in the
   * next. Times are cut off to whole milliseconds.
   */
  readonly edges: readonly number[];
  /** Width of a bin in milliseconds. A bin of whole days can be longer or shorter when clocks change. */
  readonly step: number;
  /**
   * For each bin the number of events that pass all filters except the time range: succeeded, failed, outcome
   * unknown.
   */
  readonly bins: readonly (readonly [number, number, number])[];
  /** Number of events without a valid time that pass all filters except the time range. */
  readonly undated: number;
  /** Events so far from the others that the axis does not cover them; absent if it covers all. */
  readonly outside?: {
    /**
     * Number of events before the first bin that pass all filters except the time range: succeeded, failed, outcome
     * unknown.
     */
    readonly before: readonly [number, number, number];
    /**
     * Number of events after the last bin that pass all filters except the time range: succeeded, failed, outcome
     * unknown.
     */
    readonly after: readonly [number, number, number];
    /** Time of the first loaded event, on the axis or not, in milliseconds since 1970. */
    readonly first: number;
    /** Time of the last loaded event, on the axis or not, in milliseconds since 1970. */
    readonly last: number;
  };
}

const none = [0, 0, 0] as const;
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
/** Bin widths in milliseconds that are easy to read on an axis. */
const binWidths = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((n) => n * day),
];

/**
 * Returns an easily read bin width, in milliseconds, with which at most `most` bins cover `span` milliseconds, wherever
 * they begin. `most` must be at least 3.
 */
export function binWidthFor(span: number, most: number): number {
  const fits = (step: number): boolean => Math.floor(span / step) + 2 <= most;
  const found = binWidths.find(fits);
  if (found !== undefined) return found;
  // Centuries, because of a wrong year among the times.
  return Math.ceil(span / (most - 2) / (364 * day)) * 364 * day;
}

/** The bins of a histogram, and the time range of the events for which they were computed. */
export interface TimeAxis extends Pick<Histogram, 'edges' | 'step'> {
  readonly extent: TimeExtent;
  readonly count: number;
}

type Offsets = Pick<DisplayZone, 'offsets'>;

/**
 * Divides the time from `low` to `high` of the extent into at most `most` bins. Bins of whole days begin with a day in
 * `zone`; shorter ones begin at round clock times, by the zone's offset at `low`.
 */
export function axisOf(extent: TimeExtent, zone: Offsets = utc, most = 120): TimeAxis {
  const { low, high } = extent;
  const step = binWidthFor(high - low + largestOffsetChange(zone), most);
  const offset = offsetAt(zone, low) * minute;
  const local = Math.floor((low + offset) / step) * step;
  const edgeAt = (bin: number): number =>
    step < day ? local + bin * step - offset : firstMomentOfLocalTime(zone, local + bin * step);
  const edges = [edgeAt(0)];
  for (let edge = edges[0] ?? 0; edge <= high; edges.push(edge)) edge = edgeAt(edges.length);
  return { extent, edges, step, count: edges.length - 1 };
}

/** Returns the largest difference between the zone's offsets in milliseconds. */
function largestOffsetChange({ offsets }: Offsets): number {
  const minutes = offsets.map((one) => one.minutes);
  return (Math.max(...minutes) - Math.min(...minutes)) * minute;
}

/**
 * Returns the bin of a time (in milliseconds since 1970), counted from 1. 0 means before the bins, and `count` + 1
 * after them.
 */
export function binOf(
  { edges, step, count }: Pick<TimeAxis, 'edges' | 'step' | 'count'>,
  ms: number,
): number {
  const at = (bin: number): number => edges[bin] ?? Number.NaN;
  if (ms < at(0)) return 0;
  if (ms >= at(count)) return count + 1;
  // Off by at most one, except where clocks change.
  let bin = Math.min(Math.floor((ms - at(0)) / step), count - 1);
  while (ms < at(bin)) bin--;
  while (ms >= at(bin + 1)) bin++;
  return bin + 1;
}

/**
 * Returns the position of a time (in milliseconds since 1970) on the axis, in bins from its beginning, with
 * fractions. Limited to the ends of the axis.
 */
export function positionInBins(edges: Histogram['edges'], ms: number): number {
  const bin = edges.findLastIndex((edge) => edge <= ms);
  const [from, to] = [edges[bin], edges[bin + 1]];
  if (from === undefined) return 0;
  return to === undefined ? bin : bin + (ms - from) / (to - from);
}

/**
 * Creates the histogram from counts: for each bin, preceded by the range before all bins and followed by the range
 * after them, one number per outcome. `undated` is the number of events without a valid time.
 */
export function histogramOf(
  { extent: { first, last }, edges, step, count }: TimeAxis,
  counts: Uint32Array,
  undated: number,
): Histogram {
  const all = Array.from({ length: count + 2 }, (_, bin) => {
    const at = bin * outcomes.length;
    const [succeeded = 0, failing = 0, unknown = 0] = counts.subarray(at, at + outcomes.length);
    return [succeeded, failing, unknown] as const;
  });
  const [before = none, after = none] = [all.at(0), all.at(-1)];
  const isAll = first >= (edges[0] ?? 0) && last < (edges[count] ?? 0);
  const outside = isAll ? {} : { outside: { before, after, first, last } };
  return { edges, step, bins: all.slice(1, -1), undated, ...outside };
}
