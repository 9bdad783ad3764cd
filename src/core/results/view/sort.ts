import type { JsonValue } from '../../service/json.ts';
import { stringifyJson } from '../../service/json.ts';
import type { RowSource } from '../loading/rowStore.ts';
import { compareDecimals, type Decimal, toDecimal } from './decimal.ts';
import type { Steps } from './steps.ts';
import { kindOf, valueKinds } from './values.ts';

export interface SortKey {
  readonly column: number;
  readonly descending: boolean;
}

export type Collate = (a: string, b: string) => number;

/** Compares two texts by UTF-16 units, so that the order is the same on every machine. */
export const compareCodeUnits: Collate = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

interface Keys {
  readonly descending: boolean;
  readonly kinds: Uint8Array;
  readonly numbers: Float64Array;
  readonly others: readonly (Decimal | string | undefined)[];
}

const NUMBER = valueKinds.indexOf('number');
const TEXT = valueKinds.indexOf('text');
const BOOLEAN = valueKinds.indexOf('boolean');
const NESTED = valueKinds.indexOf('nested');
const NULL = valueKinds.indexOf('null');

const ROWS_PER_STEP = 500;
const RUN_LENGTH = 512;

/**
 * Returns the row indices `rows`, by default those of all rows, in sorted order. Rows with equal keys keep their order.
 * NULL and then absent values come last, whether a key is ascending or descending.
 */
export function* sortSteps(
  source: RowSource,
  keys: readonly SortKey[],
  collate: Collate = compareCodeUnits,
  rows: Iterable<number> = Array(source.rowCount).keys(),
): Steps<Uint32Array> {
  const indices = Uint32Array.from(rows);
  const extracted: Keys[] = [];
  for (const key of keys) extracted.push(yield* extractKeys(source, key, indices));
  // Positions in `indices` are sorted instead of row indices, so that keys are stored only for the rows to sort.
  const places = yield* mergeSort(indices.length, (a, b) => {
    for (const key of extracted) {
      const order = compareByKey(key, a, b, collate);
      if (order !== 0) return order;
    }
    return a - b;
  });
  return places.map((place) => indices[place] ?? 0);
}

type Compare = (a: number, b: number) => number;

/**
 * Returns the numbers from 0 to `count` − 1, sorted by `order`. The engine's own sort can't be interrupted, so only
 * short runs are sorted with it.
 */
function* mergeSort(count: number, order: Compare): Steps<Uint32Array> {
  let from = Uint32Array.from({ length: count }, (_, place) => place);
  let to = new Uint32Array(count);
  for (let start = 0; start < count; start += RUN_LENGTH) {
    from.subarray(start, start + RUN_LENGTH).sort(order);
    yield;
  }
  for (let width = RUN_LENGTH; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) {
      yield* mergeRuns(
        from,
        to,
        { start, middle: Math.min(start + width, count), end: start + 2 * width },
        order,
      );
    }
    [from, to] = [to, from];
  }
  return from;
}

interface Runs {
  readonly start: number;
  readonly middle: number;
  readonly end: number;
}

function* mergeRuns(
  from: Uint32Array,
  to: Uint32Array,
  { start, middle, end }: Runs,
  order: Compare,
): Steps<void> {
  let one = start;
  let other = middle;
  const last = Math.min(end, from.length);
  for (let place = start; place < last; place++) {
    if (place % ROWS_PER_STEP === 0) yield;
    const takesOne = other >= last || (one < middle && order(from[one] ?? 0, from[other] ?? 0) <= 0);
    to[place] = from[takesOne ? one++ : other++] ?? 0;
  }
}

function* extractKeys(source: RowSource, { column, descending }: SortKey, rows: Uint32Array): Steps<Keys> {
  const kinds = new Uint8Array(rows.length);
  const numbers = new Float64Array(rows.length);
  const others: (Decimal | string | undefined)[] = new Array<undefined>(rows.length).fill(undefined);
  for (const [place, row] of rows.entries()) {
    if (place % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
    const value: JsonValue | undefined = source.value(row, column);
    const kind = valueKinds.indexOf(kindOf(value));
    kinds[place] = kind;
    if (kind === NUMBER) {
      numbers[place] = Number(String(value));
      if (typeof value !== 'number') others[place] = toDecimal(String(value));
    } else if (kind === BOOLEAN) numbers[place] = value === true ? 1 : 0;
    else if (kind === TEXT) others[place] = String(value);
    else if (kind === NESTED) others[place] = stringifyJson(value ?? null);
  }
  return { descending, kinds, numbers, others };
}

function compareByKey(keys: Keys, a: number, b: number, collate: Collate): number {
  const { kinds, numbers, others } = keys;
  const kind = kinds[a] ?? 0;
  const kindOrder = kind - (kinds[b] ?? 0);
  const order = kindOrder === 0 ? compareWithin(kind) : kindOrder;
  const last = kindOrder !== 0 && Math.max(kind, kinds[b] ?? 0) >= NULL;
  return keys.descending && !last ? -order : order;

  function compareWithin(same: number): number {
    const one = others[a];
    const other = others[b];
    if (same === TEXT || same === NESTED) {
      const texts = [String(one), String(other)] as const;
      return collate(...texts) || compareCodeUnits(...texts);
    }
    const difference = (numbers[a] ?? 0) - (numbers[b] ?? 0);
    if (same !== NUMBER || (one === undefined && other === undefined)) return difference;
    // If the doubles differ, the exact numbers differ in the same direction. Both doubles may be infinite.
    return difference < 0 || difference > 0
      ? difference
      : compareDecimals(decimalAt(one, a), decimalAt(other, b));
  }

  function decimalAt(known: Decimal | string | undefined, place: number): Decimal {
    return typeof known === 'object' ? known : toDecimal(String(numbers[place]));
  }
}
