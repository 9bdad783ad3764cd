/**
 * What is known of one query's result: the pages loaded, its end, and what the service does with OFFSET. Two drivers
 * fill it, the pager one page at a time and `loadAll` several at once; a page once here is never requested again,
 * because each request is an audit event (S40).
 */
import type { Outcome } from '../../service/errors.ts';
import type { QueryAnswer } from '../../service/types.ts';
import type { SelectItem } from '../../sql/analysis/outputs.ts';
import type { EncodedPage } from './encodedPage.ts';
import { Extent } from './extent.ts';
import { createOverlapDetector } from './overlap.ts';
import { createRowStore, type NumberedRows } from './rowStore.ts';

/** How the rows of a statement come. */
export type Delivery =
  /** Page by page. `total`: the user's own LIMIT, where there is one. */
  | { readonly kind: 'paged'; readonly total?: number }
  /** The one row of an aggregate, in one answer. */
  | { readonly kind: 'single' }
  /**
   * In one answer to the statement as it is, since its paging cannot be taken over. `most`: maximum number of rows in an
   * answer that contains all rows if it has fewer; undefined if fewer rows do not prove that either (S36).
   */
  | { readonly kind: 'unpaged'; readonly most?: number };

export interface ResultOptions {
  /** Rows a page, 1–25. */
  readonly pageSize: number;
  /** Pages without a total where left out. */
  readonly delivery?: Delivery;
  /** Whether the rows are made of several tables': then what tells the rows of one apart comes again with reason. */
  readonly joined?: boolean;
  /** Of the statement, where it names every column: the order of the columns. */
  readonly selectList?: readonly SelectItem[];
}

export interface Result {
  readonly pageSize: number;
  readonly delivery: Delivery;
  /** The user's own LIMIT; undefined where there is none. */
  readonly total: number | undefined;
  /** The rows loaded, over all pages. */
  readonly rows: NumberedRows;
  /** Pages are numbered from 0; page p starts `p * pageSize` rows into the result. */
  has(page: number): boolean;
  /**
   * Whether nothing of a page is left to request. An answer can have fewer rows than requested without being the last
   * (S36): the rest of the page is then requested from the row after it.
   */
  isWhole(page: number): boolean;
  /** How many rows a page has, 0 where it is not loaded. */
  rowsOn(page: number): number;
  /** The offset for the next request for a page: the 0-based number, in the whole result, of the first row not loaded. */
  offsetOf(page: number): number;
  /** Rows to ask for when asking for a page, or its rest: never more than the user's LIMIT leaves. */
  limitOf(page: number): number;
  /** The last page that can hold a row, as far as is known; Infinity while nothing is. */
  lastPage(): number;
  /**
   * The numbers of the pages, ascending, whose answers had fewer rows than requested, and whose missing rows were not
   * requested yet. Empty once the service is known to ignore OFFSET: a further request would return the same rows.
   */
  partialPages(): readonly number[];
  /**
   * The last page that likely holds a row: one whose answer had fewer rows than requested, as long as its rest was not
   * requested and no later page has rows; else `lastPage`.
   */
  likelyLastPage(): number;
  /**
   * The last page with rows, if it is full and nothing shows whether rows follow: no request for what follows was answered,
   * and neither LIMIT nor COUNT says so. The next page can be empty then. Otherwise undefined.
   */
  possibleLastPage(): number | undefined;
  /** Rows of the whole result, where its end has been seen: an empty answer, the user's own LIMIT, or the COUNT. */
  end(): number | undefined;
  /** Takes in the number of rows as COUNT returned it. */
  noteCount(rows: number): void;
  /** Set when the query gives no record: whether the service sent `records: null` or an empty list. */
  none(): 'null' | 'empty' | undefined;
  /** Rows that other pages hold too, the same or changed: the service gives no order (D11). */
  repeatedRows(): number;
  /** Of those, the ones with another value: a column that tells all other rows apart shows them. */
  changedRows(): number;
  /** True where a single answer held the same record twice: then `repeatedRows` may be genuine. */
  duplicatesInPage(): boolean;
  /** Whether the rows came in more than one answer. The service gives no order (D11), so rows may have been skipped. */
  mayHaveSkippedRows(): boolean;
  /** Rows loaded from after the place where another answer saw the end: the data changed meanwhile. */
  rowsAfterEnd(): number;
  /** True once a page came that has the very rows of another: no further page is worth asking for. */
  offsetIgnored(): boolean;
  /** Pages of equal rows that prove nothing, since the query's records are not distinct. Offsets, ascending. */
  suspects(): readonly number[];
  /**
   * The answer to the request for a page: to the one that is under way, whichever driver sent it, else to the one that
   * `send` sends now.
   */
  request(page: number, send: () => Promise<Outcome<QueryAnswer>>): Promise<Outcome<QueryAnswer>>;
  /**
   * Takes an answer to the request for `limitOf(page)` rows from `offsetOf(page)`. `rows`: they are here now; `nothing`:
   * there is no row at this offset; `repeated`: the rows of another page again, dropped; `late`: the answer was taken
   * before, nothing of the page is left to request, or all is closed.
   */
  receive(page: number, answer: QueryAnswer): 'rows' | 'nothing' | 'repeated' | 'late';
  /** Says that the service does ignore OFFSET: the suspects are dropped. */
  markOffsetIgnored(): void;
  /** Lets pages be requested again after `offsetIgnored`. */
  clearOffsetIgnored(): void;
  /** The rows as they are now, for an export: later pages and `close` change nothing of it. Nothing is copied. */
  snapshot(): NumberedRows;
  /** Frees the rows for good. */
  close(): void;
}

export function createResult(options: ResultOptions): Result {
  const { pageSize, delivery = { kind: 'paged' } } = options;
  const isPaged = delivery.kind === 'paged';
  const store = createRowStore(options.selectList);
  const extent = new Extent(store, pageSize, delivery);
  const overlap = createOverlapDetector(() => store.columns);
  let none: 'null' | 'empty' | undefined;
  let repeatedRows = 0;
  let closed = false;
  let suspects: number[] = [];
  const underWay = new Map<number, Promise<Outcome<QueryAnswer>>>();
  /** The page of each answer taken: both drivers hand over the answer to a request that they share. */
  const received = new WeakMap<QueryAnswer, number>();

  const changedRows = (): number => (!isPaged || options.joined ? 0 : overlap.changedRows());

  const receive: Result['receive'] = (page, answer) => {
    if (closed || received.get(answer) === page || extent.isWhole(page)) return 'late';
    received.set(answer, page);
    const from = extent.offsetOf(page);
    const limit = extent.limitOf(page);
    const sent = answer.records ?? [];
    // More records than asked for would be there twice once the next page comes.
    const records = isPaged ? sent.slice(0, limit) : sent;
    extent.noteAnswer(page, from, limit, records.length);
    if (records.length === 0) {
      if (from === 0) none = answer.records === null ? 'null' : 'empty';
      return 'nothing';
    }
    const encoded = store.add(from, records);
    return encoded ? compareWithOthers(from, encoded, isPaged && records.length < limit) : 'late';
  };

  /** Counts the rows that other answers have too. An answer equal to another one proves an ignored OFFSET, or is suspect. */
  function compareWithOthers(from: number, rows: EncodedPage, isShort: boolean): 'rows' | 'repeated' {
    const { sameAs, certain, repeatedRows: repeated } = overlap.see(from, rows, isShort);
    if (sameAs !== undefined && certain) return dropRepeated(from, sameAs);
    repeatedRows += repeated;
    if (sameAs !== undefined) suspects = [...suspects, from].sort((a, b) => a - b);
    return 'rows';
  }

  function dropRepeated(from: number, sameAs: number): 'rows' | 'repeated' {
    extent.isOffsetIgnored = true;
    store.remove(Math.max(from, sameAs));
    if (sameAs < from) return 'repeated';
    // Answers may overtake one another: of two equal pages the first in the result is the one that is right.
    overlap.move(sameAs, from);
    return 'rows';
  }

  return {
    pageSize,
    delivery,
    total: Number.isFinite(extent.total) ? extent.total : undefined,
    rows: store,
    has: (page) => extent.has(page),
    isWhole: (page) => extent.isWhole(page),
    rowsOn: (page) => extent.rowsOn(page),
    offsetOf: (page) => extent.offsetOf(page),
    limitOf: (page) => extent.limitOf(page),
    lastPage: () => extent.lastPage(),
    partialPages: () => extent.partialPages(),
    likelyLastPage: () => extent.likelyLastPage(),
    possibleLastPage: () => extent.possibleLastPage(),
    end: () => extent.end(),
    noteCount: (rows) => extent.noteCount(rows),
    none: () => none,
    request(page, send) {
      const before = underWay.get(page);
      if (before) return before;
      const answer = send().finally(() => underWay.delete(page));
      underWay.set(page, answer);
      return answer;
    },
    repeatedRows: () => repeatedRows + changedRows(),
    changedRows,
    duplicatesInPage: () => overlap.duplicatesInPage,
    mayHaveSkippedRows: () => extent.mayHaveSkippedRows(),
    rowsAfterEnd: () => extent.rowsAfterEnd(),
    offsetIgnored: () => extent.isOffsetIgnored,
    suspects: () => suspects,
    receive,
    markOffsetIgnored() {
      extent.isOffsetIgnored = true;
      for (const offset of suspects) {
        repeatedRows -= store.rowsAt(offset);
        store.remove(offset);
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
