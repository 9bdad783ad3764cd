/**
 * Stores the loaded rows of one result in the host's memory, and nowhere else: encoded page by page, and decoded when
 * they are read. Pages may arrive in any order and leave gaps. Rows have two numbers: the index among the loaded rows,
 * and the number in the whole result.
 */
import type { JsonValue } from '../../service/json.ts';
import type { QueryRecord } from '../../service/types.ts';
import type { SelectItem } from '../../sql/analysis/outputs.ts';
import { createColumnUnion, type Row } from './columnUnion.ts';
import { type EncodedPage, encodePage, rowAt, valueAt } from './encodedPage.ts';

/** Rows that can be read in any order. Sorting, finding, copying and exporting work on them. */
export interface RowSource {
  /** Names of all columns, in the order of `ColumnUnion`. */
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** Returns the rows with the indices `from` to `to` − 1, or fewer if there are no more. */
  rows(from: number, to: number): readonly Row[];
  /**
   * Returns one value by row index and column index; undefined if the record has no such column. Throws a RangeError if
   * there is no such row.
   */
  value(row: number, column: number): JsonValue | undefined;
}

/** Rows that also have their numbers in the whole result, even if rows between them are not loaded. */
export interface NumberedRows extends RowSource {
  /**
   * Returns the number in the whole result, from 1, of the row at `index`. Throws a RangeError if there is no such row.
   */
  numberOf(index: number): number;
}

export interface RowStore extends NumberedRows {
  /**
   * Adds the page that begins at `offset` in the whole result, replacing one that begins there already. Returns
   * undefined if the store is closed.
   */
  add(offset: number, records: readonly QueryRecord[]): EncodedPage | undefined;
  remove(offset: number): void;
  has(offset: number): boolean;
  /** Returns the offsets of the loaded pages, ascending. */
  offsets(): readonly number[];
  /** Returns the number of rows of the page that begins at `offset`; 0 if it is not loaded. */
  rowsAt(offset: number): number;
  /**
   * Returns the rows as they are now. Pages added or removed later, and closing, do not change it. Nothing is copied.
   */
  snapshot(): NumberedRows;
  /** Removes all rows and columns for good. A page added later is dropped. */
  close(): void;
}

interface Held {
  readonly offset: number;
  readonly page: EncodedPage;
  /** Index of the page's first row among the loaded rows. */
  first: number;
}

/** The pages that `reader` reads: those of the store, which change, or those of a snapshot. */
interface Pages {
  held: Held[];
  columns: readonly string[];
  rowCount: number;
  /** The page that was read last, a cache: rows are mostly read one after the other. */
  last: Held | undefined;
}

/** Returns the index in `held` of the last page whose `key` is at most `wanted`; −1 if there is none. */
function search(held: readonly Held[], key: 'offset' | 'first', wanted: number): number {
  let low = 0;
  let high = held.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((held[middle]?.[key] ?? 0) <= wanted) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function holding(pages: Pages, index: number): Held {
  const { last, held, rowCount } = pages;
  if (last && index >= last.first && index < last.first + last.page.rowCount) return last;
  const found = held[search(held, 'first', index)];
  if (!found || !(index >= 0 && index < rowCount)) throw new RangeError('no such row');
  pages.last = found;
  return found;
}

const reader = (pages: Pages): NumberedRows => ({
  get columns() {
    return pages.columns;
  },
  get rowCount() {
    return pages.rowCount;
  },
  rows(from, to) {
    const rows: Row[] = [];
    for (let index = Math.max(0, from); index < Math.min(to, pages.rowCount); index++) {
      const held = holding(pages, index);
      rows.push(rowAt(held.page, index - held.first));
    }
    return rows;
  },
  value(row, column) {
    const { page, first } = holding(pages, row);
    // Almost always the page has the result's first columns, and a column's place is its index.
    const slot = page.columns[column] === column ? column : page.columns.indexOf(column);
    return slot < 0 ? undefined : valueAt(page, row - first, slot);
  },
  numberOf(index) {
    const { offset, first } = holding(pages, index);
    return offset + index - first + 1;
  },
});

/** Creates an empty store. `selectList` is the statement's SELECT list, if it names every column. */
export function createRowStore(selectList?: readonly SelectItem[]): RowStore {
  let union = createColumnUnion(selectList);
  const pages: Pages = { held: [], columns: union.names, rowCount: 0, last: undefined };
  let closed = false;
  const read = reader(pages);

  const at = (offset: number): Held | undefined => {
    const held = pages.held[search(pages.held, 'offset', offset)];
    return held?.offset === offset ? held : undefined;
  };
  const renumber = (from: number): void => {
    pages.last = undefined;
    const before = pages.held[from - 1];
    pages.rowCount = before ? before.first + before.page.rowCount : 0;
    for (const held of pages.held.slice(from)) {
      held.first = pages.rowCount;
      pages.rowCount += held.page.rowCount;
    }
  };
  const remove = (offset: number): void => {
    const place = search(pages.held, 'offset', offset);
    if (pages.held[place]?.offset !== offset) return;
    pages.held.splice(place, 1);
    renumber(place);
  };

  return {
    get columns() {
      return read.columns;
    },
    get rowCount() {
      return read.rowCount;
    },
    rows: read.rows,
    value: read.value,
    numberOf: read.numberOf,
    add(offset, records) {
      if (closed) return undefined;
      remove(offset);
      const place = search(pages.held, 'offset', offset) + 1;
      if (union.names.length === 0)
        union.begin(records.flatMap(({ fields }) => fields.map(([name]) => name)));
      const page = encodePage(records, union, pages.held[place - 1]?.page);
      pages.held.splice(place, 0, { offset, page, first: 0 });
      renumber(place);
      return page;
    },
    remove,
    has: (offset) => at(offset) !== undefined,
    offsets: () => pages.held.map(({ offset }) => offset),
    rowsAt: (offset) => at(offset)?.page.rowCount ?? 0,
    snapshot: () =>
      reader({
        held: pages.held.map((held) => ({ ...held })),
        columns: [...pages.columns],
        rowCount: pages.rowCount,
        last: undefined,
      }),
    close() {
      closed = true;
      union = createColumnUnion();
      pages.columns = union.names;
      pages.held = [];
      renumber(0);
    },
  };
}
