import type { ColumnPolicy, VaultTable } from '../dialect/schema.ts';
import { decodeQuotedName } from '../lexer/escapes.ts';
import type { Column, Name, Range, TableName } from '../syntax/nodes.ts';
import type { SyntaxTree } from '../syntax/statement.ts';
import { walk } from '../syntax/walk.ts';
import type { Collector } from './collector.ts';
import { isTypo } from './spelling.ts';

type AddUnknownNames = (tree: SyntaxTree, out: Collector) => void;

interface StatementNames {
  readonly tables: readonly TableName[];
  readonly columns: readonly Column[];
  /** Aliases of the SELECT list's items in lower case. ORDER BY accepts them in place of columns. */
  readonly labels: ReadonlySet<string>;
}

interface KnownTable {
  readonly name: string;
  readonly columns: ReadonlyMap<string, string> | undefined;
}

const createCaseInsensitiveNameKey = (name: string): string => (decodeQuotedName(name) ?? name).toLowerCase();

/**
 * Returns a function that adds findings for names of tables and columns that the vault does not have, ignoring case.
 * Columns that are named in `policies` count as existing. Table names with a schema, and columns of tables whose
 * columns are not known, are not checked; nor is a statement with a syntax or lexical error, or with a construct such
 * as a subquery or USING. If `tables` is undefined, the function adds nothing.
 */
export function createUnknownNameCheck(
  tables: readonly VaultTable[] | undefined,
  policies: readonly ColumnPolicy[],
): AddUnknownNames {
  if (!tables) return () => undefined;
  const knownTables = indexTables(tables, policies);
  return (tree, out) => {
    if (tree.syntaxError || tree.lexicalErrors.length > 0) return;
    const names = collectNamesOfPlainStatement(tree);
    if (!names) return;
    const values = new Set(
      out.findings.filter(({ code }) => code === 'quoted-value').map(({ start }) => start),
    );
    for (const { parts } of names.tables) {
      const [name] = parts;
      if (!name || parts.length > 1 || knownTables.has(createCaseInsensitiveNameKey(name.text))) continue;
      const suggestion = suggestName(
        name,
        [...knownTables].map(([key, table]) => [key, table.name]),
      );
      out.addFindingUnlessFull(
        'unknown-table',
        name,
        'unknown-table',
        suggestion === undefined ? undefined : { data: { suggestion } },
      );
    }
    for (const column of names.columns) {
      const name = column.parts.at(-1);
      if (!name || values.has(name.start)) continue;
      const columns = findColumnsInScope(column, names, knownTables);
      if (!columns || columns.has(createCaseInsensitiveNameKey(name.text))) continue;
      const suggestion = suggestName(name, [...columns]);
      out.addFindingUnlessFull(
        'unknown-column',
        name,
        'unknown-column',
        suggestion === undefined ? undefined : { data: { suggestion } },
      );
    }
  };
}

function indexTables(
  tables: readonly VaultTable[],
  policies: readonly ColumnPolicy[],
): ReadonlyMap<string, KnownTable> {
  const index = new Map(
    tables.map(({ name, columns }) => [
      createCaseInsensitiveNameKey(name),
      {
        name,
        columns: columns && new Map(columns.map((column) => [createCaseInsensitiveNameKey(column), column])),
      },
    ]),
  );
  for (const { table, column } of policies) {
    const columns = index.get(table.toLowerCase())?.columns;
    if (columns && !columns.has(column.toLowerCase())) columns.set(column.toLowerCase(), column);
  }
  return index;
}

function collectNamesOfPlainStatement({ statement }: SyntaxTree): StatementNames | undefined {
  const tables: TableName[] = [];
  const columns: Column[] = [];
  const labels = new Set<string>();
  let isPlain = true;
  walk(statement, {
    enter(node) {
      switch (node.kind) {
        case 'tableName':
          tables.push(node);
          break;
        case 'column':
          columns.push(node);
          break;
        case 'target':
          if (node.alias) labels.add(node.alias.text.toLowerCase());
          break;
        case 'with':
        case 'subquery':
        case 'derivedTable':
        case 'tableFunction':
        case 'columnAliases':
        case 'using':
          isPlain = false;
      }
    },
  });
  return isPlain ? { tables, columns, labels } : undefined;
}

/**
 * Returns the known columns that a column reference in a statement can mean: those of its table if it is qualified,
 * otherwise those of all tables in the statement. The map's keys are the columns' names without double quotes and in
 * lower case. Returns undefined if the reference can't be checked, for example because it is a star or an alias of the
 * SELECT list, has a schema, or a table's columns are not known.
 */
function findColumnsInScope(
  { parts, isStar }: Column,
  { tables, labels }: StatementNames,
  knownTables: ReadonlyMap<string, KnownTable>,
): ReadonlyMap<string, string> | undefined {
  const [first, second, third] = parts.map(({ text }) => text.toLowerCase());
  if (isStar || first === undefined || third !== undefined || tables.length === 0) return undefined;
  const named = tables.map((table) => ({
    qualifier: (table.alias ?? table.parts.at(-1))?.text.toLowerCase(),
    columns:
      table.parts.length === 1
        ? knownTables.get(createCaseInsensitiveNameKey(table.parts[0]?.text ?? ''))?.columns
        : undefined,
  }));
  const isQualified = second !== undefined;
  // The name or alias of a table, in place of a column, stands for the table's whole row.
  if (!isQualified && (labels.has(first) || named.some(({ qualifier }) => qualifier === first)))
    return undefined;
  const referenced = isQualified ? named.filter(({ qualifier }) => qualifier === first) : named;
  if (referenced.length === 0 || referenced.some(({ columns }) => !columns)) return undefined;
  return new Map(referenced.flatMap(({ columns }) => [...(columns ?? [])]));
}

const suggestName = (
  { text }: Name & Range,
  candidates: readonly (readonly [key: string, name: string])[],
): string | undefined => candidates.find(([key]) => isTypo(text.toLowerCase(), key))?.[1];
