/** Collects facts about the tables of a statement that decide whether a rewrite is safe. */
import { cutName } from '../dialect/identifier.ts';
import type { Expression, Join, Name, Table, TableName } from '../syntax/nodes.ts';
import { walk } from '../syntax/walk.ts';
import type { StatementView } from './site.ts';

/** Facts about all queries of a statement together. `rows` may contain more names than necessary, never fewer. */
export interface StatementTables {
  /**
   * Folded names that mean a whole row if used like a column. Contains undefined if one of them cannot be determined.
   */
  readonly rows: ReadonlySet<string | undefined>;
  /** True if a column may itself be a row, for example because its table is a subquery or a function. */
  readonly derived: boolean;
  /** True if the statement contains GROUP, or both DISTINCT and ORDER. */
  readonly groups: boolean;
  /**
   * Whether PostgreSQL joins in full by each FULL JOIN, whatever else is asked. It does so by columns that are equal;
   * by another condition only where a WHERE lets it do without, which depends on how that is written.
   */
  readonly joinsInFull: boolean;
  /** Whether a join is NATURAL, which compares all columns that are in both tables by their names. */
  readonly joinsNaturally: boolean;
}

export function tablesOf(statement: StatementView): StatementTables {
  const rows = new Set<string | undefined>();
  let derived = false;
  let joinsInFull = true;
  let joinsNaturally = false;
  walk(statement.tree.statement, {
    enter(node) {
      switch (node.kind) {
        case 'tableName':
          for (const name of [node.parts.at(-1), node.alias]) if (name) rows.add(foldedName(statement, name));
          if (hasHints(node)) derived = true;
          break;
        case 'using':
          if (node.alias) rows.add(foldedName(statement, node.alias));
          break;
        case 'with':
        case 'tableFunction':
        case 'derivedTable':
        case 'columnAliases':
          derived = true;
          break;
        case 'parenthesizedTable':
          if (node.alias) rows.add(foldedName(statement, node.alias));
          break;
        case 'join':
          joinsNaturally ||= node.isNatural;
          // NATURAL joins by columns that are equal, and so always in full.
          if (node.type === 'full' && !node.isNatural) joinsInFull &&= canJoinInFull(statement, node);
      }
    },
  });
  const groups = statement.has(['GROUP']) || (statement.has(['DISTINCT']) && statement.has(['ORDER']));
  return { rows, derived, groups, joinsInFull, joinsNaturally };
}

const hasHints = ({ constructs }: TableName): boolean => constructs.some(({ name }) => name !== 'ONLY');

/**
 * Returns a name as PostgreSQL stores it: in lower case unless quoted, and truncated to 63 bytes of UTF-8. Returns
 * undefined for a quoted name that begins with `U&`.
 */
export function foldedName(
  statement: StatementView,
  { start, end, text, isQuoted }: Name,
): string | undefined {
  if (/^u&/i.test(statement.source({ start, end })) && isQuoted) return undefined;
  const name = isQuoted ? text : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return cutName(name);
}

/** A table without hints and without names for its columns: what these are called by is its name. */
export interface PlainTable {
  readonly table: TableName;
  readonly name: Name;
}
export function plainTable(table: Table): PlainTable | undefined {
  if (table.kind !== 'tableName' || table.constructs.length > 0 || table.columnAliases) return undefined;
  const name = table.alias ?? table.parts.at(-1);
  return name && { table, name };
}

function canJoinInFull(statement: StatementView, { table, joins, condition }: Join): boolean {
  const joined = plainTable(table);
  if (!joined || joins.length > 0 || !condition) return false;
  if (condition.kind === 'using') return true;
  const names = tablesCompared(statement, firstConjunct(condition.condition));
  return names !== undefined && names[0] !== names[1] && names.includes(foldedName(statement, joined.name));
}

/** Returns the first operand of a chain of ANDs: `a` of `a AND b AND c`. */
function firstConjunct(condition: Expression): Expression {
  let first = condition;
  while (first.kind === 'infix' && first.operator.kind === 'construct' && first.operator.name === 'AND')
    first = first.left;
  return first;
}

/** Returns the folded names of both tables of `t.a = u.b`. Returns undefined for any other condition. */
function tablesCompared(
  statement: StatementView,
  condition: Expression,
): readonly (string | undefined)[] | undefined {
  if (condition.kind !== 'infix' || condition.operator.kind === 'missing' || condition.operator.name !== '=')
    return undefined;
  const names = [condition.left, condition.right].map((side) =>
    side.kind === 'column' && side.parts.length === 2 && !side.isStar ? side.parts[0] : undefined,
  );
  return names.every((name) => name !== undefined)
    ? names.map((name) => foldedName(statement, name))
    : undefined;
}
