/** Merges what schema files, queries, audit events and other sources reveal about the tables of a vault. */
import { createNameKey, quoteCaseInsensitiveName } from '../sql/dialect/identifier.ts';
import type { ColumnPolicy, KnownTables, VaultTable } from '../sql/dialect/schema.ts';
import { decodeQuotedName } from '../sql/lexer/escapes.ts';

export type Origin =
  | { readonly kind: 'schemaFile'; readonly name: string }
  | { readonly kind: 'settings' }
  | { readonly kind: 'localVault' }
  | { readonly kind: 'document'; readonly name: string }
  | { readonly kind: 'result' }
  | { readonly kind: 'audit' };

export type ObservedKind = 'text' | 'number' | 'boolean' | 'date' | 'object';

export interface ColumnFacts extends Omit<ColumnPolicy, 'table' | 'column'> {
  readonly type?: string;
  readonly description?: string;
  readonly kinds?: readonly ObservedKind[];
  readonly isRedacted?: boolean;
  /** REDACTION levels that queries requested for this column. */
  readonly levels?: readonly string[];
}
export interface SourceColumn extends ColumnFacts {
  readonly name: string;
}
export interface SourceTable {
  readonly name: string;
  readonly description?: string;
  readonly columns: Iterable<SourceColumn>;
}
export interface TableSource {
  readonly origin: Origin;
  readonly tables: Iterable<SourceTable>;
  /** True if names are unquoted, as the vault stores them. Otherwise, they are written as in a statement. */
  readonly areNamesUnquoted?: true;
}

export interface KnownColumn extends SourceColumn {
  readonly key: string;
  readonly label: string;
  readonly origins: readonly Origin[];
}
export interface KnownTable extends SourceTable {
  readonly key: string;
  readonly label: string;
  readonly origins: readonly Origin[];
  readonly columns: readonly KnownColumn[];
}

export const removeQuotes = (name: string): string => decodeQuotedName(name) ?? name;

/**
 * Yields a table with one column for each policy. The names are unquoted, so a `TableSource` with these tables must set
 * `areNamesUnquoted`.
 */
export function* sourceTablesOfPolicies(policies: readonly ColumnPolicy[]): Generator<SourceTable> {
  for (const { table, column, ...policy } of policies)
    yield { name: table, columns: [{ name: column, ...policy }] };
}

export function* sourceTablesOfVault(tables: readonly VaultTable[]): Generator<SourceTable> {
  for (const { name, columns = [] } of tables)
    yield { name, columns: columns.map((column) => ({ name: column })) };
}

/** Yields the tables and columns of an index of names in statements. */
export function* sourceTablesOfIndex(index: KnownTables): Generator<SourceTable> {
  for (const { name, columns } of index.values())
    yield { name, columns: Array.from(columns.values(), (column) => ({ name: column })) };
}

interface ColumnEntry {
  column: SourceColumn;
  readonly origins: Origin[];
  /** Position among the columns of the table that descriptions of the vault name; undefined if none names the column. */
  place: number | undefined;
}
interface TableEntry {
  readonly name: string;
  /** Number of the table's columns that descriptions of the vault name. */
  describedCount: number;
  description: string | undefined;
  readonly origins: Origin[];
  readonly columns: Map<string, ColumnEntry>;
}

/** Merges the tables of several sources by name. The spelling in the first source that mentions a name is used. */
export class Catalogue {
  readonly #tables = new Map<string, TableEntry>();

  /**
   * Merges a source into the catalogue. Returns whether the names, their origins or the facts about columns changed.
   */
  add({ origin, tables, areNamesUnquoted }: TableSource): boolean {
    const toStatementName = (name: string): string =>
      areNamesUnquoted ? quoteCaseInsensitiveName(name) : name;
    let isNew = false;
    for (const { name, description, columns } of tables) {
      const table = this.#getOrAddTable(toStatementName(name));
      isNew = addOrigin(table.origins, origin) || isNew;
      table.description ??= description;
      for (const column of columns)
        isNew = addColumn(table, { ...column, name: toStatementName(column.name) }, origin) || isNew;
    }
    return isNew;
  }

  /**
   * Returns the tables, sorted by label. Columns that a description of the vault (a schema file or the local vault)
   * names come first, in the order of the descriptions. The others follow sorted by label. So the order is the same
   * after each start, and none moves because a query, a result or an event names it.
   */
  tables(): readonly KnownTable[] {
    const found = Array.from(this.#tables, ([key, { name, description, origins, columns }]) => ({
      key,
      name,
      origins,
      label: removeQuotes(name),
      ...(description === undefined ? {} : { description }),
      columns: Array.from(columns, ([columnKey, { column, origins: columnOrigins, place }]) => ({
        place: place ?? Number.POSITIVE_INFINITY,
        column: {
          ...column,
          key: columnKey,
          origins: columnOrigins,
          label: removeQuotes(column.name),
        },
      }))
        .sort(comparePlaces)
        .map(({ column }) => column),
    }));
    return found.sort(compareLabels);
  }

  #getOrAddTable(name: string): TableEntry {
    const key = createNameKey(name);
    const known = this.#tables.get(key);
    if (known) return known;
    const table: TableEntry = {
      name,
      describedCount: 0,
      description: undefined,
      origins: [],
      columns: new Map(),
    };
    this.#tables.set(key, table);
    return table;
  }
}

/** Merges the tables of all sources into one list, sorted by label. */
export function mergeTables(sources: Iterable<TableSource>): readonly KnownTable[] {
  const catalogue = new Catalogue();
  for (const source of sources) catalogue.add(source);
  return catalogue.tables();
}

const compareLabels = (a: { readonly label: string }, b: { readonly label: string }): number =>
  a.label === b.label ? 0 : a.label < b.label ? -1 : 1;

interface PlacedColumn {
  readonly place: number;
  readonly column: KnownColumn;
}
const comparePlaces = (a: PlacedColumn, b: PlacedColumn): number =>
  a.place === b.place ? compareLabels(a.column, b.column) : a.place < b.place ? -1 : 1;

const describesVault = ({ kind }: Origin): boolean => kind === 'schemaFile' || kind === 'localVault';

function addOrigin(origins: Origin[], origin: Origin): boolean {
  if (origins.includes(origin)) return false;
  origins.push(origin);
  return true;
}

function addColumn(table: TableEntry, column: SourceColumn, origin: Origin): boolean {
  const key = createNameKey(column.name);
  const known = table.columns.get(key);
  const entry = known ?? { column, origins: [], place: undefined };
  table.columns.set(key, entry);
  if (describesVault(origin)) entry.place ??= table.describedCount++;
  const isNew = addOrigin(entry.origins, origin);
  if (!hasNewFacts(entry.column, column)) return isNew;
  entry.column = mergeFacts(entry.column, column);
  return true;
}

function hasNewFacts(known: ColumnFacts, added: ColumnFacts): boolean {
  return (
    (added.type !== undefined && known.type === undefined) ||
    (added.description !== undefined && known.description === undefined) ||
    (added.isRedacted === true && !known.isRedacted) ||
    (added.masked === true && !known.masked) ||
    (added.transientTokenization === true && !known.transientTokenization) ||
    (added.columnLevelEncryption === false && known.columnLevelEncryption !== false) ||
    (added.columnLevelEncryption === true && known.columnLevelEncryption === undefined) ||
    (added.kinds ?? []).some((kind) => !known.kinds?.includes(kind)) ||
    (added.levels ?? []).some((level) => !known.levels?.includes(level))
  );
}

/** Merges the facts about one column. A policy that protects the column in either source applies. */
function mergeFacts(known: SourceColumn, added: ColumnFacts): SourceColumn {
  const mergeTrueFlag = (name: 'isRedacted' | 'masked' | 'transientTokenization') =>
    known[name] || added[name] ? { [name]: true } : {};
  const union = <Value>(a: readonly Value[] = [], b: readonly Value[] = []) => [...new Set([...a, ...b])];
  const encryption = [known, added].flatMap(({ columnLevelEncryption: isOn }) =>
    isOn === undefined ? [] : [isOn],
  );
  return {
    ...added,
    ...known,
    ...mergeTrueFlag('isRedacted'),
    ...mergeTrueFlag('masked'),
    ...mergeTrueFlag('transientTokenization'),
    ...(encryption.length > 0 && { columnLevelEncryption: encryption.every((isOn) => isOn) }),
    ...((known.kinds ?? added.kinds) && { kinds: union(known.kinds, added.kinds) }),
    ...((known.levels ?? added.levels) && { levels: union(known.levels, added.levels) }),
  };
}
