/**
 * Collects the columns of a result from all its records, because any column may be absent from a record (S35). Columns
 * of the SELECT list may be added even if no record has them.
 */
import type { JsonValue } from '../../service/json.ts';
import type { SelectItem } from '../../sql/analysis/outputs.ts';
import { orderColumns } from './columnOrder.ts';

/**
 * The values of a record by column index. A value is `undefined`, or the list is shorter, if the record has no such
 * column.
 */
export type Row = readonly (JsonValue | undefined)[];

export interface ColumnUnion {
  /**
   * The names by column index. Columns are added at the end, so that a column's index does not change. The spelling of
   * a name may change until the column is received.
   */
  readonly names: readonly string[];
  /**
   * Returns the index (from 0) of the received column `name`. Adds the column at the end if it is new. A column that
   * was expected but not received so far is found regardless of case, and gets the spelling of `name`.
   */
  getOrAddIndex(name: string): number;
  /**
   * Adds the columns of a response in the order of the SELECT list. Does nothing if there is no SELECT list.
   * `receivedNames` are the column names in the response. Those that belong to no item of the list are added last.
   * Columns of the list that were not received may be added too. Must be called before any column is added.
   */
  addColumnsInSelectOrder(receivedNames: Iterable<string>): void;
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
    addColumnsInSelectOrder(receivedNames) {
      if (!selectList) return;
      const now = new Set(receivedNames);
      for (const name of orderColumns(selectList, now)) {
        const index = now.has(name) ? add(name) : names.push(name) - 1;
        if (!now.has(name)) expected.set(name.toLowerCase(), index);
      }
    },
  };
}
