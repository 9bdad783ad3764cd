import { ExactNumber, type JsonValue } from '../../service/json.ts';
import { type Bins, histogramSteps } from '../distribution/bins.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { toCell } from './cell.ts';
import { compareNumbers } from './decimal.ts';
import { compareCodeUnits } from './sort.ts';
import type { Steps } from './steps.ts';
import { createValueKey, kindOf, type ValueKind } from './values.ts';
import { isHidden } from './view.ts';

interface ColumnStats {
  /** Number of rows. It is the sum of `counts` and `hidden`. */
  readonly rows: number;
  readonly counts: Readonly<Record<ValueKind, number>>;
  readonly empty: number;
  readonly redacted: number;
  readonly hidden: number;
  /** Number of different values. Hidden values, absent values and NULL do not count. 1.10 and 1.1 are one value. */
  readonly distinct: number;
  /**
   * `min` and `max` are the smallest and the largest number, or the first and the last text by UTF-16 units if there
   * are no numbers. Both are absent if there are neither numbers nor texts. Hidden values do not count.
   */
  readonly min?: JsonValue;
  readonly max?: JsonValue;
}

interface GroupCount {
  /** The value as it is written where it first occurs; undefined for the records without the column. */
  readonly value: JsonValue | undefined;
  readonly count: number;
}

interface GroupCounts {
  /** The most frequent values first; equally frequent ones in order of appearance. */
  readonly groups: readonly GroupCount[];
  readonly otherGroups: number;
  readonly otherRows: number;
  readonly hidden: number;
}

export interface ColumnSummary {
  readonly stats: ColumnStats;
  readonly groups: GroupCounts;
  readonly bins?: Bins;
}

const ROWS_PER_STEP = 500;

/**
 * Computes the statistics of a column, with its most frequent values. `limit` is the maximum number of these. There can
 * be `bins` only if the column has more than `limit` different numbers, dates or times.
 */
export function* columnSummarySteps(source: RowSource, column: number, limit: number): Steps<ColumnSummary> {
  const found = createValueCounter();
  const { rowCount } = source;
  let hidden = 0;
  for (let row = 0; row < rowCount; row++) {
    if (row % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
    if (isHidden(source, row, column)) hidden++;
    else found.add(source.value(row, column));
  }
  const groups = yield* found.all();
  const counts: Record<ValueKind, number> = { number: 0, text: 0, boolean: 0, nested: 0, null: 0, absent: 0 };
  let redacted = 0;
  let empty = 0;
  for (const [place, { value, count }] of groups.entries()) {
    if (place % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
    counts[kindOf(value)] += count;
    if (value === '') empty = count;
    if (typeof value === 'string' && toCell(value).k === 'redacted') redacted += count;
  }
  yield;
  const top = selectMostFrequent(groups, limit);
  const listed = top.reduce((sum, { count }) => sum + count, 0);
  const bins = yield* histogramSteps(groups, limit);
  yield;
  return {
    ...(bins ? { bins } : {}),
    stats: {
      rows: rowCount,
      counts,
      empty,
      hidden,
      redacted,
      distinct: groups.length - Number(counts.null > 0) - Number(counts.absent > 0),
      ...(yield* findMinAndMax(groups)),
    },
    groups: {
      groups: top.map(({ value, count }) => ({ value, count })),
      otherGroups: groups.length - top.length,
      otherRows: rowCount - hidden - listed,
      hidden,
    },
  };
}

interface Group {
  readonly value: JsonValue | undefined;
  count: number;
}

function createValueCounter() {
  const texts = new Map<string, Group>();
  const numbers = new Map<number, Group>();
  const others = new Map<string, Group>();
  const all: Group[] = [];
  const count = <K>(groups: Map<K, Group>, key: K, value: JsonValue | undefined): void => {
    const known = groups.get(key);
    if (known) known.count++;
    else {
      const group = { value, count: 1 };
      groups.set(key, group);
      all.push(group);
    }
  };
  return {
    add(value: JsonValue | undefined): void {
      if (typeof value === 'string') count(texts, value, value);
      else if (typeof value === 'number') count(numbers, value, value);
      else count(others, createValueKey(value), value);
    },
    *all(): Steps<readonly Group[]> {
      const isExact = all.some(({ value }) => value instanceof ExactNumber);
      return isExact ? yield* mergeEqualNumbers(all) : all;
    },
  };
}

function* mergeEqualNumbers(groups: readonly Group[]): Steps<readonly Group[]> {
  const byKey = new Map<string, Group>();
  for (const [place, { value, count }] of groups.entries()) {
    if (place % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
    const key = createValueKey(value);
    const known = byKey.get(key);
    if (known) known.count += count;
    else byKey.set(key, { value, count });
  }
  return [...byKey.values()];
}

function selectMostFrequent(groups: readonly Group[], limit: number): readonly Group[] {
  const top: Group[] = [];
  for (const group of groups) {
    if (top.length === limit && group.count <= (top.at(-1)?.count ?? Number.POSITIVE_INFINITY)) continue;
    const place = top.findIndex(({ count }) => count < group.count);
    top.splice(place < 0 ? top.length : place, 0, group);
    if (top.length > limit) top.pop();
  }
  return top;
}

function* findMinAndMax(groups: readonly Group[]): Steps<Pick<ColumnStats, 'min' | 'max'>> {
  const numbers: (number | ExactNumber)[] = [];
  const texts: string[] = [];
  for (const [place, { value }] of groups.entries()) {
    if (place % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'number' || value instanceof ExactNumber) numbers.push(value);
  }
  return numbers.length > 0
    ? yield* minAndMaxSteps(numbers, compareNumbers)
    : yield* minAndMaxSteps(texts, compareCodeUnits);
}

function* minAndMaxSteps<T extends JsonValue>(
  values: readonly T[],
  compare: (a: T, b: T) => number,
): Steps<Pick<ColumnStats, 'min' | 'max'>> {
  let [min] = values;
  let max = min;
  if (min === undefined || max === undefined) return {};
  for (const [place, value] of values.entries()) {
    if (place % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
    if (compare(value, min) < 0) min = value;
    else if (compare(value, max) > 0) max = value;
  }
  return { min, max };
}
