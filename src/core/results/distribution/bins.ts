/** How the values of a column are spread: counted between readable edges, for a small histogram. */
import type { JsonValue } from '../../service/json.ts';
import type { Steps } from '../view/steps.ts';
import { numberPlace, numberScale } from './numberScale.ts';
import type { Scale, ValueRange } from './scale.ts';
import { timeScale } from './timeScale.ts';

export interface Bins {
  /** In their order, without a gap; `from` and `to` are the texts of the range's edges. */
  readonly bins: readonly Bin[];
  /** Rows whose value is of another kind, and so in no bin; absent and NULL are not among them. */
  readonly others: number;
}
export interface Bin {
  readonly from: string;
  readonly to: string;
  readonly range: ValueRange;
  readonly count: number;
}

/** Equal values, each once. */
interface Counted {
  readonly value: JsonValue | undefined;
  readonly count: number;
}

/** Bins of a histogram at most. */
const MOST_BINS = 20;
/** Different values looked at in one step. */
const VALUES_A_STEP = 500;

/**
 * The numbers of a column in bins, or else its times. Undefined where no more than `few` of them differ, which a list
 * shows better, or where most values are neither.
 */
export function* binSteps(groups: readonly Counted[], few: number): Steps<Bins | undefined> {
  return (
    (yield* binned(numberScale, groups, few)) ??
    (yield* binned(timeScale('date'), groups, few)) ??
    (yield* binned(timeScale('zonedTime'), groups, few)) ??
    (yield* binned(timeScale('time'), groups, few))
  );
}

/** Whether a value is in a range. */
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
  const edges = ends && scale.edges(ends.min, ends.max, MOST_BINS);
  if (!edges) return undefined;
  const places = edges.map(({ place }) => place);
  const counts = new Uint32Array(edges.length);
  for (const [index, { place, count }] of placed.entries()) {
    if (index % VALUES_A_STEP === VALUES_A_STEP - 1) yield;
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
    if (index % VALUES_A_STEP === VALUES_A_STEP - 1) yield;
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
    if (index % VALUES_A_STEP === VALUES_A_STEP - 1) yield;
    if (scale.compare(place, min) < 0) min = place;
    else if (scale.compare(place, max) > 0) max = place;
  }
  return { min, max };
}

/** The last edge that is not after the place. */
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
