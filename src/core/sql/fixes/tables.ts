import { truncateName } from '../dialect/identifier.ts';
import type { Expression, Join, Name, Table, TableName } from '../syntax/nodes.ts';
import { walk } from '../syntax/walk.ts';
import type { StatementView } from './site.ts';

export interface StatementTables {
  /**
   * Names and aliases of tables and joins, as `foldAndTruncateName` returns them. Such a name may mean a whole row if it is used
   * like a column. Contains undefined if one of the names cannot be determined.
   */
  readonly rowNames: ReadonlySet<string | undefined>;
  /** True if a column may itself be a row, for example because its table is a subquery or a function. */
  readonly canColumnsBeRows: boolean;
  readonly hasGrouping: boolean;
  /**
   * True if PostgreSQL can presumably execute each FULL JOIN of the statement, no matter what the rest of the statement
   * is.
   */
  readonly canExecuteFullJoins: boolean;
  readonly hasNaturalJoin: boolean;
}

export function collectTableFacts(statement: StatementView): StatementTables {
  const rowNames = new Set<string | undefined>();
  let canColumnsBeRows = false;
  let canExecuteFullJoins = true;
  let hasNaturalJoin = false;
  walk(statement.tree.statement, {
    enter(node) {
      switch (node.kind) {
        case 'tableName':
          for (const name of [node.parts.at(-1), node.alias])
            if (name) rowNames.add(foldAndTruncateName(statement, name));
          if (hasHints(node)) canColumnsBeRows = true;
          break;
        case 'using':
          if (node.alias) rowNames.add(foldAndTruncateName(statement, node.alias));
          break;
        case 'with':
        case 'tableFunction':
        case 'derivedTable':
        case 'columnAliases':
          canColumnsBeRows = true;
          break;
        case 'parenthesizedTable':
          if (node.alias) rowNames.add(foldAndTruncateName(statement, node.alias));
          break;
        case 'join':
          hasNaturalJoin ||= node.isNatural;
          // A NATURAL join compares columns with `=`, so PostgreSQL can presumably execute it.
          if (node.type === 'full' && !node.isNatural)
            canExecuteFullJoins &&= isExecutableFullJoin(statement, node);
      }
    },
  });
  const hasGrouping =
    statement.hasAnyWord(['GROUP']) ||
    (statement.hasAnyWord(['DISTINCT']) && statement.hasAnyWord(['ORDER']));
  return { rowNames, canColumnsBeRows, hasGrouping, canExecuteFullJoins, hasNaturalJoin };
}

const hasHints = ({ constructs }: TableName): boolean => constructs.some(({ name }) => name !== 'ONLY');

/**
 * Returns a name as PostgreSQL stores it: with its ASCII letters in lower case unless quoted, and truncated to 63 bytes
 * of UTF-8. Returns undefined for a quoted name that begins with `U&`.
 */
export function foldAndTruncateName(
  statement: StatementView,
  { start, end, text, isQuoted }: Name,
): string | undefined {
  if (/^u&/i.test(statement.sourceOf({ start, end })) && isQuoted) return undefined;
  const name = isQuoted ? text : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return truncateName(name);
}

/**
 * A table in FROM without a list of column names and without other additions, such as ONLY or TABLESAMPLE. `name` is
 * the table's alias or, without an alias, its own name: the qualifier of its columns.
 */
export interface PlainFromTable {
  readonly table: TableName;
  readonly name: Name;
}
export function toPlainFromTable(table: Table): PlainFromTable | undefined {
  if (table.kind !== 'tableName' || table.constructs.length > 0 || table.columnAliases) return undefined;
  const name = table.alias ?? table.parts.at(-1);
  return name && { table, name };
}

/**
 * Whether PostgreSQL can presumably execute a FULL JOIN. True for the join of a single plain table with USING, or with
 * an ON whose first condition compares qualified columns of this table and another one with `=`.
 */
function isExecutableFullJoin(statement: StatementView, { table, joins, condition }: Join): boolean {
  const joined = toPlainFromTable(table);
  if (!joined || joins.length > 0 || !condition) return false;
  if (condition.kind === 'using') return true;
  const names = findComparedTables(statement, firstConjunct(condition.condition));
  return (
    names !== undefined &&
    names[0] !== names[1] &&
    names.includes(foldAndTruncateName(statement, joined.name))
  );
}

function firstConjunct(condition: Expression): Expression {
  let first = condition;
  while (first.kind === 'infix' && first.operator.kind === 'construct' && first.operator.name === 'AND')
    first = first.left;
  return first;
}

function findComparedTables(
  statement: StatementView,
  condition: Expression,
): readonly (string | undefined)[] | undefined {
  if (condition.kind !== 'infix' || condition.operator.kind === 'missing' || condition.operator.name !== '=')
    return undefined;
  const names = [condition.left, condition.right].map((side) =>
    side.kind === 'column' && side.parts.length === 2 && !side.isStar ? side.parts[0] : undefined,
  );
  return names.every((name) => name !== undefined)
    ? names.map((name) => foldAndTruncateName(statement, name))
    : undefined;
}
