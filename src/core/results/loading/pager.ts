/** Pages through the result of one query by OFFSET (S36), with at most one request in flight. */
import type { ApiError, Exchange, Outcome } from '../../service/errors.ts';
import { hasLongRetryAfter } from '../../service/retry.ts';
import type { QueryResult } from '../../service/types.ts';
import { createEmptyResult, type Result, type ResultOptions } from './result.ts';

interface PagerOptions extends ResultOptions {
  /** Requests `limit` rows from `offset` (0-based, in the whole result). */
  readonly fetch: (offset: number, limit: number) => Promise<Outcome<QueryResult>>;
  readonly onChange: () => void;
  /** Returns whether the next page may be prefetched, which costs an audit event. Default: no prefetching. */
  readonly prefetch?: () => boolean;
}

type PagerPhase =
  | { readonly phase: 'loading' | 'page' }
  | { readonly phase: 'none'; readonly emptyKind: 'null' | 'empty' }
  | { readonly phase: 'error' | 'cancelled'; readonly error: ApiError };

export type PagerState = PagerPhase & PagerFacts;

interface PagerFacts {
  /** Index (from 0) of the displayed page. */
  readonly page: number;
  /** Number of loaded rows of the displayed page. */
  readonly rowCount: number;
  /** Number (from 1), in the whole result, of the first row of the displayed page. */
  readonly firstRow: number;
  /** Number of rows of the whole result; undefined while it is unknown. */
  readonly totalRowCount: number | undefined;
  readonly hasNext: boolean;
  readonly isPartial: boolean;
  readonly hasPrevious: boolean;
  /**
   * Index (from 0) of the last page with loaded rows, if it is full and only a request for the next page can show
   * whether rows follow; otherwise undefined.
   */
  readonly possibleLastPage: number | undefined;
  /** Measures of the last successful request that was not a prefetch; absent if there was none. */
  readonly exchange?: Exchange;
  /** Number of loaded rows, including those that Load All loaded. */
  readonly rowsLoaded: number;
  /** Number of successful requests that the pager sent, including prefetches. */
  readonly requests: number;
  readonly repeatedRows: number;
  readonly changedRows: number;
  readonly rowsAfterEnd: number;
  readonly duplicatesInPage: boolean;
  readonly mayHaveSkippedRows: boolean;
  readonly offsetIgnored: boolean;
}

export interface Pager {
  readonly result: Result;
  start(): void;
  state(): PagerState;
  first(): void;
  previous(): void;
  next(): void;
  /** Goes to the first page that is not completely loaded, or to the last page if that comes before it. */
  goToFirstIncompletePage(): void;
  /**
   * Goes to page `page` (0-based). Does nothing if that page is not loaded. If it is loaded but lies after the known
   * end of the result, goes to the last page instead.
   */
  goToLoadedPage(page: number): void;
  clearError(): void;
  /** Requests again the page that could not be fetched, or that was dropped because another page has the same rows. */
  retry(): void;
}

/** Creates a pager with a result of its own. `pager.result.close()` frees the rows. */
export const createPager = (options: PagerOptions): Pager => new ResultPager(options);

type Activity =
  | { readonly kind: 'idle'; readonly error?: ApiError }
  | { readonly kind: 'fetching' }
  | { readonly kind: 'prefetching' };

class ResultPager implements Pager {
  readonly result: Result;
  readonly #options: PagerOptions;
  #activity: Activity = { kind: 'idle' };
  #displayedPage = 0;
  #requestedPage = 0;
  #pageToComplete: number | undefined;
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
      ...this.#getPagerPhase(),
      page: this.#displayedPage,
      rowCount: result.rowCountOn(this.#displayedPage),
      firstRow: this.#displayedPage * this.#options.pageSize + 1,
      totalRowCount: result.totalRowCount(),
      hasNext:
        !result.emptyKind() &&
        this.#hasMoreAfter(this.#getRequestedOrDisplayedPage()) &&
        result.rows.rowCount > 0,
      isPartial: this.#isPartial(this.#displayedPage) && this.#displayedPage >= result.likelyLastPage(),
      hasPrevious: this.#getRequestedOrDisplayedPage() > 0,
      possibleLastPage: result.unconfirmedLastPage(),
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
    this.#goToPage(0);
  }

  previous(): void {
    this.#goToPage(this.#getRequestedOrDisplayedPage() - 1);
  }

  next(): void {
    const page = this.#getRequestedOrDisplayedPage();
    if (this.#isPartial(page)) this.#fetchRest(page);
    else this.#goToPage(page + 1);
  }

  goToFirstIncompletePage(): void {
    let page = 0;
    while (this.result.isPageComplete(page)) page++;
    if (this.#isPartial(page)) this.#fetchRest(page);
    else this.#goToPage(page);
  }

  goToLoadedPage(page: number): void {
    if (this.result.hasPage(page)) this.#goToPage(page);
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

  #getPagerPhase(): PagerPhase {
    const activity = this.#activity;
    const isAwaited = activity.kind === 'prefetching' && this.#requestedPage !== this.#displayedPage;
    if (activity.kind === 'fetching' || isAwaited) return { phase: 'loading' };
    const error = activity.kind === 'idle' ? activity.error : undefined;
    if (error) return { phase: error.kind === 'cancelled' ? 'cancelled' : 'error', error };
    const emptyKind = this.result.emptyKind();
    return emptyKind ? { phase: 'none', emptyKind } : { phase: 'page' };
  }

  #getRequestedOrDisplayedPage(): number {
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

  #goToPage(page: number): void {
    const { result } = this;
    this.#requestedPage = Math.max(0, Math.min(page, result.lastPage()));
    this.#pageToComplete = undefined;
    const { kind } = this.#activity;
    if (kind !== 'fetching' && result.hasPage(this.#requestedPage)) {
      this.#displayedPage = this.#requestedPage;
      if (kind === 'idle') this.#activity = { kind };
      this.#options.onChange();
      if (kind === 'idle') void this.#prefetchNextPage();
    } else if (kind === 'prefetching') this.#options.onChange();
    else void this.#fetchRequestedPage();
  }

  #mustFetchPage(page: number): boolean {
    return !this.result.hasPage(page) || (this.#pageToComplete === page && this.#isPartial(page));
  }

  async #fetchRequestedPage(): Promise<void> {
    if (this.#activity.kind !== 'idle') return;
    const { result } = this;
    let error: ApiError | undefined;
    let isOpen = true;
    this.#activity = { kind: 'fetching' };
    while (this.#mustFetchPage(this.#requestedPage) && !result.emptyKind()) {
      this.#options.onChange();
      const page = this.#requestedPage;
      const outcome = await this.#fetchPage(page);
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
    if (isOpen && !error && !result.emptyKind() && !result.isOffsetIgnored()) await this.#prefetchNextPage();
  }

  async #prefetchNextPage(): Promise<void> {
    const { result } = this;
    const page = this.#displayedPage + 1;
    if (this.#isRateLimited || !this.#options.prefetch?.()) return;
    if (page > result.likelyLastPage() || result.hasPage(page)) return;
    this.#activity = { kind: 'prefetching' };
    this.#requestedPage = this.#displayedPage;
    const outcome = await this.#fetchPage(page);
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
    if (isOpen && this.#displayedPage === page) await this.#prefetchNextPage();
  }

  #prefetchErrorToDisplay(page: number, error: ApiError): ApiError | undefined {
    const isCancelled = error.kind === 'cancelled' && this.#requestedPage === page;
    const isRefused = this.#isRateLimited && this.#requestedPage !== this.#displayedPage;
    return isCancelled || isRefused ? error : undefined;
  }

  async #fetchPage(page: number): Promise<Outcome<QueryResult>> {
    const { result } = this;
    const outcome = await result.requestPage(page, async () => {
      const sent = await this.#options.fetch(
        result.offsetOfNextRequestForPage(page),
        result.limitOfNextRequestForPage(page),
      );
      if (sent.ok) this.#requests++;
      return sent;
    });
    this.#isRateLimited = !outcome.ok && hasLongRetryAfter(outcome.error);
    return outcome;
  }

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
