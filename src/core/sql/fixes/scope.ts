/** Which query of a statement a node is in, and whether what it is in may have to stay as it is. */
import type { Query } from '../syntax/nodes.ts';
import type { SyntaxNode } from '../syntax/walk.ts';
import type { StatementView } from './site.ts';

/** What is around a node. */
export interface Scope {
  /** The innermost query. */
  readonly query: Query | undefined;
  /** Whether the node is part of what a query selects, groups or sorts by, and not of a condition in it. */
  readonly isOfResult: boolean;
  /** The same of the innermost query itself. */
  readonly isQueryOfResult: boolean;
}
export const outermostScope: Scope = { query: undefined, isOfResult: false, isQueryOfResult: false };

/** The scope of the parts of a node, which is itself in the scope `outer`. */
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

/** Whether a node is in the outermost query itself. */
export const isOutermost = (statement: StatementView, node: SyntaxNode): boolean =>
  statement.scopeOf(node).query === statement.tree.statement.query;

/**
 * Whether an expression may have to be the same as another one of the statement: what is grouped by, or sorted by
 * with DISTINCT. Conditions of WHERE and ON never have to.
 */
export const mustMatch = (statement: StatementView, node: SyntaxNode): boolean =>
  statement.tables.groups && statement.scopeOf(node).isOfResult;

/** As `mustMatch`, of the query, or the parentheses of a FROM, that a node is in. */
export function mustQueryMatch(statement: StatementView, node: SyntaxNode): boolean {
  let outer = statement.parentOf(node);
  while (outer && outer.kind !== 'query' && outer.kind !== 'parenthesizedTable')
    outer = statement.parentOf(outer);
  return outer !== undefined && mustMatch(statement, outer);
}
