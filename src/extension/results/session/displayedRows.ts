/** Determines which loaded rows are displayed: one page, or all of them after sort and filters. */
import type { Pager } from '../../../core/results/loading/pager.ts';
import { type Arrangement, createArrangement } from '../../../core/results/view/arrangement.ts';
import type { Collate } from '../../../core/results/view/sort.ts';
import { createView, type MaskedSource } from '../../../core/results/view/view.ts';
import { pace } from '../../platform/pace.ts';
import { LoadedRows } from './loadedRows.ts';

/**
 * Minimum time in milliseconds between two updates of sort and filters while Load All is running, because each update
 * processes all loaded rows.
 */
const MIN_REARRANGE_INTERVAL_MS = 1000;

/**
 * Which rows are displayed. `page`: one page of the loaded rows. `all`: all loaded rows that the filters keep, in sort
 * order.
 */
export type DisplayedExtent = 'page' | 'all';

/** The displayed rows. If `key` changes, other rows are displayed than before. */
interface DisplayedView {
  readonly view: MaskedSource;
  readonly key: string;
}

interface DisplayedRowsOptions {
  readonly pager: Pager;
  /** The loaded rows, with masked values masked. */
  readonly maskedRows: MaskedSource;
  /** Returns whether the column with this index (0-based) is masked. */
  readonly isColumnMasked: (column: number) => boolean;
  readonly isLoading: () => boolean;
  /**
   * Returns a snapshot of the loaded rows with the present mask. Revealed values are in plain text if `withReveals` is
   * true, and masked otherwise.
   */
  readonly takeSnapshot: (withReveals: boolean) => MaskedSource;
  /** Compares two texts in the alphabetical order of the editor's language. */
  readonly collate: Collate;
  /** Called after rows were sorted or filtered in the background. */
  readonly onArranged: () => void;
}

export class DisplayedRows {
  readonly arrangement: Arrangement;
  readonly #options: DisplayedRowsOptions;
  readonly #loaded: LoadedRows;
  /** Which rows are displayed while neither a sort nor a filter applies. */
  #requestedExtent: DisplayedExtent = 'page';
  #lastArrangedAt = 0;
  /** Number of rows that were loaded when sort and filters were last updated. */
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

  /** Which rows are displayed. Always `all` if a sort or a filter applies. */
  extent(): DisplayedExtent {
    return this.isSortedOrFiltered() ? 'all' : this.#requestedExtent;
  }

  /** Sets which rows are displayed while neither a sort nor a filter applies. Takes effect with the next `refresh`. */
  setExtent(extent: DisplayedExtent): void {
    this.#requestedExtent = extent;
  }

  /** The displayed rows, with masked values masked. */
  view(): MaskedSource {
    return this.#displayedView.view;
  }

  /**
   * Returns the indices (0-based) of the displayed rows among the loaded rows, in display order. Undefined if all
   * loaded rows are displayed in the order loaded.
   */
  displayOrder(): Uint32Array | undefined {
    return this.extent() === 'all' ? this.arrangement.displayOrder() : this.#pageOrder();
  }

  /**
   * Returns a snapshot of rows, which does not change when rows are loaded or masked later. `screen`: the displayed
   * rows. `arranged`: all loaded rows that the filters keep, in sort order. `unsorted`: all loaded rows that the
   * filters keep, in the order loaded. Revealed values are in plain text unless `withReveals` is false.
   */
  takeSnapshot(which: 'screen' | 'arranged' | 'unsorted', withReveals = true): MaskedSource {
    const { arrangement } = this;
    const order = {
      screen: () => this.displayOrder(),
      arranged: () => arrangement.displayOrder(),
      unsorted: () => arrangement.filteredIndices(),
    }[which]();
    const all = (): Uint32Array => Uint32Array.from({ length: this.loadedRowCount() }, (_, index) => index);
    return createView(this.#options.takeSnapshot(withReveals), { rows: order ?? all() });
  }

  isSortedOrFiltered(): boolean {
    return this.arrangement.sorts.length > 0 || this.arrangement.filters.length > 0;
  }

  /**
   * Number of rows that were loaded at the last `refresh`. While Load All is running, only rows before the first gap
   * count.
   */
  loadedRowCount(): number {
    return this.#loaded.rowCount;
  }

  /** Index (0-based), among the loaded rows, of the first row of the page that the pager displays. */
  pageStart(): number {
    return this.#loaded.indexOfRowNumber(this.#options.pager.state().firstRow);
  }

  /**
   * Updates the displayed rows. `cause` is `arranged` if the user changed a sort or a filter, `masked` if values were
   * masked or revealed, and otherwise undefined, for example if rows were loaded. Returns true if rows that were
   * displayed before may be others now.
   */
  refresh(cause?: 'arranged' | 'masked'): boolean {
    const isRearranged = this.#rearrange(cause);
    const { key } = this.#displayedView;
    this.#displayedView = this.extent() === 'all' ? this.#createAllRowsView() : this.#createPageView();
    return isRearranged || key !== this.#displayedView.key;
  }

  /**
   * Sorts and filters the loaded rows again if that is necessary. Returns true if that was done or started, by this
   * method or, for the cause `arranged`, already before.
   */
  #rearrange(cause: 'arranged' | 'masked' | undefined): boolean {
    const before = this.#loaded.rowCount;
    const isLoading = this.#options.isLoading();
    this.#loaded.includeLoadedRows(isLoading);
    const { rowCount } = this.#loaded;
    if (cause === undefined && rowCount >= before && !this.#shouldRearrange(isLoading)) return false;
    // For `arranged`, the arrangement has started already: `sortBy` and similar methods start it.
    if (cause !== 'arranged' || rowCount < before) this.arrangement.refresh();
    this.#lastArrangedAt = Date.now();
    this.#arrangedRowCount = rowCount;
    return true;
  }

  /**
   * Whether a sort or a filter applies and has to be updated for rows that were loaded since. False while sorting or
   * filtering is in progress, because restarting it for each page could keep it from ever finishing. While Load All is
   * running, also false until `MIN_REARRANGE_INTERVAL_MS` has passed.
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
      view: createView(this.#loaded, { rows: this.#pageOrder() }),
      key: `page ${page} ${rowCount} ${this.#loaded.columns.length}`,
    };
  }

  #pageOrder(): Uint32Array {
    const start = this.pageStart();
    return Uint32Array.from({ length: this.#options.pager.state().rowCount }, (_, index) => start + index);
  }
}
