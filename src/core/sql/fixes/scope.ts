/**
 * Determines the query that contains a node, and whether rewriting the node could break a match with another
 * expression.
 */
import type { Query } from '../syntax/nodes.ts';
import type { SyntaxNode } from '../syntax/walk.ts';
import type { StatementView } from './site.ts';

/** The surroundings of a node in its statement. */
export interface Scope {
  /** The innermost query that contains the node; undefined outside of every query. */
  readonly query: Query | undefined;
  /** Whether the node is part of what a query selects, groups or sorts by, and not of a condition in it. */
  readonly isOfResult: boolean;
  /** `isOfResult` of the innermost query itself, with regard to the query around it. */
  readonly isQueryOfResult: boolean;
}
export const outermostScope: Scope = { query: undefined, isOfResult: false, isQueryOfResult: false };

/** Returns the scope of a node's children. `outer` is the scope of the node itself. */
export function scopeIn(node: SyntaxNode, outer: Scope): Scope {
  switch (node.kind) {
    case 'query':
      return { query: node, isOfResult: outer.isOfResult, isQueryOfResult: outer.isOfResult };
    case 'on':
      return { ...outer, isOfResult: outer.isQueryOfResult };
    case 'condition':
      return { ...outer, isOfResult: node.word !== 'WHERE' || outer.isQueryOfResult };
    case 'target':
    case 'quantifier':
    case 'from':
    case 'list':
    case 'orderBy':
    case 'limit':
    case 'tail':
      return { ...outer, isOfResult: true };
    default:
      return outer;
  }
}

/** Whether a node is in the statement's outermost query, and not in a subquery. */
export const isOutermost = (statement: StatementView, node: SyntaxNode): boolean =>
  statement.scopeOf(node).query === statement.tree.statement.query;

/**
 * Whether an expression may have to be the same as another one of the statement: what is grouped by, or sorted by
 * with DISTINCT. Conditions of WHERE and ON never have to.
 */
export const mustMatch = (statement: StatementView, node: SyntaxNode): boolean =>
  statement.tables.groups && statement.scopeOf(node).isOfResult;

/**
 * Returns `mustMatch` of the nearest query, or parenthesized table in FROM, around a node; false if there is none.
 */
export function mustQueryMatch(statement: StatementView, node: SyntaxNode): boolean {
  let outer = statement.parentOf(node);
  while (outer && outer.kind !== 'query' && outer.kind !== 'parenthesizedTable')
    outer = statement.parentOf(outer);
  return outer !== undefined && mustMatch(statement, outer);
}
