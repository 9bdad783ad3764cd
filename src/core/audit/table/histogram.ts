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
  const extent = index.extent();
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
