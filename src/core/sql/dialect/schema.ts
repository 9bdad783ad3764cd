/** What is known of the vault’s tables and columns: from the user’s settings, and from names seen before. */

/** From `vaultsql.dialect.columns`, a local vault, or the workspace's `.vaultsql/schema.json`. Table and column names compare case-insensitively. */
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

/** A table that a vault has. */
export interface VaultTable {
  /** As it is written in a statement, with double quotes where it needs them. */
  readonly name: string;
  /** All of its columns, as they are written in a statement; undefined where there may be others. */
  readonly columns: readonly string[] | undefined;
}

/** Several sources as one, with at most one policy of a column: what one of them protects is protected. */
export function joinPolicies(policies: readonly ColumnPolicy[]): readonly ColumnPolicy[] {
  const joined = new Map<string, ColumnPolicy>();
  for (const policy of policies) {
    const key = JSON.stringify([policy.table.toLowerCase(), policy.column.toLowerCase()]);
    const known = joined.get(key);
    joined.set(key, known ? joinTwo(known, policy) : policy);
  }
  return [...joined.values()];
}

function joinTwo(a: ColumnPolicy, b: ColumnPolicy): ColumnPolicy {
  const encryption = [a, b].flatMap(({ columnLevelEncryption: is }) => (is === undefined ? [] : [is]));
  return {
    table: a.table,
    column: a.column,
    ...(a.transientTokenization || b.transientTokenization ? { transientTokenization: true } : {}),
    ...(encryption.length > 0 ? { columnLevelEncryption: encryption.every((is) => is) } : {}),
    ...(a.masked || b.masked ? { masked: true } : {}),
  };
}
