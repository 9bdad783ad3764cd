import type { FromItem, Join, JoinUsing, Range, TableName } from '../syntax/nodes.ts';
import { findFirstIndexFrom, type TextEdit } from '../syntax/ranges.ts';
import { type SyntaxNode, walk } from '../syntax/walk.ts';
import { isInOutermostQuery } from './scope.ts';
import type { Site, StatementView } from './site.ts';
import { foldAndTruncateName, type PlainFromTable, toPlainFromTable } from './tables.ts';
import type { Rewrite } from './types.ts';

type FoldedNames = ReadonlySet<string | undefined>;

/** Names of the system columns of PostgreSQL. Tables have them, but USING cannot refer to them. */
const systemColumns = new Set('ctid xmin xmax cmin cmax tableoid'.split(' '));

/**
 * Rewrites `a JOIN b USING (x)` to `a JOIN b ON a.x = b.x`. Returns no rewrite if the statement may refer to the single
 * column that USING makes of `a.x` and `b.x`.
 */
export function rewriteUsing({ statement, node }: Site): Rewrite[] {
  if (node?.kind !== 'using' || node.alias) return [];
  const { columns } = node;
  const keys = new Set(columns.map((column) => foldAndTruncateName(statement, column)));
  if (keys.size < columns.length || [...keys].some((key) => key === undefined || systemColumns.has(key)))
    return [];
  if (statement.tables.hasNaturalJoin || mayUseMergedColumn(statement, keys, node)) return [];
  const tables = findJoinedTables(statement, node);
  if (!tables) return [];
  const [left, right] = tables;
  if (foldAndTruncateName(statement, left.name) === foldAndTruncateName(statement, right.name)) return [];
  const condition = columns
    .map((column) => {
      const name = statement.sourceOf(column);
      return `${statement.sourceOf(left.name)}.${name} = ${statement.sourceOf(right.name)}.${name}`;
    })
    .join(' AND ');
  return [
    { code: 'using', effect: 'exact', edits: [statement.createReplacementEdit(node, `ON ${condition}`)] },
  ];
}

function findJoinedTables(
  statement: StatementView,
  using: JoinUsing,
): [PlainFromTable, PlainFromTable] | undefined {
  const join = statement.parentOf(using);
  const item = join && statement.parentOf(join);
  const from = item && statement.parentOf(item);
  if (join?.kind !== 'join' || item?.kind !== 'fromItem' || from?.kind !== 'from') return undefined;
  if (item.joins[0] !== join || join.joins.length > 0 || join.constructs.length > 0) return undefined;
  const [left, right] = [toPlainFromTable(item.table), toPlainFromTable(join.table)];
  return left && right && [left, right];
}

function mayUseMergedColumn(statement: StatementView, keys: FoldedNames, { start, end }: Range): boolean {
  const { tokens } = statement.tree;
  return tokens.some((token, index) => {
    const before = tokens[index - 1]?.word;
    if (before === '.' || (token.start >= start && token.start < end)) return false;
    if (token.word === '*' && before !== '(') return true;
    // A name before a dot is a qualifier.
    if ((token.kind !== 'word' && token.kind !== 'quoted-identifier') || tokens[index + 1]?.word === '.')
      return false;
    const source = statement.sourceOf(token);
    const isQuoted = token.kind === 'quoted-identifier';
    const text = isQuoted ? source.slice(1, -1).replaceAll('""', '"') : source;
    const name = foldAndTruncateName(statement, {
      kind: 'name',
      text,
      isQuoted,
      start: token.start,
      end: token.end,
    });
    return name === undefined || keys.has(name);
  });
}

/**
 * Rewrites `a CROSS JOIN b` to `a JOIN b ON …`. The condition is taken from a WHERE directly after `b` if the meaning
 * stays the same. Otherwise, the condition is `1 = 1`.
 */
export function rewriteCrossJoin({ statement, construct, node }: Site): Rewrite[] {
  const joined = node?.kind === 'join' ? toPlainFromTable(node.table) : undefined;
  if (!node || !construct || !joined || !/JOIN$/i.test(statement.sourceOf(construct))) return [];
  const from = findClauseAround(statement, node);
  const isAlone = from?.kind !== 'from' || from.commas.length === 0;
  const edits = [
    statement.createReplacementEdit(construct, 'JOIN'),
    createConditionEdit(statement, joined.table, isAlone),
  ];
  return [{ code: 'cross-join', effect: 'exact', edits }];
}

function findClauseAround(statement: StatementView, node: SyntaxNode): SyntaxNode | undefined {
  let outer = statement.parentOf(node);
  while (outer?.kind === 'join' || outer?.kind === 'fromItem') outer = statement.parentOf(outer);
  return outer;
}

export function rewriteCommaJoin({ statement, construct, node }: Site): Rewrite[] {
  if (node?.kind !== 'from' || !construct) return [];
  const item = node.items[findFirstIndexFrom(node.items, construct.end)];
  const joined = item && !item.lateral ? toPlainFromTable(item.table) : undefined;
  if (!item || !joined || !hasIndependentJoins(statement, item, joined)) return [];
  const isAlone = node.commas.length === 1;
  const edits = [
    statement.createReplacementEdit(construct, 'JOIN'),
    createConditionEdit(statement, joined.table, isAlone),
  ];
  return [{ code: 'cross-join', effect: 'exact', edits }];
}

const isJoinIndependentOfOthers = ({ type, isNatural, lateral, condition }: Join): boolean =>
  type !== 'right' && type !== 'full' && !isNatural && !lateral && condition?.kind !== 'using';

/**
 * Whether the joins of `item`, which follows a comma, keep their meaning if the comma is replaced with JOIN. Their
 * conditions can then refer to more tables, so each column in them must be qualified with the name of a table of
 * `item`. `name` is the name of the first of these tables.
 */
function hasIndependentJoins(statement: StatementView, item: FromItem, { name }: PlainFromTable): boolean {
  const tables = new Set([foldAndTruncateName(statement, name)]);
  const areBound = (joins: readonly Join[]): boolean =>
    joins.every((join) => {
      const joined = toPlainFromTable(join.table);
      if (!joined || !isJoinIndependentOfOthers(join)) return false;
      tables.add(foldAndTruncateName(statement, joined.name));
      return areBound(join.joins) && (!join.condition || refersOnlyTo(statement, join.condition, tables));
    });
  return areBound(item.joins) && !tables.has(undefined);
}

function refersOnlyTo(statement: StatementView, condition: SyntaxNode, tables: FoldedNames): boolean {
  let isOther = false;
  walk(condition, {
    enter(node) {
      if (node.kind === 'subquery') isOther = true;
      if (node.kind !== 'column') return;
      const [table, ...more] = node.parts;
      isOther ||= !table || more.length === 0 || !tables.has(foldAndTruncateName(statement, table));
    },
  });
  return !isOther;
}

/**
 * Returns the edit that adds a condition to the join of `table`: it replaces a WHERE directly after `table` with ON, or
 * inserts `ON 1 = 1`. `isAlone` is false if FROM has a comma that is not replaced; WHERE then stays. WHERE also stays
 * in a subquery of a statement with a FULL JOIN that PostgreSQL may be unable to execute. In EXISTS, PostgreSQL can
 * combine a WHERE with the outer query and so avoid the FULL JOIN. With an ON instead of the WHERE, it cannot do so.
 */
function createConditionEdit(statement: StatementView, table: TableName, isAlone: boolean): TextEdit {
  const next = statement.tokens.firstTokenFrom(table.end);
  const isSame = isAlone && (isInOutermostQuery(statement, table) || statement.tables.canExecuteFullJoins);
  return isSame && next?.word === 'WHERE'
    ? statement.createReplacementEdit(next, 'ON')
    : statement.createInsertionAfter(table, ' ON 1 = 1');
}
