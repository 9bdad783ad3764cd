/** The tables that a vault has, where a schema file lists them rather than only the rules on some columns. */
import { writeName } from '../sql/dialect/identifier.ts';
import type { VaultTable } from '../sql/dialect/schema.ts';
import { protects, type SchemaFile, type WrittenColumn, type WrittenTable } from './schemaFile.ts';

/**
 * All tables of a vault, by `<connection>/<vault>`; of all vaults without one. A table is listed if it has a column
 * without a rule, or no columns at all; of the latter the columns are not known. Undefined where no table is listed, or
 * where a part of a file can't be read.
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

/** One table of its descriptions in several places. */
function joinTables(tables: readonly WrittenTable[]): VaultTable {
  const columns = tables.flatMap((table) => table.columns.map(({ name }) => writeName(name)));
  return {
    name: writeName(tables[0]?.name ?? ''),
    columns: tables.some(listsColumns) ? [...new Set(columns)] : undefined,
  };
}
