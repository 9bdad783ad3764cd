/** Which page `loadAll` asks for next: those that failed before those that come next, none twice. */
import type { Result } from './result.ts';

export interface Waiting {
  readonly page: number;
  /** Sendings so far. */
  readonly tries: number;
  /** Not to be sent before, in milliseconds. */
  readonly notBefore: number;
}

interface LoadPlanOptions {
  readonly result: Result;
  /** Only whole pages within it are requested. */
  readonly maxRows: number;
  /** From COUNT, where it was asked: beyond it pages are requested one at a time. */
  readonly expectedRows?: number;
}

export interface LoadPlan {
  /**
   * Takes the next page to send at `now` while `slots` requests are under way or free in all; undefined where there is
   * none now.
   */
  take(now: number, slots: number): Waiting | undefined;
  /** The request of a page ended: with its rows, or to be sent again. */
  done(page: number): void;
  again(waiting: Waiting): void;
  /** Waiting pages may go at once, and start counting again. */
  rearm(): void;
  underWay(): number;
  /** When the first waiting page may go; undefined where none waits. */
  nextAt(): number | undefined;
  /** Whether nothing is under way, waiting, or left to be requested. */
  finished(): boolean;
  /** Pages not here yet, or not as a whole, as far as the end is known; undefined while it is not. */
  pagesLeft(): number | undefined;
  /** Whether pages stay unasked because of `maxRows`. */
  capped(): boolean;
}

export function createLoadPlan({ result, maxRows, expectedRows }: LoadPlanOptions): LoadPlan {
  const { pageSize } = result;
  const underWay = new Set<number>();
  let waiting: Waiting[] = [];
  let cursor = 0;
  const fits = (result.total ?? Number.POSITIVE_INFINITY) <= maxRows;
  const lastWithin = fits ? Number.POSITIVE_INFINITY : Math.floor(maxRows / pageSize) - 1;
  const expectedLast =
    expectedRows === undefined ? Number.POSITIVE_INFINITY : Math.ceil(expectedRows / pageSize) - 1;

  /** The next page never requested, if any may be. */
  const fresh = (): number | undefined => {
    while (result.has(cursor)) cursor++;
    return cursor <= Math.min(result.likelyLastPage(), lastWithin) ? cursor : undefined;
  };
  /** The pages of which a part is here, and whose rest was not requested yet. */
  const rests = (): readonly number[] =>
    result
      .partialPages()
      .filter(
        (page) => page <= lastWithin && !underWay.has(page) && !waiting.some((one) => one.page === page),
      );
  const drop = (): void => {
    waiting = waiting.filter(({ page }) => page <= result.lastPage() && !result.isWhole(page));
  };

  return {
    take(now, slots) {
      if (underWay.size >= slots) return undefined;
      drop();
      const due = waiting.find(({ notBefore }) => notBefore <= now);
      if (due) {
        waiting = waiting.filter((other) => other !== due);
        underWay.add(due.page);
        return due;
      }
      // One that waits keeps its slot: it may be the page that shows the end, and no more than the others of its
      // round may be sent past it.
      const busy = underWay.size + waiting.length;
      const page = busy < slots ? (rests()[0] ?? fresh()) : undefined;
      if (page === undefined || (page > expectedLast && busy > 0)) return undefined;
      cursor = Math.max(cursor, page + 1);
      underWay.add(page);
      return { page, tries: 0, notBefore: now };
    },
    done: (page) => void underWay.delete(page),
    again(one) {
      underWay.delete(one.page);
      waiting = [...waiting, one].sort((a, b) => a.page - b.page);
    },
    rearm() {
      waiting = waiting.map(({ page }) => ({ page, tries: 0, notBefore: 0 }));
    },
    underWay: () => underWay.size,
    nextAt() {
      drop();
      return waiting.length === 0 ? undefined : Math.min(...waiting.map(({ notBefore }) => notBefore));
    },
    finished() {
      drop();
      return underWay.size === 0 && waiting.length === 0 && rests().length === 0 && fresh() === undefined;
    },
    pagesLeft() {
      const last = Math.min(result.lastPage(), expectedLast, lastWithin);
      const known = Number.isFinite(result.lastPage()) || Number.isFinite(expectedLast);
      if (!known) return undefined;
      const next = fresh() ?? last + 1;
      return Math.max(0, last - next + 1) + rests().length + underWay.size + waiting.length;
    },
    capped: () => lastWithin < result.lastPage() && !result.has(lastWithin + 1),
  };
}
