/**
 * The state of one query's result: the loaded pages, its end, and whether the service respects OFFSET. It is filled by
 * the pager, one page at a time, and by `loadAll`, several at once. Loaded rows are never requested again, because
 * each request creates an audit event (S40).
 */
import type { Outcome } from '../../service/errors.ts';
import type { QueryResult } from '../../service/types.ts';
import type { SelectItem } from '../../sql/analysis/outputs.ts';
import type { EncodedPage } from './encodedPage.ts';
import { ResultExtent } from './extent.ts';
import { createOverlapDetector } from './overlap.ts';
import { createRowStore, type NumberedRows } from './rowStore.ts';

/** How the rows of a statement are requested. */
export type Delivery =
  /** Page by page. `userLimit` is the user's own LIMIT; absent if there is none. */
  | { readonly kind: 'paged'; readonly userLimit?: number }
  /** In a single response, which contains the one row of an aggregate. */
  | { readonly kind: 'single' }
  /**
   * In a single response to the unchanged statement, because paging can't be added to it. A response with fewer than
   * `maxRows` rows contains all rows; absent if the number of rows does not prove that (S36).
   */
  | { readonly kind: 'unpaged'; readonly maxRows?: number };

export interface ResultOptions {
  /** Number of rows per page, 1–25. */
  readonly pageSize: number;
  /** How the rows are requested. Default: page by page, without a LIMIT of the user's. */
  readonly delivery?: Delivery;
  /**
   * Whether rows are joined from several tables. Values that identify a row of one table then repeat legitimately, so
   * that changed rows are not counted.
   */
  readonly isJoin?: boolean;
  /** The statement's SELECT list, if it names every column. It decides the order of the columns. */
  readonly selectList?: readonly SelectItem[];
}

export interface Result {
  readonly pageSize: number;
  readonly delivery: Delivery;
  /** The user's own LIMIT; undefined if there is none. */
  readonly userLimit: number | undefined;
  readonly rows: NumberedRows;
  /** Whether the first row of a page is loaded. Pages are numbered from 0; page p begins at offset `p * pageSize`. */
  hasPage(page: number): boolean;
  /**
   * Whether a page is loaded and none of its rows is left to request. A response can have fewer rows than requested
   * without being the last one (S36): the rest of the page is then requested from the row after it.
   */
  isPageComplete(page: number): boolean;
  /** Returns the number of loaded rows of a page; 0 if it is not loaded. */
  rowCountOn(page: number): number;
  /**
   * Returns the offset of the next request for a page: the 0-based number, in the whole result, of the page's first row
   * that is not loaded. Always the page's first row if the result is not paged.
   */
  nextOffsetOf(page: number): number;
  /**
   * Returns the number of rows to request for a page, or for the rest of it, within the user's LIMIT; 0 if none is
   * left. Returns the page size if the result is not paged.
   */
  nextLimitOf(page: number): number;
  /**
   * Returns the index (from 0) of the last page that can have a row, as far as is known; Infinity if unknown. Returns
   * the last loaded page if the service is known to ignore OFFSET, and 0 if the result is not paged.
   */
  lastPage(): number;
  /**
   * Returns the indices (from 0), ascending, of the loaded pages that are not complete and whose most recent response
   * had fewer rows than requested. Empty if the result is not paged, and while the service is known to ignore OFFSET.
   */
  partialPages(): readonly number[];
  /**
   * Returns the last page that likely has a row: the first of `partialPages` if no later page has rows, otherwise
   * `lastPage`.
   */
  likelyLastPage(): number;
  /**
   * Returns the index (from 0) of the last page with rows, if it is full and it is unknown whether rows follow: there
   * was no empty response, and neither the user's LIMIT nor COUNT shows it. The next page can be empty then. Otherwise
   * returns undefined.
   */
  possibleLastPage(): number | undefined;
  /**
   * Returns the number of rows of the whole result; undefined while its end is unknown. The end is known from an empty
   * response, the user's own LIMIT or COUNT, but only once the page before it is loaded; in a result that is not paged,
   * from a response that is empty or known to contain all rows.
   */
  totalRowCount(): number | undefined;
  recordCount(rows: number): void;
  /**
   * Returns whether the service sent `records: null` or an empty list, if the query returns no record; undefined before
   * the first response or if there are records.
   */
  emptyKind(): 'null' | 'empty' | undefined;
  /**
   * Returns the number of rows that other responses contained too, equal or changed. The service returns rows without
   * an order (D11).
   */
  countRepeatedRows(): number;
  /**
   * Estimates the number of rows that an earlier response contained with another value. Such rows are recognized by a
   * column whose values are otherwise unique; if there is none, the number is 0. It is also 0 for joined tables, and
   * for a result that is not paged.
   */
  countChangedRows(): number;
  /** Whether a single response contained the same record twice: the repeated rows may then be genuine. */
  hasDuplicatesInPage(): boolean;
  /**
   * Whether a paged result has rows that were not in the response for offset 0. The service returns rows without an
   * order (D11), so that rows may have been skipped between two responses.
   */
  mayHaveSkippedRows(): boolean;
  /**
   * Returns the number of loaded rows of a paged result that are after its known end: one response had rows there,
   * although another one showed that none follow. 0 if the end is not known.
   */
  countRowsAfterEnd(): number;
  /**
   * Whether the service is known to ignore OFFSET, for example because a page had the same rows as another one. Pages
   * after the last loaded one are not requested then.
   */
  isOffsetIgnored(): boolean;
  /**
   * Returns the offsets, ascending, of pages that are equal to another one without proving that OFFSET is ignored,
   * because the query's records are not distinct.
   */
  suspectOffsets(): readonly number[];
  /**
   * Returns the response to the request for a page. If another caller's request for the same page is pending, its
   * response is returned; otherwise `send` is called, and further calls for the page return the same promise until it
   * settles.
   */
  requestPage(page: number, send: () => Promise<Outcome<QueryResult>>): Promise<Outcome<QueryResult>>;
  /**
   * Adds the response to a request for `nextLimitOf(page)` rows from `nextOffsetOf(page)`. Returns `rows` if rows were
   * added; `nothing` if there are none to add; `repeated` if the rows are those of an earlier page and were dropped;
   * `late` if the response was added to this page before, nothing of the page was left to request, or the result is
   * closed.
   */
  addResponse(page: number, response: QueryResult): 'rows' | 'nothing' | 'repeated' | 'late';
  /** Records that the service ignores OFFSET. The pages of `suspectOffsets` are removed. */
  markOffsetIgnored(): void;
  /** Records that the service may respect OFFSET after all, so that further pages can be requested. */
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
   * The page for which each response was added, so that none is added twice: the pager and Load All both add the
   * response to a request that they share.
   */
  const received = new WeakMap<QueryResult, number>();

  const countChangedRows = (): number => (!isPaged || options.isJoin ? 0 : overlap.countChangedRows());

  const addResponse: Result['addResponse'] = (page, response) => {
    if (closed || received.get(response) === page || extent.isPageComplete(page)) return 'late';
    received.set(response, page);
    const from = extent.nextOffsetOf(page);
    const limit = extent.nextLimitOf(page);
    const sent = response.records ?? [];
    // Records beyond `limit` are dropped, because the next page contains them too.
    const records = isPaged ? sent.slice(0, limit) : sent;
    extent.recordResponse(page, from, limit, records.length);
    if (records.length === 0) {
      if (from === 0) emptyKind = response.records === null ? 'null' : 'empty';
      return 'nothing';
    }
    const encoded = store.addPage(from, records);
    return encoded ? compareWithOthers(from, encoded, isPaged && records.length < limit) : 'late';
  };

  /**
   * Counts the rows that earlier responses also contained. If the whole response is equal to an earlier one, either
   * OFFSET is proven to be ignored, and one of both pages is dropped, or the response is recorded as a suspect.
   */
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
    nextOffsetOf: (page) => extent.nextOffsetOf(page),
    nextLimitOf: (page) => extent.nextLimitOf(page),
    lastPage: () => extent.lastPage(),
    partialPages: () => extent.partialPages(),
    likelyLastPage: () => extent.likelyLastPage(),
    possibleLastPage: () => extent.possibleLastPage(),
    totalRowCount: () => extent.totalRowCount(),
    recordCount: (rows) => extent.recordCount(rows),
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
