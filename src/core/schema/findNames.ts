/** Finds vaults, tables and columns by the words that the user types. */
import { createNameKey, quoteCaseInsensitiveName } from '../sql/dialect/identifier.ts';
import { removeQuotes, type SourceTable, type TableSource } from './catalogue.ts';

/** A vault to search, with the sources that mention its tables. */
export interface SearchedVault {
  readonly label: string;
  sources(): Iterable<TableSource>;
}
interface FoundName {
  /** The name as written in statements, perhaps in double quotes. */
  readonly name: string;
  /** The name without quotes, for display. */
  readonly label: string;
}
/** A vault, table or column that matches a query. */
export interface NameMatch<Vault extends SearchedVault> {
  readonly vault: Vault;
  /** The table that matches, or whose column matches. Absent if the vault itself matches. */
  readonly table?: FoundName;
  /** The column that matches. Absent if the vault or the table itself matches. */
  readonly column?: FoundName;
}

export interface FindOptions {
  /** Maximum number of vaults, of tables and of columns that are returned, each counted separately. */
  readonly limit: number;
  /** True to return neither vaults nor columns. The default is false. */
  readonly isTablesOnly?: boolean;
}

const separator = /[\s./]+/;

const searchWords = (query: string): readonly string[] =>
  query.toLowerCase().split(separator).filter(Boolean);

/**
 * Returns the vaults that match a query, then the tables, then the columns, each in the order of `vaults` and their
 * sources and at most `limit` of each kind. `query` is split into words at whitespace, dots and slashes; case is
 * ignored. A vault matches if its label contains all words. A table or column matches if its name contains at least one
 * of the words, and each other word is contained in its name or in the name of its table or vault. An empty query
 * matches all vaults and tables.
 */
export function findNames<Vault extends SearchedVault>(
  vaults: readonly Vault[],
  query: string,
  { limit, isTablesOnly = false }: FindOptions,
): readonly NameMatch<Vault>[] {
  const words = searchWords(query);
  const found = new Matches<Vault>(limit, isTablesOnly);
  for (const vault of vaults) {
    const missingInVault = findMissingWords(vault.label, words);
    if (missingInVault.length === 0) found.addVault(vault);
    for (const { tables, areNamesUnquoted } of vault.sources())
      for (const table of tables)
        addTableMatches(vault, table, { words, missingInVault, areNamesUnquoted, found });
  }
  return found.all();
}

interface Search<Vault extends SearchedVault> {
  readonly words: readonly string[];
  readonly missingInVault: readonly string[];
  readonly areNamesUnquoted: true | undefined;
  readonly found: Matches<Vault>;
}

function addTableMatches<Vault extends SearchedVault>(
  vault: Vault,
  { name, columns }: SourceTable,
  { words, missingInVault, areNamesUnquoted, found }: Search<Vault>,
): void {
  const nameOf = (source: string): FoundName =>
    areNamesUnquoted
      ? { name: quoteCaseInsensitiveName(source), label: source }
      : { name: source, label: removeQuotes(source) };
  const label = areNamesUnquoted ? name : removeQuotes(name);
  const missingInTable = findMissingWords(label, missingInVault);
  const isNameMatch = words.length === 0 || findMissingWords(label, words).length < words.length;
  if (missingInTable.length === 0 && isNameMatch) found.addTable(vault, nameOf(name));
  if (words.length === 0 || found.areColumnsFull) return;
  for (const column of columns) {
    const own = (areNamesUnquoted ? column.name : removeQuotes(column.name)).toLowerCase();
    if (!words.some((word) => own.includes(word)) || !missingInTable.every((word) => own.includes(word)))
      continue;
    found.addColumn(vault, nameOf(name), nameOf(column.name));
  }
}

class Matches<Vault extends SearchedVault> {
  readonly #limit: number;
  readonly #isTablesOnly: boolean;
  readonly #addedPaths = new Set<string>();
  readonly #vaults: NameMatch<Vault>[] = [];
  readonly #tables: NameMatch<Vault>[] = [];
  readonly #columns: NameMatch<Vault>[] = [];

  constructor(limit: number, isTablesOnly: boolean) {
    this.#limit = limit;
    this.#isTablesOnly = isTablesOnly;
  }
  get areColumnsFull(): boolean {
    return this.#isTablesOnly || this.#columns.length >= this.#limit;
  }
  addVault(vault: Vault): void {
    if (!this.#isTablesOnly && this.#vaults.length < this.#limit) this.#vaults.push({ vault });
  }
  addTable(vault: Vault, table: FoundName): void {
    if (this.#tables.length < this.#limit && this.#addIfNew(vault.label, createNameKey(table.name)))
      this.#tables.push({ vault, table });
  }
  addColumn(vault: Vault, table: FoundName, column: FoundName): void {
    if (
      !this.areColumnsFull &&
      this.#addIfNew(vault.label, createNameKey(table.name), createNameKey(column.name))
    )
      this.#columns.push({ vault, table, column });
  }
  all(): readonly NameMatch<Vault>[] {
    return [...this.#vaults, ...this.#tables, ...this.#columns];
  }
  #addIfNew(...path: readonly string[]): boolean {
    const { size } = this.#addedPaths;
    return this.#addedPaths.add(JSON.stringify(path)).size > size;
  }
}

function findMissingWords(name: string, words: readonly string[]): readonly string[] {
  if (words.length === 0) return words;
  const folded = name.toLowerCase();
  return words.filter((word) => !folded.includes(word));
}
