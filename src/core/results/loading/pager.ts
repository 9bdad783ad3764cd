/**
 * Pages through the result of one query by OFFSET (S36). The pager has at most one request in flight; requesting
 * another page meanwhile only changes the requested position. Loaded rows are never requested again, because each
 * request creates an audit event.
 */
import type { ApiError, Exchange, Outcome } from '../../service/errors.ts';
import { hasLongRetryAfter } from '../../service/retry.ts';
import type { QueryResult } from '../../service/types.ts';
import { createEmptyResult, type Result, type ResultOptions } from './result.ts';

interface PagerOptions extends ResultOptions {
  /** Requests `limit` rows from `offset` (0-based, in the whole result). */
  readonly fetch: (offset: number, limit: number) => Promise<Outcome<QueryResult>>;
  readonly onChange: () => void;
  /**
   * Returns whether the page after the displayed one may be fetched ahead, which costs an audit event. Default: never.
   */
  readonly prefetch?: () => boolean;
}

/** What the pager is doing, or how its last request ended. */
type PagerPhase =
  /**
   * `loading`: the requested page is being fetched, or will be after a pending prefetch. `page`: none of the other
   * phases applies, for example before the first request.
   */
  | { readonly phase: 'loading' | 'page' }
  /** The query returns no record: the service sent `records: null`, or an empty list. */
  | { readonly phase: 'none'; readonly emptyKind: 'null' | 'empty' }
  /** The last request failed or was cancelled. Loaded pages are kept. */
  | { readonly phase: 'error' | 'cancelled'; readonly error: ApiError };

export type PagerState = PagerPhase & PagerFacts;

interface PagerFacts {
  /** Index of the displayed page, from 0. */
  readonly page: number;
  /** Number of rows of the displayed page. */
  readonly rowCount: number;
  /** Number in the result of the first displayed row, from 1. */
  readonly firstRow: number;
  /** Number of rows of the whole result; undefined while its end is unknown. */
  readonly end: number | undefined;
  readonly hasNext: boolean;
  /**
   * Whether the displayed page is loaded in part, so that it may have more rows, and is likely the last page with rows.
   * See `Result.partialPages` and `Result.likelyLastPage`.
   */
  readonly isPartial: boolean;
  readonly hasPrevious: boolean;
  /**
   * Index (from 0) of the last page with rows, if that page is full and nothing shows whether rows follow; otherwise
   * undefined. See `Result.possibleLastPage`.
   */
  readonly possibleLastPage: number | undefined;
  /** Measures of the last successful request that was not a prefetch; absent if there was none. */
  readonly exchange?: Exchange;
  /**
   * Number of rows loaded over all pages, by the pager or `loadAll`. `requests` is the number of the pager's successful
   * requests.
   */
  readonly rowsLoaded: number;
  readonly requests: number;
  /**
   * Number of loaded rows that an earlier response contained too, equal or changed. The service returns rows without an
   * order (D11).
   */
  readonly repeatedRows: number;
  /** Number of the repeated rows in which a value changed. See `Result.countChangedRows`. */
  readonly changedRows: number;
  readonly rowsAfterEnd: number;
  /** True if a single response contained the same record twice: the repeated rows may then be genuine. */
  readonly duplicatesInPage: boolean;
  /** Whether rows may have been skipped between responses. See `Result.mayHaveSkippedRows`. */
  readonly mayHaveSkippedRows: boolean;
  /**
   * True if the service is known to ignore OFFSET, for example because a page had the same rows as another one. Pages
   * after the last loaded one are not requested then.
   */
  readonly offsetIgnored: boolean;
}

export interface Pager {
  /** The result that the pager fills. Others, such as `loadAll`, may fill it too. */
  readonly result: Result;
  /** Sends the first request. */
  start(): void;
  state(): PagerState;
  first(): void;
  previous(): void;
  next(): void;
  /**
   * Goes to the first page that is not, or not completely, loaded, and requests its missing rows if a request may
   * return them. Goes to the last page if there is no such page.
   */
  loadNextMissingPage(): void;
  /**
   * Goes to page `page` (0-based) if it is loaded, or to the last page if `page` is after the end; otherwise does
   * nothing. If a page is being fetched, but not prefetched, `page` is displayed only after that request has succeeded.
   * The page after the displayed one may be prefetched.
   */
  displayPage(page: number): void;
  /** Clears the error of the last request, after which the displayed page is the requested one. */
  clearError(): void;
  /**
   * Requests the page again that failed, was cancelled or was equal to another one. Does nothing while a request is in
   * flight.
   */
  retry(): void;
}

/** Creates a pager with a result of its own. `pager.result.close()` frees the rows. */
export const createPager = (options: PagerOptions): Pager => new ResultPager(options);

type Activity =
  /**
   * No request is in flight. `error` is the error of the last request if that failed and the error has to be displayed.
   */
  | { readonly kind: 'idle'; readonly error?: ApiError }
  | { readonly kind: 'fetching' }
  | { readonly kind: 'prefetching' };

class ResultPager implements Pager {
  readonly result: Result;
  readonly #options: PagerOptions;
  #activity: Activity = { kind: 'idle' };
  #displayedPage = 0;
  #requestedPage = 0;
  /** The page whose missing rows the user requested; undefined if there is none. */
  #pageToComplete: number | undefined;
  /** The last page that turned out to be equal to another one; undefined if there is none. */
  #repeatedPage: number | undefined;
  #exchange: Exchange | undefined;
  #requests = 0;
  #isRateLimited = false;

  constructor(options: PagerOptions) {
    this.#options = options;
    this.result = createEmptyResult(options);
  }

  start(): void {
    void this.#fetchRequestedPage();
  }

  state(): PagerState {
    const { result } = this;
    return {
      ...this.#phase(),
      page: this.#displayedPage,
      rowCount: result.rowCountOn(this.#displayedPage),
      firstRow: this.#displayedPage * this.#options.pageSize + 1,
      end: result.totalRowCount(),
      hasNext: !result.emptyKind() && this.#hasMoreAfter(this.#currentPage()) && result.rows.rowCount > 0,
      isPartial: this.#isPartial(this.#displayedPage) && this.#displayedPage >= result.likelyLastPage(),
      hasPrevious: this.#currentPage() > 0,
      possibleLastPage: result.possibleLastPage(),
      ...(this.#exchange ? { exchange: this.#exchange } : {}),
      rowsLoaded: result.rows.rowCount,
      requests: this.#requests,
      repeatedRows: result.countRepeatedRows(),
      changedRows: result.countChangedRows(),
      rowsAfterEnd: result.countRowsAfterEnd(),
      duplicatesInPage: result.hasDuplicatesInPage(),
      mayHaveSkippedRows: result.mayHaveSkippedRows(),
      offsetIgnored: result.isOffsetIgnored(),
    };
  }

  first(): void {
    this.#goTo(0);
  }

  previous(): void {
    this.#goTo(this.#currentPage() - 1);
  }

  next(): void {
    const page = this.#currentPage();
    if (this.#isPartial(page)) this.#fetchRest(page);
    else this.#goTo(page + 1);
  }

  loadNextMissingPage(): void {
    let page = 0;
    while (this.result.isPageComplete(page)) page++;
    if (this.#isPartial(page)) this.#fetchRest(page);
    else this.#goTo(page);
  }

  displayPage(page: number): void {
    if (this.result.hasPage(page)) this.#goTo(page);
  }

  clearError(): void {
    if (this.#activity.kind !== 'idle' || !this.#activity.error) return;
    this.#requestedPage = this.#displayedPage;
    this.#activity = { kind: 'idle' };
    this.#options.onChange();
  }

  retry(): void {
    if (this.result.isOffsetIgnored() && this.#activity.kind === 'idle') {
      this.result.clearOffsetIgnored();
      this.#requestedPage = this.#repeatedPage ?? this.#requestedPage;
    }
    void this.#fetchRequestedPage();
  }

  #phase(): PagerPhase {
    const activity = this.#activity;
    const isAwaited = activity.kind === 'prefetching' && this.#requestedPage !== this.#displayedPage;
    if (activity.kind === 'fetching' || isAwaited) return { phase: 'loading' };
    const error = activity.kind === 'idle' ? activity.error : undefined;
    if (error) return { phase: error.kind === 'cancelled' ? 'cancelled' : 'error', error };
    const emptyKind = this.result.emptyKind();
    return emptyKind ? { phase: 'none', emptyKind } : { phase: 'page' };
  }

  #currentPage(): number {
    return this.#activity.kind === 'idle' ? this.#displayedPage : this.#requestedPage;
  }

  #isPartial(page: number): boolean {
    return this.result.partialPages().includes(page);
  }

  #hasMoreAfter(page: number): boolean {
    return page < this.result.lastPage() || this.#isPartial(page);
  }

  #fetchRest(page: number): void {
    this.#requestedPage = page;
    this.#pageToComplete = page;
    if (this.#activity.kind === 'prefetching') this.#options.onChange();
    else void this.#fetchRequestedPage();
  }

  #goTo(page: number): void {
    const { result } = this;
    this.#requestedPage = Math.max(0, Math.min(page, result.lastPage()));
    this.#pageToComplete = undefined;
    const { kind } = this.#activity;
    if (kind !== 'fetching' && result.hasPage(this.#requestedPage)) {
      this.#displayedPage = this.#requestedPage;
      if (kind === 'idle') this.#activity = { kind };
      this.#options.onChange();
      if (kind === 'idle') void this.#prefetch();
    } else if (kind === 'prefetching') this.#options.onChange();
    else void this.#fetchRequestedPage();
  }

  #isNeeded(page: number): boolean {
    return !this.result.hasPage(page) || (this.#pageToComplete === page && this.#isPartial(page));
  }

  /**
   * Fetches the requested page if necessary, and then the one requested meanwhile. Does nothing while a request of the
   * pager is in flight.
   */
  async #fetchRequestedPage(): Promise<void> {
    if (this.#activity.kind !== 'idle') return;
    const { result } = this;
    let error: ApiError | undefined;
    let isOpen = true;
    this.#activity = { kind: 'fetching' };
    while (this.#isNeeded(this.#requestedPage) && !result.emptyKind()) {
      this.#options.onChange();
      const page = this.#requestedPage;
      const outcome = await this.#fetch(page);
      if (!outcome.ok) {
        error = outcome.error;
        break;
      }
      this.#exchange = outcome.exchange;
      this.#pageToComplete = undefined;
      isOpen = this.#addResponse(page, outcome.value);
      if (!isOpen) break;
    }
    if (!error && result.hasPage(this.#requestedPage)) this.#displayedPage = this.#requestedPage;
    this.#activity = { kind: 'idle', ...(error ? { error } : {}) };
    this.#options.onChange();
    if (isOpen && !error && !result.emptyKind() && !result.isOffsetIgnored()) await this.#prefetch();
  }

  /**
   * Fetches the page after the displayed one ahead, unless prefetching is off, the service asked for a long wait, or
   * the page is loaded or likely has no rows.
   */
  async #prefetch(): Promise<void> {
    const { result } = this;
    const page = this.#displayedPage + 1;
    if (this.#isRateLimited || !this.#options.prefetch?.()) return;
    if (page > result.likelyLastPage() || result.hasPage(page)) return;
    this.#activity = { kind: 'prefetching' };
    this.#requestedPage = this.#displayedPage;
    const outcome = await this.#fetch(page);
    let isOpen = true;
    if (outcome.ok) {
      const before = this.#displayedPage;
      isOpen = this.#addResponse(page, outcome.value);
      // `#addResponse` displays the page that it received. It stays displayed only if the user requested it meanwhile.
      if (this.#requestedPage !== page) this.#displayedPage = before;
    }
    if (result.hasPage(this.#requestedPage)) this.#displayedPage = this.#requestedPage;
    const error = outcome.ok ? undefined : this.#prefetchErrorToDisplay(page, outcome.error);
    this.#activity = { kind: 'idle', ...(error ? { error } : {}) };
    if (isOpen && this.#requestedPage !== this.#displayedPage && !error) return this.#fetchRequestedPage();
    this.#options.onChange();
    if (isOpen && this.#displayedPage === page) await this.#prefetch();
  }

  /**
   * Returns the error of a failed prefetch of `page` if it has to be displayed, else undefined. It is displayed if the
   * user requested that page and the request was cancelled, or requested a page that is not displayed and the service
   * asked for a long wait.
   */
  #prefetchErrorToDisplay(page: number, error: ApiError): ApiError | undefined {
    const isCancelled = error.kind === 'cancelled' && this.#requestedPage === page;
    const isRefused = this.#isRateLimited && this.#requestedPage !== this.#displayedPage;
    return isCancelled || isRefused ? error : undefined;
  }

  async #fetch(page: number): Promise<Outcome<QueryResult>> {
    const { result } = this;
    const outcome = await result.requestPage(page, async () => {
      const sent = await this.#options.fetch(result.nextOffsetOf(page), result.nextLimitOf(page));
      if (sent.ok) this.#requests++;
      return sent;
    });
    this.#isRateLimited = !outcome.ok && hasLongRetryAfter(outcome.error);
    return outcome;
  }

  /**
   * Adds a response for `page` to the result, and displays the page if the result then has rows of it. Returns false if
   * the response was not added and the page is not loaded, as in a closed result: then nothing else should be fetched.
   */
  #addResponse(page: number, response: QueryResult): boolean {
    const { result } = this;
    const received = result.addResponse(page, response);
    if (received === 'repeated') this.#repeatedPage = page;
    if (result.hasPage(page)) this.#displayedPage = page;
    else if (page > 0) this.#requestedPage = this.#displayedPage;
    this.#requestedPage = Math.min(this.#requestedPage, result.lastPage());
    return received !== 'late' || result.hasPage(page);
  }
}
