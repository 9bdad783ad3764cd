export interface ColumnPolicy {
  readonly table: string;
  readonly column: string;
  /** True if the column must not be in a condition such as WHERE (D8). */
  readonly transientTokenization?: boolean;
  /**
   * False if column-level encryption is disabled, so that `?` is not supported on the column (D9); undefined if not
   * known.
   */
  readonly columnLevelEncryption?: boolean;
  readonly masked?: boolean;
}

export interface TableNames {
  /** The table's name as it is written in a statement, perhaps in double quotes. */
  readonly name: string;
  /** Maps each column's key, as `createNameKey` returns it, to the name as it is written in a statement. */
  readonly columns: ReadonlyMap<string, string>;
}
/** Maps each known table's key, as `createNameKey` returns it, to the table's names. */
export type KnownTables = ReadonlyMap<string, TableNames>;

export interface VaultTable {
  readonly name: string;
  /**
   * The names of all columns as they are written in a statement; undefined if the table may have columns that are not
   * known.
   */
  readonly columns: readonly string[] | undefined;
}

/**
 * Merges policies from several sources into at most one for each column. The case of names is ignored. If any source
 * restricts a column, the merged policy restricts it too.
 */
export function mergePolicies(policies: readonly ColumnPolicy[]): readonly ColumnPolicy[] {
  const joined = new Map<string, ColumnPolicy>();
  for (const policy of policies) {
    const key = JSON.stringify([policy.table.toLowerCase(), policy.column.toLowerCase()]);
    const known = joined.get(key);
    joined.set(key, known ? mergeTwoPolicies(known, policy) : policy);
  }
  return [...joined.values()];
}

function mergeTwoPolicies(a: ColumnPolicy, b: ColumnPolicy): ColumnPolicy {
  const encryption = [a, b].flatMap(({ columnLevelEncryption: is }) => (is === undefined ? [] : [is]));
  return {
    table: a.table,
    column: a.column,
    ...(a.transientTokenization || b.transientTokenization ? { transientTokenization: true } : {}),
    ...(encryption.length > 0 ? { columnLevelEncryption: encryption.every((is) => is) } : {}),
    ...(a.masked || b.masked ? { masked: true } : {}),
  };
}
