/**
 * Which rows pass the filters, and which would but for one: a set of rows for each filter, kept while the others change, so
 * that a change of one costs a look at that one's column, and some words of bits.
 */
import type { FieldID } from '../../table/fields.ts';
import {
  type FieldChoice,
  isChosen,
  isSameFilters,
  type LocalFilters,
  noFilters,
  type TimeRange,
} from '../../table/filter.ts';
import { allBits, type Bits, keepCommon, setBit, wordsFor } from '../columns/bits.ts';
import type { Columns } from '../columns/columns.ts';
import { searchable } from '../columns/searchable.ts';
import { holds } from '../columns/textColumn.ts';

/** What of the filters: a field, the range of time, the text, the events picked, those marked. */
type Part = FieldID | 'range' | 'text' | 'events' | 'marked';

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
  #last: { readonly of: readonly Bits[]; readonly passing: Passing } | undefined;

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
    if (text) {
      const find = (from: number, rows: Bits): void => {
        this.#search(text, from, rows);
        for (const row of this.#rowsOfKeys(noted, from)) setBit(rows, row);
      };
      parts.set('text', this.#rows('text', { fields, text, noted }, find));
    }
    if (events) {
      const find = (from: number, rows: Bits): void => {
        for (const row of events) if (row >= from && row < size) setBit(rows, row);
      };
      parts.set('events', this.#rows('events', { fields, events }, find));
    }
    if (marked) {
      const find = (from: number, rows: Bits): void => {
        for (const row of this.#rowsOfKeys(marked, from)) setBit(rows, row);
      };
      parts.set('marked', this.#rows('marked', { fields, marked }, find));
    }
    for (const part of this.#known.keys()) if (!parts.has(part)) this.#known.delete(part);
    const sets = [...parts.values()];
    const last = this.#last;
    const isSame = last?.of.length === sets.length && sets.every((rows, at) => rows === last.of[at]);
    if (last && isSame && last.passing.size === size) return last.passing;
    const passing = passingOf(parts, size);
    this.#last = { of: sets, passing };
    return passing;
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
  #search(text: string, from: number, rows: Bits): void {
    const { coded, texts, size } = this.#columns;
    const needle = searchable(text);
    for (const column of texts.values()) column.mark(needle, from, rows);
    for (const { codes } of coded.values()) {
      const { values, numbers } = codes;
      const wanted = Uint8Array.from(values, (value) => (holds(value, needle) ? 1 : 0));
      if (!wanted.includes(1)) continue;
      for (let row = from; row < size; row++) if (wanted[numbers[row] ?? 0] === 1) setBit(rows, row);
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

function passingOf(parts: ReadonlyMap<Part, Bits>, size: number): Passing {
  const common = (except?: Part): Bits => {
    const rows = allBits(size);
    for (const [part, own] of parts) if (part !== except) keepCommon(rows, own);
    return rows;
  };
  const all = common();
  const others = new Map(
    [...parts.keys()].map((part) => [part, parts.size === 1 ? undefined : common(part)]),
  );
  const every = parts.size === 1 ? allBits(size) : all;
  return { size, all, but: (part) => (parts.has(part) ? (others.get(part) ?? every) : all) };
}
