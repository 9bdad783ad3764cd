/** The state of one query's result: its loaded pages, its end, and whether the service ignores OFFSET. */
import type { Outcome } from '../../service/errors.ts';
import type { QueryResult } from '../../service/types.ts';
import type { SelectItem } from '../../sql/analysis/outputs.ts';
import type { EncodedPage } from './encodedPage.ts';
import { ResultExtent } from './extent.ts';
import { createOverlapDetector } from './overlap.ts';
import { createRowStore, type NumberedRows } from './rowStore.ts';

export type Delivery =
  /** Page by page. `userLimit` is the user's own LIMIT; absent if there is none. */
  | { readonly kind: 'paged'; readonly userLimit?: number }
  /** In a single response, which is taken to contain all rows: usually the one row of an aggregate. */
  | { readonly kind: 'single' }
  /**
   * In a single response to the unchanged statement, without paging. A response with fewer than `maxRows` rows contains
   * all rows. `maxRows` is absent if the number of rows proves nothing (S36).
   */
  | { readonly kind: 'unpaged'; readonly maxRows?: number };

export interface ResultOptions {
  readonly pageSize: number;
  readonly delivery?: Delivery;
  /**
   * Whether rows are joined from several tables. Values that identify a row of one table can then repeat legitimately.
   */
  readonly isJoin?: boolean;
  /** The statement's SELECT list, if it contains no star. It determines the order of the columns. */
  readonly selectList?: readonly SelectItem[];
}

export interface Result {
  readonly pageSize: number;
  readonly delivery: Delivery;
  readonly userLimit: number | undefined;
  readonly rows: NumberedRows;
  /** Whether the first row of a page is loaded. Pages are numbered from 0; page p begins at offset `p * pageSize`. */
  hasPage(page: number): boolean;
  /**
   * Whether a page is loaded and none of its rows is left to request. A response can have fewer rows than requested
   * without being the last one (S36).
   */
  isPageComplete(page: number): boolean;
  rowCountOn(page: number): number;
  /** Returns the offset, in the whole result, of the next request for a page. */
  offsetOfNextRequestForPage(page: number): number;
  /** Returns the number of rows to request next for a page, within the user's LIMIT. */
  limitOfNextRequestForPage(page: number): number;
  /**
   * Returns the index (from 0) of the last page that can have a row, as far as is known; 0 if there are no rows,
   * Infinity if it is unknown.
   */
  lastPage(): number;
  /**
   * Returns the indices (from 0), ascending, of the loaded pages that may have more rows, because a response had fewer
   * rows than requested. Returns none if the service is known to ignore OFFSET.
   */
  partialPages(): readonly number[];
  /**
   * Returns the last page that likely has a row: the first of `partialPages` if no later page has rows, otherwise
   * `lastPage`.
   */
  likelyLastPage(): number;
  /**
   * Returns the index (from 0) of the last page with loaded rows, if it is full and only a request for the next page
   * can show whether rows follow; otherwise undefined.
   */
  unconfirmedLastPage(): number | undefined;
  /** Returns the number of rows of the whole result; undefined while it is unknown. */
  totalRowCount(): number | undefined;
  setCountedRows(rows: number): void;
  /**
   * Returns how the service sent a result without records: as `records: null` or as an empty list. Returns undefined
   * before the first response and if there are records.
   */
  emptyKind(): 'null' | 'empty' | undefined;
  /**
   * Returns the number of rows that were received again without a change (D11), plus `countChangedRows`. Two equal
   * pages add nothing if one of them was dropped.
   */
  countRepeatedRows(): number;
  /**
   * Estimates the number of rows that an earlier response contained with other values. Returns 0 for joined tables, and
   * for a result that is not paged.
   */
  countChangedRows(): number;
  /** Whether a single response contained the same record twice. The repeated rows may then be genuine. */
  hasDuplicatesInPage(): boolean;
  /**
   * Whether rows of a paged result are loaded in addition to those of the response at offset 0. Rows may then have been
   * skipped between two responses, because the service returns rows without an order (D11).
   */
  mayHaveSkippedRows(): boolean;
  /** Counts the loaded rows of a paged result that are after its known end. */
  countRowsAfterEnd(): number;
  /** Whether the service is known to ignore OFFSET, for example because a page had the same rows as another one. */
  isOffsetIgnored(): boolean;
  /** Returns the offsets, ascending, of pages that are equal to another one without proving that OFFSET is ignored. */
  suspectOffsets(): readonly number[];
  /**
   * Calls `send` to request a page, and returns the outcome. If a request for the same page is pending, returns the
   * outcome of that request instead.
   */
  requestPage(page: number, send: () => Promise<Outcome<QueryResult>>): Promise<Outcome<QueryResult>>;
  /**
   * Adds the response to a request for a page. Returns `rows` if its rows were added, `nothing` if it has none, and
   * `repeated` if they were dropped because an earlier page has the same rows. Returns `late` if the response is
   * ignored because it was already added, the page is complete, or the result is closed.
   */
  addResponse(page: number, response: QueryResult): 'rows' | 'nothing' | 'repeated' | 'late';
  /** Records that the service ignores OFFSET. The pages of `suspectOffsets` are removed. */
  markOffsetIgnored(): void;
  clearOffsetIgnored(): void;
  /** Returns the rows as they are now. Later pages and `close` do not change them. The rows are not copied. */
  snapshot(): NumberedRows;
  close(): void;
}

export function createEmptyResult(options: ResultOptions): Result {
  const { pageSize, delivery = { kind: 'paged' } } = options;
  const isPaged = delivery.kind === 'paged';
  const store = createRowStore(options.selectList);
  const extent = new ResultExtent(store, pageSize, delivery);
  const overlap = createOverlapDetector(() => store.columns);
  let emptyKind: 'null' | 'empty' | undefined;
  let repeatedRows = 0;
  let closed = false;
  let suspects: number[] = [];
  const pendingRequests = new Map<number, Promise<Outcome<QueryResult>>>();
  /**
   * The page for which each response was added, so that none is added twice. The pager and Load All both add the
   * response to a request that they share.
   */
  const received = new WeakMap<QueryResult, number>();

  const countChangedRows = (): number => (!isPaged || options.isJoin ? 0 : overlap.countChangedRows());

  const addResponse: Result['addResponse'] = (page, response) => {
    if (closed || received.get(response) === page || extent.isPageComplete(page)) return 'late';
    received.set(response, page);
    const from = extent.offsetOfNextRequestForPage(page);
    const limit = extent.limitOfNextRequestForPage(page);
    const sent = response.records ?? [];
    // Records beyond `limit` were not requested. They belong to the next page, or are beyond the user's LIMIT.
    const records = isPaged ? sent.slice(0, limit) : sent;
    extent.recordResponse(page, from, limit, records.length);
    if (records.length === 0) {
      if (from === 0) emptyKind = response.records === null ? 'null' : 'empty';
      return 'nothing';
    }
    const encoded = store.addPage(from, records);
    return encoded ? compareWithOthers(from, encoded, isPaged && records.length < limit) : 'late';
  };

  function compareWithOthers(from: number, rows: EncodedPage, isShort: boolean): 'rows' | 'repeated' {
    const { equalPageOffset, isProof, repeatedRows: repeated } = overlap.addResponse(from, rows, isShort);
    if (equalPageOffset !== undefined && isProof) return dropRepeated(from, equalPageOffset);
    repeatedRows += repeated;
    if (equalPageOffset !== undefined) suspects = [...suspects, from].sort((a, b) => a - b);
    return 'rows';
  }

  function dropRepeated(from: number, equalPageOffset: number): 'rows' | 'repeated' {
    extent.isOffsetIgnored = true;
    store.removePage(Math.max(from, equalPageOffset));
    if (equalPageOffset < from) return 'repeated';
    // Responses may arrive in any order. Of two equal pages, the one that comes first in the result is kept.
    overlap.changeOffset(equalPageOffset, from);
    return 'rows';
  }

  return {
    pageSize,
    delivery,
    userLimit: Number.isFinite(extent.userLimit) ? extent.userLimit : undefined,
    rows: store,
    hasPage: (page) => extent.hasPage(page),
    isPageComplete: (page) => extent.isPageComplete(page),
    rowCountOn: (page) => extent.rowCountOn(page),
    offsetOfNextRequestForPage: (page) => extent.offsetOfNextRequestForPage(page),
    limitOfNextRequestForPage: (page) => extent.limitOfNextRequestForPage(page),
    lastPage: () => extent.lastPage(),
    partialPages: () => extent.partialPages(),
    likelyLastPage: () => extent.likelyLastPage(),
    unconfirmedLastPage: () => extent.unconfirmedLastPage(),
    totalRowCount: () => extent.totalRowCount(),
    setCountedRows: (rows) => extent.setCountedRows(rows),
    emptyKind: () => emptyKind,
    requestPage(page, send) {
      const before = pendingRequests.get(page);
      if (before) return before;
      const response = send().finally(() => pendingRequests.delete(page));
      pendingRequests.set(page, response);
      return response;
    },
    countRepeatedRows: () => repeatedRows + countChangedRows(),
    countChangedRows,
    hasDuplicatesInPage: () => overlap.duplicatesInPage,
    mayHaveSkippedRows: () => extent.mayHaveSkippedRows(),
    countRowsAfterEnd: () => extent.countRowsAfterEnd(),
    isOffsetIgnored: () => extent.isOffsetIgnored,
    suspectOffsets: () => suspects,
    addResponse,
    markOffsetIgnored() {
      extent.isOffsetIgnored = true;
      for (const offset of suspects) {
        repeatedRows -= store.rowCountAt(offset);
        store.removePage(offset);
      }
      suspects = [];
    },
    clearOffsetIgnored() {
      extent.isOffsetIgnored = false;
    },
    snapshot: () => store.snapshot(),
    close() {
      closed = true;
      store.close();
      overlap.clear();
    },
  };
}
