import type { Expression, Query, QueryMember } from '../../syntax/nodes.ts';

export interface QueryPlace {
  readonly query: Query;
  readonly member: QueryMember;
}

/**
 * The clause that contains an expression: `targets` is the SELECT list, `condition` is for example WHERE or ON, and
 * `page` is a number of rows, as in LIMIT.
 */
export type ExpressionClause = 'targets' | 'condition' | 'page' | 'other';

/**
 * What encloses an expression within its clause: `call` means that a function call contains it, at any depth. `other`
 * means that it is only in parentheses, in brackets, in CASE, or in the condition of FILTER.
 */
export type Bracket = 'none' | 'call' | 'other';

/** An argument in a call of one of the dialect's functions. `argument` is its 0-based index. */
export interface ArgumentPlace {
  readonly name: string;
  readonly argument: number;
}

export interface AfterTable {
  /** True if a join before the caret still lacks its required condition. */
  readonly needsCondition: boolean;
  /** True if the caret is not inside parentheses around tables, so that another clause can begin there. */
  readonly endsClause: boolean;
}

export type Place =
  | { readonly kind: 'nothing' }
  /** The beginning of a statement (`statement`), or of a query within a statement (`query`). */
  | { readonly kind: 'statement' | 'query' }
  | { readonly kind: 'newName' }
  | { readonly kind: 'table'; readonly afterParenthesis: boolean }
  /** The part of a name after a dot. `isTable` is true in a table's name, and false in a column's. */
  | { readonly kind: 'member'; readonly isTable: boolean; readonly clause: ExpressionClause }
  | {
      readonly kind: 'operand';
      readonly clause: ExpressionClause;
      readonly bracket: Bracket;
      /** The function argument that begins with this operand; absent if none does. */
      readonly call?: ArgumentPlace;
      readonly isFirst: boolean;
      readonly afterParenthesis: boolean;
    }
  | {
      readonly kind: 'afterOperand';
      readonly clause: ExpressionClause;
      readonly bracket: Bracket;
      readonly operand: Expression;
      /** What can follow the condition of a join, if the operand ends such a condition; absent otherwise. */
      readonly join?: AfterTable;
      readonly at?: QueryPlace;
    }
  | ({ readonly kind: 'afterTable'; readonly canHaveAlias: boolean; readonly at?: QueryPlace } & AfterTable)
  | { readonly kind: 'afterClause'; readonly at: QueryPlace };
