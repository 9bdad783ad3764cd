import type { Result } from './result.ts';

export interface PageAttempt {
  readonly page: number;
  readonly tries: number;
  readonly notBefore: number;
}

interface LoadPlanOptions {
  readonly result: Result;
  /**
   * Maximum number of rows to load. A page that does not fit into it as a whole is not requested. It has no effect if
   * the user's LIMIT is not greater.
   */
  readonly maxRows: number;
  /** The number of rows that COUNT returned; absent if unknown. Pages after these rows are requested one at a time. */
  readonly expectedRows?: number;
}

export interface LoadPlan {
  /**
   * Returns the next page to request at `now` (milliseconds), and marks it as pending. Returns undefined if no page may
   * be requested now. `slots` is the maximum number of concurrent requests.
   */
  takeNextPage(now: number, slots: number): PageAttempt | undefined;
  markDone(page: number): void;
  retryLater(attempt: PageAttempt): void;
  /** Makes the pages that wait for a retry due immediately, and resets their `tries` to 0. */
  resetAttempts(): void;
  countPending(): number;
  nextDueTime(): number | undefined;
  isFinished(): boolean;
  /**
   * Estimates how many pages are pending or still to be requested. Returns undefined while nothing but `maxRows` limits
   * the number of rows.
   */
  estimatePagesLeft(): number | undefined;
  /**
   * Whether the first page that is not requested because of `maxRows` may have rows. False if that page is loaded
   * nevertheless, even if later pages may have rows.
   */
  isCappedByMaxRows(): boolean;
}

export function createLoadPlan({ result, maxRows, expectedRows }: LoadPlanOptions): LoadPlan {
  const { pageSize } = result;
  const pending = new Set<number>();
  let waiting: PageAttempt[] = [];
  let cursor = 0;
  const fits = (result.userLimit ?? Number.POSITIVE_INFINITY) <= maxRows;
  const lastAllowedPage = fits ? Number.POSITIVE_INFINITY : Math.floor(maxRows / pageSize) - 1;
  const lastExpectedPage =
    expectedRows === undefined ? Number.POSITIVE_INFINITY : Math.ceil(expectedRows / pageSize) - 1;

  const nextNewPage = (): number | undefined => {
    while (result.hasPage(cursor)) cursor++;
    return cursor <= Math.min(result.likelyLastPage(), lastAllowedPage) ? cursor : undefined;
  };
  const partialPagesLeft = (): readonly number[] =>
    result
      .partialPages()
      .filter(
        (page) => page <= lastAllowedPage && !pending.has(page) && !waiting.some((one) => one.page === page),
      );
  const dropUnneeded = (): void => {
    waiting = waiting.filter(({ page }) => page <= result.lastPage() && !result.isPageComplete(page));
  };

  return {
    takeNextPage(now, slots) {
      if (pending.size >= slots) return undefined;
      dropUnneeded();
      const due = waiting.find(({ notBefore }) => notBefore <= now);
      if (due) {
        waiting = waiting.filter((other) => other !== due);
        pending.add(due.page);
        return due;
      }
      // A page that waits for a retry keeps its slot. It may be the page that shows the end, and then every further
      // request would be sent past the end.
      const busy = pending.size + waiting.length;
      const page = busy < slots ? (partialPagesLeft()[0] ?? nextNewPage()) : undefined;
      if (page === undefined || (page > lastExpectedPage && busy > 0)) return undefined;
      cursor = Math.max(cursor, page + 1);
      pending.add(page);
      return { page, tries: 0, notBefore: now };
    },
    markDone: (page) => void pending.delete(page),
    retryLater(one) {
      pending.delete(one.page);
      waiting = [...waiting, one].sort((a, b) => a.page - b.page);
    },
    resetAttempts() {
      waiting = waiting.map(({ page }) => ({ page, tries: 0, notBefore: 0 }));
    },
    countPending: () => pending.size,
    nextDueTime() {
      dropUnneeded();
      return waiting.length === 0 ? undefined : Math.min(...waiting.map(({ notBefore }) => notBefore));
    },
    isFinished() {
      dropUnneeded();
      return (
        pending.size === 0 &&
        waiting.length === 0 &&
        partialPagesLeft().length === 0 &&
        nextNewPage() === undefined
      );
    },
    estimatePagesLeft() {
      const last = Math.min(result.lastPage(), lastExpectedPage, lastAllowedPage);
      const known = Number.isFinite(result.lastPage()) || Number.isFinite(lastExpectedPage);
      if (!known) return undefined;
      const next = nextNewPage() ?? last + 1;
      return Math.max(0, last - next + 1) + partialPagesLeft().length + pending.size + waiting.length;
    },
    isCappedByMaxRows: () => lastAllowedPage < result.lastPage() && !result.hasPage(lastAllowedPage + 1),
  };
}
