/** Determines which rows pass all filters, and which would pass without one of them. */

import type { ReadTerm } from '../../query/auditQuery.ts';
import type { FieldID } from '../../table/fields.ts';
import {
  type FieldChoice,
  type KeysTerm,
  type NotedTextTerm,
  noFilters,
  passesChoice,
  type TimeRange,
  type TrailFilters,
  type TrailTerm,
} from '../../table/filter.ts';
import type { TextReads } from '../aggregates/textReads.ts';
import { allBits, type Bits, hasBit, intersectInPlace, setBit, wordCountFor } from '../columns/bits.ts';
import type { Columns } from '../columns/columns.ts';
import { rowsOfSet } from '../localKeys.ts';
import { isSameFilters } from '../sameFilters.ts';
import { markFieldTerm, markReadTerms } from './termRows.ts';
import { TextSearch } from './textSearch.ts';

type FilterPart = FieldID | 'range' | 'events' | `term ${number}` | 'reads';

interface CachedRows {
  readonly filter: TrailFilters;
  readonly size: number;
  readonly rows: Bits;
}

export interface Passing {
  readonly size: number;
  readonly all: Bits;
  /**
   * Returns the rows that pass all filters except `part`: the entry of a field in `TrailFilters.fields`, or the time
   * range. Terms about the field still apply.
   */
  getRowsPassingAllBut(part: FieldID | 'range'): Bits;
}

type RowsOfKeys = (keys: readonly string[], from: number) => Iterable<number>;

export class CrossFilter {
  readonly #columns: Columns;
  readonly #rowsOfKeys: RowsOfKeys;
  readonly #reads: () => TextReads;
  readonly #known = new Map<FilterPart, CachedRows>();
  #searches: ReadonlyMap<string, TextSearch> = new Map();
  #last: { readonly of: readonly unknown[]; readonly passing: Passing } | undefined;

  constructor(columns: Columns, rowsOfKeys: RowsOfKeys, reads: () => TextReads) {
    this.#columns = columns;
    this.#rowsOfKeys = rowsOfKeys;
    this.#reads = reads;
  }

  passing(filters: TrailFilters): Passing {
    const { size } = this.#columns;
    const parts = new Map<FilterPart, Bits>();
    for (const [id, choice] of filters.fields) {
      const alone = { fields: new Map([[id, choice]]) };
      parts.set(
        id,
        this.#getOrUpdatePartRows(id, alone, (from, rows) =>
          this.#markRowsOfFieldChoice(id, choice, from, rows),
        ),
      );
    }
    const { range, terms = [], events } = filters;
    const { fields } = noFilters;
    if (range) {
      const find = (from: number, rows: Bits): void => this.#markRowsInTimeRange(range, from, rows);
      parts.set('range', this.#getOrUpdatePartRows('range', { fields, range }, find));
    }
    if (events) {
      const find = (from: number, rows: Bits): void => {
        for (const row of rowsOfSet(events)) if (row >= from && row < size) setBit(rows, row);
      };
      parts.set('events', this.#getOrUpdatePartRows('events', { fields, events }, find));
    }
    for (const [position, term] of terms.entries()) this.#addTerm(parts, term, position);
    this.#addReadTerms(parts, terms);
    const texts = this.#createTextSearches(terms);
    const used = new Set<FilterPart>([...parts.keys(), ...texts.map(({ part }) => part)]);
    for (const part of this.#known.keys()) if (!used.has(part)) this.#known.delete(part);
    const of = [
      ...parts.values(),
      ...texts.flatMap(({ search, noted, isNegated }) => [search, noted, isNegated]),
    ];
    const last = this.#last;
    const isSame = last?.of.length === of.length && of.every((one, at) => one === last.of[at]);
    if (last && isSame && last.passing.size === size) return last.passing;
    const passing = new PassingRows(parts, texts, size);
    this.#last = { of, passing };
    return passing;
  }

  #addTerm(parts: Map<FilterPart, Bits>, term: TrailTerm, position: number): void {
    const part: FilterPart = `term ${position}`;
    const { fields } = noFilters;
    const add = (find: (from: number, rows: Bits) => void): void => {
      parts.set(part, this.#getOrUpdatePartRows(part, { fields, terms: [term] }, find));
    };
    if (term.kind === 'field') add((from, rows) => markFieldTerm(this.#columns, term, from, rows));
    if (term.kind === 'read' && term.isNegated)
      add((from, rows) => markReadTerms(this.#columns, this.#reads(), [term], from, rows));
    if (term.kind === 'keys') add((from, rows) => this.#markKeys(term, from, rows));
  }
  #addReadTerms(parts: Map<FilterPart, Bits>, all: readonly TrailTerm[]): void {
    const terms = all.filter((term): term is ReadTerm => term.kind === 'read' && !term.isNegated);
    if (terms.length === 0) return;
    const find = (from: number, rows: Bits): void =>
      markReadTerms(this.#columns, this.#reads(), terms, from, rows);
    parts.set('reads', this.#getOrUpdatePartRows('reads', { fields: noFilters.fields, terms }, find));
  }
  #markKeys({ keys, isNegated }: KeysTerm, from: number, rows: Bits): void {
    const { size } = this.#columns;
    const named = new Uint32Array(wordCountFor(size));
    for (const row of this.#rowsOfKeys(keys, from)) setBit(named, row);
    for (let row = from; row < size; row++) if (hasBit(named, row) !== isNegated) setBit(rows, row);
  }
  #createTextSearches(terms: readonly TrailTerm[]): readonly TextTermSearch[] {
    const searches = new Map<string, TextSearch>();
    const { fields } = noFilters;
    const found = terms.flatMap((term, position): readonly TextTermSearch[] => {
      if (term.kind !== 'text') return [];
      const search =
        searches.get(term.text) ?? this.#searches.get(term.text) ?? new TextSearch(this.#columns, term.text);
      searches.set(term.text, search);
      const part: FilterPart = `term ${position}`;
      const noted: NotedTextTerm = { ...term, isNegated: false };
      const find = (from: number, rows: Bits): void => {
        for (const row of this.#rowsOfKeys(term.notedKeys, from)) setBit(rows, row);
      };
      const rows = this.#getOrUpdatePartRows(part, { fields, terms: [noted] }, find);
      return [{ part, search, noted: rows, isNegated: term.isNegated }];
    });
    this.#searches = searches;
    return found;
  }

  #getOrUpdatePartRows(
    part: FilterPart,
    filter: TrailFilters,
    find: (from: number, rows: Bits) => void,
  ): Bits {
    const { size } = this.#columns;
    const known = this.#known.get(part);
    const isKnown = known !== undefined && isSameFilters(known.filter, filter);
    if (isKnown && known.size === size) return known.rows;
    const rows = new Uint32Array(wordCountFor(size));
    if (isKnown) rows.set(known.rows);
    find(isKnown ? known.size : 0, rows);
    this.#known.set(part, { filter, size, rows });
    return rows;
  }
  #markRowsOfFieldChoice(id: FieldID, choice: FieldChoice, from: number, rows: Bits): void {
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
    else rows.set(replaceRowsFrom(rows, allBits(size), from));
    if (not.size === 0) return;
    const unwanted = new Uint32Array(rows.length);
    column?.markEqual(not, from, unwanted);
    for (let word = 0; word < rows.length; word++) rows[word] = (rows[word] ?? 0) & ~(unwanted[word] ?? 0);
  }
  #markRowsInTimeRange(range: TimeRange, first: number, rows: Bits): void {
    const { ms } = this.#columns.times;
    for (const row of this.#columns.listRowsNewestFirst(range)) {
      const at = ms[row] ?? Number.NaN;
      if (row >= first && at >= range.from && at < range.to) setBit(rows, row);
    }
  }
}

function replaceRowsFrom(rows: Bits, all: Bits, from: number): Bits {
  const word = from >>> 5;
  const joined = all.slice();
  joined.set(rows.subarray(0, word));
  const below = (1 << (from & 31)) - 1;
  joined[word] = ((rows[word] ?? 0) & below) | ((all[word] ?? 0) & ~below);
  return joined;
}

interface TextTermSearch {
  readonly part: FilterPart;
  readonly search: TextSearch;
  readonly noted: Bits;
  /** Whether rows that contain the text are removed, instead of those that do not. */
  readonly isNegated: boolean;
}

/**
 * Computes which rows pass from the rows that pass each single filter. Sets are combined on first use, because searches
 * for texts take long.
 */
class PassingRows implements Passing {
  readonly size: number;
  readonly #parts: ReadonlyMap<FilterPart, Bits>;
  readonly #texts: readonly TextTermSearch[];
  readonly #but = new Map<FilterPart, Bits>();
  #all: Bits | undefined;

  constructor(parts: ReadonlyMap<FilterPart, Bits>, texts: readonly TextTermSearch[], size: number) {
    this.#parts = parts;
    this.#texts = texts;
    this.size = size;
  }

  get all(): Bits {
    this.#all ??= this.#intersectPartsExcept();
    return this.#all;
  }
  getRowsPassingAllBut(part: FieldID | 'range'): Bits {
    if (!this.#parts.has(part)) return this.all;
    const known = this.#but.get(part) ?? this.#intersectPartsExcept(part);
    this.#but.set(part, known);
    return known;
  }

  #intersectPartsExcept(except?: FilterPart): Bits {
    const rows = allBits(this.size);
    for (const [part, own] of this.#parts) if (part !== except) intersectInPlace(rows, own);
    for (const text of this.#texts) keepMatchingRows(rows, text);
    return rows;
  }
}

function keepMatchingRows(rows: Bits, { search, noted, isNegated }: TextTermSearch): void {
  const found = search.searchAmongRows(rows);
  for (let word = 0; word < rows.length; word++) {
    const hits = (found[word] ?? 0) | (noted[word] ?? 0);
    rows[word] = (rows[word] ?? 0) & (isNegated ? ~hits : hits);
  }
}
