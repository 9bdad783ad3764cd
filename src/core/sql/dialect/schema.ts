/** What is known of the vault’s tables and columns: from the user’s settings, and from names seen before. */

/** From `vaultsql.dialect.columns`. Table and column names compare case-insensitively. */
export interface ColumnPolicy {
  readonly table: string;
  readonly column: string;
  readonly transientTokenization?: boolean;
  readonly columnLevelEncryption?: boolean;
  readonly masked?: boolean;
}

export interface TableNames {
  /** As it is written in a statement, with double quotes where it needs them. */
  readonly name: string;
  /** Key of a column (see `nameKey`) to its name as it is written in a statement. */
  readonly columns: ReadonlyMap<string, string>;
}
/** Key of a table to its names. */
export type KnownTables = ReadonlyMap<string, TableNames>;
