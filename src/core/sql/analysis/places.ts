/** Where in its statement each node of a tree is: in which clause, and how deep in queries. */
import type { ExpressionPlace } from '../syntax/expressions/expression.ts';
import type { ConditionClause, ListClause } from '../syntax/nodes.ts';
import { type SyntaxNode, walk } from '../syntax/walk.ts';

/** `compared`: the SELECT list of a subquery whose values a condition compares. */
export type ClausePlace = ExpressionPlace | 'compared';

/** Whether the values of a column there decide which rows there are. */
export const isCondition = (place: ClausePlace): boolean =>
  place === 'on' || place === 'where' || place === 'having' || place === 'compared';

export interface Position {
  readonly place: ClausePlace;
  /** Queries, and joins in parentheses, that it is in: 1 in the outermost query. */
  readonly depth: number;
}
/** As a `Visitor`, with the position of each node, which is the visitor's only until it returns. */
export interface PlacedVisitor {
  enter?(node: SyntaxNode, position: Position, around: readonly SyntaxNode[]): void;
  leave?(node: SyntaxNode, position: Position, around: readonly SyntaxNode[]): void;
}

/** As `walk`, with the position of each node but the names in a column; for several readers at once. */
export function walkPlaces(root: SyntaxNode, ...visitors: readonly PlacedVisitor[]): void {
  const places: ClausePlace[] = [];
  const position = { place: 'targets' as ClausePlace, depth: 0 };
  walk(root, {
    enter(node, around) {
      places.push(position.place);
      position.place = placeIn(node, position.place, around);
      if (isLevel(node)) position.depth++;
      for (const visitor of visitors) visitor.enter?.(node, position, around);
      return node.kind !== 'column';
    },
    leave(node, around) {
      for (const visitor of visitors) visitor.leave?.(node, position, around);
      if (isLevel(node)) position.depth--;
      position.place = places.pop() ?? 'targets';
    },
  });
}

const isLevel = ({ kind }: SyntaxNode): boolean => kind === 'query' || kind === 'parenthesizedTable';

function placeIn(node: SyntaxNode, outer: ClausePlace, around: readonly SyntaxNode[]): ClausePlace {
  switch (node.kind) {
    case 'target':
      return targetsPlace(outer, around);
    case 'condition':
    case 'list':
      return clausePlace(node);
    case 'orderBy':
      return 'orderBy';
    case 'limit':
    case 'tail':
      return 'page';
    case 'on':
      return 'on';
    case 'filter':
      return 'where';
    case 'from':
    case 'values':
    case 'tableQuery':
    case 'quantifier':
    case 'commonTable':
    case 'skippedClause':
      return 'other';
    default:
      return outer;
  }
}

function clausePlace({ word }: ConditionClause | ListClause): ClausePlace {
  if (word === 'WHERE') return 'where';
  if (word === 'HAVING') return 'having';
  return word === 'GROUP' ? 'groupBy' : 'other';
}

/** The rows that EXISTS looks for are not compared with anything. */
function targetsPlace(outer: ClausePlace, around: readonly SyntaxNode[]): ClausePlace {
  if (!isCondition(outer)) return 'targets';
  const [list, subquery, query, select] = around.slice(-4);
  const isExists =
    list?.kind === 'array' &&
    list.construct?.name === 'EXISTS' &&
    subquery?.kind === 'subquery' &&
    query?.kind === 'query' &&
    query.members[0] === select;
  return isExists ? 'targets' : 'compared';
}
