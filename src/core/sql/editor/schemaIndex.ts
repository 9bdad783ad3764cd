import { determineStatementRoles, type NamedTable, type TokenRoles } from '../analysis/roles.ts';
import { createNameKey, decodeIdentifier, quoteNameIfNeeded } from '../dialect/identifier.ts';
import type { ColumnPolicy, KnownTables } from '../dialect/schema.ts';
import type { Token } from '../lexer/tokens.ts';
import { DocumentLinter } from '../lint/documentLinter.ts';
import { hasErrors } from '../lint/severity.ts';
import { SqlDocument, type SqlText, toSqlDocument } from '../syntax/document/sqlDocument.ts';
import type { SqlStatement } from '../syntax/document/sqlStatement.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { findExcludedNames } from './excludedNames.ts';

export type { TableNames } from '../dialect/schema.ts';

export type SchemaIndex = KnownTables;

/**
 * Maximum number of tables in an index. It limits the memory used for a file that is not SQL despite its extension.
 */
const MAX_TABLES = 2_000;
const MAX_COLUMNS_PER_TABLE = 20_000;

interface GrowingTable {
  readonly name: string;
  readonly columns: Map<string, string>;
}
type GrowingIndex = Map<string, GrowingTable>;

function getOrAddEntry(index: GrowingIndex, table: string): GrowingTable | undefined {
  const key = createNameKey(table);
  const found = index.get(key);
  if (found || index.size >= MAX_TABLES) return found;
  const entry = { name: table, columns: new Map() };
  index.set(key, entry);
  return entry;
}
function addColumn(entry: GrowingTable | undefined, column: string): void {
  if (!entry || entry.columns.size >= MAX_COLUMNS_PER_TABLE) return;
  const key = createNameKey(column);
  if (!entry.columns.has(key)) entry.columns.set(key, column);
}

/**
 * Returns the tables to which a column can belong. With a `qualifier`, these are the tables that have it as their
 * alias, or as their name if they have no alias. Without a qualifier, these are all `tables`.
 */
export function findTablesOfQualifier(
  text: string,
  tables: readonly NamedTable[],
  qualifier: Token | undefined,
): readonly NamedTable[] {
  if (!qualifier) return tables;
  const wanted = createNameKey(text.slice(qualifier.start, qualifier.end));
  return tables.filter(({ table, alias }) => {
    const { start, end } = alias ?? table;
    return createNameKey(text.slice(start, end)) === wanted;
  });
}

export class DocumentIndexer {
  readonly #linter: DocumentLinter;
  readonly #cache = new WeakMap<SqlStatement, SchemaIndex>();

  constructor(linter: DocumentLinter) {
    this.#linter = linter;
  }

  /**
   * Returns the table and column names in a document, as `collectNamesOfText` does for a text. `caret` is an offset in
   * UTF-16 code units, or -1 if there is no caret.
   */
  index(document: SqlDocument, caret = -1, allow: readonly string[] = []): SchemaIndex {
    const index: GrowingIndex = new Map();
    const check = this.#linter.createChecker({ allow, literalHints: false });
    for (const { statement, start, end, fullEnd } of document.statements()) {
      // Without its `;` a statement continues to the end of the text.
      const isTyped = start <= caret && (caret <= fullEnd || end === fullEnd);
      if (isTyped) addNames(index, collectNames(statement, caret - start));
      else if (!hasErrors(check(statement))) addNames(index, this.#getCachedNames(statement));
    }
    return index;
  }

  #getCachedNames(statement: SqlStatement): SchemaIndex {
    let found = this.#cache.get(statement);
    if (!found) {
      found = collectNames(statement, -1, (one) => this.#linter.parseCached(one));
      this.#cache.set(statement, found);
    }
    return found;
  }
}

/**
 * Returns the table and column names in the statements of `text`. Statements with errors are ignored, because an
 * incomplete name or a word of prose in them may look like a name. The statement at `caret` (an offset in UTF-16 code
 * units; -1 if there is no caret) is included even with errors, but without the name that touches the caret.
 */
export const collectNamesOfText = (text: string, caret = -1, allow: readonly string[] = []): SchemaIndex =>
  new DocumentIndexer(new DocumentLinter()).index(new SqlDocument(text), caret, allow);

function collectNames(
  statement: SqlStatement,
  caret = -1,
  treeOf?: (statement: SqlStatement) => SyntaxTree,
): SchemaIndex {
  const index: GrowingIndex = new Map();
  const { source, tokens } = statement;
  const read = determineStatementRoles(statement, treeOf);
  if (read.tables.length > 0) addStatementNames(index, source, tokens, read, caret);
  return index;
}

function addNames(index: GrowingIndex, names: SchemaIndex): void {
  for (const { name, columns } of names.values()) {
    const entry = getOrAddEntry(index, name);
    for (const column of columns.values()) addColumn(entry, column);
  }
}

function addStatementNames(
  index: GrowingIndex,
  text: string,
  tokens: readonly Token[],
  read: TokenRoles,
  caret: number,
): void {
  const { roles, tables } = read;
  const source = ({ start, end }: Token): string => text.slice(start, end);
  const others = findExcludedNames(text, tokens, read);
  // Backticks do not quote names in this dialect, and the name at the caret may be incomplete.
  const counts = (token: Token): boolean =>
    token.kind !== 'backtick' && !(token.start <= caret && caret <= token.end) && !others.has(token);
  const entries = new Map<string, GrowingTable | undefined>();
  let only: GrowingTable | undefined;
  for (const { table, alias } of tables) {
    const entry = counts(table) ? getOrAddEntry(index, source(table)) : undefined;
    const key = createNameKey(source(alias ?? table));
    // If two tables have the same name or alias, a column qualified with it may belong to either of them.
    entries.set(key, entries.has(key) ? undefined : entry);
    only = tables.length === 1 ? entry : undefined;
  }
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token || roles[at] !== 'column' || !counts(token)) continue;
    const qualifier = tokens[at - 1]?.word === '.' ? tokens[at - 2] : undefined;
    addColumn(qualifier ? entries.get(createNameKey(source(qualifier))) : only, source(token));
  }
}

/**
 * Returns the names of tables and columns in `statement`, a query that was successful. If the query is a plain
 * `SELECT * FROM` a single table, also adds `columns` to this table. `columns` are the names of the result's columns as
 * the service returned them.
 */
export function collectNamesOfResult(statement: SqlText, columns: readonly string[]): SchemaIndex {
  const statements = toSqlDocument(statement).statements();
  const own = mergeIndexes(statements.map((one) => collectNames(one.statement)));
  const [first] = statements;
  if (!first) return own;
  const { source, tokens } = first.statement;
  const read = determineStatementRoles(first.statement);
  const [only, second] = read.tables;
  const [, star, from, next] = tokens;
  if (!only || second || star?.word !== '*' || from?.word !== 'FROM') return own;
  // A subquery or a list of column aliases may rename the table's columns.
  if (next?.word === '(' || read.roles.includes('columnAlias')) return own;
  if (findExcludedNames(source, tokens, read).has(only.table)) return own;
  const seen: GrowingIndex = new Map();
  const table = source.slice(only.table.start, only.table.end);
  const entry = getOrAddEntry(seen, table);
  for (const column of columns) addColumn(entry, quoteNameIfNeeded(column));
  return mergeIndexes([own, seen]);
}

/** Merges several indexes into one. If the indexes spell a name differently, the first spelling is kept. */
export function mergeIndexes(indexes: readonly SchemaIndex[]): SchemaIndex {
  const merged: GrowingIndex = new Map();
  for (const index of indexes) addNames(merged, index);
  return merged;
}

/**
 * Returns the policy of a column, or undefined if `policies` has none for it. `table` and `column` are names as written
 * in a statement, with or without double quotes; their case is ignored.
 */
export function findColumnPolicy(
  policies: readonly ColumnPolicy[],
  table: string,
  column: string,
): ColumnPolicy | undefined {
  // Names in policies are compared without regard to case.
  const fold = (name: string): string => decodeIdentifier(name).toLowerCase();
  const [tableName, columnName] = [fold(table), fold(column)];
  return policies.find(
    (policy) => policy.table.toLowerCase() === tableName && policy.column.toLowerCase() === columnName,
  );
}
