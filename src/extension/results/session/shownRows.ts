/** Which of the loaded rows are on screen: one page, or all of them as arranged. */
import type { Pager } from '../../../core/results/loading/pager.ts';
import { type Arrangement, createArrangement } from '../../../core/results/view/arrangement.ts';
import type { Collate } from '../../../core/results/view/sort.ts';
import { type MaskedSource, viewOf } from '../../../core/results/view/view.ts';
import { pace } from '../../platform/pace.ts';
import { LoadedRows } from './loadedRows.ts';

/** Arranging again costs as much as all rows: not more often than this while rows come in. Milliseconds. */
const REARRANGE_MS = 1000;

/** `page`: one page of the rows loaded. `all`: all of them, in the order and choice of the arrangement. */
export type Extent = 'page' | 'all';

/** What is on screen. As long as `key` is the same, rows were at most added at the end. */
interface Picture {
  readonly view: MaskedSource;
  readonly key: string;
}

interface ShownRowsOptions {
  readonly pager: Pager;
  /** The rows loaded, with what is hidden. */
  readonly masked: MaskedSource;
  /** Whether a column is masked. */
  readonly hides: (column: number) => boolean;
  /** Whether Load all is running. */
  readonly isLoading: () => boolean;
  /**
   * Returns the rows loaded as they are now, masked as they are now. `withReveals`: revealed values are in plain text.
   */
  readonly freeze: (withReveals: boolean) => MaskedSource;
  /** The order of texts in the person's language. */
  readonly collate: Collate;
  /** Told when rows that took a while are arranged. */
  readonly onArranged: () => void;
}

export class ShownRows {
  readonly arrangement: Arrangement;
  readonly #options: ShownRowsOptions;
  readonly #loaded: LoadedRows;
  /** What is displayed while neither a sort nor a filter applies. */
  #wanted: Extent = 'page';
  #arrangedAt = 0;
  /** Number of loaded rows when they were last sorted and filtered. */
  #arrangedRows = 0;
  #picture: Picture;

  constructor(options: ShownRowsOptions) {
    this.#options = options;
    this.#loaded = new LoadedRows(options.pager.result, options.masked);
    this.arrangement = createArrangement(this.#loaded, {
      ...options,
      freeze: () => options.freeze(true),
      pace,
    });
    this.#picture = { view: options.masked, key: '' };
  }

  /** Sorted and filtered rows are always all of them. */
  extent(): Extent {
    return this.arranged() ? 'all' : this.#wanted;
  }

  /** All loaded rows from now on, or pages again; `refresh` shows them. */
  show(extent: Extent): void {
    this.#wanted = extent;
  }

  /** The displayed rows, with masked values masked. */
  view(): MaskedSource {
    return this.#picture.view;
  }

  /** Indices among the loaded rows of those on screen, in their order; undefined: all of them as they came. */
  order(): Uint32Array | undefined {
    return this.extent() === 'all' ? this.arrangement.order() : this.#pageOrder();
  }

  /**
   * Rows as they are now, whatever comes or goes while they are read: those on screen, all as arranged, or these in the
   * order loaded. Revealed values are in plain text, unless `withReveals` is false.
   */
  frozen(which: 'screen' | 'arranged' | 'unsorted', withReveals = true): MaskedSource {
    const { arrangement } = this;
    const order = {
      screen: () => this.order(),
      arranged: () => arrangement.order(),
      unsorted: () => arrangement.kept(),
    }[which]();
    const all = (): Uint32Array => Uint32Array.from({ length: this.loaded() }, (_, index) => index);
    return viewOf(this.#options.freeze(withReveals), { rows: order ?? all() });
  }

  /** Whether a sort or a filter applies. */
  arranged(): boolean {
    return this.arrangement.sorts.length > 0 || this.arrangement.filters.length > 0;
  }

  /** Rows loaded; while Load all works, those without a gap before them. */
  loaded(): number {
    return this.#loaded.rowCount;
  }

  /** Index among the loaded rows of the first row of the page shown. */
  pageStart(): number {
    return this.#loaded.indexOf(this.#options.pager.state().firstRow);
  }

  /** Brings arrangement and page up to date; true where rows on screen may be others now. */
  refresh(why?: 'arranged' | 'masked'): boolean {
    const isAnew = this.#rearrange(why);
    const { key } = this.#picture;
    this.#picture = this.extent() === 'all' ? this.#all() : this.#page();
    return isAnew || key !== this.#picture.key;
  }

  /** Arranges again where that is due; tells whether it did, or began to. */
  #rearrange(why: 'arranged' | 'masked' | undefined): boolean {
    const before = this.#loaded.rowCount;
    const isLoading = this.#options.isLoading();
    this.#loaded.update(isLoading);
    const { rowCount } = this.#loaded;
    if (why === undefined && rowCount >= before && !this.#isDue(isLoading)) return false;
    // What was asked for by `sortBy` and its like has begun.
    if (why !== 'arranged' || rowCount < before) this.arrangement.refresh();
    this.#arrangedAt = Date.now();
    this.#arrangedRows = rowCount;
    return true;
  }

  /** Whether rows came that are not arranged yet. What is under way is finished first: else it might never be. */
  #isDue(isLoading: boolean): boolean {
    const isNew = this.arranged() && this.#arrangedRows !== this.#loaded.rowCount;
    const isTime = !isLoading || Date.now() - this.#arrangedAt > REARRANGE_MS;
    return isNew && isTime && !this.arrangement.isArranging();
  }

  #all(): Picture {
    return { view: this.arrangement.view(), key: `all ${this.#loaded.columns.length}` };
  }

  #page(): Picture {
    const { page, rowCount } = this.#options.pager.state();
    return {
      view: viewOf(this.#loaded, { rows: this.#pageOrder() }),
      key: `page ${page} ${rowCount} ${this.#loaded.columns.length}`,
    };
  }

  #pageOrder(): Uint32Array {
    const start = this.pageStart();
    return Uint32Array.from({ length: this.#options.pager.state().rowCount }, (_, index) => start + index);
  }
}
