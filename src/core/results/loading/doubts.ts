import type { Result } from './result.ts';

export interface Doubts {
  readonly loaded: number;
  /**
   * The number of rows returned by COUNT, if the loaded result is complete and has another number of rows; otherwise
   * absent.
   */
  readonly counted?: number;
  readonly repeatedRows: number;
  readonly changedRows: number;
  readonly rowsAfterEnd: number;
}

/**
 * Whether the end of the result is known and at least as many rows are loaded. False if the service is known to ignore
 * OFFSET.
 */
export function isCompletelyLoaded(result: Result): boolean {
  const end = result.totalRowCount();
  return end !== undefined && result.rows.rowCount >= end && !result.isOffsetIgnored();
}

/** Returns the doubts about a result. `counted` is its number of rows as returned by COUNT, if one was run. */
export function findDoubts(result: Result, counted?: number): Doubts {
  const loaded = result.rows.rowCount;
  const differs = counted !== undefined && counted !== loaded && isCompletelyLoaded(result);
  return {
    loaded,
    ...(differs ? { counted } : {}),
    repeatedRows: result.countRepeatedRows(),
    changedRows: result.countChangedRows(),
    rowsAfterEnd: result.countRowsAfterEnd(),
  };
}
