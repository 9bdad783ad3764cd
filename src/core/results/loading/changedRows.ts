/**
 * Estimates how many rows were received again with changed values. If the data changes while pages are read, a row can
 * move to a later page and be received twice.
 */
import { areCellsEqual, type EncodedPage, hashCell, hasValue } from './encodedPage.ts';

interface RowPosition {
  readonly page: EncodedPage;
  readonly row: number;
}

interface Candidate {
  readonly rowsByHash: Map<number, RowPosition>;
  changed: number;
  similar: number;
}

interface ChangedRowCounter {
  /**
   * Adds a response's page. `isEqual` returns whether an earlier response contained a row that is equal to the given
   * row (0-based, in the page).
   */
  addPage(page: EncodedPage, isEqual: (row: number) => boolean): void;
  countChangedRows(): number;
  clear(): void;
}

const IDENTIFIER = /^(?:id|uuid|guid|key)$/i;
/**
 * Maximum share of rows, from 0 to 1, that may be counted as changed by means of a column whose name is not that of an
 * identifier. If the share is higher, the column probably does not identify rows.
 */
const MAX_REPEATED_SHARE = 0.05;

/**
 * Creates a counter of the rows of a result that appear in two responses with different values. The count is an
 * estimate, because rows are recognized by a column that seems to identify them. `names` returns the names of the
 * columns by their index in the result.
 */
export function createChangedRowCounter(names: () => readonly string[]): ChangedRowCounter {
  let candidates: Map<number, Candidate> | undefined;
  let rows = 0;

  const isIdentifier = (column: number): boolean => IDENTIFIER.test(names()[column] ?? '');

  const dropColumnsWithMissingValues = (page: EncodedPage): void => {
    candidates ??= new Map(
      page.columns.map((column) => [column, { rowsByHash: new Map(), changed: 0, similar: 0 }]),
    );
    for (const column of candidates.keys()) {
      const slot = page.columns.indexOf(column);
      const isEverywhere = slot >= 0 && positionsOfRows(page).every(({ row }) => hasValue(page, row, slot));
      if (!isEverywhere) candidates.delete(column);
    }
  };
  const compareWithEarlier = (
    candidate: Candidate,
    now: RowPosition,
    slot: number,
    column: number,
    isEqual: boolean,
  ): boolean => {
    const { rowsByHash } = candidate;
    const hash = hashCell(now.page, now.row, slot);
    const earlier = rowsByHash.get(hash);
    if (!earlier) rowsByHash.set(hash, now);
    // Different values may have the same hash, so the values themselves are compared.
    if (!earlier || !areCellsEqual(earlier, now, column)) return true;
    if (earlier.page === now.page) return false;
    if (isEqual) return true;
    candidate.changed++;
    if (areRowsSimilarExceptColumn(earlier, now, column)) candidate.similar++;
    return true;
  };

  return {
    addPage(page, isEqual) {
      dropColumnsWithMissingValues(page);
      rows += page.rowCount;
      // The positions are shared by all columns to save memory, because there is one position for each loaded row.
      const positions = positionsOfRows(page);
      for (const [column, candidate] of candidates ?? []) {
        const slot = page.columns.indexOf(column);
        const isApart = positions.every((position) =>
          compareWithEarlier(candidate, position, slot, column, isEqual(position.row)),
        );
        if (!isApart) candidates?.delete(column);
      }
      const identifier = [...(candidates?.keys() ?? [])].find(isIdentifier);
      if (identifier === undefined) return;
      for (const column of candidates?.keys() ?? []) if (column !== identifier) candidates?.delete(column);
    },
    countChangedRows() {
      for (const [column, { changed, similar }] of candidates ?? []) {
        if (isIdentifier(column)) return changed * 2 <= rows ? changed : 0;
        if (similar > 0 && similar <= rows * MAX_REPEATED_SHARE) return similar;
      }
      return 0;
    },
    clear() {
      candidates = undefined;
      rows = 0;
    },
  };
}

const positionsOfRows = (page: EncodedPage): RowPosition[] =>
  Array.from({ length: page.rowCount }, (_, row) => ({ page, row }));

function areRowsSimilarExceptColumn(a: RowPosition, b: RowPosition, ignoredColumn: number): boolean {
  const others = [...new Set([...a.page.columns, ...b.page.columns])].filter(
    (column) => column !== ignoredColumn,
  );
  const same = others.filter((column) => areCellsEqual(a, b, column)).length;
  // With fewer than two other columns, the rows count as similar, because comparing a single value proves nothing.
  return others.length < 2 || same * 2 >= others.length;
}
