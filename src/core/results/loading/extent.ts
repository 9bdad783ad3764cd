/**
 * Tracks how far a result is loaded. A page whose rows arrive in several responses is stored in parts, each at the
 * offset of its first row (S36).
 */
import type { Delivery } from './result.ts';
import type { RowStore } from './rowStore.ts';

/** Tracks how far a result is loaded. Methods that `Result` also has are described there. */
export class ResultExtent {
  isOffsetIgnored = false;
  /** The user's LIMIT; Infinity if there is none or the result is not paged. */
  readonly userLimit: number;
  readonly #store: RowStore;
  readonly #pageSize: number;
  readonly #delivery: Delivery;
  readonly #isPaged: boolean;
  #endBound = Number.POSITIVE_INFINITY;
  #counted: number | undefined;
  #partialPages: readonly number[] = [];

  constructor(store: RowStore, pageSize: number, delivery: Delivery) {
    this.#store = store;
    this.#pageSize = pageSize;
    this.#delivery = delivery;
    this.#isPaged = delivery.kind === 'paged';
    this.userLimit = (delivery.kind === 'paged' ? delivery.userLimit : undefined) ?? Number.POSITIVE_INFINITY;
  }

  setCountedRows(rows: number): void {
    this.#counted = rows;
  }

  /**
   * Records that a response has `rowCount` rows. Its request was for `limit` rows of `page` from the offset `from`
   * (0-based, in the whole result).
   */
  recordResponse(page: number, from: number, limit: number, rowCount: number): void {
    if (rowCount === 0) this.#endBound = Math.min(this.#endBound, from);
    else if (!this.#isPaged) this.#endBound = this.#containsAllRows(rowCount) ? rowCount : this.#endBound;
    else if (from + rowCount >= this.userLimit) this.#endBound = Math.min(this.#endBound, this.userLimit);
    const others = this.#partialPages.filter((other) => other !== page);
    this.#partialPages = rowCount > 0 && rowCount < limit ? [...others, page].sort((a, b) => a - b) : others;
  }

  hasPage(page: number): boolean {
    return this.#store.hasPageAt(page * this.#pageSize);
  }

  rowCountOn(page: number): number {
    const from = page * this.#pageSize;
    if (!this.#isPaged) return this.#store.rowCountAt(from);
    let rows = 0;
    for (let part = this.#store.rowCountAt(from); part > 0 && rows < this.#pageSize; ) {
      rows += part;
      part = this.#store.rowCountAt(from + rows);
    }
    return rows;
  }

  offsetOfNextRequestForPage(page: number): number {
    const from = page * this.#pageSize;
    return this.#isPaged ? from + this.rowCountOn(page) : from;
  }

  limitOfNextRequestForPage(page: number): number {
    if (!this.#isPaged) return this.#pageSize;
    return Math.max(
      0,
      Math.min((page + 1) * this.#pageSize, this.userLimit) - this.offsetOfNextRequestForPage(page),
    );
  }

  isPageComplete(page: number): boolean {
    if (!this.#isPaged || !this.hasPage(page)) return this.hasPage(page);
    const next = this.offsetOfNextRequestForPage(page);
    return this.limitOfNextRequestForPage(page) === 0 || next >= this.#endBound || next === this.#counted;
  }

  partialPages(): readonly number[] {
    if (!this.#isPaged || this.isOffsetIgnored) return [];
    return this.#partialPages.filter((page) => this.hasPage(page) && !this.isPageComplete(page));
  }

  totalRowCount(): number | undefined {
    if (!this.#isPaged || this.#endBound === 0)
      return Number.isFinite(this.#endBound) ? this.#endBound : undefined;
    if (!Number.isFinite(this.#endBound)) return this.#isEndedByCount() ? this.#counted : undefined;
    const page = Math.ceil(this.#endBound / this.#pageSize) - 1;
    return this.hasPage(page) && this.offsetOfNextRequestForPage(page) >= this.#endBound
      ? this.#endBound
      : undefined;
  }

  lastPage(): number {
    if (!this.#isPaged) return 0;
    if (this.isOffsetIgnored) return this.#lastLoadedPage();
    const rows = Math.min(this.#endBound, this.userLimit, this.totalRowCount() ?? Number.POSITIVE_INFINITY);
    return Number.isFinite(rows) ? Math.max(0, Math.ceil(rows / this.#pageSize) - 1) : rows;
  }

  unconfirmedLastPage(): number | undefined {
    if (!this.#isPaged || this.isOffsetIgnored || this.#store.rowCount === 0) return undefined;
    const page = this.#lastLoadedPage();
    const next = this.offsetOfNextRequestForPage(page);
    const isFurtherKnown = Number.isFinite(this.#endBound) || (this.#counted ?? 0) > next;
    return isFurtherKnown || this.totalRowCount() !== undefined || this.limitOfNextRequestForPage(page) > 0
      ? undefined
      : page;
  }

  likelyLastPage(): number {
    const [page] = this.partialPages();
    return page === undefined || this.#lastLoadedPage() > page ? this.lastPage() : page;
  }

  countRowsAfterEnd(): number {
    if (!this.#isPaged || !Number.isFinite(this.#endBound)) return 0;
    const store = this.#store;
    let rows = 0;
    for (let index = store.rowCount - 1; index >= 0 && store.rowNumberOf(index) > this.#endBound; index--)
      rows++;
    return rows;
  }

  mayHaveSkippedRows(): boolean {
    return this.#isPaged && this.#store.rowCount > this.#store.rowCountAt(0);
  }

  #containsAllRows(rows: number): boolean {
    const delivery = this.#delivery;
    return delivery.kind === 'single' || (delivery.kind === 'unpaged' && rows < (delivery.maxRows ?? 0));
  }

  #isEndedByCount(): boolean {
    const page = this.#lastLoadedPage();
    return this.hasPage(page) && this.offsetOfNextRequestForPage(page) === this.#counted;
  }

  #lastLoadedPage(): number {
    const { rowCount } = this.#store;
    return rowCount === 0 ? 0 : Math.floor((this.#store.rowNumberOf(rowCount - 1) - 1) / this.#pageSize);
  }
}
