/**
 * The loaded rows of a result. While Load All fetches pages in any order, these are only the rows before the first gap.
 */
import type { Row } from '../../../core/results/loading/columnUnion.ts';
import type { Result } from '../../../core/results/loading/result.ts';
import type { MaskedSource } from '../../../core/results/view/view.ts';

export class LoadedRows implements MaskedSource {
  readonly value: MaskedSource['value'];
  readonly hidden: MaskedSource['hidden'];
  readonly #result: Result;
  readonly #masked: MaskedSource;
  #gap = 0;
  #count = 0;

  constructor(result: Result, masked: MaskedSource) {
    this.#result = result;
    this.#masked = masked;
    this.value = masked.value;
    this.hidden = masked.hidden;
  }

  get columns(): readonly string[] {
    return this.#masked.columns;
  }

  get rowCount(): number {
    return Math.min(this.#count, this.#masked.rowCount);
  }

  rows(from: number, to: number): readonly Row[] {
    return this.#masked.rows(from, Math.min(to, this.#count));
  }

  /**
   * Updates the rows to those that are loaded now. If `isLoading` is true, only rows before the first gap are included.
   */
  updateRowCount(isLoading: boolean): void {
    const { rows } = this.#result;
    this.#count = isLoading
      ? Math.min(this.#result.offsetOfNextRequestForPage(this.#findFirstGap()), rows.rowCount)
      : rows.rowCount;
  }

  /**
   * Returns the index (0-based) of the first row whose number in the result (1-based) is at least `rowNumber`, or the
   * number of rows if there is none. Rows after the first gap are included.
   */
  findIndexAtOrAfterRowNumber(rowNumber: number): number {
    const { rows } = this.#result;
    let low = 0;
    let high = rows.rowCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (rows.rowNumberOf(middle) < rowNumber) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #findFirstGap(): number {
    // A loaded page is removed again if it turns out to repeat another page.
    if (this.#gap > 0 && !this.#result.isPageComplete(this.#gap - 1)) this.#gap = 0;
    while (this.#result.isPageComplete(this.#gap)) this.#gap++;
    return this.#gap;
  }
}
