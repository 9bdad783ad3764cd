/** The interface of the database engine. PGlite implements it; a PostgreSQL server could too. */

/** How a column's text is written as JSON: `exact` as a number with all its digits, `json` unchanged as nested JSON. */
export type ColumnKind = 'text' | 'exact' | 'boolean' | 'json';

export interface EngineColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** Rows of a query. Cells are values in PostgreSQL's text format, null for NULL. */
export interface EngineRows {
  readonly columns: readonly EngineColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/**
 * Why a query failed. `sql`: the statement was rejected with the error's message · `timeout`: the query exceeded its
 * time limit and was stopped · `crashed`: the engine crashed · `cancelled`: the caller aborted · `unavailable`: no
 * engine.
 */
export type EngineFault = 'sql' | 'timeout' | 'crashed' | 'cancelled' | 'unavailable';

export class EngineError extends Error {
  readonly fault: EngineFault;
  constructor(fault: EngineFault, message: string) {
    super(message);
    this.name = 'EngineError';
    this.fault = fault;
  }
}

export interface Engine {
  /**
   * Number of times the engine was replaced: after a timeout, a crash or a cancelled query, or because of its memory.
   */
  readonly restartCount: number;
  /** Starts the engine. Resolves when queries can run. Rejects with an error if the engine can't start. */
  start(): Promise<void>;
  /**
   * Runs one SELECT and returns its first `maxRows` rows. Sensitive columns have their default redaction, unless the
   * statement requests another level. Queries run one at a time. Rejects with EngineError.
   */
  query(sql: string, maxRows: number, signal?: AbortSignal): Promise<EngineRows>;
  /** Stops the engine and everything it started. Pending queries are rejected. */
  stop(): Promise<void>;
}
