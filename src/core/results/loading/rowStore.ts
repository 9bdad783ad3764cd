/**
 * The loaded rows of one result, in the host's memory and nowhere else: encoded page by page, decoded by window.
 * Pages may come in any order and leave gaps; rows are numbered twice: by index over what is loaded, and by their
 * number in the result.
 */
import type { JsonValue } from '../../service/json.ts';
import type { QueryRecord } from '../../service/types.ts';
import type { SelectItem } from '../../sql/analysis/outputs.ts';
import { createColumnUnion, type Row } from './columnUnion.ts';
import { type EncodedPage, encodePage, rowAt, valueAt } from './encodedPage.ts';

/** Rows that can be read in any order: what sorting, finding, copying and exporting work on. */
export interface RowSource {
  /** Names of all columns, in the order of `ColumnUnion`. */
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** Rows `from` … `to` − 1 by index; fewer where there are no more. */
  rows(from: number, to: number): readonly Row[];
  /** One value; undefined where the record has no such column. Throws a RangeError where there is no such row. */
  value(row: number, column: number): JsonValue | undefined;
}

/** Rows that know their place in the result, whatever is missing between them. */
export interface NumberedRows extends RowSource {
  /** Number in the result of the row at `index`, 1-based. Throws a RangeError where there is no such row. */
  numberOf(index: number): number;
}

export interface RowStore extends NumberedRows {
  /**
   * Adds the page that starts `offset` rows into the result, in place of one that starts there already; undefined
   * once closed.
   */
  add(offset: number, records: readonly QueryRecord[]): EncodedPage | undefined;
  remove(offset: number): void;
  has(offset: number): boolean;
  /** Offsets of the pages loaded, ascending. */
  offsets(): readonly number[];
  /** How many rows the page that starts at `offset` has, 0 where it is not loaded. */
  rowsAt(offset: number): number;
  /** The rows as they are now: pages that come or go later, and closing, leave it as it is. Nothing is copied. */
  snapshot(): NumberedRows;
  /** Forgets every row and column for good: an answer that comes later is dropped. */
  close(): void;
}

interface Held {
  readonly offset: number;
  readonly page: EncodedPage;
  /** Index of its first row. */
  first: number;
}

/** What a reader reads: the store's own, which changes, or a snapshot's. */
interface Pages {
  held: Held[];
  columns: readonly string[];
  rowCount: number;
  /** The page read last: rows are mostly read one after the other. */
  last: Held | undefined;
}

/** Place of the last page whose `key` is at most `wanted`, −1 if there is none. */
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

/** `selectList`: of the statement, where it names every column. */
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
