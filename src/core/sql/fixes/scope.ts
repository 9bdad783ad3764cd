import type { Query } from '../syntax/nodes.ts';
import type { SyntaxNode } from '../syntax/walk.ts';
import type { StatementView } from './site.ts';

export interface Scope {
  readonly query: Query | undefined;
  /**
   * Whether the node is in the SELECT list of its query, in FROM outside of ON, or in a clause such as GROUP BY,
   * HAVING, ORDER BY or LIMIT. Also true in a WHERE or ON if the query itself is in such a part of the query around it.
   */
  readonly isInResultPart: boolean;
  /** Whether the innermost query that contains the node is in such a part of the query around it. */
  readonly isInnermostQueryInResultPart: boolean;
}
export const outermostScope: Scope = {
  query: undefined,
  isInResultPart: false,
  isInnermostQueryInResultPart: false,
};

export function scopeOfChildren(node: SyntaxNode, outer: Scope): Scope {
  switch (node.kind) {
    case 'query':
      return {
        query: node,
        isInResultPart: outer.isInResultPart,
        isInnermostQueryInResultPart: outer.isInResultPart,
      };
    case 'on':
      return { ...outer, isInResultPart: outer.isInnermostQueryInResultPart };
    case 'condition':
      return { ...outer, isInResultPart: node.word !== 'WHERE' || outer.isInnermostQueryInResultPart };
    case 'target':
    case 'quantifier':
    case 'from':
    case 'list':
    case 'orderBy':
    case 'limit':
    case 'tail':
      return { ...outer, isInResultPart: true };
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
  statement.tables.hasGrouping && statement.scopeOf(node).isInResultPart;

export function mustQueryStayIdentical(statement: StatementView, node: SyntaxNode): boolean {
  let outer = statement.parentOf(node);
  while (outer && outer.kind !== 'query' && outer.kind !== 'parenthesizedTable')
    outer = statement.parentOf(outer);
  return outer !== undefined && mustStayIdentical(statement, outer);
}
