import type { ColumnPolicy, KnownTables, VaultTable } from '../dialect/schema.ts';

/**
 * What a check of the service found out about SQL that its documentation leaves open (D6, D10). What is in none of the
 * lists is unknown.
 */
export interface ServiceDialect {
  readonly acceptedConstructs: readonly string[];
  readonly refusedConstructs: readonly string[];
  readonly refusedLevels: readonly string[];
}

export interface CheckOptions {
  /**
   * The setting `vaultsql.dialect.allow`: constructs that the user knows the service to accept. It does not allow
   * writes.
   */
  readonly allow?: readonly string[];
  readonly columns?: readonly ColumnPolicy[];
  /** Tables and columns that other statements and results have mentioned. There may be others. */
  readonly schema?: KnownTables;
  /** All tables of the vault; undefined if the vault may have others. */
  readonly tables?: readonly VaultTable[] | undefined;
  readonly service?: ServiceDialect | undefined;
  /** Whether the hint `literal-in-audit-log` is added for a literal in a condition. Defaults to true. */
  readonly literalHints?: boolean;
}
