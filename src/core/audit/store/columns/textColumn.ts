import { type Bits, setBit } from './bits.ts';
import { CodeList, type CodeNumbers } from './codes.ts';
import { withCapacityFor } from './growingArray.ts';
import { foldCaseAndLineFeeds, SearchableTexts } from './searchable.ts';
import { hashText, TextIndex } from './textIndex.ts';
import type { Utf8 } from './utf8.ts';

const [NOTHING, TEXT, EMPTY_OBJECT] = [0, 1, 2];

export interface TextField {
  add(value: string | undefined): void;
  at(row: number): string | undefined;
  /**
   * Searches row `from` and the rows after it. Adds to `hits` the rows whose value, in searchable form
   * (`foldCaseAndLineFeeds`), contains `needle`. `needle` must be in that form and not empty. The value `{}` contains
   * nothing.
   */
  markContaining(needle: string, from: number, hits: Bits): void;
  markEqual(values: ReadonlySet<string | undefined>, from: number, hits: Bits): void;
  markMatching(test: (value: string | undefined) => boolean, from: number, hits: Bits): void;
}

export class TextColumn implements TextField {
  readonly #tools: Utf8;
  readonly #texts: SearchableTexts;
  #kinds = new Uint8Array();

  constructor(tools: Utf8) {
    this.#tools = tools;
    this.#texts = new SearchableTexts(tools);
  }

  get size(): number {
    return this.#texts.size;
  }
  add(value: string | undefined): void {
    const row = this.size;
    const kind = value === undefined ? NOTHING : value === '{}' ? EMPTY_OBJECT : TEXT;
    this.#kinds = withCapacityFor(this.#kinds, row);
    this.#kinds[row] = kind;
    this.#texts.add(kind === TEXT && value !== undefined ? value : '');
  }
  at(row: number): string | undefined {
    if (this.#kinds[row] === EMPTY_OBJECT) return '{}';
    return this.#kinds[row] === TEXT ? this.#texts.at(row) : undefined;
  }
  markContaining(needle: string, from: number, hits: Bits): void {
    this.#texts.search(this.#tools.encode(needle), from, (row) => setBit(hits, row));
  }
  markEqual(values: ReadonlySet<string | undefined>, from: number, hits: Bits): void {
    for (const value of values) {
      if (value === undefined || value === '' || value === '{}') this.#markRowsEqualTo(value, from, hits);
      // The search also reports longer texts that contain the value and, if the value has a line break, texts that
      // contain its beginning.
      else
        this.#texts.searchExactly(this.#tools.encode(value), from, (row) => {
          if (this.at(row) === value) setBit(hits, row);
        });
    }
  }
  markMatching(test: (value: string | undefined) => boolean, from: number, hits: Bits): void {
    for (let row = from; row < this.size; row++) if (test(this.at(row))) setBit(hits, row);
  }
  #markRowsEqualTo(value: '' | '{}' | undefined, from: number, hits: Bits): void {
    for (let row = from; row < this.size; row++) if (this.at(row) === value) setBit(hits, row);
  }
}

/** A text column for a field whose values repeat: each distinct text is stored once. */
export class TextDictionary implements TextField {
  readonly #tools: Utf8;
  readonly #texts: SearchableTexts;
  readonly #index = new TextIndex();
  readonly #numbers = new CodeList();

  constructor(tools: Utf8) {
    this.#tools = tools;
    this.#texts = new SearchableTexts(tools);
  }

  /** The number of each row's text, from 1; 0 for a row without a value. */
  get numbers(): CodeNumbers {
    return this.#numbers.all;
  }
  get distinctCount(): number {
    return this.#texts.size;
  }
  numberOf(text: string): number | undefined {
    return this.#findTextNumber(text, hashText(text));
  }
  /** Returns the text with this number, which is counted from 1. */
  text(number: number): string {
    return this.#texts.at(number - 1);
  }
  add(value: string | undefined): void {
    this.#numbers.add(value === undefined ? 0 : this.#getOrAddTextNumber(value));
  }
  at(row: number): string | undefined {
    const number = this.#numbers.all[row] ?? 0;
    return number === 0 ? undefined : this.text(number);
  }
  markContaining(needle: string, from: number, hits: Bits): void {
    const wanted = new Uint8Array(this.distinctCount + 1);
    let isFound = false;
    this.#texts.search(this.#tools.encode(needle), 0, (index) => {
      // An empty object is not text.
      const isText = needle.length > 2 || !'{}'.includes(needle) || this.#texts.at(index) !== '{}';
      if (isText) wanted[index + 1] = 1;
      isFound = true;
    });
    if (isFound) this.#markWanted(wanted, from, hits);
  }
  markEqual(values: ReadonlySet<string | undefined>, from: number, hits: Bits): void {
    const wanted = new Uint8Array(this.distinctCount + 1);
    for (const value of values) {
      const number = value === undefined ? 0 : this.#findTextNumber(value, hashText(value));
      if (number !== undefined) wanted[number] = 1;
    }
    this.#markWanted(wanted, from, hits);
  }
  markMatching(test: (value: string | undefined) => boolean, from: number, hits: Bits): void {
    const wanted = new Uint8Array(this.distinctCount + 1);
    if (test(undefined)) wanted[0] = 1;
    for (let number = 1; number <= this.distinctCount; number++)
      if (test(this.text(number))) wanted[number] = 1;
    this.#markWanted(wanted, from, hits);
  }
  #markWanted(wanted: Uint8Array, from: number, hits: Bits): void {
    const numbers = this.#numbers.all;
    for (let row = from; row < numbers.length; row++) if (wanted[numbers[row] ?? 0] === 1) setBit(hits, row);
  }
  #findTextNumber(text: string, hash: number): number | undefined {
    return this.#index.findNumberByHash(hash, (number) => this.text(number) === text);
  }
  #getOrAddTextNumber(text: string): number {
    const hash = hashText(text);
    const known = this.#findTextNumber(text, hash);
    if (known !== undefined) return known;
    this.#texts.add(text);
    this.#index.addHashedNumber(hash, this.distinctCount);
    return this.distinctCount;
  }
}

/**
 * Whether the searchable form (`foldCaseAndLineFeeds`) of a value contains `needle`, which must be in that form
 * already. Undefined and the value `{}` contain nothing.
 */
export const containsText = (value: string | undefined, needle: string): boolean =>
  value !== undefined && value !== '{}' && foldCaseAndLineFeeds(value).includes(needle);
