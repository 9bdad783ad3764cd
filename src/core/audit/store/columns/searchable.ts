/** Texts as a search compares them. */
import type { Bytes } from './bytes.ts';
import { withRoom } from './growing.ts';
import { Texts } from './texts.ts';

/** `text` in the form that texts are compared in: without upper and lower case, in one line. */
export function searchable(text: string): string {
  const folded = text.toLowerCase();
  return folded.includes('\n') ? folded.replaceAll('\n', ' ') : folded;
}

/** Texts with their searchable form beside those that have another. */
export class SearchableTexts {
  readonly #exact: Texts;
  readonly #folded: Texts;
  /** Which texts the folded ones are of. */
  #foldedOf = new Uint32Array();

  constructor(tools: Bytes) {
    this.#exact = new Texts(tools);
    this.#folded = new Texts(tools);
  }

  get size(): number {
    return this.#exact.size;
  }
  add(text: string): void {
    const folded = searchable(text);
    if (folded !== text) {
      this.#foldedOf = withRoom(this.#foldedOf, this.#folded.size);
      this.#foldedOf[this.#folded.size] = this.#exact.size;
      this.#folded.add(folded);
    }
    this.#exact.add(text);
  }
  at(index: number): string {
    return this.#exact.at(index);
  }
  /** Tells each text that holds `needle`, a searchable one, in upper or lower case; some of them twice. */
  search(needle: Uint8Array, from: number, onFound: (index: number) => void): void {
    const isAllFolded = this.#folded.size === this.#exact.size;
    // What the exact text holds of a folded one, its folded form holds too.
    if (!isAllFolded) this.#exact.search(needle, from, onFound);
    const found = (at: number): void => onFound(this.#foldedOf[at] ?? 0);
    this.#folded.search(needle, this.#firstFolded(from), found);
  }
  /** Tells each text that is, byte by byte, or holds `needle`. */
  searchExactly(needle: Uint8Array, from: number, onFound: (index: number) => void): void {
    this.#exact.search(needle, from, onFound);
  }
  /** The first folded text that is of the text `from` or a later one. */
  #firstFolded(from: number): number {
    let [low, high] = [0, this.#folded.size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#foldedOf[middle] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
