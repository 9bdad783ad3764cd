/** The columns of a result: the union over all its records, in order of first appearance (spec 2.6: any may be absent). */
import type { JsonValue } from '../api/json.ts';
import type { QueryRecord } from '../api/types.ts';

/** A record laid out by column index; `undefined` where the record has no such column. */
export type Row = readonly (JsonValue | undefined)[];

export interface ColumnUnion {
  readonly names: readonly string[];
  /** Adds a record's columns and lays its values out by column index; shorter than `names` once more columns come. */
  add(record: QueryRecord): Row;
}

export function createColumnUnion(): ColumnUnion {
  const names: string[] = [];
  const indices = new Map<string, number>();
  return {
    names,
    add(record) {
      const row: (JsonValue | undefined)[] = [];
      for (const [name, value] of record.fields) {
        let index = indices.get(name);
        if (index === undefined) {
          index = names.length;
          indices.set(name, index);
          names.push(name);
        }
        row[index] = value;
      }
      return row;
    },
  };
}
