/** The rows loaded; while pages come in any order, those of them that no gap is before. */
import type { Row } from '../../../core/results/loading/columnUnion.ts';
import type { Result } from '../../../core/results/loading/result.ts';
import type { MaskedSource } from '../../../core/results/view/view.ts';

export class LoadedRows implements MaskedSource {
  readonly value: MaskedSource['value'];
  readonly hidden: MaskedSource['hidden'];
  readonly #result: Result;
  readonly #masked: MaskedSource;
  /** The first page that is not loaded as a whole, as far as was looked. */
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

  /** Takes in what came since, up to the first gap where `isLoading`. */
  update(isLoading: boolean): void {
    const { rows } = this.#result;
    this.#count = isLoading
      ? Math.min(this.#result.offsetOf(this.#firstGap()), rows.rowCount)
      : rows.rowCount;
  }

  /** Index of the first row whose number in the result is at least this. */
  indexOf(number: number): number {
    const { rows } = this.#result;
    let low = 0;
    let high = rows.rowCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (rows.numberOf(middle) < number) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #firstGap(): number {
    // A page that repeated another one was dropped.
    if (this.#gap > 0 && !this.#result.isWhole(this.#gap - 1)) this.#gap = 0;
    while (this.#result.isWhole(this.#gap)) this.#gap++;
    return this.#gap;
  }
}
