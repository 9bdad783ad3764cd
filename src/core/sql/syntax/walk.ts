import type {
  Clause,
  Column,
  ColumnAliases,
  CommonTable,
  Construct,
  Expression,
  Filter,
  FromItem,
  Join,
  JoinOn,
  JoinUsing,
  Missing,
  Name,
  Quantifier,
  Query,
  QueryMember,
  Skipped,
  Star,
  Statement,
  Table,
  Target,
  With,
} from './nodes.ts';

export type SyntaxNode =
  | Statement
  | Query
  | With
  | CommonTable
  | QueryMember
  | Quantifier
  | Target
  | Star
  | Clause
  | FromItem
  | Join
  | JoinOn
  | JoinUsing
  | Table
  | ColumnAliases
  | Expression
  | Column
  | Filter
  | Name
  | Construct
  | Skipped
  | Missing;

type Child = SyntaxNode | readonly SyntaxNode[] | undefined;
type Children = readonly Child[];
const none: Children = [];
const isList = (child: Child): child is readonly SyntaxNode[] => Array.isArray(child);

/**
 * Returns the children of a node in the order of the source: single nodes, lists of nodes, and undefined for an
 * optional child that is absent.
 */
export function listChildren(node: SyntaxNode): Children {
  switch (node.kind) {
    case 'statement':
      return [node.commands, node.query, node.rest];
    case 'query':
      return [node.with, node.members];
    case 'with':
      return [node.words, node.tables];
    case 'commonTable':
      return [node.name, node.columns, node.query];
    case 'select':
      return [node.setOperator, node.quantifier, node.top, node.topCount, node.targets, node.clauses];
    case 'quantifier':
      return [node.words, node.items];
    case 'values':
      return [node.setOperator, node.words, node.rows, node.clauses];
    case 'tableQuery':
      return [node.setOperator, node.words, node.from, node.clauses];
    case 'parenthesizedQuery':
      return [node.setOperator, node.words, node.query, node.clauses];
    case 'write':
      return [node.setOperator, node.command, node.rest, node.clauses];
    case 'missingQuery':
      return [node.setOperator, node.clauses];
    case 'target':
      return [node.value, node.alias];
    case 'star':
      return [node.change];
    case 'name':
    case 'construct':
    case 'skipped':
    case 'missing':
      return none;
    case 'from':
    case 'condition':
    case 'list':
    case 'orderBy':
    case 'limit':
    case 'into':
    case 'window':
    case 'tail':
    case 'skippedClause':
      return clauseChildren(node);
    case 'fromItem':
      return [node.lateral, node.table, node.joins];
    case 'join':
      return sortBySource([node.constructs, node.lateral, node.table, node.joins, node.condition]);
    case 'on':
    case 'filter':
      return [node.condition];
    case 'using':
      return [node.words, node.columns, node.alias];
    case 'tableName':
      return sortBySource([node.constructs, node.parts, node.alias, node.columnAliases]);
    case 'missingTable':
      return node.constructs;
    case 'tableFunction':
      return sortBySource([node.constructs, node.call, node.alias, node.columnAliases]);
    case 'derivedTable':
      return sortBySource([node.constructs, node.words, node.query, node.alias, node.columnAliases]);
    case 'parenthesizedTable':
      return sortBySource([node.constructs, node.items, node.alias, node.columnAliases]);
    case 'columnAliases':
      return [node.words, node.names];
    default:
      return expressionChildren(node);
  }
}

function clauseChildren(node: Clause): Children {
  switch (node.kind) {
    case 'from':
      return sortBySource([node.items, node.commas]);
    case 'condition':
      return [node.words, node.condition];
    case 'list':
    case 'orderBy':
      return [node.words, node.items];
    case 'limit':
      return sortBySource([node.words, node.constructs, node.count, node.second]);
    case 'into':
      return [node.words, node.table];
    case 'window':
      return [node.words, node.definitions];
    case 'tail':
      return [node.words, node.count];
    case 'skippedClause':
      return [node.operator, node.expression];
  }
}

function expressionChildren(node: Expression): Children {
  switch (node.kind) {
    case 'literal':
      return node.construct ? [node.construct] : none;
    case 'constant':
      return [node.construct];
    case 'column':
      return node.parts;
    case 'call':
      return sortBySource([node.construct, node.constructs, node.arguments, node.orderBy, node.filter]);
    case 'typedLiteral':
      return [node.construct, node.literal];
    case 'parenthesized':
      return [node.rowConstruct, node.items];
    case 'array':
      return [node.construct, node.items];
    case 'subquery':
      return [node.construct, node.query];
    case 'case':
      return [node.construct, node.items];
    case 'prefix':
      return [node.operator, node.operand];
    case 'sign':
      return [node.operand];
    case 'infix':
      return [node.left, node.operator, node.right];
    case 'between':
      return [node.operand, node.operator, node.low, node.high];
    case 'postfix':
    case 'cast':
    case 'collate':
      return [node.operand, node.operator];
    case 'subscript':
      return [node.operand, node.construct, node.items];
    case 'fieldAccess':
      return [node.operand, node.construct];
    case 'missing':
      return none;
  }
}

function sortBySource(children: Children): Children {
  if (isInOrder(children)) return children;
  return children
    .flat()
    .filter((child) => child !== undefined)
    .sort((a, b) => a.start - b.start);
}

function isInOrder(children: Children): boolean {
  let start = -1;
  for (const child of children) {
    const first = isList(child) ? child[0] : child;
    if (!first) continue;
    if (first.start < start) return false;
    start = first.start;
    if (!isList(child)) continue;
    for (const node of child) {
      if (node.start < start) return false;
      start = node.start;
    }
  }
  return true;
}

/**
 * The callbacks of a walk: `enter` is called at a node before its children, `leave` after them. Both receive the node's
 * ancestors within the walk, outermost first, in an array that is reused and changes after the call returns.
 */
export interface Visitor {
  /**
   * Called before the node's children. If it returns `false`, the children are not visited; `leave` is called for the
   * node itself all the same.
   */
  enter?(node: SyntaxNode, ancestors: readonly SyntaxNode[]): unknown;
  leave?(node: SyntaxNode, ancestors: readonly SyntaxNode[]): void;
}

/**
 * Visits a node and its descendants in the order of the source, without recursion, since expressions can be nested
 * deeply. The descendants of a node for which `enter` returns `false` are skipped.
 */
export function walk(root: SyntaxNode, { enter, leave }: Visitor): void {
  const pending: SyntaxNode[] = [root];
  const around: SyntaxNode[] = [];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node === around.at(-1)) {
      around.pop();
      leave?.(node, around);
      continue;
    }
    const children = enter?.(node, around) === false ? none : listChildren(node);
    if (children === none) {
      leave?.(node, around);
      continue;
    }
    around.push(node);
    pending.push(node);
    for (let i = children.length - 1; i >= 0; i--) pushPending(pending, children[i]);
  }
}

function pushPending(pending: SyntaxNode[], child: Child): void {
  if (isList(child)) for (let i = child.length - 1; i >= 0; i--) pushPending(pending, child[i]);
  else if (child) pending.push(child);
}
