/** What speaks against a result being whole and without a row twice. The service reads each page by itself. */
import type { Result } from './result.ts';

export interface Doubts {
  readonly loaded: number;
  /** Rows as COUNT gave them, where all that could be loaded are not as many. */
  readonly counted?: number;
  /** As in `Result`. */
  readonly repeatedRows: number;
  readonly changedRows: number;
  readonly rowsAfterEnd: number;
}

/** Whether the end was seen and every page up to it is loaded. */
export function isLoaded(result: Result): boolean {
  const end = result.end();
  return end !== undefined && result.rows.rowCount >= end && !result.offsetIgnored();
}

/** `counted`: the rows of the result as COUNT gave them, if it was asked. */
export function doubtsOf(result: Result, counted?: number): Doubts {
  const loaded = result.rows.rowCount;
  const differs = counted !== undefined && counted !== loaded && isLoaded(result);
  return {
    loaded,
    ...(differs ? { counted } : {}),
    repeatedRows: result.repeatedRows(),
    changedRows: result.changedRows(),
    rowsAfterEnd: result.rowsAfterEnd(),
  };
}
