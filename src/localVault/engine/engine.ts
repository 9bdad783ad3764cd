/** The door to the database engine: PGlite today, a PostgreSQL server for a team's shared vault another day. */

/** How a column's text form becomes JSON: `exact` is a number whose digits are kept, `json` a nested object as it is. */
export type ColumnKind = 'text' | 'exact' | 'boolean' | 'json';

export interface EngineColumn {
  readonly name: string;
  readonly kind: ColumnKind;
}

/** At most the asked-for number of rows; cells are PostgreSQL's text form, null for NULL. */
export interface EngineRows {
  readonly columns: readonly EngineColumn[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/**
 * `sql`: the statement is at fault, the message is PostgreSQL's. `timeout`: it ran past its limit and was stopped.
 * `crashed`: the engine crashed on it. `cancelled`: the caller gave up. `unavailable`: no engine.
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
  /** How often it was replaced since the start, after a timeout, a breakdown or for its memory. */
  readonly recycles: number;
  /** Resolves when queries can be answered. Throws EngineError `unavailable`. */
  start(): Promise<void>;
  /**
   * Runs one SELECT and gives its first `maxRows` rows, with sensitive columns redacted by their default unless the
   * statement itself asks for another level. Queries run one after the other. Rejects with EngineError.
   */
  query(sql: string, maxRows: number, signal?: AbortSignal): Promise<EngineRows>;
  /** Ends the engine and everything it started; queries under way are rejected as `unavailable`. */
  stop(): Promise<void>;
}
