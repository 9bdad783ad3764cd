/** Types that describe what can be typed at a caret. */
import type { Expression, Query, QueryMember } from '../../syntax/nodes.ts';

/** A query and one of its members, which set operators such as UNION join. */
export interface QueryPlace {
  readonly query: Query;
  readonly member: QueryMember;
}

/** The clause that contains an expression. `page` is a number of rows, as in LIMIT. */
export type ExpressionClause = 'targets' | 'condition' | 'page' | 'other';

/** What encloses an expression within its clause. `call`: it is inside a call, at any depth. */
export type Bracket = 'none' | 'call' | 'other';

/** The argument of a function of the dialect. */
export interface ArgumentPlace {
  /** The function's name in upper case. */
  readonly name: string;
  /** Index of the argument, 0-based. */
  readonly argument: number;
}

/** After a table or its condition. */
export interface AfterTable {
  /** Whether a join before it still needs its condition. */
  readonly needsCondition: boolean;
  /** Whether another clause can begin: not inside parentheses around tables. */
  readonly endsClause: boolean;
}

export type Place =
  /** A place where nothing can be suggested. */
  | { readonly kind: 'nothing' }
  /** A statement; or a query as part of one. */
  | { readonly kind: 'statement' | 'query' }
  /** A new name that the user chooses, as after AS. */
  | { readonly kind: 'newName' }
  | { readonly kind: 'table'; readonly afterParenthesis: boolean }
  /** The part of a name after a dot. */
  | { readonly kind: 'member'; readonly isTable: boolean; readonly clause: ExpressionClause }
  | {
      readonly kind: 'operand';
      readonly clause: ExpressionClause;
      readonly bracket: Bracket;
      /** The argument that begins here; absent if none does. */
      readonly call?: ArgumentPlace;
      /** True if the operand comes directly after SELECT. */
      readonly isFirst: boolean;
      readonly afterParenthesis: boolean;
    }
  | {
      readonly kind: 'afterOperand';
      readonly clause: ExpressionClause;
      readonly bracket: Bracket;
      /** The complete expression before the caret. */
      readonly operand: Expression | undefined;
      /** Present if the operand ends the condition of a join. */
      readonly join?: AfterTable;
      readonly at?: QueryPlace;
    }
  | ({ readonly kind: 'afterTable'; readonly canHaveAlias: boolean; readonly at?: QueryPlace } & AfterTable)
  /** After a clause, or a SELECT list, that is complete. */
  | { readonly kind: 'afterClause'; readonly at: QueryPlace };
