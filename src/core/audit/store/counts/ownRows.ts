import {
  createOwnGroupGetter,
  listOwnRequestIDs,
  type OwnEvents,
  type OwnGroup,
} from '../../table/ownEvents.ts';
import { type Bits, setBit, subtract, wordCountFor } from '../columns/bits.ts';
import type { Columns } from '../columns/columns.ts';

/** Maximum number of request IDs that are searched for one by one. For more, one pass over the rows takes less time. */
const MAX_SEARCHES = 8;

interface FoundRows {
  readonly ids: ReadonlySet<string>;
  readonly size: number;
  readonly rows: Bits;
}

/** Foldable rows as they were last computed. */
interface KeptRows {
  readonly found: FoundRows;
  readonly unfoldedKeys: readonly string[];
  readonly rows: Bits;
}

const noRows: FoundRows = { ids: new Set(), size: 0, rows: new Uint32Array() };

/**
 * Finds the rows of own events (`OwnEvents`) and caches them. Known request IDs are searched for only in rows that were
 * added since the last call. If a known ID is no longer passed, all rows are searched again.
 */
export class OwnRows {
  readonly #columns: Columns;
  readonly #rowsOfKeys: (keys: readonly string[], from: number) => Iterable<number>;
  #found = noRows;
  #kept: KeptRows | undefined;

  constructor(columns: Columns, rowsOfKeys: (keys: readonly string[], from: number) => Iterable<number>) {
    this.#columns = columns;
    this.#rowsOfKeys = rowsOfKeys;
  }

  /** Returns the rows of all own events. */
  findOwnRows(own: OwnEvents): Bits {
    this.#found = this.#findRowsOfRequestIDs(new Set(listOwnRequestIDs(own)));
    return this.#found.rows;
  }
  /** Returns the rows of the own events that can join runs: all without those of `unfoldedKeys`. */
  findFoldableRows(own: OwnEvents): Bits {
    const { unfoldedKeys } = own;
    this.findOwnRows(own);
    const kept = this.#kept;
    const isSame =
      kept?.found === this.#found &&
      kept.unfoldedKeys.length === unfoldedKeys.length &&
      kept.unfoldedKeys.every((key, at) => key === unfoldedKeys[at]);
    if (isSame) return kept.rows;
    const rows = this.#removeRowsOfKeys(this.#found.rows, unfoldedKeys);
    this.#kept = { found: this.#found, unfoldedKeys, rows };
    return rows;
  }

  /** Returns a function that returns the group of a row that `findOwnRows` found. */
  createGroupGetter(own: OwnEvents): (row: number) => OwnGroup {
    const groupOf = createOwnGroupGetter(own);
    const column = this.#columns.texts.get('requestID');
    return (row) => groupOf(column?.at(row) ?? '');
  }

  #findRowsOfRequestIDs(ids: ReadonlySet<string>): FoundRows {
    const { size } = this.#columns;
    const isForgotten = [...this.#found.ids].some((id) => !ids.has(id));
    const before = isForgotten ? noRows : this.#found;
    const added = new Set([...ids].filter((id) => !before.ids.has(id)));
    if (!isForgotten && added.size === 0 && before.size === size) return before;
    const rows = new Uint32Array(wordCountFor(size));
    rows.set(before.rows);
    this.#markRowsOfRequestIDs(ids, before.size, rows);
    if (before.size > 0) this.#markRowsOfRequestIDs(added, 0, rows);
    return { ids, size, rows };
  }
  #markRowsOfRequestIDs(ids: ReadonlySet<string>, from: number, rows: Bits): void {
    const column = this.#columns.texts.get('requestID');
    if (ids.size > MAX_SEARCHES)
      column?.markMatching((value) => value !== undefined && ids.has(value), from, rows);
    else column?.markEqual(ids, from, rows);
  }
  #removeRowsOfKeys(rows: Bits, keys: readonly string[]): Bits {
    if (keys.length === 0) return rows;
    const excepted = new Uint32Array(rows.length);
    for (const row of this.#rowsOfKeys(keys, 0)) setBit(excepted, row);
    return subtract(rows, excepted);
  }
}
