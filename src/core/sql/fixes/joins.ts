/** USING, CROSS JOIN and the comma between tables by JOIN … ON, where the rows and their columns stay the same. */
import type { FromItem, Join, JoinUsing, Range, TableName } from '../syntax/nodes.ts';
import { indexFrom, type TextEdit } from '../syntax/ranges.ts';
import { type SyntaxNode, walk } from '../syntax/walk.ts';
import { isOutermost } from './scope.ts';
import type { Site, StatementView } from './site.ts';
import { foldedName, type PlainTable, plainTable } from './tables.ts';
import type { Rewrite } from './types.ts';

type FoldedNames = ReadonlySet<string | undefined>;

/** Columns that every table has, though USING does not find them. */
const systemColumns = new Set('ctid xmin xmax cmin cmax tableoid'.split(' '));

/** `a JOIN b USING (x)` to `a JOIN b ON a.x = b.x`: of the first join, where nothing asks for x without its table. */
export function rewriteUsing({ statement, node }: Site): Rewrite[] {
  if (node?.kind !== 'using' || node.alias) return [];
  const { columns } = node;
  const keys = new Set(columns.map((column) => foldedName(statement, column)));
  if (keys.size < columns.length || [...keys].some((key) => key === undefined || systemColumns.has(key)))
    return [];
  if (statement.tables.joinsNaturally || usesName(statement, keys, node)) return [];
  const tables = tablesJoined(statement, node);
  if (!tables) return [];
  const [left, right] = tables;
  if (foldedName(statement, left.name) === foldedName(statement, right.name)) return [];
  const condition = columns
    .map((column) => {
      const name = statement.source(column);
      return `${statement.source(left.name)}.${name} = ${statement.source(right.name)}.${name}`;
    })
    .join(' AND ');
  return [{ code: 'using', effect: 'exact', edits: [statement.replace(node, `ON ${condition}`)] }];
}

/** Both tables of a USING, where they are plain ones, and the first two of their item. */
function tablesJoined(statement: StatementView, using: JoinUsing): [PlainTable, PlainTable] | undefined {
  const join = statement.parentOf(using);
  const item = join && statement.parentOf(join);
  const from = item && statement.parentOf(item);
  if (join?.kind !== 'join' || item?.kind !== 'fromItem' || from?.kind !== 'from') return undefined;
  if (item.joins[0] !== join || join.joins.length > 0 || join.constructs.length > 0) return undefined;
  const [left, right] = [plainTable(item.table), plainTable(join.table)];
  return left && right && [left, right];
}

/** Whether `*`, or a name of `keys` without a table, is outside a range: USING has made one of two. */
function usesName(statement: StatementView, keys: FoldedNames, { start, end }: Range): boolean {
  const { tokens } = statement.tree;
  return tokens.some((token, index) => {
    const before = tokens[index - 1]?.word;
    if (before === '.' || (token.start >= start && token.start < end)) return false;
    if (token.word === '*' && before !== '(') return true;
    // A whole row is requested by its table's name, a column by its own.
    if ((token.kind !== 'word' && token.kind !== 'quoted-identifier') || tokens[index + 1]?.word === '.')
      return false;
    const source = statement.source(token);
    const isQuoted = token.kind === 'quoted-identifier';
    const text = isQuoted ? source.slice(1, -1).replaceAll('""', '"') : source;
    const name = foldedName(statement, {
      kind: 'name',
      text,
      isQuoted,
      start: token.start,
      end: token.end,
    });
    return name === undefined || keys.has(name);
  });
}

/** `a CROSS JOIN b` to `a JOIN b ON …`. */
export function rewriteCrossJoin({ statement, construct, node }: Site): Rewrite[] {
  const joined = node?.kind === 'join' ? plainTable(node.table) : undefined;
  if (!node || !construct || !joined || !/JOIN$/i.test(statement.source(construct))) return [];
  const from = fromAround(statement, node);
  const isAlone = from?.kind !== 'from' || from.commas.length === 0;
  const edits = [statement.replace(construct, 'JOIN'), condition(statement, joined.table, isAlone)];
  return [{ code: 'cross-join', effect: 'exact', edits }];
}

/** Returns the nearest node around `node` that is neither a join nor an item of FROM. */
function fromAround(statement: StatementView, node: SyntaxNode): SyntaxNode | undefined {
  let outer = statement.parentOf(node);
  while (outer?.kind === 'join' || outer?.kind === 'fromItem') outer = statement.parentOf(outer);
  return outer;
}

/** `a, b` to `a JOIN b ON …`, unless what is joined to b then binds to a as well and that makes a difference. */
export function rewriteCommaJoin({ statement, construct, node }: Site): Rewrite[] {
  if (node?.kind !== 'from' || !construct) return [];
  const item = node.items[indexFrom(node.items, construct.end)];
  const joined = item && !item.lateral ? plainTable(item.table) : undefined;
  if (!item || !joined || !bindsAlone(statement, item, joined)) return [];
  const isAlone = node.commas.length === 1;
  const edits = [statement.replace(construct, 'JOIN'), condition(statement, joined.table, isAlone)];
  return [{ code: 'cross-join', effect: 'exact', edits }];
}

/** Whether a join means the same when more tables are joined before it. */
const isIndependent = ({ type, isNatural, lateral, condition }: Join): boolean =>
  type !== 'right' && type !== 'full' && !isNatural && !lateral && condition?.kind !== 'using';

/**
 * Whether what is joined to a table after a comma means the same when the tables before the comma are joined as well:
 * its conditions then see these too, so all of their names must have a table, and one of those after the comma.
 */
function bindsAlone(statement: StatementView, item: FromItem, { name }: PlainTable): boolean {
  const tables = new Set([foldedName(statement, name)]);
  const areBound = (joins: readonly Join[]): boolean =>
    joins.every((join) => {
      const joined = plainTable(join.table);
      if (!joined || !isIndependent(join)) return false;
      tables.add(foldedName(statement, joined.name));
      return areBound(join.joins) && (!join.condition || namesOnly(statement, join.condition, tables));
    });
  return areBound(item.joins) && !tables.has(undefined);
}

/** Whether all columns in a condition are named with one of these tables, and no query is in it. */
function namesOnly(statement: StatementView, condition: SyntaxNode, tables: FoldedNames): boolean {
  let isOther = false;
  walk(condition, {
    enter(node) {
      if (node.kind === 'subquery') isOther = true;
      if (node.kind !== 'column') return;
      const [table, ...more] = node.parts;
      isOther ||= !table || more.length === 0 || !tables.has(foldedName(statement, table));
    },
  });
  return !isOther;
}

/**
 * The WHERE that follows becomes the condition where that is the same, else one that is always true is added. Within
 * EXISTS, PostgreSQL joins by a WHERE with the query around, and so may avoid a FULL JOIN there; by an ON it
 * does not.
 */
function condition(statement: StatementView, table: TableName, isAlone: boolean): TextEdit {
  const next = statement.tokens.after(table.end);
  const isSame = isAlone && (isOutermost(statement, table) || statement.tables.joinsInFull);
  return isSame && next?.word === 'WHERE'
    ? statement.replace(next, 'ON')
    : statement.after(table, ' ON 1 = 1');
}
