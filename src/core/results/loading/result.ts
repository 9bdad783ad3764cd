/**
 * What is known of one query's result: the pages loaded, its end, and what the service does with OFFSET. Two drivers
 * fill it, the pager one page at a time and `loadAll` several at once; a page once here is never requested again,
 * because each request is an audit event (S40).
 */
import type { Outcome } from '../../service/errors.ts';
import type { QueryAnswer } from '../../service/types.ts';
import type { SelectItem } from '../../sql/analysis/outputs.ts';
import type { EncodedPage } from './encodedPage.ts';
import { createOverlapDetector } from './overlap.ts';
import { createRowStore, type NumberedRows } from './rowStore.ts';

/** How the rows of a statement come. */
export type Delivery =
  /** Page by page. `total`: the user's own LIMIT, where there is one. */
  | { readonly kind: 'paged'; readonly total?: number }
  /** The one row of an aggregate, in one answer. */
  | { readonly kind: 'single' }
  /**
   * In one answer to the statement as it is, since its paging cannot be taken over. It holds `most` rows at most; as many
   * leave the end unknown.
   */
  | { readonly kind: 'unpaged'; readonly most: number };

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
  /** How many rows a page has, 0 where it is not loaded. */
  rowsOn(page: number): number;
  /** Rows to ask for when asking for a page: never more than the user's LIMIT leaves. */
  limitOf(page: number): number;
  /** The last page that can hold a row, as far as is known; Infinity while nothing is. */
  lastPage(): number;
  /** Rows of the whole result, where its end has been seen. */
  end(): number | undefined;
  /** Set when the query gives no record: whether the service sent `records: null` or an empty list. */
  none(): 'null' | 'empty' | undefined;
  /** Rows that other pages hold too, the same or changed: the service gives no order (D11). */
  repeatedRows(): number;
  /** Of those, the ones with another value: a column that tells all other rows apart shows them. */
  changedRows(): number;
  /** True where a single answer held the same record twice: then `repeatedRows` may be genuine. */
  duplicatesInPage(): boolean;
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
   * Takes an answer to the request for `limitOf(page)` rows. `rows`: they are here now; `nothing`: there is no row at
   * the page; `repeated`: the rows of another page again, dropped; `late`: the page is here already, or all is closed.
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
  const total = (isPaged ? delivery.total : undefined) ?? Number.POSITIVE_INFINITY;
  /** An answer of fewer rows is the last. */
  const full = (limit: number): number => {
    if (isPaged) return limit;
    return delivery.kind === 'unpaged' ? delivery.most : Number.POSITIVE_INFINITY;
  };
  const store = createRowStore(options.selectList);
  const overlap = createOverlapDetector(() => store.columns);
  /** There is no row at or after this one; exact once the page before it has been seen. */
  let bound = Number.POSITIVE_INFINITY;
  let none: 'null' | 'empty' | undefined;
  let repeatedRows = 0;
  let offsetIgnored = false;
  let closed = false;
  let suspects: number[] = [];
  const underWay = new Map<number, Promise<Outcome<QueryAnswer>>>();

  const has = (page: number): boolean => store.has(page * pageSize);
  const limitOf = (page: number): number =>
    isPaged ? Math.max(0, Math.min(pageSize, total - page * pageSize)) : pageSize;
  const changedRows = (): number => (!isPaged || options.joined ? 0 : overlap.changedRows());
  const lastLoaded = (): number => Math.floor((store.offsets().at(-1) ?? 0) / pageSize);

  const receive: Result['receive'] = (page, answer) => {
    if (closed || has(page)) return 'late';
    const from = page * pageSize;
    const limit = limitOf(page);
    const sent = answer.records ?? [];
    // More records than asked for would be there twice once the next page comes.
    const records = isPaged ? sent.slice(0, limit) : sent;
    if (sent.length < full(limit)) bound = Math.min(bound, from + records.length);
    else if (from + limit >= total) bound = Math.min(bound, total);
    if (records.length === 0) {
      if (page === 0) none = answer.records === null ? 'null' : 'empty';
      return 'nothing';
    }
    const encoded = store.add(from, records);
    return encoded ? compareWithOthers(from, encoded, sent.length >= limit) : 'late';
  };

  /** Counts the rows of a page that others have too. A whole page of them is proof of an ignored OFFSET, or suspect. */
  function compareWithOthers(from: number, rows: EncodedPage, isWhole: boolean): 'rows' | 'repeated' {
    const seen = overlap.see(from, rows);
    const sameAs = isWhole ? seen.sameAs : undefined;
    if (sameAs !== undefined && seen.certain) return dropRepeated(from, sameAs);
    repeatedRows += seen.repeatedRows;
    if (sameAs !== undefined) suspects = [...suspects, from].sort((a, b) => a - b);
    return 'rows';
  }

  function dropRepeated(from: number, sameAs: number): 'rows' | 'repeated' {
    offsetIgnored = true;
    store.remove(Math.max(from, sameAs));
    if (sameAs < from) return 'repeated';
    // Answers may overtake one another: of two equal pages the first in the result is the one that is right.
    overlap.move(sameAs, from);
    return 'rows';
  }

  return {
    ...{ pageSize, delivery, total: Number.isFinite(total) ? total : undefined },
    rows: store,
    has,
    rowsOn: (page) => store.rowsAt(page * pageSize),
    limitOf,
    lastPage() {
      if (!isPaged) return 0;
      if (offsetIgnored) return lastLoaded();
      const known = Math.min(bound, total);
      return Number.isFinite(known) ? Math.max(0, Math.ceil(known / pageSize) - 1) : Number.POSITIVE_INFINITY;
    },
    end() {
      if (!Number.isFinite(bound)) return undefined;
      return bound === 0 || has(isPaged ? Math.ceil(bound / pageSize) - 1 : 0) ? bound : undefined;
    },
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
    rowsAfterEnd() {
      if (!isPaged || !Number.isFinite(bound)) return 0;
      let rows = 0;
      for (let index = store.rowCount - 1; index >= 0 && store.numberOf(index) > bound; index--) rows++;
      return rows;
    },
    offsetIgnored: () => offsetIgnored,
    suspects: () => suspects,
    receive,
    markOffsetIgnored() {
      offsetIgnored = true;
      for (const offset of suspects) {
        repeatedRows -= store.rowsAt(offset);
        store.remove(offset);
      }
      suspects = [];
    },
    clearOffsetIgnored() {
      offsetIgnored = false;
    },
    snapshot: () => store.snapshot(),
    close() {
      closed = true;
      store.close();
      overlap.clear();
    },
  };
}
