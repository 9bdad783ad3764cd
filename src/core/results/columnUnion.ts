/** The columns of a result: the union over all its records, in order of first appearance (spec 2.6: any may be absent). */
import type { JsonValue } from '../api/json.ts';

/** A record laid out by column index; `undefined`, or shorter, where the record has no such column. */
export type Row = readonly (JsonValue | undefined)[];

export interface ColumnUnion {
  readonly names: readonly string[];
  /** 0-based index of a column, which is added where it is new. */
  indexOf(name: string): number;
}

export function createColumnUnion(): ColumnUnion {
  const names: string[] = [];
  const indices = new Map<string, number>();
  return {
    names,
    indexOf(name) {
      const known = indices.get(name);
      if (known !== undefined) return known;
      indices.set(name, names.length);
      return names.push(name) - 1;
    },
  };
}
