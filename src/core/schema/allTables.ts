/**
 * Collects the tables of a vault from schema files that list tables, rather than only the policies of some columns.
 */
import { writeName } from '../sql/dialect/identifier.ts';
import type { VaultTable } from '../sql/dialect/schema.ts';
import { protects, type SchemaFile, type WrittenColumn, type WrittenTable } from './schemaFile.ts';

/**
 * Returns all tables of `vault` (`<connection>/<vault>`), or of all vaults if `vault` is undefined. A file lists a
 * table if the table has a column without a policy, or no columns at all, in which case its columns are unknown.
 * Returns undefined if no table is listed or if a part of a file could not be read.
 */
export function allTables(
  files: readonly SchemaFile[],
  vault: string | undefined,
): readonly VaultTable[] | undefined {
  if (!files.every(isWhole)) return undefined;
  const written = files.flatMap(({ tables, vaults }) => [
    ...tables,
    ...(vault === undefined ? [...vaults.values()].flat() : (vaults.get(vault) ?? [])),
  ]);
  if (!written.some(isListed)) return undefined;
  const byName = new Map<string, WrittenTable[]>();
  for (const table of written) {
    const key = table.name.toLowerCase();
    byName.set(key, [...(byName.get(key) ?? []), table]);
  }
  return Array.from(byName.values(), joinTables);
}

const isWhole = ({ problems, mayLack }: SchemaFile): boolean =>
  !mayLack && problems.every(({ kind }) => kind !== 'syntax' && kind !== 'shape');

const hasRule = (column: WrittenColumn): boolean =>
  Object.keys(protects).some((rule) => Object.hasOwn(column, rule));

const listsColumns = ({ columns }: WrittenTable): boolean => columns.some((column) => !hasRule(column));

const isListed = (table: WrittenTable): boolean => table.columns.length === 0 || listsColumns(table);

/**
 * Merges the entries that describe one table. `columns` of the result is undefined, which means that the columns are
 * unknown, if no entry has a column without a policy.
 */
function joinTables(tables: readonly WrittenTable[]): VaultTable {
  const columns = tables.flatMap((table) => table.columns.map(({ name }) => writeName(name)));
  return {
    name: writeName(tables[0]?.name ?? ''),
    columns: tables.some(listsColumns) ? [...new Set(columns)] : undefined,
  };
}
