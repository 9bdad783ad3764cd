/**
 * Detects repeated rows by the content of the records, because the service reports nothing about them: pages by OFFSET
 * without an order may repeat rows (D11), and a service may ignore OFFSET and return the same page every time.
 */
import { createChangedRowCounter } from './changedRows.ts';
import { combineHashes, type EncodedPage, hashRow } from './encodedPage.ts';

/** Minimum number of rows of two equal pages that prove an ignored OFFSET. Two shorter pages can be equal by chance. */
const MIN_ROWS_OF_PROOF = 5;

interface PageOverlap {
  /** Number of rows of the response that an earlier response contained too, with equal values. */
  readonly repeatedRows: number;
  /**
   * Offset of an earlier response with the same rows in the same order, which suggests that the service ignores OFFSET;
   * absent if there is none. If that earlier response had fewer rows than requested, its first rows alone also count,
   * because the rest of its page is requested with a lower LIMIT.
   */
  readonly equalPageOffset?: number;
  /**
   * Whether `equalPageOffset` is proof that OFFSET is ignored. A page that contains the same record twice proves
   * nothing: the query's records are then not distinct, such as those of `SELECT state FROM persons`. Nor does a page
   * of fewer than five rows.
   */
  readonly isProof: boolean;
}

interface OverlapDetector {
  /**
   * Compares a response with the earlier ones, and remembers it unless it is equal to another one. To be called once
   * per response. `isShort`: it has fewer rows than requested.
   */
  addResponse(offset: number, page: EncodedPage, isShort?: boolean): PageOverlap;
  /** Records that the page at offset `from` is now stored at offset `to`. */
  changeOffset(from: number, to: number): void;
  /** True once a single response contained the same record twice: rows repeated on other pages may then be genuine. */
  readonly duplicatesInPage: boolean;
  /**
   * Returns the number of rows that an earlier response contained with another value, as far as a column identifies
   * rows; 0 if none does.
   */
  countChangedRows(): number;
  clear(): void;
}

/**
 * Creates a detector of rows that more than one response of the same query contains. `names` returns the names of
 * the result's columns by their index; it is used to find a column that identifies rows.
 */
export function createOverlapDetector(names: () => readonly string[] = () => []): OverlapDetector {
  const rows = new Set<number>();
  /**
   * The offset of each response by the combined hash of its rows, and of the first rows of a response that had fewer
   * rows than requested.
   */
  const pages = new Map<number, number>();
  const changed = createChangedRowCounter(names);
  let duplicatesInPage = false;

  return {
    get duplicatesInPage() {
      return duplicatesInPage;
    },
    addResponse(offset, page, isShort = false) {
      const hashes = Array.from({ length: page.rowCount }, (_, row) => hashRow(page, row));
      const distinct = new Set(hashes);
      if (distinct.size < hashes.length) duplicatesInPage = true;
      const whole = combineHashes(hashes);
      const equalPageOffset = pages.get(whole);
      if (equalPageOffset !== undefined) {
        const isProof = distinct.size === hashes.length && hashes.length >= MIN_ROWS_OF_PROOF;
        return { repeatedRows: hashes.length, equalPageOffset, isProof };
      }
      const isEqual = hashes.map((hash) => rows.has(hash));
      changed.addPage(page, (row) => isEqual[row] === true);
      const repeatedRows = isEqual.filter(Boolean).length;
      for (const hash of distinct) rows.add(hash);
      if (hashes.length > 0) pages.set(whole, offset);
      if (isShort)
        for (let length = 1; length < hashes.length; length++)
          pages.set(combineHashes(hashes.slice(0, length)), offset);
      return { repeatedRows, isProof: false };
    },
    changeOffset(from, to) {
      for (const [whole, offset] of pages) if (offset === from) pages.set(whole, to);
    },
    countChangedRows: changed.countChangedRows,
    clear() {
      changed.clear();
      rows.clear();
      pages.clear();
    },
  };
}
