/** The options of a check. */
import type { ColumnPolicy, KnownTables, VaultTable } from '../dialect/schema.ts';

export interface CheckOptions {
  /** Constructs the user knows the service to accept (`vaultsql.dialect.allow`); never lifts a write. */
  readonly allow?: readonly string[];
  readonly columns?: readonly ColumnPolicy[];
  /** The names that other statements and results have shown. */
  readonly schema?: KnownTables;
  /** All tables of the vault; undefined where it may have others. */
  readonly tables?: readonly VaultTable[] | undefined;
  /** Default true: whether `literal-in-audit-log` hints are given. */
  readonly literalHints?: boolean;
}
