/** Names of tables and their columns, for completion and hover: from statements, settings and results. No values. */
import { nameKey, nameOf, quoteName, writeName } from './identifier.ts';
import { tokenStatements } from './tokenStatements.ts';
import type { Token } from './tokens.ts';
import type { ColumnPolicy } from './types.ts';
import { type Role, walkStatement } from './walk.ts';
import type { TableReference } from './walkState.ts';

export interface TableNames {
  /** As it is written in a statement, with double quotes where it needs them. */
  readonly name: string;
  /** Key of a column (see `nameKey`) to its name as it is written in a statement. */
  readonly columns: ReadonlyMap<string, string>;
}
/** Key of a table to its names. */
export type SchemaIndex = ReadonlyMap<string, TableNames>;

/** Enough for any vault; a bound against files that are not what their ending says. */
const maxTables = 2_000;
const maxColumns = 5_000;

interface Growing {
  readonly name: string;
  readonly columns: Map<string, string>;
}
type GrowingIndex = Map<string, Growing>;

function add(index: GrowingIndex, table: string, column?: string): void {
  const key = nameKey(table);
  let found = index.get(key);
  if (!found) {
    if (index.size >= maxTables) return;
    found = { name: table, columns: new Map() };
    index.set(key, found);
  }
  if (column === undefined || found.columns.size >= maxColumns) return;
  const columnKey = nameKey(column);
  if (!found.columns.has(columnKey)) found.columns.set(columnKey, column);
}

/** The tables that a qualifier or, without one, any column of a statement can mean. */
export function tablesOf(
  text: string,
  tables: readonly TableReference[],
  qualifier: Token | undefined,
): readonly TableReference[] {
  if (!qualifier) return tables;
  const wanted = nameKey(text.slice(qualifier.start, qualifier.end));
  return tables.filter(({ table, alias }) => {
    const { start, end } = alias ?? table;
    return nameKey(text.slice(start, end)) === wanted;
  });
}

/**
 * The names in the statements of a text. A column without a table counts where only one table can be meant.
 * `except` leaves out the name that an offset touches: it is being typed. Total and linear.
 */
export function indexText(text: string, except = -1): SchemaIndex {
  const index: GrowingIndex = new Map();
  for (const { tokens } of tokenStatements(text)) {
    const { roles, tables } = walkStatement(tokens);
    if (tables.length > 0) addStatement(index, text, tokens, roles, tables, except);
  }
  return index;
}

function addStatement(
  index: GrowingIndex,
  text: string,
  tokens: readonly Token[],
  roles: readonly Role[],
  tables: readonly TableReference[],
  except: number,
): void {
  const source = ({ start, end }: Token): string => text.slice(start, end);
  const isTyped = ({ start, end }: Token): boolean => start <= except && except <= end;
  const byName = Map.groupBy(tables, ({ table, alias }) => nameKey(source(alias ?? table)));
  for (const { table } of tables) if (!isTyped(table) && table.kind !== 'backtick') add(index, source(table));
  tokens.forEach((token, at) => {
    if (roles[at] !== 'column' || token.word === '*' || token.kind === 'backtick' || isTyped(token)) return;
    const dot = tokens[at - 1];
    const qualifier = dot?.word === '.' ? tokens[at - 2] : undefined;
    const meant = qualifier ? byName.get(nameKey(source(qualifier))) : tables;
    const [only, second] = meant ?? [];
    if (only && !second && !isTyped(only.table)) add(index, source(only.table), source(token));
  });
}

/** The names in `vaultsql.dialect.columns`, and in the policies of a local vault. */
export function indexPolicies(policies: readonly ColumnPolicy[]): SchemaIndex {
  const index: GrowingIndex = new Map();
  for (const { table, column } of policies) add(index, writeName(table), writeName(column));
  return index;
}

/**
 * The names that an answered statement has shown to be right: those in it, and where it is `SELECT *` from one
 * table, the columns of its result.
 */
export function indexResult(statement: string, columns: readonly string[]): SchemaIndex {
  const own = indexText(statement);
  const tokens = tokenStatements(statement)[0]?.tokens ?? [];
  const { tables } = walkStatement(tokens);
  const [only, second] = tables;
  const [, star, from] = tokens;
  if (!only || second || star?.word !== '*' || from?.word !== 'FROM') return own;
  const seen: GrowingIndex = new Map();
  const table = statement.slice(only.table.start, only.table.end);
  for (const column of columns) add(seen, table, quoteName(column));
  return mergeIndexes([own, seen]);
}

/** All names of several indexes; the first spelling of a name stays. */
export function mergeIndexes(indexes: readonly SchemaIndex[]): SchemaIndex {
  const merged: GrowingIndex = new Map();
  for (const index of indexes) {
    for (const { name, columns } of index.values()) {
      add(merged, name);
      for (const column of columns.values()) add(merged, name, column);
    }
  }
  return merged;
}

/** The policy of a column, by names as they are written in a statement; undefined where there is none. */
export function policyOf(
  policies: readonly ColumnPolicy[],
  table: string,
  column: string,
): ColumnPolicy | undefined {
  // Settings compare case-insensitively (see ColumnPolicy).
  const fold = (name: string): string => nameOf(name).toLowerCase();
  const [tableName, columnName] = [fold(table), fold(column)];
  return policies.find(
    (policy) => policy.table.toLowerCase() === tableName && policy.column.toLowerCase() === columnName,
  );
}
