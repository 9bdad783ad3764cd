/** How many loaded events fall into which stretch of time, by outcome. */
import { outcomes } from './outcome.ts';
import type { TimeExtent } from './timeExtent.ts';

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

/** The bins of a histogram. */
export interface TimeAxis {
  readonly extent: TimeExtent;
  readonly from: number;
  readonly step: number;
  readonly count: number;
}

/** Bins over the bulk of all loaded events, so that the axis stays where it is while filters change and no odd year takes all of it. */
export function axisOf(extent: TimeExtent, most = 120): TimeAxis {
  const { low, high } = extent;
  const step = stepFor(high - low, most);
  const from = Math.floor(low / step) * step;
  return { extent, from, step, count: Math.floor((high - from) / step) + 1 };
}

/** The bin of a time, counted from 1: 0 is for what is before the bins, `count` + 1 for what is after them. */
export const binOf = ({ from, step, count }: TimeAxis, ms: number): number =>
  Math.min(Math.max(Math.floor((ms - from) / step), -1), count) + 1;

/** `counts` has for each bin, with those before and after all, as many numbers as there are outcomes. */
export function histogramOf(
  { extent: { first, last }, from, step, count }: TimeAxis,
  counts: Uint32Array,
  undated: number,
): Histogram {
  const all = Array.from({ length: count + 2 }, (_, bin) => {
    const at = bin * outcomes.length;
    const [succeeded = 0, failing = 0, unknown = 0] = counts.subarray(at, at + outcomes.length);
    return [succeeded, failing, unknown] as const;
  });
  const [before = none, after = none] = [all.at(0), all.at(-1)];
  const isAll = first >= from && last < from + count * step;
  const outside = isAll ? {} : { outside: { before, after, first, last } };
  return { from, step, bins: all.slice(1, -1), undated, ...outside };
}
