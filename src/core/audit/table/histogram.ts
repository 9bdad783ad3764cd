import { type DisplayZone, firstMomentOfLocalTime, getOffsetAt, utc } from '../feed/zones.ts';
import { outcomes } from './outcome.ts';
import type { TimeExtent } from './timeExtent.ts';

/**
 * Numbers of events: succeeded, failed, outcome unknown, and own ones (`TrailQuery.own`) of any outcome, which are not
 * among the others.
 */
type HistogramBin = readonly [number, number, number, number];

export interface Histogram {
  /** The beginning of each bin and the end of the last one, in milliseconds since 1970. */
  readonly edges: readonly number[];
  /** Width of a bin in milliseconds. A bin of whole days can be longer or shorter when clocks change. */
  readonly step: number;
  /** For each bin the numbers of events that pass all filters except the time range. */
  readonly bins: readonly HistogramBin[];
  readonly undated: number;
  /**
   * Events that the axis does not cover, because their times are too far from the others. Absent if the axis covers all
   * events with a valid time.
   */
  readonly outside?: {
    readonly before: HistogramBin;
    readonly after: HistogramBin;
    /** Time of the first of all events with a valid time, in milliseconds since 1970. */
    readonly first: number;
    /** Time of the last of all events with a valid time, in milliseconds since 1970. */
    readonly last: number;
  };
}

const none = [0, 0, 0, 0] as const;
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
const binWidths = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 14, 28, 91, 182, 364].map((n) => n * day),
];

/**
 * Returns an easily read bin width, in milliseconds, with which at most `maxBins` bins cover `span` milliseconds, wherever
 * the span begins. `maxBins` must be at least 3.
 */
export function binWidthFor(span: number, maxBins: number): number {
  const fits = (step: number): boolean => Math.floor(span / step) + 2 <= maxBins;
  const found = binWidths.find(fits);
  if (found !== undefined) return found;
  // The span is many years long, for example because one of the times has a wrong year.
  return Math.ceil(span / (maxBins - 2) / (364 * day)) * 364 * day;
}

export interface TimeAxis extends Pick<Histogram, 'edges' | 'step'> {
  readonly extent: TimeExtent;
  readonly count: number;
}

type Offsets = Pick<DisplayZone, 'offsets'>;

/**
 * Creates an axis of at most `maxBins` bins that covers the extent from `low` to `high`. Bins of whole days begin with a
 * day in `zone`.
 */
export function createTimeAxis(extent: TimeExtent, zone: Offsets = utc, maxBins = 120): TimeAxis {
  const { low, high } = extent;
  const step = binWidthFor(high - low + largestOffsetChange(zone), maxBins);
  const offset = getOffsetAt(zone, low) * minute;
  const local = Math.floor((low + offset) / step) * step;
  const edgeAt = (bin: number): number =>
    step < day ? local + bin * step - offset : firstMomentOfLocalTime(zone, local + bin * step);
  const edges = [edgeAt(0)];
  for (let edge = edges[0] ?? 0; edge <= high; edges.push(edge)) edge = edgeAt(edges.length);
  return { extent, edges, step, count: edges.length - 1 };
}

function largestOffsetChange({ offsets }: Offsets): number {
  const minutes = offsets.map((one) => one.minutes);
  return (Math.max(...minutes) - Math.min(...minutes)) * minute;
}

/**
 * Returns the bin of a time (in milliseconds since 1970), counted from 1. Returns 0 for a time before the first bin,
 * and `count` + 1 for a time after the last one.
 */
export function findBinNumberOfTime(
  { edges, step, count }: Pick<TimeAxis, 'edges' | 'step' | 'count'>,
  ms: number,
): number {
  const at = (bin: number): number => edges[bin] ?? Number.NaN;
  if (ms < at(0)) return 0;
  if (ms >= at(count)) return count + 1;
  // An estimate, because bins of whole days are longer or shorter where clocks change.
  let bin = Math.min(Math.floor((ms - at(0)) / step), count - 1);
  while (ms < at(bin)) bin--;
  while (ms >= at(bin + 1)) bin++;
  return bin + 1;
}

/**
 * Returns how many bins of the axis precede a time (in milliseconds since 1970), with fractions: 0 for a time before
 * the axis, and the number of bins for a time after it.
 */
export function positionInBins(edges: Histogram['edges'], ms: number): number {
  const bin = edges.findLastIndex((edge) => edge <= ms);
  const [from, to] = [edges[bin], edges[bin + 1]];
  if (from === undefined) return 0;
  return to === undefined ? bin : bin + (ms - from) / (to - from);
}

/**
 * Creates the histogram from two lists of counts: of own events (undefined if they are not counted apart) and of all
 * others. A list has, for each bin, one count per outcome, in the order of `outcomes`. Its first bin is the time before
 * the axis, and its last one the time after it. `undated` is the number of events without a valid time.
 */
export function buildHistogram(
  { extent: { first, last }, edges, step, count }: TimeAxis,
  { others, own }: { readonly others: Uint32Array; readonly own: Uint32Array | undefined },
  undated: number,
): Histogram {
  const all = Array.from({ length: count + 2 }, (_, bin) => {
    const at = bin * outcomes.length;
    const [succeeded = 0, failing = 0, unknown = 0] = others.subarray(at, at + outcomes.length);
    const [first = 0, second = 0, third = 0] = own?.subarray(at, at + outcomes.length) ?? [];
    return [succeeded, failing, unknown, first + second + third] as const;
  });
  const [before = none, after = none] = [all.at(0), all.at(-1)];
  const isAll = first >= (edges[0] ?? 0) && last < (edges[count] ?? 0);
  const outside = isAll ? {} : { outside: { before, after, first, last } };
  return { edges, step, bins: all.slice(1, -1), undated, ...outside };
}
