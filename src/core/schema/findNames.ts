/** Finds vaults, tables and columns by the words that the user types. */
import { nameKey, writeName } from '../sql/dialect/identifier.ts';
import { labelOf, type SourceTable, type TableSource } from './catalogue.ts';

/** A vault to search, with the sources that mention its tables. */
export interface SearchedVault {
  readonly label: string;
  sources(): Iterable<TableSource>;
}
/** A name as written in statements (`name`) and without quotes (`label`). */
interface FoundName {
  readonly name: string;
  readonly label: string;
}
export interface NameMatch<Vault extends SearchedVault> {
  readonly vault: Vault;
  readonly table?: FoundName;
  readonly column?: FoundName;
}

export interface FindOptions {
  /** Maximum number of matches per kind: vaults, tables and columns are limited separately. */
  readonly limit: number;
  readonly isTablesOnly?: boolean;
}

const separator = /[\s./]+/;

/** Splits a query at whitespace, dots and slashes into lower-case words. */
const searchWords = (query: string): readonly string[] =>
  query.toLowerCase().split(separator).filter(Boolean);

/**
 * Returns the vaults, then tables, then columns that match a query, each kind in the order of its sources. All words
 * must be in the name or in the names of its table and vault, and at least one in the name itself. An empty query
 * matches all vaults and tables. Takes time linear in the number of names.
 */
export function findNames<Vault extends SearchedVault>(
  vaults: readonly Vault[],
  query: string,
  { limit, isTablesOnly = false }: FindOptions,
): readonly NameMatch<Vault>[] {
  const words = searchWords(query);
  const found = new Matches<Vault>(limit, isTablesOnly);
  for (const vault of vaults) {
    const inVault = missing(vault.label, words);
    if (inVault.length === 0) found.addVault(vault);
    for (const { tables, areBare } of vault.sources())
      for (const table of tables) findIn(vault, table, { words, inVault, areBare, found });
  }
  return found.all();
}

interface Search<Vault extends SearchedVault> {
  readonly words: readonly string[];
  /** Query words that the vault's label does not contain. */
  readonly inVault: readonly string[];
  /** `areBare` of the source that is being searched. */
  readonly areBare: true | undefined;
  readonly found: Matches<Vault>;
}

function findIn<Vault extends SearchedVault>(
  vault: Vault,
  { name, columns }: SourceTable,
  { words, inVault, areBare, found }: Search<Vault>,
): void {
  const nameOf = (source: string): FoundName =>
    areBare ? { name: writeName(source), label: source } : { name: source, label: labelOf(source) };
  const label = areBare ? name : labelOf(name);
  const inTable = missing(label, inVault);
  const isNamed = words.length === 0 || missing(label, words).length < words.length;
  if (inTable.length === 0 && isNamed) found.addTable(vault, nameOf(name));
  if (words.length === 0 || found.areColumnsFull) return;
  for (const column of columns) {
    const own = (areBare ? column.name : labelOf(column.name)).toLowerCase();
    if (!words.some((word) => own.includes(word)) || !inTable.every((word) => own.includes(word))) continue;
    found.addColumn(vault, nameOf(name), nameOf(column.name));
  }
}

/** Collects matches up to the limit. A table or column that several sources mention is added once. */
class Matches<Vault extends SearchedVault> {
  readonly #limit: number;
  readonly #isTablesOnly: boolean;
  readonly #met = new Set<string>();
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
    if (this.#tables.length < this.#limit && this.#isNew(vault.label, nameKey(table.name)))
      this.#tables.push({ vault, table });
  }
  addColumn(vault: Vault, table: FoundName, column: FoundName): void {
    if (!this.areColumnsFull && this.#isNew(vault.label, nameKey(table.name), nameKey(column.name)))
      this.#columns.push({ vault, table, column });
  }
  all(): readonly NameMatch<Vault>[] {
    return [...this.#vaults, ...this.#tables, ...this.#columns];
  }
  #isNew(...path: readonly string[]): boolean {
    const { size } = this.#met;
    return this.#met.add(JSON.stringify(path)).size > size;
  }
}

/** Returns the words that a name does not contain, ignoring the name's case. */
function missing(name: string, words: readonly string[]): readonly string[] {
  if (words.length === 0) return words;
  const folded = name.toLowerCase();
  return words.filter((word) => !folded.includes(word));
}
