/** The options of a check. */
import type { ColumnPolicy, KnownTables, VaultTable } from '../dialect/schema.ts';

export interface CheckOptions {
  /**
   * The setting `vaultsql.dialect.allow`: constructs that the user knows the service to accept. It never allows a
   * write.
   */
  readonly allow?: readonly string[];
  /** The rules on single columns; none by default. */
  readonly columns?: readonly ColumnPolicy[];
  /** Tables and columns that other statements and results have mentioned. There may be others. */
  readonly schema?: KnownTables;
  /**
   * All tables of the vault; undefined if the vault may have others. Names not among them are reported as unknown.
   */
  readonly tables?: readonly VaultTable[] | undefined;
  /** Whether the hint `literal-in-audit-log` is added for a literal in a condition. Defaults to true. */
  readonly literalHints?: boolean;
}
