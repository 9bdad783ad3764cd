import type { Result } from './result.ts';

export interface Doubts {
  readonly loaded: number;
  /**
   * The number of rows that COUNT returned. Absent unless the result is completely loaded and has another number of
   * rows.
   */
  readonly countedRows?: number;
  readonly repeatedRows: number;
  readonly changedRows: number;
  readonly rowsAfterEnd: number;
}

/**
 * Whether the number of rows of the result is known and at least that many rows are loaded. False if the service is
 * known to ignore OFFSET.
 */
export function isCompletelyLoaded(result: Result): boolean {
  const end = result.totalRowCount();
  return end !== undefined && result.rows.rowCount >= end && !result.isOffsetIgnored();
}

/**
 * Returns the figures that raise doubts about the loaded rows of a result, such as the number of repeated rows.
 * `counted` is the number of rows that COUNT returned; undefined if no COUNT was run.
 */
export function findDoubts(result: Result, counted?: number): Doubts {
  const loaded = result.rows.rowCount;
  const differs = counted !== undefined && counted !== loaded && isCompletelyLoaded(result);
  return {
    loaded,
    ...(differs ? { countedRows: counted } : {}),
    repeatedRows: result.countRepeatedRows(),
    changedRows: result.countChangedRows(),
    rowsAfterEnd: result.countRowsAfterEnd(),
  };
}
