/** The columns of a result: the union over all its records, because any column may be absent from a record (S35). */
import type { JsonValue } from '../../service/json.ts';
import type { SelectItem } from '../../sql/analysis/outputs.ts';
import { orderColumns } from './columnOrder.ts';

/**
 * The values of a record by column index. A value is `undefined`, or the list is shorter, if the record has no such
 * column.
 */
export type Row = readonly (JsonValue | undefined)[];

export interface ColumnUnion {
  /** The names by column index. New columns are added at the end, so that a column's index does not change. */
  readonly names: readonly string[];
  /**
   * Returns the index (from 0) of the column `name`, which is added at the end if it is new. A column that was only
   * expected takes on the spelling of `name`.
   */
  getOrAddIndex(name: string): number;
  /**
   * If there is a SELECT list, adds `receivedNames`, the column names of the first response with columns, in its order
   * as far as they can be assigned to it. Columns that are expected but were not received may be added too.
   */
  addExpectedColumns(receivedNames: Iterable<string>): void;
}

export function createColumnUnion(selectList?: readonly SelectItem[]): ColumnUnion {
  const names: string[] = [];
  const indices = new Map<string, number>();
  const expected = new Map<string, number>();
  const add = (name: string): number => {
    indices.set(name, names.length);
    return names.push(name) - 1;
  };
  return {
    names,
    getOrAddIndex(name) {
      const lower = name.toLowerCase();
      const index = indices.get(name) ?? expected.get(lower);
      if (index === undefined) return add(name);
      if (expected.delete(lower)) {
        // The column gets the service's own spelling, which may differ from the statement's.
        names[index] = name;
        indices.set(name, index);
      }
      return index;
    },
    addExpectedColumns(receivedNames) {
      if (!selectList) return;
      const now = new Set(receivedNames);
      for (const name of orderColumns(selectList, now)) {
        const index = now.has(name) ? add(name) : names.push(name) - 1;
        if (!now.has(name)) expected.set(name.toLowerCase(), index);
      }
    },
  };
}
