/**
 * Detects rows that several responses contain. Without an order, pages by OFFSET may repeat rows (D11), and a service
 * may ignore OFFSET.
 */
import { createChangedRowCounter } from './changedRows.ts';
import { combineHashes, type EncodedPage, hashRow } from './encodedPage.ts';

/** Minimum number of rows with which two equal pages prove an ignored OFFSET. Shorter pages can be equal by chance. */
const MIN_ROWS_OF_PROOF = 5;

interface PageOverlap {
  readonly repeatedRows: number;
  /**
   * Offset of an earlier response with the same rows in the same order; absent if there is none. An earlier response
   * with fewer rows than requested also counts if these are only its first rows.
   */
  readonly equalPageOffset?: number;
  /**
   * Whether `equalPageOffset` proves that OFFSET is ignored. A page that contains the same record twice, or has fewer
   * than five rows, proves nothing.
   */
  readonly isProof: boolean;
}

interface OverlapDetector {
  /**
   * Compares a response with the earlier ones. Must be called once per response. `isShort`: the response has fewer rows
   * than requested.
   */
  addResponse(offset: number, page: EncodedPage, isShort?: boolean): PageOverlap;
  /** Replaces the offset `from` of earlier responses with `to`. */
  changeOffset(from: number, to: number): void;
  readonly duplicatesInPage: boolean;
  countChangedRows(): number;
  clear(): void;
}

/**
 * Creates a detector of rows that more than one response of the same query contains. `names` returns the names of the
 * result's columns by their index.
 */
export function createOverlapDetector(names: () => readonly string[] = () => []): OverlapDetector {
  const rows = new Set<number>();
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
