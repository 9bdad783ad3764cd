import { withCapacityFor } from './growingArray.ts';
import { TextList } from './textList.ts';
import type { Utf8 } from './utf8.ts';

/**
 * Returns the text in the form in which a search compares texts: in lower case, with line feeds (`\n`) replaced by
 * spaces.
 */
export function foldCaseAndLineFeeds(text: string): string {
  const folded = text.toLowerCase();
  return folded.includes('\n') ? folded.replaceAll('\n', ' ') : folded;
}

/** A list of texts that can be searched. If the searchable form of a text differs from the text, both are stored. */
export class SearchableTexts {
  readonly #exact: TextList;
  readonly #folded: TextList;
  #foldedOf = new Uint32Array();

  constructor(tools: Utf8) {
    this.#exact = new TextList(tools);
    this.#folded = new TextList(tools);
  }

  get size(): number {
    return this.#exact.size;
  }
  add(text: string): void {
    const folded = foldCaseAndLineFeeds(text);
    if (folded !== text) {
      this.#foldedOf = withCapacityFor(this.#foldedOf, this.#folded.size);
      this.#foldedOf[this.#folded.size] = this.#exact.size;
      this.#folded.add(folded);
    }
    this.#exact.add(text);
  }
  at(index: number): string {
    return this.#exact.at(index);
  }
  /**
   * Searches the texts at index `from` and after it. Calls `onFound` with the index of each text whose searchable form
   * contains `needle`. An index may be reported twice. `needle` must be in searchable form and not empty.
   */
  search(needle: Uint8Array, from: number, onFound: (index: number) => void): void {
    const isAllFolded = this.#folded.size === this.#exact.size;
    // If every text has a separate searchable form, searching these is enough.
    if (!isAllFolded) this.#exact.search(needle, from, onFound);
    const found = (at: number): void => onFound(this.#foldedOf[at] ?? 0);
    this.#folded.search(needle, this.#findFirstFoldedFrom(from), found);
  }
  /**
   * Searches the texts at index `from` and after it. Calls `onFound` with the index of each text that contains the
   * bytes of `needle`. If `needle` contains a line feed, texts that contain only its beginning may be reported too.
   */
  searchExactly(needle: Uint8Array, from: number, onFound: (index: number) => void): void {
    this.#exact.search(needle, from, onFound);
  }
  #findFirstFoldedFrom(from: number): number {
    let [low, high] = [0, this.#folded.size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#foldedOf[middle] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
