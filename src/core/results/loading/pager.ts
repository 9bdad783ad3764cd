/**
 * Pages of one query by OFFSET (S36). One request is in flight at most; asking for another page
 * meanwhile only moves the wanted position, and the last position wins. A page once loaded is never asked for again:
 * each request is an audit event.
 */
import type { ApiError, Exchange, Outcome } from '../../service/errors.ts';
import type { QueryAnswer } from '../../service/types.ts';
import type { Row } from './columnUnion.ts';
import { createResult, type Result, type ResultOptions } from './result.ts';

export interface PagerOptions extends ResultOptions {
  /** Asks for `limit` rows from `offset`, counted from the start of the result. */
  readonly fetch: (offset: number, limit: number) => Promise<Outcome<QueryAnswer>>;
  readonly onChange: () => void;
  /**
   * Whether the page after the one shown is asked for ahead. The person must have said so: it costs an audit event.
   * Asked after each page.
   */
  readonly prefetch?: () => boolean;
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
  /** Of the rows loaded, those that an earlier answer held too: the service gives no order. */
  readonly repeatedRows: number;
  /** As in `Result`. */
  readonly changedRows: number;
  readonly rowsAfterEnd: number;
  /** True where a single answer held the same record twice: then the repeated rows may well be genuine. */
  readonly duplicatesInPage: boolean;
  /** A page came that is another one again, row by row: paging stops, and the end stays unknown. `retry` asks again. */
  readonly offsetIgnored: boolean;
}

export interface Pager {
  /** What is loaded, for all that works over it (sort, find, export, `loadAll`). The pager shows it page by page. */
  readonly result: Result;
  /** Sends the first request. */
  start(): void;
  state(): PagerState;
  first(): void;
  previous(): void;
  next(): void;
  /** Shows a page that is loaded; nothing is sent. */
  show(page: number): void;
  /** Asks again for the page that failed, was cancelled or repeated another. */
  retry(): void;
}

/** A pager over a result of its own; `pager.result.close()` frees the rows. */
export function createPager(options: PagerOptions): Pager {
  const { pageSize, fetch, onChange } = options;
  const result = createResult(options);
  let shown = 0;
  let wanted = 0;
  let inFlight = false;
  /** The page asked for ahead, while what is shown stays as it is. */
  let ahead: number | undefined;
  /** The page that turned out to be another one again. */
  let repeating: number | undefined;
  let error: ApiError | undefined;
  let exchange: Exchange | undefined;
  let requests = 0;

  /** False when there is no use in going on: the result is closed. */
  const receive = (page: number, answer: QueryAnswer): boolean => {
    const received = result.receive(page, answer);
    if (received === 'repeated') repeating = page;
    if (result.has(page)) shown = page;
    else if (page > 0) wanted = shown;
    wanted = Math.min(wanted, result.lastPage());
    return received !== 'late' || result.has(page);
  };

  const run = async (): Promise<void> => {
    if (inFlight) return;
    inFlight = true;
    error = undefined;
    while (!result.has(wanted) && !result.none()) {
      onChange();
      const page = wanted;
      const outcome = await fetch(page * pageSize, result.limitOf(page));
      if (!outcome.ok) {
        error = outcome.error;
        break;
      }
      requests++;
      exchange = outcome.exchange;
      if (!receive(page, outcome.value)) break;
    }
    if (!error && result.has(wanted)) shown = wanted;
    inFlight = false;
    onChange();
    if (!error && !result.none() && !result.offsetIgnored()) await readAhead();
  };

  /** Its failure is ignored: the page is requested again when it is needed. */
  const readAhead = async (): Promise<void> => {
    const page = shown + 1;
    if (!options.prefetch?.() || page > result.lastPage() || result.has(page)) return;
    inFlight = true;
    ahead = page;
    wanted = shown;
    const outcome = await fetch(page * pageSize, result.limitOf(page));
    inFlight = false;
    ahead = undefined;
    if (outcome.ok) {
      requests++;
      const before = shown;
      receive(page, outcome.value);
      // `receive` turns to the page that came; it is wanted only if somebody has asked for it meanwhile.
      if (wanted !== page) shown = before;
    }
    // Cancelled once it was wanted: asking again would be against the person's word.
    if (!outcome.ok && outcome.error.kind === 'cancelled' && wanted === page) error = outcome.error;
    if (result.has(wanted)) shown = wanted;
    if (wanted !== shown && !error) return run();
    onChange();
    if (shown === page) await readAhead();
  };

  const goTo = (page: number): void => {
    wanted = Math.max(0, Math.min(page, result.lastPage()));
    if (result.has(wanted) && (!inFlight || ahead !== undefined)) {
      shown = wanted;
      error = undefined;
      onChange();
      if (!inFlight) void readAhead();
    } else if (ahead === undefined) void run();
    else onChange();
  };

  const phase = (): PagerPhase => {
    if (inFlight && (ahead === undefined || wanted !== shown)) return 'loading';
    if (error) return error.kind === 'cancelled' ? 'cancelled' : 'error';
    return result.none() ? 'none' : 'page';
  };
  const position = (): number => (inFlight ? wanted : shown);

  return {
    result,
    start: () => void run(),
    state() {
      const none = result.none();
      return {
        phase: phase(),
        page: shown,
        rows: result.page(shown),
        firstRow: shown * pageSize + 1,
        columns: result.rows.columns,
        end: result.end(),
        hasNext: !none && position() < result.lastPage() && result.rows.rowCount > 0,
        hasPrevious: position() > 0,
        ...(none ? { none } : {}),
        ...(error ? { error } : {}),
        ...(exchange ? { exchange } : {}),
        rowsLoaded: result.rows.rowCount,
        requests,
        repeatedRows: result.repeatedRows(),
        changedRows: result.changedRows(),
        rowsAfterEnd: result.rowsAfterEnd(),
        duplicatesInPage: result.duplicatesInPage(),
        offsetIgnored: result.offsetIgnored(),
      };
    },
    first: () => goTo(0),
    previous: () => goTo(position() - 1),
    next: () => goTo(position() + 1),
    show: (page) => result.has(page) && goTo(page),
    retry() {
      if (result.offsetIgnored() && !inFlight) {
        result.clearOffsetIgnored();
        wanted = repeating ?? wanted;
      }
      void run();
    },
  };
}
