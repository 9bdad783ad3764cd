import type { RowSource } from '../loading/rowStore.ts';
import { createValueKey } from './values.ts';

interface ChangedRow {
  /** Row index in the first result. `after` is the index in the second result. */
  readonly before: number;
  readonly after: number;
  readonly columns: readonly string[];
}

export interface Comparison {
  /**
   * Indices (0-based) of the rows of the second result whose key does not occur in the first, except those in
   * `unclear`.
   */
  readonly added: readonly number[];
  /**
   * Indices (0-based) of the rows of the first result whose key does not occur in the second, except those in
   * `unclear`.
   */
  readonly removed: readonly number[];
  readonly changed: readonly ChangedRow[];
  readonly same: number;
  /**
   * Indices (0-based) of the rows of the first result (`before`) and of the second (`after`) that can't be compared.
   * Their key has an absent value or NULL, or it occurs more than once in at least one of the results.
   */
  readonly unclear: { readonly before: readonly number[]; readonly after: readonly number[] };
}

const ROWS_PER_STEP = 1000;

/**
 * Compares two results. Rows with equal values in the columns that `key` names correspond to each other. Throws a
 * RangeError if `key` is empty, or if a result that has rows lacks one of these columns.
 */
export function* compareSteps(
  before: RowSource,
  after: RowSource,
  key: readonly string[],
): Generator<void, Comparison> {
  const first = yield* indexByKey(before, key);
  const second = yield* indexByKey(after, key);
  const names = [...after.columns, ...before.columns.filter((name) => !after.columns.includes(name))];
  const places = names.map(
    (name) => [name, before.columns.indexOf(name), after.columns.indexOf(name)] as const,
  );
  const value = (source: RowSource, row: number, column: number): string =>
    createValueKey(column < 0 ? undefined : source.value(row, column));

  const added: number[] = [];
  const changed: ChangedRow[] = [];
  const unclear = { before: [...first.unclear], after: [...second.unclear] };
  let same = 0;
  let looked = 0;
  for (const [rowKey, row] of second.rows) {
    if (++looked % ROWS_PER_STEP === 0) yield;
    const old = first.rows.get(rowKey);
    if (first.repeated.has(rowKey)) unclear.after.push(row);
    else if (old === undefined) added.push(row);
    else {
      const columns = places
        .filter(([, a, b]) => value(before, old, a) !== value(after, row, b))
        .map(([name]) => name);
      if (columns.length > 0) changed.push({ before: old, after: row, columns });
      else same++;
    }
  }
  const removed: number[] = [];
  for (const [rowKey, row] of first.rows) {
    if (second.repeated.has(rowKey)) unclear.before.push(row);
    else if (!second.rows.has(rowKey)) removed.push(row);
  }
  const ascending = (a: number, b: number): number => a - b;
  unclear.before.sort(ascending);
  unclear.after.sort(ascending);
  return { added, removed, changed, same, unclear };
}

interface Index {
  readonly rows: ReadonlyMap<string, number>;
  readonly repeated: ReadonlySet<string>;
  readonly unclear: readonly number[];
}

function* indexByKey(source: RowSource, key: readonly string[]): Generator<void, Index> {
  const columns = key.map((name) => source.columns.indexOf(name));
  if (columns.length === 0 || (source.rowCount > 0 && columns.includes(-1)))
    throw new RangeError('no such key');
  const rows = new Map<string, number>();
  const repeated = new Set<string>();
  const unclear: number[] = [];
  for (let row = 0; row < source.rowCount; row++) {
    if (row % ROWS_PER_STEP === ROWS_PER_STEP - 1) yield;
    const values = columns.map((column) => source.value(row, column));
    const rowKey = JSON.stringify(values.map(createValueKey));
    const earlier = rows.get(rowKey);
    if (values.some((one) => one === undefined || one === null) || repeated.has(rowKey)) unclear.push(row);
    else if (earlier !== undefined) {
      repeated.add(rowKey);
      rows.delete(rowKey);
      unclear.push(earlier, row);
    } else rows.set(rowKey, row);
  }
  return { rows, repeated, unclear };
}

/**
 * Returns the names of the columns that could each be the key alone: no value in the column is absent or NULL, and no
 * two are equal. Returns none if there are no rows.
 */
export function findKeyCandidates(source: RowSource): readonly string[] {
  return source.columns.filter((_, column) => {
    const seen = new Set<string>();
    for (let row = 0; row < source.rowCount; row++) {
      const value = source.value(row, column);
      const key = createValueKey(value);
      if (value === undefined || value === null || seen.has(key)) return false;
      seen.add(key);
    }
    return source.rowCount > 0;
  });
}
