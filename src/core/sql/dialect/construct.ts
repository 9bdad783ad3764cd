/** The types of the dialect table's entries. */
import type { PrecedenceLevel } from './precedence.ts';

export type ConstructKind = 'command' | 'keyword' | 'operator' | 'function';

/**
 * Whether the service accepts a construct:
 * - `supported`: the service's documentation names it (D1–D4) or implies it;
 * - `undocumented`: it is not known whether the service accepts it (D6); the statement may be sent, with a warning;
 * - `unsupported`: the documentation does not name it, so the statement is not sent (D5), unless the construct is
 *   liftable and the user's settings allow it;
 * - `write`: it makes the statement something other than a read-only SELECT (D1), so it is never sent, whatever the
 *   settings allow.
 */
export type Verdict = 'supported' | 'undocumented' | 'unsupported' | 'write';

/** Where an operator is written relative to its operands. */
export type OperatorRole =
  /** Only between two operands: `a < b`. */
  | 'infix'
  /** Between two operands or before one: `a ~ b`, `~ a`. */
  | 'infixOrPrefix'
  /** After its only operand: `a IS NULL`. */
  | 'test'
  /** After an operand and before the name of a type or a collation: `a::text`, `a COLLATE "C"`. */
  | 'type';

/**
 * Where a construct that is not an ordinary operator is written, and what follows it. AND, IN and EXISTS have such a
 * role too, although their kind is `operator`.
 */
type OtherRole =
  /** The parser has code of its own for it. */
  | 'own'
  /** Not found by the words of its name, which only describes what the parser found, as in `COMMA JOIN`. */
  | 'pattern'
  /** A constant, which is an operand: `TRUE`, `NULL`, `DEFAULT`. */
  | 'constant'
  /** A function without parentheses, which is an operand: `CURRENT_DATE`. */
  | 'value'
  /**
   * The word before a list or a query in parentheses or square brackets, with which it forms an operand: `EXISTS (…)`,
   * `ARRAY[…]`.
   */
  | 'bracket'
  /** A function that is called with parentheses: `COUNT(…)`. */
  | 'call'
  /** The words before a clause that consists of expressions: `GROUP BY a, b`. */
  | 'list'
  /**
   * The words before a clause that has only further keywords, perhaps with a number or names: `FETCH FIRST 5 ROWS
   * ONLY`.
   */
  | 'tail'
  /** The words between a SELECT and the next one: `UNION ALL`. */
  | 'query'
  /** Words after a table in FROM, with their arguments: `TABLESAMPLE`, `USE INDEX`. */
  | 'hint';

export type Role = OperatorRole | OtherRole;

interface Entry {
  /**
   * The construct's words in upper case with single spaces between them, such as `ORDER BY`, or an operator such as
   * `>=`.
   */
  readonly name: string;
  readonly kind: ConstructKind;
  readonly verdict: Verdict;
}
interface OperatorEntry extends Entry {
  readonly kind: 'operator';
  readonly role: OperatorRole;
  readonly level: PrecedenceLevel;
}
interface OtherEntry extends Entry {
  readonly role: OtherRole;
}
/** One entry of the dialect table, as it is written in `table/`. */
export type ConstructEntry = OperatorEntry | OtherEntry;

/** One entry of the dialect table, with properties that are derived from it. */
export type ConstructRow = ConstructEntry & {
  readonly words: readonly string[];
  /**
   * True if `vaultsql.dialect.allow` can allow the construct. False for writes, and for all commands, since a statement
   * must be a SELECT.
   */
  readonly liftable: boolean;
};
