/** The columns of a result: the union over all its records (S35: any may be absent). */
import type { JsonValue } from '../../service/json.ts';
import type { SelectItem } from '../../sql/analysis/outputs.ts';
import { columnOrder } from './columnOrder.ts';

/** A record laid out by column index; `undefined`, or shorter, where the record has no such column. */
export type Row = readonly (JsonValue | undefined)[];

export interface ColumnUnion {
  /** In the order of the SELECT list where there is one, else of first appearance. An index stays a column's own. */
  readonly names: readonly string[];
  /** 0-based index of a column, which is added where it is new. */
  indexOf(name: string): number;
  /** Makes room for the columns of the SELECT list, once it is known what the service calls those of the first answer. */
  begin(found: Iterable<string>): void;
}

export function createColumnUnion(selectList?: readonly SelectItem[]): ColumnUnion {
  const names: string[] = [];
  const indices = new Map<string, number>();
  /** Columns that no record has had yet, by their name in lower case. */
  const expected = new Map<string, number>();
  const add = (name: string): number => {
    indices.set(name, names.length);
    return names.push(name) - 1;
  };
  return {
    names,
    indexOf(name) {
      const lower = name.toLowerCase();
      const index = indices.get(name) ?? expected.get(lower);
      if (index === undefined) return add(name);
      if (expected.delete(lower)) {
        // The service's own spelling, whatever the statement's.
        names[index] = name;
        indices.set(name, index);
      }
      return index;
    },
    begin(found) {
      if (!selectList) return;
      const now = new Set(found);
      for (const name of columnOrder(selectList, now)) {
        const index = now.has(name) ? add(name) : names.push(name) - 1;
        if (!now.has(name)) expected.set(name.toLowerCase(), index);
      }
    },
  };
}
