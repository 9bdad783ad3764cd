/** Finds vaults, tables and columns by what a person types. */
import { nameKey, writeName } from '../sql/dialect/identifier.ts';
import { labelOf, type SourceTable, type TableSource } from './catalogue.ts';

/** A vault with what names its tables. */
export interface SearchedVault {
  readonly label: string;
  sources(): Iterable<TableSource>;
}
/** A name as statements have it, and without quotes. */
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
  /** Of each kind: vaults, tables, columns. */
  readonly limit: number;
  readonly isTablesOnly?: boolean;
}

const separator = /[\s./]+/;

/** What is looked for. */
const searchWords = (query: string): readonly string[] =>
  query.toLowerCase().split(separator).filter(Boolean);

/**
 * What has all words of the query in it or in what it belongs to, and at least one in its own name: vaults first, then
 * tables, then columns, each in its order; without a word, vaults and tables. Linear in the names.
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
  /** Those that the vault's name does not have. */
  readonly inVault: readonly string[];
  /** As the source's. */
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

/** Several sources may have one name. */
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

/** The words that are not in a name. */
function missing(name: string, words: readonly string[]): readonly string[] {
  if (words.length === 0) return words;
  const folded = name.toLowerCase();
  return words.filter((word) => !folded.includes(word));
}
