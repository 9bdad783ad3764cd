import { createNameKey, quoteCaseInsensitiveName } from '../sql/dialect/identifier.ts';
import { removeQuotes, type SourceTable, type TableSource } from './catalogue.ts';

export interface SearchedVault {
  readonly label: string;
  sources(): Iterable<TableSource>;
}
interface FoundName {
  readonly name: string;
  readonly label: string;
}
export interface NameMatch<Vault extends SearchedVault> {
  readonly vault: Vault;
  /** The table that matches, or whose column matches. Absent if the vault itself matches. */
  readonly table?: FoundName;
  /** The column that matches. Absent if the vault or the table itself matches. */
  readonly column?: FoundName;
}

export interface FindNamesOptions {
  readonly limit: number;
  readonly isTablesOnly?: boolean;
}

const separator = /[\s./]+/;

const splitIntoWords = (query: string): readonly string[] =>
  query.toLowerCase().split(separator).filter(Boolean);

/**
 * Finds vaults, tables and columns by the words of `query`, ignoring case, at most `limit` of each. Words are separated
 * by whitespace, dots or slashes. A name matches if each word occurs in it or in the name of its vault or table, and at
 * least one in the name itself. Without words, all vaults and tables match, but no columns.
 */
export function findNames<Vault extends SearchedVault>(
  vaults: readonly Vault[],
  query: string,
  { limit, isTablesOnly = false }: FindNamesOptions,
): readonly NameMatch<Vault>[] {
  const words = splitIntoWords(query);
  const found = new Matches<Vault>(limit, isTablesOnly);
  for (const vault of vaults) {
    const missingInVault = findMissingWords(vault.label, words);
    if (missingInVault.length === 0) found.addVault(vault);
    for (const { tables, areNamesUnquoted } of vault.sources())
      for (const table of tables)
        addTableMatches(vault, table, { words, missingInVault, areNamesUnquoted, found });
  }
  return found.listMatches();
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
  const toFoundName = (source: string): FoundName =>
    areNamesUnquoted
      ? { name: quoteCaseInsensitiveName(source), label: source }
      : { name: source, label: removeQuotes(source) };
  const label = areNamesUnquoted ? name : removeQuotes(name);
  const missingInTable = findMissingWords(label, missingInVault);
  const isNameMatch = words.length === 0 || findMissingWords(label, words).length < words.length;
  if (missingInTable.length === 0 && isNameMatch) found.addTable(vault, toFoundName(name));
  if (words.length === 0 || found.areColumnsFull) return;
  for (const column of columns) {
    const own = (areNamesUnquoted ? column.name : removeQuotes(column.name)).toLowerCase();
    if (!words.some((word) => own.includes(word)) || !missingInTable.every((word) => own.includes(word)))
      continue;
    found.addColumn(vault, toFoundName(name), toFoundName(column.name));
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
    if (this.#tables.length < this.#limit && this.#recordIfNewPath(vault.label, createNameKey(table.name)))
      this.#tables.push({ vault, table });
  }
  addColumn(vault: Vault, table: FoundName, column: FoundName): void {
    if (
      !this.areColumnsFull &&
      this.#recordIfNewPath(vault.label, createNameKey(table.name), createNameKey(column.name))
    )
      this.#columns.push({ vault, table, column });
  }
  listMatches(): readonly NameMatch<Vault>[] {
    return [...this.#vaults, ...this.#tables, ...this.#columns];
  }
  #recordIfNewPath(...path: readonly string[]): boolean {
    const { size } = this.#addedPaths;
    return this.#addedPaths.add(JSON.stringify(path)).size > size;
  }
}

function findMissingWords(name: string, words: readonly string[]): readonly string[] {
  if (words.length === 0) return words;
  const folded = name.toLowerCase();
  return words.filter((word) => !folded.includes(word));
}
