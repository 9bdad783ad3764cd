/** How many loaded events fall into which stretch of time, by outcome. */
import { momentAt, offsetAt, type ShownZone, utc } from '../feed/zones.ts';
import { outcomes } from './outcome.ts';
import type { TimeExtent } from './timeExtent.ts';

export interface Histogram {
  /** Milliseconds since 1970: where each bin begins, then where the last one ends. */
  readonly edges: readonly number[];
  /** Milliseconds of a bin; where clocks are turned, one of days has some hours more or less. */
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

/** The bins of a histogram. */
export interface TimeAxis extends Pick<Histogram, 'edges' | 'step'> {
  readonly extent: TimeExtent;
  readonly count: number;
}

type Offsets = Pick<ShownZone, 'offsets'>;

/**
 * Bins over the bulk of all loaded events, so that the axis stays where it is while filters change and no odd year takes
 * all of it. Bins of days begin at midnight of the zone; shorter ones as its clocks show it at the first of the events.
 */
export function axisOf(extent: TimeExtent, zone: Offsets = utc, most = 120): TimeAxis {
  const { low, high } = extent;
  const step = stepFor(high - low + turnedBy(zone), most);
  const offset = offsetAt(zone, low) * minute;
  const local = Math.floor((low + offset) / step) * step;
  const edgeAt = (bin: number): number =>
    step < day ? local + bin * step - offset : momentAt(zone, local + bin * step);
  const edges = [edgeAt(0)];
  for (let edge = edges[0] ?? 0; edge <= high; edges.push(edge)) edge = edgeAt(edges.length);
  return { extent, edges, step, count: edges.length - 1 };
}

/** Milliseconds that the clocks of the zone are turned by at most. */
function turnedBy({ offsets }: Offsets): number {
  const minutes = offsets.map((one) => one.minutes);
  return (Math.max(...minutes) - Math.min(...minutes)) * minute;
}

/** The bin of a time, counted from 1: 0 is for what is before the bins, `count` + 1 for what is after them. */
export function binOf(
  { edges, step, count }: Pick<TimeAxis, 'edges' | 'step' | 'count'>,
  ms: number,
): number {
  const at = (bin: number): number => edges[bin] ?? Number.NaN;
  if (ms < at(0)) return 0;
  if (ms >= at(count)) return count + 1;
  // Off by one at most, but where clocks were turned.
  let bin = Math.min(Math.floor((ms - at(0)) / step), count - 1);
  while (ms < at(bin)) bin--;
  while (ms >= at(bin + 1)) bin++;
  return bin + 1;
}

/** Where a time is on the axis, in bins from its beginning; not beyond its ends. */
export function placeOn(edges: Histogram['edges'], ms: number): number {
  const bin = edges.findLastIndex((edge) => edge <= ms);
  const [from, to] = [edges[bin], edges[bin + 1]];
  if (from === undefined) return 0;
  return to === undefined ? bin : bin + (ms - from) / (to - from);
}

/** `counts` has for each bin, with those before and after all, as many numbers as there are outcomes. */
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
