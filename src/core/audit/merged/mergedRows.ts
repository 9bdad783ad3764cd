/**
 * How `MergedTrail` names events, and how it interleaves the rows of its two sides: the newer trail and the older
 * trail, whose events are all older than those of the newer one.
 */
import type { EventKey, EventSet } from '../table/eventSet.ts';
import { findAuditField } from '../table/fields.ts';
import type { TrailSort } from '../table/trail.ts';
import type { ValueOrder } from './olderTrail.ts';

/** One of the two trails whose events a merged trail displays together. */
export type Side = 'newer' | 'older';

/**
 * A set of events of a merged trail: a set of newer events and a set of older ones, either of which can be undefined.
 */
export interface MergedSet {
  readonly length: number;
  readonly newer: EventSet | undefined;
  readonly older: EventSet | undefined;
  readonly order: ValueOrder;
}

export const toEventSet = (set: Omit<MergedSet, 'length'>): EventSet => {
  const merged: MergedSet = { ...set, length: (set.newer?.length ?? 0) + (set.older?.length ?? 0) };
  return merged as unknown as EventSet;
};
export const findMergedSet = (set: EventSet): MergedSet => set as unknown as MergedSet;

export const toEventKey = (side: Side, key: EventKey): EventKey =>
  `${side} ${JSON.stringify(key)}` as EventKey;
export function parseKey(key: EventKey): { readonly side: Side; readonly key: EventKey } {
  const text = String(key);
  const space = text.indexOf(' ');
  const side: Side = text.slice(0, space) === 'newer' ? 'newer' : 'older';
  return { side, key: JSON.parse(text.slice(space + 1)) as EventKey };
}

export const newestFirstOrder: ValueOrder = { keys: [], isOldestFirst: false };

/**
 * Returns the part of a view's order that decides between a newer and an older event. Because their times are never
 * equal, these are the sorts before the first sort by time, and whether that sort is ascending.
 */
export function orderBetweenSides(sorts: readonly TrailSort[]): ValueOrder {
  const at = sorts.findIndex(({ field }) => field === 'time');
  const before = at < 0 ? sorts : sorts.slice(0, at);
  return { keys: before.filter(isByFewValues), isOldestFirst: sorts[at]?.descending === false };
}

export const isByFewValues = ({ field }: TrailSort): boolean => findAuditField(field)?.values === 'few';

/** Rows `from` to `to` − 1 (0-based) of one side, counted among the rows of that side only. */
interface SideRows {
  readonly from: number;
  readonly to: number;
}

/**
 * The order in which a merged trail displays the rows of its newer and its older side as one list. Rows of the same
 * side keep their order.
 */
export class Interleaving {
  readonly #newer: number;
  readonly #older: number;
  readonly #precedingAt: (newer: number) => number;

  /**
   * `newer` and `older` are the numbers of rows of each side. `precedingAt` maps the 0-based index of a newer row to
   * the number of older rows above it, which must not decrease from one newer row to the next.
   */
  constructor(newer: number, older: number, precedingAt: (newer: number) => number) {
    this.#newer = newer;
    this.#older = older;
    this.#precedingAt = precedingAt;
  }

  get length(): number {
    return this.#newer + this.#older;
  }
  /** Returns which rows of each side are rows `from` to `to` − 1 (0-based) of the list. By default all. */
  split(from = 0, to = this.length): Readonly<Record<Side, SideRows>> {
    const start = Math.min(Math.max(0, from), this.length);
    const end = Math.min(Math.max(start, to), this.length);
    const [first, last] = [this.#countNewer(start), this.#countNewer(end)];
    return { newer: { from: first, to: last }, older: { from: start - first, to: end - last } };
  }
  /**
   * Returns rows in the order of the list. `newer` and `older` are the rows of each side that `split` returned as
   * `rows`.
   */
  join<Row>(rows: Readonly<Record<Side, SideRows>>, newer: readonly Row[], older: readonly Row[]): Row[] {
    const joined: Row[] = [];
    let taken = 0;
    for (const [at, row] of newer.entries()) {
      const preceding = this.#precedingAt(rows.newer.from + at) - rows.older.from;
      if (preceding > taken) joined.push(...older.slice(taken, preceding));
      taken = Math.max(taken, preceding);
      joined.push(row);
    }
    joined.push(...older.slice(taken));
    return joined;
  }

  /** Returns how many of the first `count` rows of the list are rows of the newer side. */
  #countNewer(count: number): number {
    let [low, high] = [0, this.#newer];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (middle + this.#precedingAt(middle) < count) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
