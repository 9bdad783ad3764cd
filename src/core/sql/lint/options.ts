/** The options of a check. */
import type { ColumnPolicy, KnownTables, VaultTable } from '../dialect/schema.ts';

/**
 * What a check of the service found out about SQL that its document leaves open (D6, D10). Constructs are named as in
 * the dialect table, levels of REDACTION are in upper case. What is in no list is not known.
 */
export interface ServiceDialect {
  readonly acceptedConstructs: readonly string[];
  readonly refusedConstructs: readonly string[];
  readonly refusedLevels: readonly string[];
}

export interface CheckOptions {
  /**
   * The setting `vaultsql.dialect.allow`: constructs that the user knows the service to accept. It never allows a
   * write.
   */
  readonly allow?: readonly string[];
  readonly columns?: readonly ColumnPolicy[];
  /** Tables and columns that other statements and results have mentioned. There may be others. */
  readonly schema?: KnownTables;
  /**
   * All tables of the vault; undefined if the vault may have others. If defined, names of tables and columns that are
   * not among them are reported as unknown, as far as `createUnknownNameCheck` checks them.
   */
  readonly tables?: readonly VaultTable[] | undefined;
  /** What the service accepted and rejected when it was checked; undefined if it was not checked. */
  readonly service?: ServiceDialect | undefined;
  /** Whether the hint `literal-in-audit-log` is added for a literal in a condition. Defaults to true. */
  readonly literalHints?: boolean;
}
