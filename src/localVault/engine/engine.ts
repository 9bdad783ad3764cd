/**
 * How a column's text is written as JSON: `exact` as a number with its digits, but NaN and Infinity as strings; `json`
 * as nested JSON.
 */
export type ColumnKind = 'text' | 'exact' | 'boolean' | 'json';

export interface EngineColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** Rows of a query. Cells are in PostgreSQL's text format, null for NULL. */
export interface EngineRows {
  readonly columns: readonly EngineColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/**
 * Why a query failed. `sql`: the statement was rejected or failed · `cancelled`: the caller aborted · `unavailable`:
 * there is no running engine.
 */
export type EngineErrorKind = 'sql' | 'timeout' | 'crashed' | 'cancelled' | 'unavailable';

export class EngineError extends Error {
  readonly fault: EngineErrorKind;
  constructor(fault: EngineErrorKind, message: string) {
    super(message);
    this.name = 'EngineError';
    this.fault = fault;
  }
}

export interface Engine {
  readonly restartCount: number;
  startEngine(): Promise<void>;
  /** Runs one SELECT and returns at most its first `maxRows` rows. Rejects with EngineError. */
  query(sql: string, maxRows: number, signal?: AbortSignal): Promise<EngineRows>;
  shutDownEngine(): Promise<void>;
}
