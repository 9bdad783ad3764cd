import type { JsonValue } from '../../service/json.ts';
import type { Steps } from '../view/steps.ts';
import { numberScale, toNumberPosition } from './numberScale.ts';
import type { Scale, ValueRange } from './scale.ts';
import { timeScale } from './timeScale.ts';

export interface Bins {
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

interface Counted {
  readonly value: JsonValue | undefined;
  readonly count: number;
}

const MAX_BINS = 20;
const VALUES_PER_STEP = 500;

/**
 * Counts a column's values in bins: as numbers, dates, times with a time zone, or times without one, whichever of these
 * kinds is the first that can be used. `groups` are the different values with their numbers of rows. A kind is used
 * only if the column has more than `maxListed` different values of it, because a list shows fewer values better, and
 * only if these values fill at least half of the rows that have a value. Returns undefined if no kind can be used.
 */
export function* histogramSteps(groups: readonly Counted[], maxListed: number): Steps<Bins | undefined> {
  return (
    (yield* countInBins(numberScale, groups, maxListed)) ??
    (yield* countInBins(timeScale('date'), groups, maxListed)) ??
    (yield* countInBins(timeScale('zonedTime'), groups, maxListed)) ??
    (yield* countInBins(timeScale('time'), groups, maxListed))
  );
}

/**
 * Returns a function that tests whether a value is in `range`. The lower edge of the range is included, the upper edge
 * is not.
 */
export function createValueRangeTest(range: ValueRange): (value: JsonValue | undefined) => boolean {
  if (range.axis === 'number')
    return createRangeTest(numberScale, toNumberPosition(range.from), toNumberPosition(range.to));
  return createRangeTest(timeScale(range.axis), range.from, range.to);
}

function createRangeTest<Position>(
  scale: Scale<Position>,
  from: Position,
  to: Position,
): (value: JsonValue | undefined) => boolean {
  return (value) => {
    const position = scale.positionOf(value);
    return position !== undefined && scale.compare(position, from) >= 0 && scale.compare(position, to) < 0;
  };
}

function* countInBins<Position>(
  scale: Scale<Position>,
  groups: readonly Counted[],
  maxListed: number,
): Steps<Bins | undefined> {
  const { placed, rows, others } = yield* placeValuesSteps(scale, groups);
  if (placed.length <= maxListed || rows < others) return undefined;
  const ends = yield* minAndMaxSteps(scale, placed);
  const edges = ends && scale.createEdges(ends.min, ends.max, MAX_BINS);
  if (!edges) return undefined;
  const edgePositions = edges.map(({ position }) => position);
  const counts = new Uint32Array(edges.length);
  for (const [index, { position, count }] of placed.entries()) {
    if (index % VALUES_PER_STEP === VALUES_PER_STEP - 1) yield;
    const bin = findBin(scale, edgePositions, position);
    counts[bin] = (counts[bin] ?? 0) + count;
  }
  const bins = edges.slice(1).flatMap((to, bin): readonly Bin[] => {
    const from = edges[bin];
    if (!from) return [];
    const range = scale.createRange(from.position, to.position);
    return [{ from: from.text, to: to.text, range, count: counts[bin] ?? 0 }];
  });
  return { bins, others };
}

interface CountedPosition<Position> {
  readonly position: Position;
  readonly count: number;
}

function* placeValuesSteps<Position>(
  scale: Scale<Position>,
  groups: readonly Counted[],
): Steps<{
  readonly placed: readonly CountedPosition<Position>[];
  readonly rows: number;
  readonly others: number;
}> {
  const placed: CountedPosition<Position>[] = [];
  let [rows, others] = [0, 0];
  for (const [index, { value, count }] of groups.entries()) {
    if (index % VALUES_PER_STEP === VALUES_PER_STEP - 1) yield;
    if (value === undefined || value === null) continue;
    const position = scale.positionOf(value);
    if (position === undefined) {
      others += count;
      continue;
    }
    rows += count;
    placed.push({ position, count });
  }
  return { placed, rows, others };
}

function* minAndMaxSteps<Position>(
  scale: Scale<Position>,
  placed: readonly CountedPosition<Position>[],
): Steps<{ readonly min: Position; readonly max: Position } | undefined> {
  const [first] = placed;
  if (!first) return undefined;
  let min = first.position;
  let max = first.position;
  for (const [index, { position }] of placed.entries()) {
    if (index % VALUES_PER_STEP === VALUES_PER_STEP - 1) yield;
    if (scale.compare(position, min) < 0) min = position;
    else if (scale.compare(position, max) > 0) max = position;
  }
  return { min, max };
}

function findBin<Position>(scale: Scale<Position>, edges: readonly Position[], position: Position): number {
  let low = 0;
  let high = edges.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    const edge = edges[middle];
    if (edge !== undefined && scale.compare(edge, position) <= 0) low = middle;
    else high = middle;
  }
  return low;
}
