import type { Query } from '../syntax/nodes.ts';
import type { SyntaxNode } from '../syntax/walk.ts';
import type { StatementView } from './site.ts';

export interface Scope {
  readonly query: Query | undefined;
  /**
   * Whether the node is in the SELECT list of its query, in FROM outside of ON, or in a clause such as GROUP BY,
   * HAVING, ORDER BY or LIMIT. Also true in a WHERE or ON if the query itself is in such a part of the query around it.
   */
  readonly isInnermostQueryInResultPart: boolean;
  /** The `isOfResult` of the innermost query that contains the node; false for the outermost query. */
  readonly isQueryOfResult: boolean;
}
export const outermostScope: Scope = {
  query: undefined,
  isInnermostQueryInResultPart: false,
  isQueryOfResult: false,
};

export function scopeOfChildren(node: SyntaxNode, outer: Scope): Scope {
  switch (node.kind) {
    case 'query':
      return {
        query: node,
        isInnermostQueryInResultPart: outer.isInnermostQueryInResultPart,
        isQueryOfResult: outer.isInnermostQueryInResultPart,
      };
    case 'on':
      return { ...outer, isInnermostQueryInResultPart: outer.isQueryOfResult };
    case 'condition':
      return { ...outer, isInnermostQueryInResultPart: node.word !== 'WHERE' || outer.isQueryOfResult };
    case 'target':
    case 'quantifier':
    case 'from':
    case 'list':
    case 'orderBy':
    case 'limit':
    case 'tail':
      return { ...outer, isInnermostQueryInResultPart: true };
    default:
      return outer;
  }
}

/** Whether the innermost query that contains a node is the statement's outermost query. */
export const isInOutermostQuery = (statement: StatementView, node: SyntaxNode): boolean =>
  statement.scopeOf(node).query === statement.tree.statement.query;

/**
 * Whether a node may have to stay identical to another expression of the statement, such as one in GROUP BY, or in
 * ORDER BY with DISTINCT.
 */
export const mustStayIdentical = (statement: StatementView, node: SyntaxNode): boolean =>
  statement.tables.hasGrouping && statement.scopeOf(node).isInnermostQueryInResultPart;

export function mustQueryStayIdentical(statement: StatementView, node: SyntaxNode): boolean {
  let outer = statement.parentOf(node);
  while (outer && outer.kind !== 'query' && outer.kind !== 'parenthesizedTable')
    outer = statement.parentOf(outer);
  return outer !== undefined && mustStayIdentical(statement, outer);
}
