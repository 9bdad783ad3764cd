/** What can be typed at a caret. */
import type { Expression, Query, QueryMember } from '../../syntax/nodes.ts';

/** A query, and one of those that set operators join in it. */
export interface QueryPlace {
  readonly query: Query;
  readonly member: QueryMember;
}

/** What an expression is part of. `page`: a number of rows. */
export type ExpressionClause = 'targets' | 'condition' | 'page' | 'other';

/** What an expression is in, besides its clause. `call`: however deep in it. */
export type Bracket = 'none' | 'call' | 'other';

/** The argument of a function of the dialect. */
export interface ArgumentPlace {
  /** Upper case. */
  readonly name: string;
  /** From 0. */
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
  /** Nothing that could be proposed. */
  | { readonly kind: 'nothing' }
  /** A statement; or a query as part of one. */
  | { readonly kind: 'statement' | 'query' }
  /** A name of the person's own, as after AS. */
  | { readonly kind: 'newName' }
  | { readonly kind: 'table'; readonly afterParenthesis: boolean }
  /** After a dot. */
  | { readonly kind: 'member'; readonly isTable: boolean; readonly clause: ExpressionClause }
  | {
      readonly kind: 'operand';
      readonly clause: ExpressionClause;
      readonly bracket: Bracket;
      /** Where it is the beginning of an argument. */
      readonly call?: ArgumentPlace;
      /** Right after SELECT. */
      readonly isFirst: boolean;
      readonly afterParenthesis: boolean;
    }
  | {
      readonly kind: 'afterOperand';
      readonly clause: ExpressionClause;
      readonly bracket: Bracket;
      /** What is complete before it. */
      readonly operand: Expression | undefined;
      /** Where it is the end of a join's condition. */
      readonly join?: AfterTable;
      readonly at?: QueryPlace;
    }
  | ({ readonly kind: 'afterTable'; readonly canHaveAlias: boolean; readonly at?: QueryPlace } & AfterTable)
  /** After a clause, or a SELECT list, that is complete. */
  | { readonly kind: 'afterClause'; readonly at: QueryPlace };
