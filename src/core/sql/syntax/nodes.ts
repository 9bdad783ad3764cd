/**
 * The syntax tree of one statement. Every offset is in UTF-16 code units from the statement's first token. A node's
 * kind says which fields it has; what is missing in the source is a `missing` node, what can't be read a `skipped`
 * one. The tokens beside the tree make it lossless.
 */

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What is written for a row of the dialect table: a clause's words, an operator, a function's name. */
export interface Construct extends Range {
  readonly kind: 'construct';
  /** As in the dialect table: upper case, single spaces. */
  readonly name: string;
  /** A name that is called is a function, whatever the table has under it. */
  readonly isFunction: boolean;
  readonly reason?: ConstructReason | undefined;
}
/** What a finding says of a construct beyond its name. */
export type ConstructReason =
  | 'subquery'
  | 'arguments'
  | 'redaction-level'
  | 'no-policy'
  | 'table-function'
  | 'unknown-type'
  | 'foreign';

/** One part of a dotted name. */
export interface Name extends Range {
  readonly kind: 'name';
  /** Without its quotes; in the source's letters. */
  readonly text: string;
  readonly isQuoted: boolean;
}

/** An operand that is not there. Its range is empty. */
export interface Missing extends Range {
  readonly kind: 'missing';
}
/** Tokens that are not read: a write's own grammar, or what no rule fits. */
export interface Skipped extends Range {
  readonly kind: 'skipped';
}

// Statements and queries.

export interface Statement extends Range {
  readonly kind: 'statement';
  /** `EXPLAIN`, `DECLARE`, or a command that is not a query. */
  readonly commands: readonly Construct[];
  readonly query?: Query | undefined;
  readonly rest?: Skipped | undefined;
}

/** Queries joined by set operators; one of them is the usual case. */
export interface Query extends Range {
  readonly kind: 'query';
  readonly with?: With | undefined;
  readonly members: readonly QueryMember[];
}
export interface With extends Range {
  readonly kind: 'with';
  readonly words: Construct;
  readonly tables: readonly CommonTable[];
}
export interface CommonTable extends Range {
  readonly kind: 'commonTable';
  readonly name: Name | Missing;
  readonly columns: readonly Name[];
  readonly query: Query | Write | Missing;
}

export type QueryMember = Select | Values | TableQuery | ParenthesizedQuery | Write | MissingQuery;
interface Member extends Range {
  /** What joins it to the member before it: `UNION ALL`. */
  readonly setOperator?: Construct | undefined;
  /** In the order of the source. ORDER BY, LIMIT and OFFSET after the last member are those of the whole query. */
  readonly clauses: readonly Clause[];
}
export interface Select extends Member {
  readonly kind: 'select';
  readonly quantifier?: Quantifier | undefined;
  /** `TOP 10` of another dialect, with its number. */
  readonly top?: Construct | undefined;
  readonly topCount?: Literal | undefined;
  readonly targets: readonly Target[];
}
/** `ALL`, `DISTINCT` or `DISTINCT ON (a)`. */
export interface Quantifier extends Range {
  readonly kind: 'quantifier';
  /** More than one is an error. */
  readonly words: readonly Construct[];
  readonly items: readonly Expression[];
}
export interface Values extends Member {
  readonly kind: 'values';
  readonly words: Construct;
  readonly rows: readonly Expression[];
}
interface TableQuery extends Member {
  readonly kind: 'tableQuery';
  readonly words: Construct;
  readonly from: readonly FromItem[];
}
interface ParenthesizedQuery extends Member {
  readonly kind: 'parenthesizedQuery';
  /** There where the statement itself is in parentheses. */
  readonly words?: Construct | undefined;
  readonly query: Query;
}
/** `DELETE FROM t …` where a query may be. */
export interface Write extends Member {
  readonly kind: 'write';
  readonly command: Construct;
  readonly rest?: Skipped | undefined;
}

/** A query that is not there, or whose first part is what is before the set operator. */
interface MissingQuery extends Member {
  readonly kind: 'missingQuery';
}

/** One item of a SELECT list. */
export interface Target extends Range {
  readonly kind: 'target';
  readonly value: Expression | Star;
  /** With or without AS. */
  readonly alias?: Name | undefined;
}
/** `*`, with `EXCEPT (a)` and the like of other dialects. */
export interface Star extends Range {
  readonly kind: 'star';
  readonly change?: Construct | undefined;
}

// Clauses.

export type Clause =
  | From
  | ConditionClause
  | ListClause
  | OrderBy
  | Limit
  | Into
  | Window
  | TailClause
  | SkippedClause;

interface ClauseBase extends Range {
  /** The clause's first word, upper case: a query holds one of each. */
  readonly word: string;
}
export interface From extends ClauseBase {
  readonly kind: 'from';
  readonly items: readonly FromItem[];
  /** The commas between the items. */
  readonly commas: readonly Construct[];
}
/** WHERE, HAVING. */
export interface ConditionClause extends ClauseBase {
  readonly kind: 'condition';
  readonly words: Construct;
  readonly condition: Expression;
}
/** GROUP BY, and lists of other dialects: QUALIFY, CONNECT BY. */
export interface ListClause extends ClauseBase {
  readonly kind: 'list';
  readonly words: Construct;
  readonly items: readonly Expression[];
}
interface OrderBy extends ClauseBase {
  readonly kind: 'orderBy';
  readonly words: Construct;
  readonly items: readonly Expression[];
}
/** LIMIT, OFFSET. */
export interface Limit extends ClauseBase {
  readonly kind: 'limit';
  readonly words: Construct;
  /** Absent for `LIMIT ALL`. */
  readonly count?: Expression | undefined;
  /** `LIMIT ALL`, `LIMIT EXPRESSION`, `ROWS`. */
  readonly constructs: readonly Construct[];
  /** Of `LIMIT 5, 10` of another dialect. */
  readonly second?: Expression | undefined;
}
interface Into extends ClauseBase {
  readonly kind: 'into';
  readonly words: Construct;
  readonly table: Skipped;
}
export interface Window extends ClauseBase {
  readonly kind: 'window';
  readonly words: Construct;
  readonly definitions: Skipped;
}
/** A clause of its own words, perhaps with a number or names: `FETCH FIRST 5 ROWS ONLY`, `FOR UPDATE OF t`. */
interface TailClause extends ClauseBase {
  readonly kind: 'tail';
  readonly words: Construct;
  readonly count?: Expression | undefined;
}
/** What no clause begins with. */
export interface SkippedClause extends ClauseBase {
  readonly kind: 'skippedClause';
  readonly operator?: Construct | undefined;
  readonly expression?: Expression | undefined;
}

// Tables.

/** A table with the joins after it, in a FROM list or in parentheses. */
export interface FromItem extends Range {
  readonly kind: 'fromItem';
  readonly lateral?: Construct | undefined;
  readonly table: Table;
  readonly joins: readonly Join[];
}
export type JoinType = 'inner' | 'left' | 'right' | 'full' | 'cross';
export interface Join extends Range {
  readonly kind: 'join';
  /** `left` for `OUTER APPLY` too. What `SEMI` and the like change is only in `constructs`. */
  readonly type: JoinType;
  readonly isNatural: boolean;
  /** Those the dialect lacks: `NATURAL`, `CROSS JOIN`, `APPLY`. */
  readonly constructs: readonly Construct[];
  readonly lateral?: Construct | undefined;
  readonly table: Table;
  /** Joins of its own right side: of `a JOIN b JOIN c ON … ON …` the second one, with the first condition. */
  readonly joins: readonly Join[];
  readonly condition?: JoinOn | JoinUsing | undefined;
}
export interface JoinOn extends Range {
  readonly kind: 'on';
  readonly condition: Expression;
}
export interface JoinUsing extends Range {
  readonly kind: 'using';
  readonly words: Construct;
  readonly columns: readonly Name[];
  readonly alias?: Name | undefined;
}

export type Table = TableName | TableFunction | DerivedTable | ParenthesizedTable | MissingTable;
interface TableBase extends Range {
  /** `ONLY`, `*`, hints and what else the dialect lacks about it. */
  readonly constructs: readonly Construct[];
  readonly alias?: Name | undefined;
  readonly columnAliases?: ColumnAliases | undefined;
}
export interface TableName extends TableBase {
  readonly kind: 'tableName';
  /** Catalog, schema and table. */
  readonly parts: readonly Name[];
}
/** No table where one is wanted. */
interface MissingTable extends TableBase {
  readonly kind: 'missingTable';
}
interface TableFunction extends TableBase {
  readonly kind: 'tableFunction';
  readonly call?: Expression | undefined;
}
/** `(SELECT …) AS a`. */
export interface DerivedTable extends TableBase {
  readonly kind: 'derivedTable';
  /** Its SELECT. */
  readonly words?: Construct | undefined;
  readonly query: Query | Write;
}
/** `(a JOIN b ON …) AS c`. */
export interface ParenthesizedTable extends TableBase {
  readonly kind: 'parenthesizedTable';
  readonly items: readonly FromItem[];
}
export interface ColumnAliases extends Range {
  readonly kind: 'columnAliases';
  readonly words: Construct;
  readonly names: readonly Name[];
}

// Expressions.

export type Expression =
  | Literal
  | Constant
  | Column
  | Call
  | TypedLiteral
  | Parenthesized
  | ArrayValue
  | Subquery
  | Case
  | Prefix
  | Sign
  | Infix
  | Between
  | Postfix
  | Cast
  | Collate
  | Subscript
  | FieldAccess
  | Missing;

export type LiteralKind = 'string' | 'prefixed' | 'dollar-string' | 'number' | 'parameter' | 'placeholder';
export interface Literal extends Range {
  readonly kind: 'literal';
  readonly literal: LiteralKind;
  /** Where the dialect has no such literal, or leaves it open. */
  readonly construct?: Construct | undefined;
}
/** `NULL`, `TRUE`, `DEFAULT`, `CURRENT_DATE`. */
export interface Constant extends Range {
  readonly kind: 'constant';
  readonly construct: Construct;
}
/** `a`, `t.a`, `t.*`. */
export interface Column extends Range {
  readonly kind: 'column';
  readonly parts: readonly Name[];
  readonly isStar: boolean;
}
export interface Call extends Range {
  readonly kind: 'call';
  /** Its name in the source, upper case. */
  readonly name: string;
  /** Absent for the arguments of a table function. */
  readonly construct?: Construct | undefined;
  /** One of the dialect's functions by its plain name; of any other the words between are its own grammar. */
  readonly isSupported: boolean;
  /** `DISTINCT`, `ALL`, `ORDER BY` in it, and `FILTER`, `OVER` after it. */
  readonly constructs: readonly Construct[];
  readonly arguments: readonly Expression[];
  /** What the ORDER BY in it sorts by. */
  readonly orderBy: readonly Expression[];
  /** Whether it is `COUNT(*)`: a star is its only argument. */
  readonly isStar: boolean;
  /** The end of the closing parenthesis; suffixes follow. Undefined where it is not closed. */
  readonly argumentsEnd?: number | undefined;
  readonly filter?: Filter | undefined;
}
/** `FILTER (WHERE …)` after a call. */
export interface Filter extends Range {
  readonly kind: 'filter';
  readonly condition: Expression;
}
/** `DATE '2026-01-31'`. */
export interface TypedLiteral extends Range {
  readonly kind: 'typedLiteral';
  /** The type's name; absent where what it is can't be told after an error. */
  readonly construct?: Construct | undefined;
  readonly literal: Literal;
}
/** `(a)`; with a comma a row. */
export interface Parenthesized extends Range {
  readonly kind: 'parenthesized';
  readonly row?: Construct | undefined;
  readonly items: readonly Expression[];
}
/** `ARRAY[…]`, `ROW(…)`, and the list of `IN (…)`, `ANY (…)`. */
interface ArrayValue extends Range {
  readonly kind: 'array';
  readonly construct?: Construct | undefined;
  readonly items: readonly Expression[];
}
/** `(SELECT …)`, with what is before the parenthesis: `EXISTS`, `ANY`. */
export interface Subquery extends Range {
  readonly kind: 'subquery';
  readonly construct?: Construct | undefined;
  readonly query: Query | Write;
}
export interface Case extends Range {
  readonly kind: 'case';
  readonly construct: Construct;
  /** Operand, conditions and results in the order of the source. */
  readonly items: readonly Expression[];
}
/** `NOT a`, `-a`. */
interface Prefix extends Range {
  readonly kind: 'prefix';
  readonly operator: Construct;
  readonly operand: Expression;
}
/** The sign of a number, which is part of the value: `-5`. Of `- -5` the operand has a sign too. */
export interface Sign extends Range {
  readonly kind: 'sign';
  readonly operand: Expression;
}
/** `a = b`, `a AND b`, `a IS DISTINCT FROM b`. Where two operands have no operator between them it is `missing`. */
export interface Infix extends Range {
  readonly kind: 'infix';
  readonly left: Expression;
  /** Of `a NOT IN (b)` and `a NOT LIKE b` without its NOT. */
  readonly operator: Construct | Missing;
  readonly isNegated: boolean;
  readonly right: Expression;
}
export interface Between extends Range {
  readonly kind: 'between';
  readonly operand: Expression;
  /** Without its NOT. */
  readonly operator: Construct;
  readonly isNegated: boolean;
  readonly low: Expression;
  readonly high: Expression;
}
/** `a IS NULL`. */
interface Postfix extends Range {
  readonly kind: 'postfix';
  readonly operand: Expression;
  readonly operator: Construct;
}
/** `a COLLATE "C"`. */
export interface Collate extends Range {
  readonly kind: 'collate';
  readonly operand: Expression;
  readonly operator: Construct;
  readonly type: Range;
}
/** `a::int`. */
interface Cast extends Range {
  readonly kind: 'cast';
  readonly operand: Expression;
  readonly operator: Construct;
  readonly type: Range;
}
/** `a[1]`. */
interface Subscript extends Range {
  readonly kind: 'subscript';
  readonly operand: Expression;
  readonly construct: Construct;
  readonly items: readonly Expression[];
}
/** `(a).b`. */
interface FieldAccess extends Range {
  readonly kind: 'fieldAccess';
  readonly operand: Expression;
  readonly construct: Construct;
}
