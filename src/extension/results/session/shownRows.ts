/** Which of the loaded rows are on screen: one page, or all of them as arranged. */

import type { Pager } from '../../../core/results/loading/pager.ts';
import type { NumberedRows } from '../../../core/results/loading/rowStore.ts';
import { type Arrangement, createArrangement } from '../../../core/results/view/arrangement.ts';
import { type MaskedSource, viewOf } from '../../../core/results/view/view.ts';

export interface ShownRows {
  readonly arrangement: Arrangement;
  /** Whether all loaded rows are shown rather than a page. */
  whole(): boolean;
  /** All loaded rows from now on, or pages again. */
  setWhole(whole: boolean): void;
  /** The rows on screen. */
  view(): MaskedSource;
  /** Indices among the loaded rows of those on screen, in their order; undefined: all of them as they came. */
  order(): Uint32Array | undefined;
  /** Whether a sort or a filter is on. */
  arranged(): boolean;
  /** Rows loaded; while Load all works, those without a gap before them. */
  loaded(): number;
  /** Index among the loaded rows of the first row of the page shown. */
  pageStart(): number;
  /** Brings arrangement and page up to date; true where rows on screen may be others now. */
  refresh(why?: 'arranged' | 'masked'): boolean;
}

/** Arranging again costs as much as all rows: not more often than this while rows come in. Milliseconds. */
const REARRANGE_MS = 1000;

/** `hides`: whether a column is masked. `collate` is the order of texts in the person's language. */
export function createShownRows(
  pager: Pager,
  masked: MaskedSource,
  hides: (column: number) => boolean,
  isLoading: () => boolean,
  collate: (a: string, b: string) => number,
): ShownRows {
  const { result } = pager;
  const rows: NumberedRows = result.rows;
  const { pageSize } = result;
  let whole = false;
  /** The first page that is not loaded. */
  let gap = 0;
  let count = 0;
  let arrangedAt = 0;
  let shown = masked;
  let shownKey = '';

  const source: MaskedSource = {
    get columns() {
      return masked.columns;
    },
    get rowCount() {
      return Math.min(count, masked.rowCount);
    },
    rows: (from, to) => masked.rows(from, Math.min(to, count)),
    value: masked.value,
    hidden: masked.hidden,
  };
  const arrangement = createArrangement(source, collate, hides);
  const arranged = (): boolean => arrangement.sort !== undefined || arrangement.filters.length > 0;

  const withoutGap = (): number => {
    while (result.has(gap)) gap++;
    return Math.min(gap * pageSize, rows.rowCount);
  };
  /** Index of the first row whose number is at least this. */
  const indexOf = (number: number): number => {
    let low = 0;
    let high = rows.rowCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (rows.numberOf(middle) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const pageStart = (): number => indexOf(pager.state().firstRow);
  const pageOrder = (): Uint32Array => {
    const start = pageStart();
    return Uint32Array.from(pager.state().rows, (_, index) => start + index);
  };

  return {
    arrangement,
    whole: () => whole || arranged(),
    setWhole(wanted) {
      whole = wanted;
    },
    view: () => shown,
    order: () => (whole || arranged() ? arrangement.order() : pageOrder()),
    arranged,
    loaded: () => source.rowCount,
    pageStart,
    refresh(why) {
      const before = count;
      if (gap > 0 && !result.has(gap - 1)) gap = 0;
      count = isLoading() ? withoutGap() : rows.rowCount;
      const due = !isLoading() || Date.now() - arrangedAt > REARRANGE_MS;
      const again = why !== undefined || (arranged() && before !== count && due) || count < before;
      if (again) {
        arrangement.refresh();
        arrangedAt = Date.now();
      }
      if (whole || arranged()) {
        shown = arrangement.view();
        const key = `all ${rows.columns.length}`;
        const changed = again || key !== shownKey;
        shownKey = key;
        return changed;
      }
      const { page, rows: onPage } = pager.state();
      shown = viewOf(source, { rows: pageOrder() });
      const key = `page ${page} ${onPage.length} ${rows.columns.length}`;
      const changed = again || key !== shownKey;
      shownKey = key;
      return changed;
    },
  };
}
