/** Names of tables and their columns, for completion and hover: from statements, settings and results. No values. */
import { type NamedTable, rolesIn, type TokenRoles } from '../analysis/roles.ts';
import { nameKey, nameOf, quoteName } from '../dialect/identifier.ts';
import type { ColumnPolicy, KnownTables } from '../dialect/schema.ts';
import type { Token } from '../lexer/tokens.ts';
import { DocumentLinter } from '../lint/documentLinter.ts';
import { hasErrors } from '../lint/severity.ts';
import { documentOf, SqlDocument, type SqlText } from '../syntax/document/sqlDocument.ts';
import type { SqlStatement } from '../syntax/document/sqlStatement.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { excludedNames } from './excludedNames.ts';

export type { TableNames } from '../dialect/schema.ts';

/** Key of a table to its names. */
export type SchemaIndex = KnownTables;

/** Enough for any vault; a bound against files that are not what their extension says. */
const maxTables = 2_000;
const maxColumns = 20_000;

interface Growing {
  readonly name: string;
  readonly columns: Map<string, string>;
}
type GrowingIndex = Map<string, Growing>;

/** The index's entry of a table; undefined where there are too many. */
function entryOf(index: GrowingIndex, table: string): Growing | undefined {
  const key = nameKey(table);
  const found = index.get(key);
  if (found || index.size >= maxTables) return found;
  const entry = { name: table, columns: new Map() };
  index.set(key, entry);
  return entry;
}
function addColumn(entry: Growing | undefined, column: string): void {
  if (!entry || entry.columns.size >= maxColumns) return;
  const key = nameKey(column);
  if (!entry.columns.has(key)) entry.columns.set(key, column);
}

/** The tables that a qualifier or, without one, any column of a statement can mean. */
export function tablesOf(
  text: string,
  tables: readonly NamedTable[],
  qualifier: Token | undefined,
): readonly NamedTable[] {
  if (!qualifier) return tables;
  const wanted = nameKey(text.slice(qualifier.start, qualifier.end));
  return tables.filter(({ table, alias }) => {
    const { start, end } = alias ?? table;
    return nameKey(text.slice(start, end)) === wanted;
  });
}

/** The names of documents that are being edited: a statement is read again only where its text has changed. */
export class DocumentIndexer {
  readonly #linter: DocumentLinter;
  readonly #known = new WeakMap<SqlStatement, SchemaIndex>();

  constructor(linter: DocumentLinter) {
    this.#linter = linter;
  }

  /** As `indexText` of the document's text. In time linear in the statements and their names, once all are known. */
  index(document: SqlDocument, caret = -1, allow: readonly string[] = []): SchemaIndex {
    const index: GrowingIndex = new Map();
    const check = this.#linter.checker({ allow, literalHints: false });
    for (const { statement, start, end, fullEnd } of document.statements()) {
      // Without its `;` a statement continues to the end of the text.
      const isTyped = start <= caret && (caret <= fullEnd || end === fullEnd);
      if (isTyped) addNames(index, namesIn(statement, caret - start));
      else if (!hasErrors(check(statement))) addNames(index, this.#namesOf(statement));
    }
    return index;
  }

  #namesOf(statement: SqlStatement): SchemaIndex {
    let found = this.#known.get(statement);
    if (!found) {
      found = namesIn(statement, -1, (one) => this.#linter.treeOf(one));
      this.#known.set(statement, found);
    }
    return found;
  }
}

/**
 * The names in the statements of a text. A column without a table counts where only one table can be meant.
 * A statement with an error of the check does not count: half a name or a word of prose in it looks like a name.
 * The one at `caret`, an offset, does, since it is being typed, but not the name that the caret touches. `allow` as for
 * the check. Total and linear.
 */
export const indexText = (text: string, caret = -1, allow: readonly string[] = []): SchemaIndex =>
  new DocumentIndexer(new DocumentLinter()).index(new SqlDocument(text), caret, allow);

function namesIn(
  statement: SqlStatement,
  caret = -1,
  treeOf?: (statement: SqlStatement) => SyntaxTree,
): SchemaIndex {
  const index: GrowingIndex = new Map();
  const { source, tokens } = statement;
  const read = rolesIn(statement, treeOf);
  if (read.tables.length > 0) addStatement(index, source, tokens, read, caret);
  return index;
}

/** Adds the names of an index to another; the first spelling of a name stays. */
function addNames(index: GrowingIndex, names: SchemaIndex): void {
  for (const { name, columns } of names.values()) {
    const entry = entryOf(index, name);
    for (const column of columns.values()) addColumn(entry, column);
  }
}

function addStatement(
  index: GrowingIndex,
  text: string,
  tokens: readonly Token[],
  read: TokenRoles,
  caret: number,
): void {
  const { roles, tables } = read;
  const source = ({ start, end }: Token): string => text.slice(start, end);
  const others = excludedNames(text, tokens, read);
  // Backticks do not quote a name in this dialect, and one at the caret may be half typed.
  const counts = (token: Token): boolean =>
    token.kind !== 'backtick' && !(token.start <= caret && caret <= token.end) && !others.has(token);
  const entries = new Map<string, Growing | undefined>();
  let only: Growing | undefined;
  for (const { table, alias } of tables) {
    const entry = counts(table) ? entryOf(index, source(table)) : undefined;
    const key = nameKey(source(alias ?? table));
    // Of two tables with one name, a column may be of either.
    entries.set(key, entries.has(key) ? undefined : entry);
    only = tables.length === 1 ? entry : undefined;
  }
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token || roles[at] !== 'column' || !counts(token)) continue;
    const qualifier = tokens[at - 1]?.word === '.' ? tokens[at - 2] : undefined;
    addColumn(qualifier ? entries.get(nameKey(source(qualifier))) : only, source(token));
  }
}

/**
 * The names that an answered statement has shown to be right: those in it, and where it is `SELECT *` from one
 * table, the columns of its result.
 */
export function indexResult(statement: SqlText, columns: readonly string[]): SchemaIndex {
  const statements = documentOf(statement).statements();
  const own = mergeIndexes(statements.map((one) => namesIn(one.statement)));
  const [first] = statements;
  if (!first) return own;
  const { source, tokens } = first.statement;
  const [only, second] = rolesIn(first.statement).tables;
  const [, star, from] = tokens;
  if (!only || second || star?.word !== '*' || from?.word !== 'FROM') return own;
  const seen: GrowingIndex = new Map();
  const table = source.slice(only.table.start, only.table.end);
  const entry = entryOf(seen, table);
  for (const column of columns) addColumn(entry, quoteName(column));
  return mergeIndexes([own, seen]);
}

/** All names of several indexes; the first spelling of a name stays. */
export function mergeIndexes(indexes: readonly SchemaIndex[]): SchemaIndex {
  const merged: GrowingIndex = new Map();
  for (const index of indexes) addNames(merged, index);
  return merged;
}

/** The policy of a column, by names as they are written in a statement; undefined where there is none. */
export function policyOf(
  policies: readonly ColumnPolicy[],
  table: string,
  column: string,
): ColumnPolicy | undefined {
  // Settings compare case-insensitively (see ColumnPolicy).
  const fold = (name: string): string => nameOf(name).toLowerCase();
  const [tableName, columnName] = [fold(table), fold(column)];
  return policies.find(
    (policy) => policy.table.toLowerCase() === tableName && policy.column.toLowerCase() === columnName,
  );
}
