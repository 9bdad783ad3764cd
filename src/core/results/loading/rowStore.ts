/**
 * Stores the loaded rows of one result in memory, encoded page by page. A row has an index among the loaded rows, from
 * 0, and a number in the whole result, from 1.
 */
import type { JsonValue } from '../../service/json.ts';
import type { QueryRecord } from '../../service/types.ts';
import type { SelectItem } from '../../sql/analysis/outputs.ts';
import { createColumnUnion, type Row } from './columnUnion.ts';
import { decodeRow, decodeValue, type EncodedPage, encodePage } from './encodedPage.ts';

export interface RowSource {
  readonly columns: readonly string[];
  readonly rowCount: number;
  /** Returns the rows with the indices `from` to `to` − 1, or fewer if there are no more. */
  rows(from: number, to: number): readonly Row[];
  /**
   * Returns one value by row index and column index; undefined if the record has no such column. `row` must be the
   * index of a row.
   */
  value(row: number, column: number): JsonValue | undefined;
}

export interface NumberedRows extends RowSource {
  /** Returns the number in the whole result, from 1, of the row at `index`, which must be the index of a row. */
  rowNumberOf(index: number): number;
}

export interface RowStore extends NumberedRows {
  /**
   * Stores `records` as the page that begins at `offset` (0-based) in the whole result, and returns the encoded page. A
   * stored page with the same offset is replaced. Returns undefined if the store is closed.
   */
  addPage(offset: number, records: readonly QueryRecord[]): EncodedPage | undefined;
  removePage(offset: number): void;
  hasPageAt(offset: number): boolean;
  pageOffsets(): readonly number[];
  rowCountAt(offset: number): number;
  snapshot(): NumberedRows;
  close(): void;
}

interface StoredPage {
  readonly offset: number;
  readonly page: EncodedPage;
  first: number;
}

interface StoredPages {
  list: StoredPage[];
  columns: readonly string[];
  rowCount: number;
  lastRead: StoredPage | undefined;
}

function findLastPageAtMost(pages: readonly StoredPage[], key: 'offset' | 'first', max: number): number {
  let low = 0;
  let high = pages.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pages[middle]?.[key] ?? 0) <= max) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function findPageOfRow(pages: StoredPages, index: number): StoredPage {
  const { lastRead, list, rowCount } = pages;
  if (lastRead && index >= lastRead.first && index < lastRead.first + lastRead.page.rowCount) return lastRead;
  const found = list[findLastPageAtMost(list, 'first', index)];
  if (!found || !(index >= 0 && index < rowCount)) throw new RangeError('no such row');
  pages.lastRead = found;
  return found;
}

const createReader = (pages: StoredPages): NumberedRows => ({
  get columns() {
    return pages.columns;
  },
  get rowCount() {
    return pages.rowCount;
  },
  rows(from, to) {
    const rows: Row[] = [];
    for (let index = Math.max(0, from); index < Math.min(to, pages.rowCount); index++) {
      const stored = findPageOfRow(pages, index);
      rows.push(decodeRow(stored.page, index - stored.first));
    }
    return rows;
  },
  value(row, column) {
    const { page, first } = findPageOfRow(pages, row);
    // Usually, the page has the first columns of the result, so that a column's position in the page is its index.
    const slot = page.columns[column] === column ? column : page.columns.indexOf(column);
    return slot < 0 ? undefined : decodeValue(page, row - first, slot);
  },
  rowNumberOf(index) {
    const { offset, first } = findPageOfRow(pages, index);
    return offset + index - first + 1;
  },
});

export function createRowStore(selectList?: readonly SelectItem[]): RowStore {
  let union = createColumnUnion(selectList);
  const pages: StoredPages = { list: [], columns: union.names, rowCount: 0, lastRead: undefined };
  let closed = false;
  const read = createReader(pages);

  const findPage = (offset: number): StoredPage | undefined => {
    const stored = pages.list[findLastPageAtMost(pages.list, 'offset', offset)];
    return stored?.offset === offset ? stored : undefined;
  };
  const updateIndicesFrom = (from: number): void => {
    pages.lastRead = undefined;
    const before = pages.list[from - 1];
    pages.rowCount = before ? before.first + before.page.rowCount : 0;
    for (const stored of pages.list.slice(from)) {
      stored.first = pages.rowCount;
      pages.rowCount += stored.page.rowCount;
    }
  };
  const removePage = (offset: number): void => {
    const index = findLastPageAtMost(pages.list, 'offset', offset);
    if (pages.list[index]?.offset !== offset) return;
    pages.list.splice(index, 1);
    updateIndicesFrom(index);
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
    rowNumberOf: read.rowNumberOf,
    addPage(offset, records) {
      if (closed) return undefined;
      removePage(offset);
      const index = findLastPageAtMost(pages.list, 'offset', offset) + 1;
      if (union.names.length === 0)
        union.addColumnsInSelectOrder(records.flatMap(({ fields }) => fields.map(([name]) => name)));
      const page = encodePage(records, union, pages.list[index - 1]?.page);
      pages.list.splice(index, 0, { offset, page, first: 0 });
      updateIndicesFrom(index);
      return page;
    },
    removePage,
    hasPageAt: (offset) => findPage(offset) !== undefined,
    pageOffsets: () => pages.list.map(({ offset }) => offset),
    rowCountAt: (offset) => findPage(offset)?.page.rowCount ?? 0,
    snapshot: () =>
      createReader({
        list: pages.list.map((stored) => ({ ...stored })),
        columns: [...pages.columns],
        rowCount: pages.rowCount,
        lastRead: undefined,
      }),
    close() {
      closed = true;
      union = createColumnUnion();
      pages.columns = union.names;
      pages.list = [];
      updateIndicesFrom(0);
    },
  };
}
