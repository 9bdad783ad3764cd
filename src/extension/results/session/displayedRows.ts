import type { Pager } from '../../../core/results/loading/pager.ts';
import { type Arrangement, createArrangement } from '../../../core/results/view/arrangement.ts';
import type { Collate } from '../../../core/results/view/sort.ts';
import { createView, type MaskedSource } from '../../../core/results/view/view.ts';
import { pace } from '../../platform/pace.ts';
import { LoadedRows } from './loadedRows.ts';

const MIN_REARRANGE_INTERVAL_MS = 1000;

/** `page`: one page of the loaded rows. `all`: the rows of `LoadedRows` that the filters keep, in sort order. */
export type DisplayedExtent = 'page' | 'all';

/**
 * The displayed rows. `key` contains the extent, the number of columns and, for a page, its number and row count. An
 * equal `key` does not mean equal rows: sorting, filtering or loading more rows can leave `all` unchanged.
 */
interface DisplayedView {
  readonly view: MaskedSource;
  readonly key: string;
}

interface DisplayedRowsOptions {
  readonly pager: Pager;
  readonly maskedRows: MaskedSource;
  readonly isColumnMasked: (column: number) => boolean;
  readonly isLoading: () => boolean;
  /** Returns a snapshot of the loaded rows. If `withReveals` is false, values that the user has revealed are masked. */
  readonly takeSnapshot: (withReveals: boolean) => MaskedSource;
  readonly collate: Collate;
  readonly onArranged: () => void;
}

export class DisplayedRows {
  readonly arrangement: Arrangement;
  readonly #options: DisplayedRowsOptions;
  readonly #loaded: LoadedRows;
  #requestedExtent: DisplayedExtent = 'page';
  #lastArrangedAt = 0;
  #arrangedRowCount = 0;
  #displayedView: DisplayedView;

  constructor(options: DisplayedRowsOptions) {
    this.#options = options;
    this.#loaded = new LoadedRows(options.pager.result, options.maskedRows);
    this.arrangement = createArrangement(this.#loaded, {
      collate: options.collate,
      isColumnHidden: options.isColumnMasked,
      onArranged: options.onArranged,
      takeSnapshot: () => options.takeSnapshot(true),
      pace,
    });
    this.#displayedView = { view: options.maskedRows, key: '' };
  }

  /** Returns `all` if a sort or a filter applies, otherwise the extent that was set last; `page` at first. */
  getDisplayedExtent(): DisplayedExtent {
    return this.isSortedOrFiltered() ? 'all' : this.#requestedExtent;
  }

  /**
   * Sets which rows are displayed while no sort or filter applies. `view` changes with the next call of
   * `updateDisplayedRows`.
   */
  setRequestedExtent(extent: DisplayedExtent): void {
    this.#requestedExtent = extent;
  }

  view(): MaskedSource {
    return this.#displayedView.view;
  }

  /**
   * Returns the indices (0-based) of the displayed rows among the loaded rows, in display order. Returns undefined if
   * the displayed extent is `all` and no sort or filter applies.
   */
  getDisplayOrder(): Uint32Array | undefined {
    return this.getDisplayedExtent() === 'all' ? this.arrangement.displayOrder() : this.#listPageIndices();
  }

  /**
   * Returns a snapshot of rows. `screen`: the displayed rows. `arranged`: the rows that the filters keep, in sort
   * order. `unsorted`: the rows that the filters keep, in the order of the result. If `withReveals` is false, values
   * that the user has revealed are masked.
   */
  takeSnapshot(which: 'screen' | 'arranged' | 'unsorted', withReveals = true): MaskedSource {
    const { arrangement } = this;
    const order = {
      screen: () => this.getDisplayOrder(),
      arranged: () => arrangement.displayOrder(),
      unsorted: () => arrangement.filteredIndices(),
    }[which]();
    const all = (): Uint32Array => Uint32Array.from({ length: this.loadedRowCount() }, (_, index) => index);
    return createView(this.#options.takeSnapshot(withReveals), { rows: order ?? all() });
  }

  isSortedOrFiltered(): boolean {
    return this.arrangement.sorts.length > 0 || this.arrangement.filters.length > 0;
  }

  loadedRowCount(): number {
    return this.#loaded.rowCount;
  }

  /** Returns the index (0-based), among the loaded rows, of the first row of the page that the pager displays. */
  findPageStartIndex(): number {
    return this.#loaded.findIndexAtOrAfterRowNumber(this.#options.pager.state().firstRow);
  }

  /**
   * Updates the displayed rows. `cause`: `arranged` if the user changed a sort or a filter, `masked` if values were
   * masked or revealed. Returns true if other rows may be displayed than before.
   */
  updateDisplayedRows(cause?: 'arranged' | 'masked'): boolean {
    const isRearranged = this.#rearrange(cause);
    const { key } = this.#displayedView;
    this.#displayedView =
      this.getDisplayedExtent() === 'all' ? this.#createAllRowsView() : this.#createPageView();
    return isRearranged || key !== this.#displayedView.key;
  }

  #rearrange(cause: 'arranged' | 'masked' | undefined): boolean {
    const before = this.#loaded.rowCount;
    const isLoading = this.#options.isLoading();
    this.#loaded.updateRowCount(isLoading);
    const { rowCount } = this.#loaded;
    if (cause === undefined && rowCount >= before && !this.#shouldRearrange(isLoading)) return false;
    // For `arranged`, the arrangement has started already: `sortBy` and similar methods start it.
    if (cause !== 'arranged' || rowCount < before) this.arrangement.refresh();
    this.#lastArrangedAt = Date.now();
    this.#arrangedRowCount = rowCount;
    return true;
  }

  /**
   * Whether the sort and filters are to be applied again because the number of loaded rows has changed. While Load All
   * runs, this is limited to once per `MIN_REARRANGE_INTERVAL_MS`. False while sorting or filtering is in progress,
   * because restarting it for each page could keep it from ever finishing.
   */
  #shouldRearrange(isLoading: boolean): boolean {
    const isNew = this.isSortedOrFiltered() && this.#arrangedRowCount !== this.#loaded.rowCount;
    const isIntervalOver = !isLoading || Date.now() - this.#lastArrangedAt > MIN_REARRANGE_INTERVAL_MS;
    return isNew && isIntervalOver && !this.arrangement.isArranging();
  }

  #createAllRowsView(): DisplayedView {
    return { view: this.arrangement.view(), key: `all ${this.#loaded.columns.length}` };
  }

  #createPageView(): DisplayedView {
    const { page, rowCount } = this.#options.pager.state();
    return {
      view: createView(this.#loaded, { rows: this.#listPageIndices() }),
      key: `page ${page} ${rowCount} ${this.#loaded.columns.length}`,
    };
  }

  #listPageIndices(): Uint32Array {
    const start = this.findPageStartIndex();
    return Uint32Array.from({ length: this.#options.pager.state().rowCount }, (_, index) => start + index);
  }
}
