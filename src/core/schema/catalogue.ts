/**
 * The tables of one vault, put together from all that names them: the service lists none. Each name knows where it comes
 * from. Names are those of a statement, with double quotes where they need them. No values.
 */
import { nameKey, writeName } from '../sql/dialect/identifier.ts';
import type { ColumnPolicy, KnownTables, VaultTable } from '../sql/dialect/schema.ts';
import { unquoted } from '../sql/lexer/escapes.ts';

/** What names a table or a column. */
export type Origin =
  /** A `.vaultsql/schema.json` of the workspace, by its path there. */
  | { readonly kind: 'schemaFile'; readonly name: string }
  /** `vaultsql.dialect.columns`. */
  | { readonly kind: 'settings' }
  /** The local vault says so itself. */
  | { readonly kind: 'localVault' }
  /** A document with statements, by its name for people. */
  | { readonly kind: 'document'; readonly name: string }
  /** An answered query of this window. */
  | { readonly kind: 'result' }
  /** The query of an audit event that the service answered. */
  | { readonly kind: 'audit' };

/** What values of a column were, in answers. */
export type SeenKind = 'text' | 'number' | 'boolean' | 'date' | 'object';

export interface ColumnFacts extends Omit<ColumnPolicy, 'table' | 'column'> {
  /** As the team calls it. */
  readonly type?: string;
  readonly description?: string;
  readonly kinds?: readonly SeenKind[];
  /** An answer had values that look redacted. */
  readonly isRedacted?: boolean;
  /** Levels of REDACTION in answered queries, upper case. */
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
/** Names from one place. */
export interface TableSource {
  readonly origin: Origin;
  readonly tables: Iterable<SourceTable>;
  /** Whether names are as the vault has them, and not as a statement does. */
  readonly areBare?: true;
}

export interface KnownColumn extends SourceColumn {
  readonly key: string;
  /** The name without quotes. */
  readonly label: string;
  /** The first one gave the spelling. */
  readonly origins: readonly Origin[];
}
export interface KnownTable extends SourceTable {
  readonly key: string;
  /** The name without quotes. */
  readonly label: string;
  readonly origins: readonly Origin[];
  /** In the order in which they were met. */
  readonly columns: readonly KnownColumn[];
}

/** A name without the quotes that a statement needs. */
export const labelOf = (name: string): string => unquoted(name) ?? name;

/** What policies name, bare. */
export function* policyTables(policies: readonly ColumnPolicy[]): Generator<SourceTable> {
  for (const { table, column, ...policy } of policies)
    yield { name: table, columns: [{ name: column, ...policy }] };
}

/** What a vault lists. */
export function* listedTables(tables: readonly VaultTable[]): Generator<SourceTable> {
  for (const { name, columns = [] } of tables)
    yield { name, columns: columns.map((column) => ({ name: column })) };
}

/** What statements name. */
export function* indexedTables(index: KnownTables): Generator<SourceTable> {
  for (const { name, columns } of index.values())
    yield { name, columns: Array.from(columns.values(), (column) => ({ name: column })) };
}

interface GrowingColumn {
  column: SourceColumn;
  readonly origins: Origin[];
}
interface Growing {
  readonly name: string;
  description: string | undefined;
  readonly origins: Origin[];
  readonly columns: Map<string, GrowingColumn>;
}

/** Grows by sources; the first spelling of a name stays. */
export class Catalogue {
  readonly #tables = new Map<string, Growing>();

  /** Whether there was anything new. Linear in the source. */
  add({ origin, tables, areBare }: TableSource): boolean {
    const written = (name: string): string => (areBare ? writeName(name) : name);
    let isNew = false;
    for (const { name, description, columns } of tables) {
      const table = this.#tableOf(written(name));
      isNew = addOrigin(table.origins, origin) || isNew;
      table.description ??= description;
      for (const column of columns)
        isNew = addColumn(table, { ...column, name: written(column.name) }, origin) || isNew;
    }
    return isNew;
  }

  /** By name. */
  tables(): readonly KnownTable[] {
    const found = Array.from(this.#tables, ([key, { name, description, origins, columns }]) => ({
      ...{ key, name, origins, label: labelOf(name) },
      ...(description === undefined ? {} : { description }),
      columns: Array.from(columns, ([columnKey, known]) => ({
        ...known.column,
        ...{ key: columnKey, origins: known.origins, label: labelOf(known.column.name) },
      })),
    }));
    return found.sort((a, b) => (a.label < b.label ? -1 : 1));
  }

  #tableOf(name: string): Growing {
    const key = nameKey(name);
    const known = this.#tables.get(key);
    if (known) return known;
    const table: Growing = { name, description: undefined, origins: [], columns: new Map() };
    this.#tables.set(key, table);
    return table;
  }
}

/** The tables of one vault by all sources. */
export function tablesFrom(sources: Iterable<TableSource>): readonly KnownTable[] {
  const catalogue = new Catalogue();
  for (const source of sources) catalogue.add(source);
  return catalogue.tables();
}

function addOrigin(origins: Origin[], origin: Origin): boolean {
  if (origins.includes(origin)) return false;
  origins.push(origin);
  return true;
}

function addColumn({ columns }: Growing, column: SourceColumn, origin: Origin): boolean {
  const key = nameKey(column.name);
  const known = columns.get(key);
  if (!known) {
    columns.set(key, { column, origins: [origin] });
    return true;
  }
  const isNew = addOrigin(known.origins, origin);
  if (!addsTo(known.column, column)) return isNew;
  known.column = joinFacts(known.column, column);
  return true;
}

/** Whether there is more than what is known. */
function addsTo(known: ColumnFacts, more: ColumnFacts): boolean {
  return (
    (more.type !== undefined && known.type === undefined) ||
    (more.description !== undefined && known.description === undefined) ||
    (more.isRedacted === true && !known.isRedacted) ||
    (more.masked === true && !known.masked) ||
    (more.transientTokenization === true && !known.transientTokenization) ||
    (more.columnLevelEncryption === false && known.columnLevelEncryption !== false) ||
    (more.kinds ?? []).some((kind) => !known.kinds?.includes(kind)) ||
    (more.levels ?? []).some((level) => !known.levels?.includes(level))
  );
}

/** What one of them protects is protected. */
function joinFacts(known: SourceColumn, more: ColumnFacts): SourceColumn {
  const isTrue = (name: 'isRedacted' | 'masked' | 'transientTokenization') =>
    known[name] || more[name] ? { [name]: true } : {};
  const union = <Value>(a: readonly Value[] = [], b: readonly Value[] = []) => [...new Set([...a, ...b])];
  const encryption = [known, more].flatMap(({ columnLevelEncryption: is }) => (is === undefined ? [] : [is]));
  return {
    ...more,
    ...known,
    ...isTrue('isRedacted'),
    ...isTrue('masked'),
    ...isTrue('transientTokenization'),
    ...(encryption.length > 0 && { columnLevelEncryption: encryption.every((is) => is) }),
    ...((known.kinds ?? more.kinds) && { kinds: union(known.kinds, more.kinds) }),
    ...((known.levels ?? more.levels) && { levels: union(known.levels, more.levels) }),
  };
}
