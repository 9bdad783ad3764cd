/**
 * Collects the tables of one vault from all sources that mention them, because the service lists none. Each name
 * records its origins. Names are written as in a statement, perhaps in double quotes. Values are not stored.
 */
import { createNameKey, quoteCaseInsensitiveName } from '../sql/dialect/identifier.ts';
import type { ColumnPolicy, KnownTables, VaultTable } from '../sql/dialect/schema.ts';
import { decodeQuotedName } from '../sql/lexer/escapes.ts';

/** A source that mentions a table or a column. */
export type Origin =
  /** A `.vaultsql/schema.json` file of the workspace; `name` is its path in the workspace. */
  | { readonly kind: 'schemaFile'; readonly name: string }
  | { readonly kind: 'settings' }
  | { readonly kind: 'localVault' }
  /** A document that contains statements; `name` is its display name. */
  | { readonly kind: 'document'; readonly name: string }
  /** A query for which the service returned a result. */
  | { readonly kind: 'result' }
  /** The query text of an audit event for which the service returned a result. */
  | { readonly kind: 'audit' };

/** Kind of a column's values as observed in query results. */
export type ObservedKind = 'text' | 'number' | 'boolean' | 'date' | 'object';

export interface ColumnFacts extends Omit<ColumnPolicy, 'table' | 'column'> {
  /** Type name written in the schema file. */
  readonly type?: string;
  readonly description?: string;
  readonly kinds?: readonly ObservedKind[];
  /** True if a query result contained values of this column that look redacted. */
  readonly isRedacted?: boolean;
  /** REDACTION levels, in upper case, that successful queries requested for this column. */
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
/** Tables and columns that one source mentions. */
export interface TableSource {
  readonly origin: Origin;
  readonly tables: Iterable<SourceTable>;
  /** True if names are unquoted, as the vault stores them. Otherwise, they are written as in a statement. */
  readonly areNamesUnquoted?: true;
}

export interface KnownColumn extends SourceColumn {
  readonly key: string;
  /** The name without quotes. */
  readonly label: string;
  /** Sources that mention the column, in the order added. The first one determines the spelling of `name`. */
  readonly origins: readonly Origin[];
}
export interface KnownTable extends SourceTable {
  readonly key: string;
  /** The name without quotes. */
  readonly label: string;
  readonly origins: readonly Origin[];
  readonly columns: readonly KnownColumn[];
}

/** Returns a name without its double quotes, for display. */
export const removeQuotes = (name: string): string => decodeQuotedName(name) ?? name;

/**
 * Yields a table with one column for each policy. The names are unquoted, so a `TableSource` with these tables must set
 * `areNamesUnquoted`.
 */
export function* sourceTablesOfPolicies(policies: readonly ColumnPolicy[]): Generator<SourceTable> {
  for (const { table, column, ...policy } of policies)
    yield { name: table, columns: [{ name: column, ...policy }] };
}

/** Converts the tables that a vault or a schema file lists. A table whose columns are unknown is without columns. */
export function* sourceTablesOfVault(tables: readonly VaultTable[]): Generator<SourceTable> {
  for (const { name, columns = [] } of tables)
    yield { name, columns: columns.map((column) => ({ name: column })) };
}

/** Converts an index of the names in statements to tables with columns. */
export function* sourceTablesOfIndex(index: KnownTables): Generator<SourceTable> {
  for (const { name, columns } of index.values())
    yield { name, columns: Array.from(columns.values(), (column) => ({ name: column })) };
}

interface ColumnEntry {
  column: SourceColumn;
  readonly origins: Origin[];
}
interface TableEntry {
  readonly name: string;
  description: string | undefined;
  readonly origins: Origin[];
  readonly columns: Map<string, ColumnEntry>;
}

/** Merges the tables of several sources by name. The spelling in the first source that mentions a name is used. */
export class Catalogue {
  readonly #tables = new Map<string, TableEntry>();

  /**
   * Merges a source into the catalogue. Returns true if this added a name, an origin of a name or a fact about a
   * column.
   */
  add({ origin, tables, areNamesUnquoted }: TableSource): boolean {
    const written = (name: string): string => (areNamesUnquoted ? quoteCaseInsensitiveName(name) : name);
    let isNew = false;
    for (const { name, description, columns } of tables) {
      const table = this.#getOrAddTable(written(name));
      isNew = addOrigin(table.origins, origin) || isNew;
      table.description ??= description;
      for (const column of columns)
        isNew = addColumn(table, { ...column, name: written(column.name) }, origin) || isNew;
    }
    return isNew;
  }

  /** Returns all tables, sorted by label. */
  tables(): readonly KnownTable[] {
    const found = Array.from(this.#tables, ([key, { name, description, origins, columns }]) => ({
      key,
      name,
      origins,
      label: removeQuotes(name),
      ...(description === undefined ? {} : { description }),
      columns: Array.from(columns, ([columnKey, known]) => ({
        ...known.column,
        key: columnKey,
        origins: known.origins,
        label: removeQuotes(known.column.name),
      })),
    }));
    return found.sort((a, b) => (a.label < b.label ? -1 : 1));
  }

  #getOrAddTable(name: string): TableEntry {
    const key = createNameKey(name);
    const known = this.#tables.get(key);
    if (known) return known;
    const table: TableEntry = { name, description: undefined, origins: [], columns: new Map() };
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

function addOrigin(origins: Origin[], origin: Origin): boolean {
  if (origins.includes(origin)) return false;
  origins.push(origin);
  return true;
}

function addColumn({ columns }: TableEntry, column: SourceColumn, origin: Origin): boolean {
  const key = createNameKey(column.name);
  const known = columns.get(key);
  if (!known) {
    columns.set(key, { column, origins: [origin] });
    return true;
  }
  const isNew = addOrigin(known.origins, origin);
  if (!hasNewFacts(known.column, column)) return isNew;
  known.column = mergeFacts(known.column, column);
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

/**
 * Merges the facts about one column. A policy that protects the column in either source applies, `isRedacted` is true
 * if it is true in either, and kinds and levels of both are united. For any other fact, `known` takes precedence.
 */
function mergeFacts(known: SourceColumn, added: ColumnFacts): SourceColumn {
  const isTrue = (name: 'isRedacted' | 'masked' | 'transientTokenization') =>
    known[name] || added[name] ? { [name]: true } : {};
  const union = <Value>(a: readonly Value[] = [], b: readonly Value[] = []) => [...new Set([...a, ...b])];
  const encryption = [known, added].flatMap(({ columnLevelEncryption: isOn }) =>
    isOn === undefined ? [] : [isOn],
  );
  return {
    ...added,
    ...known,
    ...isTrue('isRedacted'),
    ...isTrue('masked'),
    ...isTrue('transientTokenization'),
    ...(encryption.length > 0 && { columnLevelEncryption: encryption.every((isOn) => isOn) }),
    ...((known.kinds ?? added.kinds) && { kinds: union(known.kinds, added.kinds) }),
    ...((known.levels ?? added.levels) && { levels: union(known.levels, added.levels) }),
  };
}
