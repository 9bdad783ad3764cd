/**
 * Pages of one query by OFFSET (S36). One request is in flight at most; asking for another page
 * meanwhile only moves the wanted position, and the last position wins. A page once loaded is never requested again:
 * each request is an audit event.
 */
import type { ApiError, Exchange, Outcome } from '../../service/errors.ts';
import { asksForLongWait } from '../../service/retry.ts';
import type { QueryAnswer } from '../../service/types.ts';
import { createResult, type Result, type ResultOptions } from './result.ts';

interface PagerOptions extends ResultOptions {
  /** Asks for `limit` rows from `offset`, counted from the start of the result. */
  readonly fetch: (offset: number, limit: number) => Promise<Outcome<QueryAnswer>>;
  readonly onChange: () => void;
  /**
   * Whether the page after the one shown is requested ahead. The person must have said so: it costs an audit event.
   * Asked after each page.
   */
  readonly prefetch?: () => boolean;
}

/** What the pager does, or how its last request ended. */
type PagerPhase =
  /** `loading` keeps what was shown before · `page`: rows are there. */
  | { readonly phase: 'loading' | 'page' }
  /** The query gives no record: the service sent `records: null` or an empty list. */
  | { readonly phase: 'none'; readonly none: 'null' | 'empty' }
  /** The loaded pages are kept. */
  | { readonly phase: 'error' | 'cancelled'; readonly error: ApiError };

export type PagerState = PagerPhase & PagerFacts;

/** What is known in every phase. */
interface PagerFacts {
  /** Index of the page shown, 0-based. */
  readonly page: number;
  /** How many rows the page shown has. */
  readonly rowCount: number;
  /** Number of the first row shown, 1-based. */
  readonly firstRow: number;
  /** Rows of the whole result where the end has been seen, else undefined. */
  readonly end: number | undefined;
  readonly hasNext: boolean;
  /** Whether the page shown has fewer rows than requested, and no later one has rows: whether more exist is unknown. */
  readonly isPartial: boolean;
  readonly hasPrevious: boolean;
  /** As in `Result`. */
  readonly possibleLastPage: number | undefined;
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
  /** As in `Result`. */
  readonly mayHaveSkippedRows: boolean;
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
  /** Asks for the first page that is not loaded, or not as a whole. */
  further(): void;
  /** Shows a page that is loaded; nothing is sent. */
  show(page: number): void;
  /** The error of the last request is of no interest any more. */
  forgetError(): void;
  /** Asks again for the page that failed, was cancelled or repeated another. */
  retry(): void;
}

/** A pager over a result of its own; `pager.result.close()` frees the rows. */
export const createPager = (options: PagerOptions): Pager => new ResultPager(options);

type Activity =
  /** No request is under way; `error` is that of the last one, where it failed. */
  | { readonly kind: 'resting'; readonly error?: ApiError }
  /** The page wanted is on its way. */
  | { readonly kind: 'fetching' }
  /** A prefetched page is on its way; what is shown stays. */
  | { readonly kind: 'prefetching' };

class ResultPager implements Pager {
  readonly result: Result;
  readonly #options: PagerOptions;
  #activity: Activity = { kind: 'resting' };
  #shown = 0;
  #wanted = 0;
  /** The page shown, while the user wants what follows the rows of it that are here. */
  #rest: number | undefined;
  /** The page that turned out to be another one again. */
  #repeating: number | undefined;
  #exchange: Exchange | undefined;
  #requests = 0;
  /** Whether the last response asked for a long wait: then only the user sends further requests. */
  #isRateLimited = false;

  constructor(options: PagerOptions) {
    this.#options = options;
    this.result = createResult(options);
  }

  start(): void {
    void this.#fetchWanted();
  }

  state(): PagerState {
    const { result } = this;
    return {
      ...this.#phase(),
      page: this.#shown,
      rowCount: result.rowsOn(this.#shown),
      firstRow: this.#shown * this.#options.pageSize + 1,
      end: result.end(),
      hasNext: !result.none() && this.#hasMoreAfter(this.#position()) && result.rows.rowCount > 0,
      isPartial: this.#isPartial(this.#shown) && this.#shown >= result.likelyLastPage(),
      hasPrevious: this.#position() > 0,
      possibleLastPage: result.possibleLastPage(),
      ...(this.#exchange ? { exchange: this.#exchange } : {}),
      rowsLoaded: result.rows.rowCount,
      requests: this.#requests,
      repeatedRows: result.repeatedRows(),
      changedRows: result.changedRows(),
      rowsAfterEnd: result.rowsAfterEnd(),
      duplicatesInPage: result.duplicatesInPage(),
      mayHaveSkippedRows: result.mayHaveSkippedRows(),
      offsetIgnored: result.offsetIgnored(),
    };
  }

  first(): void {
    this.#goTo(0);
  }

  previous(): void {
    this.#goTo(this.#position() - 1);
  }

  next(): void {
    const page = this.#position();
    if (this.#isPartial(page)) this.#fetchRest(page);
    else this.#goTo(page + 1);
  }

  further(): void {
    let page = 0;
    while (this.result.isWhole(page)) page++;
    if (this.#isPartial(page)) this.#fetchRest(page);
    else this.#goTo(page);
  }

  show(page: number): void {
    if (this.result.has(page)) this.#goTo(page);
  }

  forgetError(): void {
    if (this.#activity.kind !== 'resting' || !this.#activity.error) return;
    this.#wanted = this.#shown;
    this.#activity = { kind: 'resting' };
    this.#options.onChange();
  }

  retry(): void {
    if (this.result.offsetIgnored() && this.#activity.kind === 'resting') {
      this.result.clearOffsetIgnored();
      this.#wanted = this.#repeating ?? this.#wanted;
    }
    void this.#fetchWanted();
  }

  #phase(): PagerPhase {
    const activity = this.#activity;
    const isAwaited = activity.kind === 'prefetching' && this.#wanted !== this.#shown;
    if (activity.kind === 'fetching' || isAwaited) return { phase: 'loading' };
    const error = activity.kind === 'resting' ? activity.error : undefined;
    if (error) return { phase: error.kind === 'cancelled' ? 'cancelled' : 'error', error };
    const none = this.result.none();
    return none ? { phase: 'none', none } : { phase: 'page' };
  }

  #position(): number {
    return this.#activity.kind === 'resting' ? this.#shown : this.#wanted;
  }

  /** Whether a part of a page is here, and a request may bring the rest. */
  #isPartial(page: number): boolean {
    return this.result.partialPages().includes(page);
  }

  #hasMoreAfter(page: number): boolean {
    return page < this.result.lastPage() || this.#isPartial(page);
  }

  /** Requests what follows the rows of a page whose answer had fewer than requested. */
  #fetchRest(page: number): void {
    this.#wanted = page;
    this.#rest = page;
    if (this.#activity.kind === 'prefetching') this.#options.onChange();
    else void this.#fetchWanted();
  }

  #goTo(page: number): void {
    const { result } = this;
    this.#wanted = Math.max(0, Math.min(page, result.lastPage()));
    this.#rest = undefined;
    const { kind } = this.#activity;
    if (kind !== 'fetching' && result.has(this.#wanted)) {
      this.#shown = this.#wanted;
      if (kind === 'resting') this.#activity = { kind };
      this.#options.onChange();
      if (kind === 'resting') void this.#prefetch();
    } else if (kind === 'prefetching') this.#options.onChange();
    else void this.#fetchWanted();
  }

  #isNeeded(page: number): boolean {
    return !this.result.has(page) || (this.#rest === page && this.#isPartial(page));
  }

  /** Fetches until the page wanted is there, or a request fails. */
  async #fetchWanted(): Promise<void> {
    if (this.#activity.kind !== 'resting') return;
    const { result } = this;
    let error: ApiError | undefined;
    let isOpen = true;
    this.#activity = { kind: 'fetching' };
    while (this.#isNeeded(this.#wanted) && !result.none()) {
      this.#options.onChange();
      const page = this.#wanted;
      const outcome = await this.#fetch(page);
      if (!outcome.ok) {
        error = outcome.error;
        break;
      }
      this.#exchange = outcome.exchange;
      this.#rest = undefined;
      isOpen = this.#receive(page, outcome.value);
      if (!isOpen) break;
    }
    if (!error && result.has(this.#wanted)) this.#shown = this.#wanted;
    this.#activity = { kind: 'resting', ...(error ? { error } : {}) };
    this.#options.onChange();
    if (isOpen && !error && !result.none() && !result.offsetIgnored()) await this.#prefetch();
  }

  /** Its failure is ignored: the page is requested again when it is needed. */
  async #prefetch(): Promise<void> {
    const { result } = this;
    const page = this.#shown + 1;
    if (this.#isRateLimited || !this.#options.prefetch?.()) return;
    if (page > result.likelyLastPage() || result.has(page)) return;
    this.#activity = { kind: 'prefetching' };
    this.#wanted = this.#shown;
    const outcome = await this.#fetch(page);
    let isOpen = true;
    if (outcome.ok) {
      const before = this.#shown;
      isOpen = this.#receive(page, outcome.value);
      // `#receive` turns to the page that came; it is wanted only if somebody has asked for it meanwhile.
      if (this.#wanted !== page) this.#shown = before;
    }
    if (result.has(this.#wanted)) this.#shown = this.#wanted;
    const error = outcome.ok ? undefined : this.#shownErrorOf(page, outcome.error);
    this.#activity = { kind: 'resting', ...(error ? { error } : {}) };
    if (isOpen && this.#wanted !== this.#shown && !error) return this.#fetchWanted();
    this.#options.onChange();
    if (isOpen && this.#shown === page) await this.#prefetch();
  }

  /**
   * The error of a prefetch where the user has asked for a page meanwhile, and that can't be requested now: the user
   * cancelled it, or the service wants no request for a long time.
   */
  #shownErrorOf(page: number, error: ApiError): ApiError | undefined {
    const isCancelled = error.kind === 'cancelled' && this.#wanted === page;
    const isRefused = this.#isRateLimited && this.#wanted !== this.#shown;
    return isCancelled || isRefused ? error : undefined;
  }

  async #fetch(page: number): Promise<Outcome<QueryAnswer>> {
    const { result } = this;
    const outcome = await result.request(page, async () => {
      const sent = await this.#options.fetch(result.offsetOf(page), result.limitOf(page));
      if (sent.ok) this.#requests++;
      return sent;
    });
    this.#isRateLimited = !outcome.ok && asksForLongWait(outcome.error);
    return outcome;
  }

  /** False when there is no use in going on: the result is closed. */
  #receive(page: number, answer: QueryAnswer): boolean {
    const { result } = this;
    const received = result.receive(page, answer);
    if (received === 'repeated') this.#repeating = page;
    if (result.has(page)) this.#shown = page;
    else if (page > 0) this.#wanted = this.#shown;
    this.#wanted = Math.min(this.#wanted, result.lastPage());
    return received !== 'late' || result.has(page);
  }
}
