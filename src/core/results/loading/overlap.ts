/**
 * Pages by OFFSET without an order may repeat rows (D11), and a service may ignore OFFSET and
 * give the same page every time. Both are recognised by the content of the records: the service tells nothing else.
 */
import { createChangedRowCounter } from './changedRows.ts';
import { combineHashes, type EncodedPage, rowHash } from './encodedPage.ts';

/** Fewer rows than this make no proof: two neighbouring pages of three rows can well be equal. */
const LEAST_ROWS_OF_PROOF = 5;

interface PageOverlap {
  /** Rows that an earlier answer held too. */
  readonly repeatedRows: number;
  /**
   * Offset of the answer with the same rows in the same order, if there is one: the service may ignore OFFSET. Where that
   * answer had fewer rows than requested, its first rows count too, because the rest is requested with a lower LIMIT.
   */
  readonly sameAs?: number;
  /**
   * Of `sameAs`: whether it is proof. A page that has the same record twice proves nothing: the query's records are
   * then not distinct by themselves, e.g. those of `SELECT state FROM persons`.
   */
  readonly certain: boolean;
}

interface OverlapDetector {
  /**
   * Compares an answer with those before it and remembers it, unless it is `sameAs` another. Each answer once. `isShort`:
   * whether it has fewer rows than requested.
   */
  see(offset: number, page: EncodedPage, isShort?: boolean): PageOverlap;
  /** The page at `from` is kept as that of `to`. */
  move(from: number, to: number): void;
  /** True once one answer held the same record twice: rows repeated on other pages may be genuine then. */
  readonly duplicatesInPage: boolean;
  /** Rows that an earlier answer held with another value. */
  changedRows(): number;
  clear(): void;
}

/** `names` gives those of the columns by their index. */
export function createOverlapDetector(names: () => readonly string[] = () => []): OverlapDetector {
  const rows = new Set<number>();
  /** The combined hash of the rows of an answer to its offset. */
  const pages = new Map<number, number>();
  const changed = createChangedRowCounter(names);
  let duplicatesInPage = false;

  return {
    get duplicatesInPage() {
      return duplicatesInPage;
    },
    see(offset, page, isShort = false) {
      const hashes = Array.from({ length: page.rowCount }, (_, row) => rowHash(page, row));
      const distinct = new Set(hashes);
      if (distinct.size < hashes.length) duplicatesInPage = true;
      const whole = combineHashes(hashes);
      const sameAs = pages.get(whole);
      if (sameAs !== undefined) {
        const certain = distinct.size === hashes.length && hashes.length >= LEAST_ROWS_OF_PROOF;
        return { repeatedRows: hashes.length, sameAs, certain };
      }
      const isEqual = hashes.map((hash) => rows.has(hash));
      changed.see(page, (row) => isEqual[row] === true);
      const repeatedRows = isEqual.filter(Boolean).length;
      for (const hash of distinct) rows.add(hash);
      if (hashes.length > 0) pages.set(whole, offset);
      if (isShort)
        for (let length = 1; length < hashes.length; length++)
          pages.set(combineHashes(hashes.slice(0, length)), offset);
      return { repeatedRows, certain: false };
    },
    move(from, to) {
      for (const [whole, offset] of pages) if (offset === from) pages.set(whole, to);
    },
    changedRows: changed.count,
    clear() {
      changed.clear();
      rows.clear();
      pages.clear();
    },
  };
}
