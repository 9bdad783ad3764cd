import { quoteCaseInsensitiveName } from '../sql/dialect/identifier.ts';
import type { VaultTable } from '../sql/dialect/schema.ts';
import { type DeclaredColumn, type DeclaredTable, protectiveValues, type SchemaFile } from './schemaFile.ts';

/**
 * Returns the tables that the schema files list for `vault` (`<connection>/<vault>`), or for any vault if `vault` is
 * undefined. Returns undefined if the files can't be taken as a list of all tables, for example because they contain
 * only policies or one of them could not be read completely.
 */
export function collectListedTables(
  files: readonly SchemaFile[],
  vault: string | undefined,
): readonly VaultTable[] | undefined {
  if (!files.every(isFullyRead)) return undefined;
  const declared = files.flatMap(({ tables, vaults }) => [
    ...tables,
    ...(vault === undefined ? [...vaults.values()].flat() : (vaults.get(vault) ?? [])),
  ]);
  if (!declared.some(listsTable)) return undefined;
  const byName = new Map<string, DeclaredTable[]>();
  for (const table of declared) {
    const key = table.name.toLowerCase();
    byName.set(key, [...(byName.get(key) ?? []), table]);
  }
  return Array.from(byName.values(), joinTables);
}

const isFullyRead = ({ problems, mayLackPolicies }: SchemaFile): boolean =>
  !mayLackPolicies && problems.every(({ kind }) => kind !== 'syntax' && kind !== 'shape');

const hasPolicy = (column: DeclaredColumn): boolean =>
  Object.keys(protectiveValues).some((property) => Object.hasOwn(column, property));

const listsColumns = ({ columns }: DeclaredTable): boolean => columns.some((column) => !hasPolicy(column));

const listsTable = (table: DeclaredTable): boolean => table.columns.length === 0 || listsColumns(table);

function joinTables(tables: readonly DeclaredTable[]): VaultTable {
  const columns = tables.flatMap((table) => table.columns.map(({ name }) => quoteCaseInsensitiveName(name)));
  return {
    name: quoteCaseInsensitiveName(tables[0]?.name ?? ''),
    columns: tables.some(listsColumns) ? [...new Set(columns)] : undefined,
  };
}
