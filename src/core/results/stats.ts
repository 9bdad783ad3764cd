/** Figures of one column over the rows loaded, for a side pane that says so. */
import type { ExactNumber, JsonValue } from '../api/json.ts';
import { compareDecimals, toDecimal } from './decimal.ts';
import type { RowSource } from './rowStore.ts';
import { byCodeUnit, type Collate } from './sort.ts';
import { kindOf, type ValueKind, valueKey } from './values.ts';
import { isHidden } from './view.ts';

export interface ColumnStats {
  /** Rows looked at; `counts` adds up to it together with `hidden`. */
  readonly rows: number;
  readonly counts: Readonly<Record<ValueKind, number>>;
  /** Of the texts, the empty ones. */
  readonly empty: number;
  /** Values that the mask hides: they are counted here, and in nothing else. */
  readonly hidden: number;
  /** Different values, NULL and absent not among them; 1.10 and 1.1 are one. */
  readonly distinct: number;
  /** The numbers' where there are any, else the texts'; as they were sent. */
  readonly min?: JsonValue;
  readonly max?: JsonValue;
}

/** `rows` are the indices to look at; all if left out. */
export function columnStats(
  source: RowSource,
  column: number,
  rows: Iterable<number> = Array(source.rowCount).keys(),
  collate: Collate = byCodeUnit,
): ColumnStats {
  const counts: Record<ValueKind, number> = { number: 0, text: 0, boolean: 0, nested: 0, null: 0, absent: 0 };
  const keys = new Set<string>();
  const numbers = range((value: number | ExactNumber) => toDecimal(String(value)), compareDecimals);
  const texts = range(
    (value: string) => value,
    (a, b) => collate(a, b) || byCodeUnit(a, b),
  );
  let looked = 0;
  let empty = 0;
  let hidden = 0;
  for (const row of rows) {
    looked++;
    if (isHidden(source, row, column)) {
      hidden++;
      continue;
    }
    const value = source.value(row, column);
    const kind = kindOf(value);
    counts[kind]++;
    if (kind === 'null' || kind === 'absent') continue;
    keys.add(valueKey(value));
    if (value === '') empty++;
    if (kind === 'text') texts.add(value as string);
    if (kind === 'number') numbers.add(value as number | ExactNumber);
  }
  const ends = counts.number > 0 ? numbers : texts;
  const { min, max } = ends;
  return {
    rows: looked,
    counts,
    empty,
    hidden,
    distinct: keys.size,
    ...(min === undefined || max === undefined ? {} : { min, max }),
  };
}

/** The ends of what is added, by a key that is made once for each value. */
function range<T, K>(keyOf: (value: T) => K, compare: (a: K, b: K) => number) {
  let low: K | undefined;
  let high: K | undefined;
  return {
    min: undefined as T | undefined,
    max: undefined as T | undefined,
    add(value: T) {
      const key = keyOf(value);
      if (low === undefined || compare(key, low) < 0) {
        low = key;
        this.min = value;
      }
      if (high === undefined || compare(key, high) > 0) {
        high = key;
        this.max = value;
      }
    },
  };
}

export interface GroupCount {
  /** As first met; undefined where the records have no such column. */
  readonly value: JsonValue | undefined;
  readonly count: number;
}

export interface GroupCounts {
  /** The most frequent first, equal ones in order of appearance. */
  readonly groups: readonly GroupCount[];
  /** Groups left out, and their rows. */
  readonly otherGroups: number;
  readonly otherRows: number;
  /** Rows whose value the mask hides: in no group. */
  readonly hidden: number;
}

/** How often each value stands in a column; equal as `valueKey` has it. `limit` is the number of groups listed. */
export function groupCounts(
  source: RowSource,
  column: number,
  limit: number,
  rows: Iterable<number> = Array(source.rowCount).keys(),
): GroupCounts {
  const groups = new Map<string, { readonly value: JsonValue | undefined; count: number }>();
  let hidden = 0;
  for (const row of rows) {
    if (isHidden(source, row, column)) {
      hidden++;
      continue;
    }
    const value = source.value(row, column);
    const key = valueKey(value);
    const group = groups.get(key);
    if (group) group.count++;
    else groups.set(key, { value, count: 1 });
  }
  const sorted = [...groups.values()].sort((a, b) => b.count - a.count);
  const others = sorted.slice(limit);
  return {
    groups: sorted.slice(0, limit),
    otherGroups: others.length,
    otherRows: others.reduce((sum, { count }) => sum + count, 0),
    hidden,
  };
}
