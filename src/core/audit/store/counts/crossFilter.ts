/**
 * Which rows pass the filters, and which would but for one: a set of rows for each filter, kept while the others change, so
 * that a change of one costs a look at that one's column, and some words of bits.
 */
import type { FieldID } from '../../table/fields.ts';
import {
  type FieldChoice,
  isChosen,
  type LocalFilters,
  noFilters,
  type TimeRange,
} from '../../table/filter.ts';
import { allBits, type Bits, keepCommon, setBit, wordsFor } from '../columns/bits.ts';
import type { Columns } from '../columns/columns.ts';
import { rowsOfSet } from '../localKeys.ts';
import { isSameFilters } from '../sameFilters.ts';
import { TextSearch } from './textSearch.ts';

/** What of the filters: a field, the range of time, notes that hold the text, the events picked, those marked. */
type Part = FieldID | 'range' | 'noted' | 'events' | 'marked';

/** One filter as it was last looked at. */
interface Known {
  /** That filter alone. */
  readonly filter: LocalFilters;
  /** Rows looked at. */
  readonly size: number;
  readonly rows: Bits;
}

export interface Passing {
  readonly size: number;
  /** Rows that pass all filters. */
  readonly all: Bits;
  /** Rows that pass all but this one; the same as `all` where there is no such filter. */
  but(part: FieldID | 'range'): Bits;
}

/** The rows of the events with these keys, from a row on. */
type RowsOfKeys = (keys: readonly string[], from: number) => Iterable<number>;

export class CrossFilter {
  readonly #columns: Columns;
  readonly #rowsOfKeys: RowsOfKeys;
  readonly #known = new Map<Part, Known>();
  /** The search for the text that was last filtered by. */
  #text: { readonly text: string; readonly search: TextSearch } | undefined;
  #last: { readonly of: readonly unknown[]; readonly passing: Passing } | undefined;

  constructor(columns: Columns, rowsOfKeys: RowsOfKeys) {
    this.#columns = columns;
    this.#rowsOfKeys = rowsOfKeys;
  }

  passing(filters: LocalFilters): Passing {
    const { size } = this.#columns;
    const parts = new Map<Part, Bits>();
    for (const [id, choice] of filters.fields) {
      const alone = { fields: new Map([[id, choice]]) };
      parts.set(
        id,
        this.#rows(id, alone, (from, rows) => this.#choose(id, choice, from, rows)),
      );
    }
    const { range, text, noted = [], events, marked } = filters;
    const { fields } = noFilters;
    if (range) {
      const find = (from: number, rows: Bits): void => this.#within(range, from, rows);
      parts.set('range', this.#rows('range', { fields, range }, find));
    }
    if (events) {
      const find = (from: number, rows: Bits): void => {
        for (const row of rowsOfSet(events)) if (row >= from && row < size) setBit(rows, row);
      };
      parts.set('events', this.#rows('events', { fields, events }, find));
    }
    if (marked) {
      const find = (from: number, rows: Bits): void => {
        for (const row of this.#rowsOfKeys(marked, from)) setBit(rows, row);
      };
      parts.set('marked', this.#rows('marked', { fields, marked }, find));
    }
    const found = text ? this.#find(text, noted) : undefined;
    for (const part of this.#known.keys())
      if (!parts.has(part) && (part !== 'noted' || !found)) this.#known.delete(part);
    if (!found) this.#text = undefined;
    const of = [...parts.values(), found?.search, found?.noted];
    const last = this.#last;
    const isSame = last?.of.length === of.length && of.every((one, at) => one === last.of[at]);
    if (last && isSame && last.passing.size === size) return last.passing;
    const passing = new PassingRows(parts, found, size);
    this.#last = { of, passing };
    return passing;
  }

  /**
   * Returns the search for `text` in the columns, and the rows of events whose notes contain it (`noted`: their keys). The
   * search continues the last one if the text has not changed.
   */
  #find(text: string, noted: readonly string[]): FoundText {
    if (this.#text?.text !== text) this.#text = { text, search: new TextSearch(this.#columns, text) };
    const find = (from: number, rows: Bits): void => {
      for (const row of this.#rowsOfKeys(noted, from)) setBit(rows, row);
    };
    const { fields } = noFilters;
    return { search: this.#text.search, noted: this.#rows('noted', { fields, noted }, find) };
  }

  /** The set of one filter; `find` puts those from a row on into it. */
  #rows(part: Part, filter: LocalFilters, find: (from: number, rows: Bits) => void): Bits {
    const { size } = this.#columns;
    const known = this.#known.get(part);
    const isKnown = known !== undefined && isSameFilters(known.filter, filter);
    if (isKnown && known.size === size) return known.rows;
    const rows = new Uint32Array(wordsFor(size));
    if (isKnown) rows.set(known.rows);
    find(isKnown ? known.size : 0, rows);
    this.#known.set(part, { filter, size, rows });
    return rows;
  }
  #choose(id: FieldID, choice: FieldChoice, from: number, rows: Bits): void {
    const { size, coded, texts } = this.#columns;
    const codes = coded.get(id)?.codes;
    if (codes) {
      const passes = Uint8Array.from(codes.values, (value) => (isChosen(choice, value) ? 1 : 0));
      const { numbers } = codes;
      for (let row = from; row < size; row++) if (passes[numbers[row] ?? 0] === 1) setBit(rows, row);
      return;
    }
    const column = texts.get(id);
    const { only, not } = choice;
    if (only.size > 0) column?.markEqual(only, from, rows);
    else rows.set(withFrom(rows, allBits(size), from));
    if (not.size === 0) return;
    const unwanted = new Uint32Array(rows.length);
    column?.markEqual(not, from, unwanted);
    for (let word = 0; word < rows.length; word++) rows[word] = (rows[word] ?? 0) & ~(unwanted[word] ?? 0);
  }
  #within(range: TimeRange, first: number, rows: Bits): void {
    const { ms } = this.#columns.times;
    for (const row of this.#columns.newestFirst(range)) {
      const at = ms[row] ?? Number.NaN;
      if (row >= first && at >= range.from && at < range.to) setBit(rows, row);
    }
  }
}

/** `rows`, with those of `all` from a row on. */
function withFrom(rows: Bits, all: Bits, from: number): Bits {
  const word = from >>> 5;
  const joined = all.slice();
  joined.set(rows.subarray(0, word));
  const below = (1 << (from & 31)) - 1;
  joined[word] = ((rows[word] ?? 0) & below) | ((all[word] ?? 0) & ~below);
  return joined;
}

interface FoundText {
  readonly search: TextSearch;
  readonly noted: Bits;
}

/** Computes each set when it is first requested, so that the text is searched in no more rows than needed. */
class PassingRows implements Passing {
  readonly size: number;
  readonly #parts: ReadonlyMap<Part, Bits>;
  readonly #text: FoundText | undefined;
  readonly #but = new Map<Part, Bits>();
  #all: Bits | undefined;

  constructor(parts: ReadonlyMap<Part, Bits>, text: FoundText | undefined, size: number) {
    this.#parts = parts;
    this.#text = text;
    this.size = size;
  }

  get all(): Bits {
    this.#all ??= this.#common();
    return this.#all;
  }
  but(part: FieldID | 'range'): Bits {
    if (!this.#parts.has(part)) return this.all;
    const known = this.#but.get(part) ?? this.#common(part);
    this.#but.set(part, known);
    return known;
  }

  /** The rows that pass all filters, or all but one. */
  #common(except?: Part): Bits {
    const rows = allBits(this.size);
    for (const [part, own] of this.#parts) if (part !== except) keepCommon(rows, own);
    if (this.#text) keepFound(rows, this.#text);
    return rows;
  }
}

/** Removes from the set the rows that hold the text neither themselves nor in their note. */
function keepFound(rows: Bits, { search, noted }: FoundText): void {
  const found = search.among(rows);
  for (let word = 0; word < rows.length; word++)
    rows[word] = (rows[word] ?? 0) & ((found[word] ?? 0) | (noted[word] ?? 0));
}
