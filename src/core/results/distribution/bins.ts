/** Counts the values of a column in bins with readable edges, for a small histogram. */
import type { JsonValue } from '../../service/json.ts';
import type { Steps } from '../view/steps.ts';
import { numberPlace, numberScale } from './numberScale.ts';
import type { Scale, ValueRange } from './scale.ts';
import { timeScale } from './timeScale.ts';

export interface Bins {
  /** The bins in ascending order, without a gap. `from` and `to` of a bin are the texts of its edges. */
  readonly bins: readonly Bin[];
  /** Number of rows whose value is of another kind and therefore in no bin. Absent values and NULL are not counted. */
  readonly others: number;
}
export interface Bin {
  readonly from: string;
  readonly to: string;
  readonly range: ValueRange;
  readonly count: number;
}

/** A value, and how many rows have it. */
interface Counted {
  readonly value: JsonValue | undefined;
  readonly count: number;
}

/** Maximum number of bins in a histogram. */
const MAX_BINS = 20;
/** Number of different values processed per step. */
const VALUES_PER_STEP = 500;

/**
 * Counts the numbers of a column in bins, or its dates or times if it has no numbers to count. Returns undefined if at
 * most `few` of the values differ (a list shows these better), or if most values are of another kind.
 */
export function* binSteps(groups: readonly Counted[], few: number): Steps<Bins | undefined> {
  return (
    (yield* binned(numberScale, groups, few)) ??
    (yield* binned(timeScale('date'), groups, few)) ??
    (yield* binned(timeScale('zonedTime'), groups, few)) ??
    (yield* binned(timeScale('time'), groups, few))
  );
}

/** Returns a test of whether a value is in `range`. Its lower edge is included, its upper edge is not. */
export function rangeTest(range: ValueRange): (value: JsonValue | undefined) => boolean {
  if (range.axis === 'number') return within(numberScale, numberPlace(range.from), numberPlace(range.to));
  return within(timeScale(range.axis), range.from, range.to);
}

function within<Place>(
  scale: Scale<Place>,
  from: Place,
  to: Place,
): (value: JsonValue | undefined) => boolean {
  return (value) => {
    const place = scale.placeOf(value);
    return place !== undefined && scale.compare(place, from) >= 0 && scale.compare(place, to) < 0;
  };
}

function* binned<Place>(
  scale: Scale<Place>,
  groups: readonly Counted[],
  few: number,
): Steps<Bins | undefined> {
  const { placed, rows, others } = yield* placesOf(scale, groups);
  if (placed.length <= few || rows < others) return undefined;
  const ends = yield* endsOf(scale, placed);
  const edges = ends && scale.edges(ends.min, ends.max, MAX_BINS);
  if (!edges) return undefined;
  const places = edges.map(({ place }) => place);
  const counts = new Uint32Array(edges.length);
  for (const [index, { place, count }] of placed.entries()) {
    if (index % VALUES_PER_STEP === VALUES_PER_STEP - 1) yield;
    const bin = binOf(scale, places, place);
    counts[bin] = (counts[bin] ?? 0) + count;
  }
  const bins = edges.slice(1).flatMap((to, bin): readonly Bin[] => {
    const from = edges[bin];
    if (!from) return [];
    const range = scale.range(from.place, to.place);
    return [{ from: from.text, to: to.text, range, count: counts[bin] ?? 0 }];
  });
  return { bins, others };
}

interface Placed<Place> {
  readonly place: Place;
  readonly count: number;
}

function* placesOf<Place>(
  scale: Scale<Place>,
  groups: readonly Counted[],
): Steps<{ readonly placed: readonly Placed<Place>[]; readonly rows: number; readonly others: number }> {
  const placed: Placed<Place>[] = [];
  let [rows, others] = [0, 0];
  for (const [index, { value, count }] of groups.entries()) {
    if (index % VALUES_PER_STEP === VALUES_PER_STEP - 1) yield;
    if (value === undefined || value === null) continue;
    const place = scale.placeOf(value);
    if (place === undefined) {
      others += count;
      continue;
    }
    rows += count;
    placed.push({ place, count });
  }
  return { placed, rows, others };
}

function* endsOf<Place>(
  scale: Scale<Place>,
  placed: readonly Placed<Place>[],
): Steps<{ readonly min: Place; readonly max: Place } | undefined> {
  const [first] = placed;
  if (!first) return undefined;
  let min = first.place;
  let max = first.place;
  for (const [index, { place }] of placed.entries()) {
    if (index % VALUES_PER_STEP === VALUES_PER_STEP - 1) yield;
    if (scale.compare(place, min) < 0) min = place;
    else if (scale.compare(place, max) > 0) max = place;
  }
  return { min, max };
}

/** Returns the index of the last edge that is not greater than `place`, which is the index of its bin. */
function binOf<Place>(scale: Scale<Place>, edges: readonly Place[], place: Place): number {
  let low = 0;
  let high = edges.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    const edge = edges[middle];
    if (edge !== undefined && scale.compare(edge, place) <= 0) low = middle;
    else high = middle;
  }
  return low;
}
