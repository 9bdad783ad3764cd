/**
 * Determines which rows pass all filters, and which would pass without one of them. The rows of each filter are
 * cached as a set while other filters change, so that changing one costs a scan of its column and some bit
 * operations.
 */
import type { FieldID } from '../../table/fields.ts';
import {
  type FieldChoice,
  type LocalFilters,
  noFilters,
  passesChoice,
  type TimeRange,
} from '../../table/filter.ts';
import { allBits, type Bits, keepCommon, setBit, wordsFor } from '../columns/bits.ts';
import type { Columns } from '../columns/columns.ts';
import { rowsOfSet } from '../localKeys.ts';
import { isSameFilters } from '../sameFilters.ts';
import { TextSearch } from './textSearch.ts';

/**
 * Identifies one filter: a field, the time range (`range`), notes that contain the text (`noted`), selected events
 * (`events`), or marked events (`marked`).
 */
type FilterPart = FieldID | 'range' | 'noted' | 'events' | 'marked';

/** The cached rows of one filter. */
interface CachedRows {
  /** The filter, without any others. */
  readonly filter: LocalFilters;
  /** Number of rows that were examined. */
  readonly size: number;
  /** The rows that pass the filter. */
  readonly rows: Bits;
}

/** The rows that pass a combination of filters. */
export interface Passing {
  /** Number of rows in the listing. */
  readonly size: number;
  /** The rows that pass all filters. */
  readonly all: Bits;
  /** Returns the rows that pass all filters except this one; the same set as `all` if the filter is not used. */
  allBut(part: FieldID | 'range'): Bits;
}

/** Returns the rows, at or after `from`, of the events with these keys (`eventKey`). */
type RowsOfKeys = (keys: readonly string[], from: number) => Iterable<number>;

/** Evaluates filters over the columns of a listing. */
export class CrossFilter {
  readonly #columns: Columns;
  readonly #rowsOfKeys: RowsOfKeys;
  readonly #known = new Map<FilterPart, CachedRows>();
  /** The search for the text of the last filters. */
  #text: { readonly text: string; readonly search: TextSearch } | undefined;
  #last: { readonly of: readonly unknown[]; readonly passing: Passing } | undefined;

  constructor(columns: Columns, rowsOfKeys: RowsOfKeys) {
    this.#columns = columns;
    this.#rowsOfKeys = rowsOfKeys;
  }

  passing(filters: LocalFilters): Passing {
    const { size } = this.#columns;
    const parts = new Map<FilterPart, Bits>();
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
   * Returns the search for `text` in the columns, and the rows of the events whose notes contain it; `noted` are
   * the keys of these events. If the text has not changed, the last search is continued.
   */
  #find(text: string, noted: readonly string[]): FoundText {
    if (this.#text?.text !== text) this.#text = { text, search: new TextSearch(this.#columns, text) };
    const find = (from: number, rows: Bits): void => {
      for (const row of this.#rowsOfKeys(noted, from)) setBit(rows, row);
    };
    const { fields } = noFilters;
    return { search: this.#text.search, noted: this.#rows('noted', { fields, noted }, find) };
  }

  /**
   * Returns the rows that pass one filter. `find` adds those at or after a row to the set; it is called only for
   * rows that were not examined before.
   */
  #rows(part: FilterPart, filter: LocalFilters, find: (from: number, rows: Bits) => void): Bits {
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
      const passes = Uint8Array.from(codes.values, (value) => (passesChoice(choice, value) ? 1 : 0));
      const { numbers } = codes;
      for (let row = from; row < size; row++) if (passes[numbers[row] ?? 0] === 1) setBit(rows, row);
      return;
    }
    const column = texts.get(id);
    const { only, not } = choice;
    if (only.size > 0) column?.markEqual(only, from, rows);
    else rows.set(combineAt(rows, allBits(size), from));
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

/** Returns the set with the rows of `rows` before `from`, and those of `all` from `from` on. */
function combineAt(rows: Bits, all: Bits, from: number): Bits {
  const word = from >>> 5;
  const joined = all.slice();
  joined.set(rows.subarray(0, word));
  const below = (1 << (from & 31)) - 1;
  joined[word] = ((rows[word] ?? 0) & below) | ((all[word] ?? 0) & ~below);
  return joined;
}

/** The result of a text filter: the search in the columns, and the rows whose notes contain the text. */
interface FoundText {
  readonly search: TextSearch;
  readonly noted: Bits;
}

/**
 * The rows that pass. Each set is computed on first use, so that the text is searched for in no more rows than
 * needed.
 */
class PassingRows implements Passing {
  readonly size: number;
  readonly #parts: ReadonlyMap<FilterPart, Bits>;
  readonly #text: FoundText | undefined;
  readonly #but = new Map<FilterPart, Bits>();
  #all: Bits | undefined;

  constructor(parts: ReadonlyMap<FilterPart, Bits>, text: FoundText | undefined, size: number) {
    this.#parts = parts;
    this.#text = text;
    this.size = size;
  }

  get all(): Bits {
    this.#all ??= this.#common();
    return this.#all;
  }
  allBut(part: FieldID | 'range'): Bits {
    if (!this.#parts.has(part)) return this.all;
    const known = this.#but.get(part) ?? this.#common(part);
    this.#but.set(part, known);
    return known;
  }

  /** Computes the rows that pass all filters, or all except one. */
  #common(except?: FilterPart): Bits {
    const rows = allBits(this.size);
    for (const [part, own] of this.#parts) if (part !== except) keepCommon(rows, own);
    if (this.#text) keepFound(rows, this.#text);
    return rows;
  }
}

/** Removes the rows that contain the text neither in their fields nor in their note. */
function keepFound(rows: Bits, { search, noted }: FoundText): void {
  const found = search.among(rows);
  for (let word = 0; word < rows.length; word++)
    rows[word] = (rows[word] ?? 0) & ((found[word] ?? 0) | (noted[word] ?? 0));
}
