export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A part of the source that the dialect may not support: a clause's words, an operator, a function's name. */
export interface Construct extends Range {
  readonly kind: 'construct';
  /** The name in the dialect table (upper case, single spaces); if there is none, the text in upper case. */
  readonly name: string;
  /**
   * True for the name of a function that the dialect does not support, such as CURRENT_DATE, and of any table function.
   */
  readonly isFunction: boolean;
  readonly reason?: ConstructReason | undefined;
}
export type ConstructReason =
  | 'subquery'
  | 'arguments'
  | 'redaction-level'
  | 'rejected-level'
  | 'no-policy'
  | 'table-function'
  | 'unknown-type'
  | 'foreign';

export interface Name extends Range {
  readonly kind: 'name';
  /**
   * The name without double quotes and with escapes decoded. The source text for a name in backticks or typographic
   * quotes, and if an escape is invalid. Unspecified if the closing quote is missing.
   */
  readonly text: string;
  readonly isQuoted: boolean;
}

/**
 * Stands for an operand, an operator, a name or a query where the parser expects one and the source has none. Its range
 * is empty.
 */
export interface Missing extends Range {
  readonly kind: 'missing';
}
/** Tokens that are not parsed, such as the rest of an UPDATE or the definitions after WINDOW. */
export interface Skipped extends Range {
  readonly kind: 'skipped';
}

// Statements and queries.

export interface Statement extends Range {
  readonly kind: 'statement';
  /**
   * The commands at the start of the statement: EXPLAIN and DECLARE, and the command of a statement without a query,
   * such as UPDATE. Empty for a plain query.
   */
  readonly commands: readonly Construct[];
  readonly query?: Query | undefined;
  readonly rest?: Skipped | undefined;
}

/** A query. It has one member, usually a SELECT, or several, as with UNION. It has none if it is nested too deeply. */
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
  /**
   * The set operator before this member, such as `UNION ALL`. Undefined for the first member, and if the operator is
   * missing.
   */
  readonly setOperator?: Construct | undefined;
  /**
   * The member's clauses in the order of the source. In SQL, ORDER BY and LIMIT of the last member apply to the whole
   * query.
   */
  readonly clauses: readonly Clause[];
}
export interface Select extends Member {
  readonly kind: 'select';
  readonly quantifier?: Quantifier | undefined;
  readonly top?: Construct | undefined;
  readonly topCount?: Literal | undefined;
  readonly targets: readonly Target[];
}
export interface Quantifier extends Range {
  readonly kind: 'quantifier';
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
  /** The construct `PARENTHESIZED SELECT` if this is the first member of the outermost query; otherwise undefined. */
  readonly words?: Construct | undefined;
  readonly query: Query;
}
/** A command that writes, such as `DELETE FROM t …`, in the place of a query. */
export interface Write extends Member {
  readonly kind: 'write';
  readonly command: Construct;
  readonly rest?: Skipped | undefined;
}

interface MissingQuery extends Member {
  readonly kind: 'missingQuery';
}

export interface Target extends Range {
  readonly kind: 'target';
  readonly value: Expression | Star;
  readonly alias?: Name | undefined;
}
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
  /** The word of the clause's first token, in upper case; '' if a skipped clause starts with a literal or the like. */
  readonly word: string;
}
export interface From extends ClauseBase {
  readonly kind: 'from';
  readonly items: readonly FromItem[];
  readonly commas: readonly Construct[];
}
export interface ConditionClause extends ClauseBase {
  readonly kind: 'condition';
  readonly words: Construct;
  readonly condition: Expression;
}
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
export interface Limit extends ClauseBase {
  readonly kind: 'limit';
  readonly words: Construct;
  /** The expression after LIMIT or OFFSET; undefined for `LIMIT ALL`. For `LIMIT 20, 10`, the first one. */
  readonly count?: Expression | undefined;
  /** What the dialect does not support or document, such as `LIMIT ALL`, or `ROWS` after OFFSET. */
  readonly constructs: readonly Construct[];
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
interface TailClause extends ClauseBase {
  readonly kind: 'tail';
  readonly words: Construct;
  readonly count?: Expression | undefined;
}
/** Tokens that form no clause where only a clause may follow, such as ORDER without BY: a syntax error. */
export interface SkippedClause extends ClauseBase {
  readonly kind: 'skippedClause';
  readonly operator?: Construct | undefined;
  readonly expression?: Expression | undefined;
}

// Tables.

export interface FromItem extends Range {
  readonly kind: 'fromItem';
  readonly lateral?: Construct | undefined;
  readonly table: Table;
  readonly joins: readonly Join[];
}
export type JoinType = 'inner' | 'left' | 'right' | 'full' | 'cross';
export interface Join extends Range {
  readonly kind: 'join';
  /** The type of join, by its words. `OUTER APPLY` is `left`; SEMI, ANTI and ASOF do not change the type. */
  readonly type: JoinType;
  readonly isNatural: boolean;
  readonly constructs: readonly Construct[];
  readonly lateral?: Construct | undefined;
  readonly table: Table;
  /** Joins on the right side of this one: in `a JOIN b JOIN c ON … ON …`, the second join, with the first condition. */
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
  /**
   * What the dialect does not support or document about the table, such as `ONLY`, a hint, or the name of a table
   * function.
   */
  readonly constructs: readonly Construct[];
  readonly alias?: Name | undefined;
  readonly columnAliases?: ColumnAliases | undefined;
}
export interface TableName extends TableBase {
  readonly kind: 'tableName';
  /**
   * The parts of a dotted name: the table, the schema and the table, or the catalog, the schema and the table. More
   * parts are a syntax error. Empty if the name is missing.
   */
  readonly parts: readonly Name[];
}
interface MissingTable extends TableBase {
  readonly kind: 'missingTable';
}
interface TableFunction extends TableBase {
  readonly kind: 'tableFunction';
  readonly call?: Expression | undefined;
}
export interface DerivedTable extends TableBase {
  readonly kind: 'derivedTable';
  readonly words?: Construct | undefined;
  readonly query: Query | Write;
}
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
  /**
   * The construct of a dollar-quoted string, a string with a prefix, or a parameter. Undefined for other literals, in a
   * typed literal, and if the token has a lexical error.
   */
  readonly construct?: Construct | undefined;
}
export interface Constant extends Range {
  readonly kind: 'constant';
  readonly construct: Construct;
}
export interface Column extends Range {
  readonly kind: 'column';
  readonly parts: readonly Name[];
  readonly isStar: boolean;
}
export interface Call extends Range {
  readonly kind: 'call';
  /** The function's name in upper case; '' if it is not one unquoted ASCII word, and for a table function. */
  readonly name: string;
  readonly construct?: Construct | undefined;
  /** True for a function of the dialect. The arguments of others may have keywords, as in `EXTRACT(YEAR FROM d)`. */
  readonly isSupported: boolean;
  readonly constructs: readonly Construct[];
  readonly arguments: readonly Expression[];
  readonly orderBy: readonly Expression[];
  readonly isStar: boolean;
  /**
   * The offset after the closing parenthesis, where FILTER or OVER may follow. Undefined if the closing parenthesis is
   * missing.
   */
  readonly argumentsEnd?: number | undefined;
  readonly filter?: Filter | undefined;
}
export interface Filter extends Range {
  readonly kind: 'filter';
  readonly condition: Expression;
}
export interface TypedLiteral extends Range {
  readonly kind: 'typedLiteral';
  /**
   * The construct `TYPED LITERAL` at the type's name. Undefined during error recovery, when the name may not be a type.
   */
  readonly construct?: Construct | undefined;
  readonly literal: Literal;
}
/**
 * An expression in parentheses, `(a)`, or a row, `(a, b)`. The construct `ROW VALUE` is undefined if there is no comma,
 * and in GROUP BY.
 */
export interface Parenthesized extends Range {
  readonly kind: 'parenthesized';
  readonly rowConstruct?: Construct | undefined;
  readonly items: readonly Expression[];
}
/**
 * A list or query that is not the argument list of a call: `ARRAY[…]`, `ROW(…)`, `EXISTS (…)`, the list of IN.
 * `construct` is the word before it; undefined for the list of IN and for an array directly inside another one.
 */
interface ArrayValue extends Range {
  readonly kind: 'array';
  readonly construct?: Construct | undefined;
  readonly items: readonly Expression[];
}
/**
 * A query or a write in an expression, without its parentheses. In `((SELECT …) UNION …)`, also the part from UNION on.
 * `construct` is defined if the query begins with SELECT.
 */
export interface Subquery extends Range {
  readonly kind: 'subquery';
  readonly construct?: Construct | undefined;
  readonly query: Query | Write;
}
export interface Case extends Range {
  readonly kind: 'case';
  readonly construct: Construct;
  /** The operand, the conditions and the results, in the order of the source. */
  readonly items: readonly Expression[];
}
interface Prefix extends Range {
  readonly kind: 'prefix';
  readonly operator: Construct;
  readonly operand: Expression;
}
/** A sign before a number: `-5`. The operand may also be a sign, as in `- -5`, or a cast, as in `-5::int`. */
export interface Sign extends Range {
  readonly kind: 'sign';
  readonly operand: Expression;
}
export interface Infix extends Range {
  readonly kind: 'infix';
  readonly left: Expression;
  /**
   * The operator, without the NOT of `a NOT IN (b)`; a `missing` node if two operands have no operator between them.
   */
  readonly operator: Construct | Missing;
  readonly isNegated: boolean;
  readonly right: Expression;
}
export interface Between extends Range {
  readonly kind: 'between';
  readonly operand: Expression;
  readonly operator: Construct;
  readonly isNegated: boolean;
  readonly low: Expression;
  readonly high: Expression;
}
interface Postfix extends Range {
  readonly kind: 'postfix';
  readonly operand: Expression;
  readonly operator: Construct;
}
export interface Collate extends Range {
  readonly kind: 'collate';
  readonly operand: Expression;
  readonly operator: Construct;
  readonly type: Range;
}
interface Cast extends Range {
  readonly kind: 'cast';
  readonly operand: Expression;
  readonly operator: Construct;
  readonly type: Range;
}
interface Subscript extends Range {
  readonly kind: 'subscript';
  readonly operand: Expression;
  readonly construct: Construct;
  readonly items: readonly Expression[];
}
interface FieldAccess extends Range {
  readonly kind: 'fieldAccess';
  readonly operand: Expression;
  readonly construct: Construct;
}
