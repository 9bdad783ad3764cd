/**
 * Searches the events of a listing for a text. If only few rows have to be searched, they are searched one by one;
 * otherwise, whole columns are searched.
 */
import { type Bits, countBits, hasBit, setBit, wordCountFor } from '../columns/bits.ts';
import type { CodeNumbers } from '../columns/codes.ts';
import type { Columns } from '../columns/columns.ts';
import { foldCaseAndLineFeeds } from '../columns/searchable.ts';
import { containsText } from '../columns/textColumn.ts';

const MAX_FRACTION_ONE_BY_ONE = 1 / 256;

export class TextSearch {
  readonly #columns: Columns;
  readonly #needle: string;
  readonly #maxOneByOne: number;
  #hits: Bits = new Uint32Array();
  /** Number of rows, beginning with row 0, that were covered by searches of whole columns. */
  #searched = 0;
  #oneByOne: Bits = new Uint32Array();
  #oneByOneCount = 0;

  constructor(columns: Columns, text: string, maxOneByOne = MAX_FRACTION_ONE_BY_ONE) {
    this.#columns = columns;
    this.#needle = foldCaseAndLineFeeds(text);
    this.#maxOneByOne = maxOneByOne;
  }

  /**
   * Returns a set with those of `rows` that contain the text in a field, compared as `containsText` does. The set can
   * also contain other rows. Later calls may change the returned set.
   */
  searchAmongRows(rows: Bits): Bits {
    const { size } = this.#columns;
    this.#hits = extendBits(this.#hits, size);
    this.#oneByOne = extendBits(this.#oneByOne, size);
    const missing = this.#findUnsearchedRows(rows);
    const count = countBits(missing);
    if (count === 0) return this.#hits;
    if (this.#oneByOneCount + count > (size - this.#searched) * this.#maxOneByOne) this.#searchAll();
    else this.#searchRows(missing);
    return this.#hits;
  }

  #findUnsearchedRows(rows: Bits): Bits {
    const missing = rows.slice();
    const firstWord = this.#searched >>> 5;
    missing.fill(0, 0, firstWord);
    for (let word = firstWord; word < missing.length; word++)
      missing[word] = (missing[word] ?? 0) & ~(this.#oneByOne[word] ?? 0);
    // The first word may also contain rows before `#searched`.
    const below = (1 << (this.#searched & 31)) - 1;
    if (firstWord < missing.length) missing[firstWord] = (missing[firstWord] ?? 0) & ~below;
    return missing;
  }
  #searchAll(): void {
    const { texts, size } = this.#columns;
    const from = this.#searched;
    for (const column of texts.values()) column.markContaining(this.#needle, from, this.#hits);
    for (const { numbers, isFound } of this.#codedHits())
      for (let row = from; row < size; row++) if (isFound[numbers[row] ?? 0] === 1) setBit(this.#hits, row);
    this.#searched = size;
    this.#oneByOneCount = 0;
  }
  #searchRows(rows: Bits): void {
    const { size } = this.#columns;
    const coded = this.#codedHits();
    this.#oneByOneCount += countBits(rows);
    for (let row = this.#searched; row < size; row++) {
      if (rows[row >>> 5] === 0) row |= 31;
      else if (hasBit(rows, row)) {
        setBit(this.#oneByOne, row);
        const isHit =
          coded.some(({ numbers, isFound }) => isFound[numbers[row] ?? 0] === 1) || this.#isInText(row);
        if (isHit) setBit(this.#hits, row);
      }
    }
  }
  #codedHits(): { readonly numbers: CodeNumbers; readonly isFound: Uint8Array }[] {
    return [...this.#columns.coded.values()]
      .map(({ codes: { numbers, values } }) => ({
        numbers,
        isFound: Uint8Array.from(values, (value) => (containsText(value, this.#needle) ? 1 : 0)),
      }))
      .filter(({ isFound }) => isFound.includes(1));
  }
  #isInText(row: number): boolean {
    // A search of a whole text column compares UTF-8, which can't represent unpaired surrogates.
    const needle = this.#needle.toWellFormed();
    for (const column of this.#columns.texts.values())
      if (containsText(column.at(row)?.toWellFormed(), needle)) return true;
    return false;
  }
}

function extendBits(bits: Bits, size: number): Bits {
  if (bits.length === wordCountFor(size)) return bits;
  const wider = new Uint32Array(wordCountFor(size));
  wider.set(bits);
  return wider;
}
