import type { ExpressionPlace } from '../syntax/expressions/expression.ts';
import type { ConditionClause, ListClause } from '../syntax/nodes.ts';
import { type SyntaxNode, walk } from '../syntax/walk.ts';

/**
 * The clause that contains a node. `compared` is the SELECT list of a subquery in a condition, except the first one in
 * EXISTS.
 */
export type ClausePlace = ExpressionPlace | 'compared';

/** Whether a clause is a condition: ON, WHERE (or FILTER) or HAVING. Also true for `compared`. */
export const isConditionPlace = (place: ClausePlace): boolean =>
  place === 'on' || place === 'where' || place === 'having' || place === 'compared';

export interface NodePosition {
  readonly place: ClausePlace;
  /** Number of queries and parenthesized joins or tables around the node, including the node itself if it is one. */
  readonly depth: number;
}
/**
 * A `Visitor` that also receives the position of each node. `around` contains the node's ancestors, outermost first.
 */
export interface PositionVisitor {
  enter?(node: SyntaxNode, position: NodePosition, around: readonly SyntaxNode[]): void;
  leave?(node: SyntaxNode, position: NodePosition, around: readonly SyntaxNode[]): void;
}

/** Walks a tree once for all `visitors`. The names that make up a column are not visited. */
export function walkWithPositions(root: SyntaxNode, ...visitors: readonly PositionVisitor[]): void {
  const positions: NodePosition[] = [];
  let position: NodePosition = { place: 'targets', depth: 0 };
  walk(root, {
    enter(node, around) {
      positions.push(position);
      position = computePosition(node, position, around);
      for (const visitor of visitors) visitor.enter?.(node, position, around);
      return node.kind !== 'column';
    },
    leave(node, around) {
      for (const visitor of visitors) visitor.leave?.(node, position, around);
      position = positions.pop() ?? position;
    },
  });
}

function computePosition(node: SyntaxNode, outer: NodePosition, around: readonly SyntaxNode[]): NodePosition {
  const { depth } = outer;
  switch (node.kind) {
    case 'query':
    case 'parenthesizedTable':
      return { place: outer.place, depth: depth + 1 };
    case 'target':
      return { place: placeOfTarget(outer.place, around), depth };
    case 'condition':
    case 'list':
      return { place: clausePlace(node), depth };
    case 'orderBy':
      return { place: 'orderBy', depth };
    case 'limit':
    case 'tail':
      return { place: 'page', depth };
    case 'on':
      return { place: 'on', depth };
    case 'filter':
      return { place: 'where', depth };
    case 'from':
    case 'values':
    case 'tableQuery':
    case 'quantifier':
    case 'commonTable':
    case 'skippedClause':
      return { place: 'other', depth };
    default:
      return outer;
  }
}

function clausePlace({ word }: ConditionClause | ListClause): ClausePlace {
  if (word === 'WHERE') return 'where';
  if (word === 'HAVING') return 'having';
  return word === 'GROUP' ? 'groupBy' : 'other';
}

function placeOfTarget(outer: ClausePlace, around: readonly SyntaxNode[]): ClausePlace {
  if (!isConditionPlace(outer)) return 'targets';
  const [list, subquery, query, select] = around.slice(-4);
  const isExists =
    list?.kind === 'array' &&
    list.construct?.name === 'EXISTS' &&
    subquery?.kind === 'subquery' &&
    query?.kind === 'query' &&
    query.members[0] === select;
  return isExists ? 'targets' : 'compared';
}
