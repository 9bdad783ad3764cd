/** Names of events of a merged trail, and the order of the events of both of its sides. */
import type { EventKey, EventSet } from '../table/eventSet.ts';
import { findAuditField } from '../table/fields.ts';
import type { TrailSort } from '../table/trail.ts';
import type { ValueOrder } from './olderTrail.ts';

export type Side = 'newer' | 'older';

/** Events of both sides; a side without events can be absent. */
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
 * Returns the part of a view's order that decides between events of different sides, whose times are never equal: the
 * sorts before the first one by time, and the direction of that.
 */
export function orderBetweenSides(sorts: readonly TrailSort[]): ValueOrder {
  const at = sorts.findIndex(({ field }) => field === 'time');
  const before = at < 0 ? sorts : sorts.slice(0, at);
  return { keys: before.filter(isByFewValues), isOldestFirst: sorts[at]?.descending === false };
}

export const isByFewValues = ({ field }: TrailSort): boolean => findAuditField(field)?.values === 'few';

/** The rows of one side within rows of both: `from` to `to` − 1. */
interface SideRows {
  readonly from: number;
  readonly to: number;
}

/** The order of the rows of both sides. The rows of each side keep their order. */
export class Interleaving {
  readonly #newer: number;
  readonly #older: number;
  readonly #precedingAt: (newer: number) => number;

  /** `precedingAt` returns how many older rows precede a newer row; it never decreases. */
  constructor(newer: number, older: number, precedingAt: (newer: number) => number) {
    this.#newer = newer;
    this.#older = older;
    this.#precedingAt = precedingAt;
  }

  get length(): number {
    return this.#newer + this.#older;
  }
  /** Returns the rows of each side that are among rows `from` to `to` − 1 of both. */
  split(from = 0, to = this.length): Readonly<Record<Side, SideRows>> {
    const start = Math.min(Math.max(0, from), this.length);
    const end = Math.min(Math.max(start, to), this.length);
    const [first, last] = [this.#countNewer(start), this.#countNewer(end)];
    return { newer: { from: first, to: last }, older: { from: start - first, to: end - last } };
  }
  /** Joins the rows of both sides that `split` named. */
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

  /** Returns how many of the first `count` rows are newer ones. */
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
