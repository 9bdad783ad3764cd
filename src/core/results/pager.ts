/**
 * Pages of one query by OFFSET (spec 4.2 rule 7). One request is in flight at most; asking for another page
 * meanwhile only moves the wanted position, and the last position wins. A page once loaded is never asked for again:
 * each request is an audit event.
 */
import type { ApiError, Exchange, Outcome } from '../api/errors.ts';
import type { QueryAnswer } from '../api/types.ts';
import { type ColumnUnion, createColumnUnion, type Row } from './columnUnion.ts';

export interface PagerOptions {
  /** The user's own LIMIT; undefined where there is none. */
  readonly total?: number;
  /** Rows a page, 1–25. */
  readonly pageSize: number;
  /** True for a statement that gives one row whatever happens: one request, no pages. */
  readonly single?: boolean;
  /** Asks for `limit` rows from `offset`, counted from the start of the result. */
  readonly fetch: (offset: number, limit: number) => Promise<Outcome<QueryAnswer>>;
  readonly onChange: () => void;
}

/**
 * `loading` keeps what was shown before · `page` rows are there · `none` the query gives no record; `none.sent` tells
 * null from an empty list · `error` and `cancelled` keep the loaded pages.
 */
export type PagerPhase = 'loading' | 'page' | 'none' | 'error' | 'cancelled';

export interface PagerState {
  readonly phase: PagerPhase;
  /** Index of the page shown, 0-based. */
  readonly page: number;
  /** Rows of the page shown. */
  readonly rows: readonly Row[];
  /** Number of the first row shown, 1-based. */
  readonly firstRow: number;
  readonly columns: readonly string[];
  /** Rows of the whole result where the end has been seen, else undefined. */
  readonly end: number | undefined;
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  /** Set with `none`: whether the service sent `records: null` or an empty list. */
  readonly none?: 'null' | 'empty';
  readonly error?: ApiError;
  /** Of the last answer. */
  readonly exchange?: Exchange;
  /** Rows loaded over all pages, and requests answered. */
  readonly rowsLoaded: number;
  readonly requests: number;
}

export interface Pager {
  /** Sends the first request. */
  start(): void;
  state(): PagerState;
  first(): void;
  previous(): void;
  next(): void;
  /** Asks again for the page that failed or was cancelled. */
  retry(): void;
}

export function createPager(options: PagerOptions): Pager {
  const { pageSize, total, fetch, onChange } = options;
  const pages = new Map<number, readonly Row[]>();
  const union: ColumnUnion = createColumnUnion();
  let shown = 0;
  let wanted = 0;
  let inFlight = false;
  /** No row stands at or after this one; exact once the page before it has been seen. */
  let bound = Number.POSITIVE_INFINITY;
  let none: 'null' | 'empty' | undefined;
  let error: ApiError | undefined;
  let exchange: Exchange | undefined;
  let requests = 0;

  /** Index of the last page that can hold a row, as far as is known. */
  const lastPage = (): number => {
    if (options.single) return 0;
    const known = Math.min(bound, total ?? Number.POSITIVE_INFINITY);
    return Number.isFinite(known) ? Math.max(0, Math.ceil(known / pageSize) - 1) : Number.POSITIVE_INFINITY;
  };

  const receive = (page: number, limit: number, answer: QueryAnswer): void => {
    const records = answer.records ?? [];
    const from = page * pageSize;
    if (records.length < limit || options.single) bound = Math.min(bound, from + records.length);
    else if (total !== undefined && from + limit >= total) bound = total;
    if (records.length === 0) {
      if (page === 0) none = answer.records === null ? 'null' : 'empty';
      else wanted = shown;
      return;
    }
    // More records than asked for would stand twice once the next page comes.
    pages.set(
      page,
      records.slice(0, options.single ? records.length : limit).map((record) => union.add(record)),
    );
    shown = page;
  };

  const run = async (): Promise<void> => {
    if (inFlight) return;
    inFlight = true;
    error = undefined;
    while (!pages.has(wanted) && !none) {
      onChange();
      const page = wanted;
      const limit = options.single
        ? pageSize
        : Math.min(pageSize, (total ?? Number.POSITIVE_INFINITY) - page * pageSize);
      const outcome = await fetch(page * pageSize, limit);
      if (!outcome.ok) {
        error = outcome.error;
        break;
      }
      requests++;
      exchange = outcome.exchange;
      receive(page, limit, outcome.value);
      wanted = Math.min(wanted, lastPage());
    }
    if (!error && pages.has(wanted)) shown = wanted;
    inFlight = false;
    onChange();
  };

  const end = (): number | undefined => {
    if (!Number.isFinite(bound)) return undefined;
    return bound === 0 || pages.has(Math.ceil(bound / pageSize) - 1) ? bound : undefined;
  };

  const goTo = (page: number): void => {
    wanted = Math.max(0, Math.min(page, lastPage()));
    if (pages.has(wanted) && !inFlight) {
      shown = wanted;
      error = undefined;
      onChange();
    } else void run();
  };

  const phase = (): PagerPhase => {
    if (inFlight) return 'loading';
    if (error) return error.kind === 'cancelled' ? 'cancelled' : 'error';
    return none ? 'none' : 'page';
  };

  return {
    start: () => void run(),
    state: () => ({
      phase: phase(),
      page: shown,
      rows: pages.get(shown) ?? [],
      firstRow: shown * pageSize + 1,
      columns: union.names,
      end: end(),
      hasNext: !none && (inFlight ? wanted : shown) < lastPage() && pages.size > 0,
      hasPrevious: (inFlight ? wanted : shown) > 0,
      ...(none ? { none } : {}),
      ...(error ? { error } : {}),
      ...(exchange ? { exchange } : {}),
      rowsLoaded: [...pages.values()].reduce((sum, rows) => sum + rows.length, 0),
      requests,
    }),
    first: () => goTo(0),
    previous: () => goTo((inFlight ? wanted : shown) - 1),
    next: () => goTo((inFlight ? wanted : shown) + 1),
    retry: () => void run(),
  };
}
