import type { PrecedenceLevel } from './precedence.ts';

export type ConstructKind = 'command' | 'keyword' | 'operator' | 'function';

/**
 * Whether the service accepts a construct:
 * - `supported`: the service's documentation names it (D1–D4) or implies it;
 * - `undocumented`: it is not known whether the service accepts it (D6); the statement may be sent, with a warning;
 * - `unsupported`: the documentation does not name it, so the statement is not sent (D5), unless the user's settings
 *   allow the construct (not possible for a command);
 * - `write`: it makes the statement something other than a read-only SELECT (D1), so it is never sent, whatever the
 *   settings allow.
 */
export type ConstructVerdict = 'supported' | 'undocumented' | 'unsupported' | 'write';

export type OperatorRole =
  | 'infix'
  | 'infixOrPrefix'
  | 'test'
  /** An operator between an operand and the name of a type or a collation: `a::text`, `a COLLATE "C"`. */
  | 'type';

type OtherRole =
  /** The parser has separate code for the construct. */
  | 'own'
  /** The name only describes what the parser found, as in `COMMA JOIN`. Its words need not occur in the statement. */
  | 'pattern'
  | 'constant'
  | 'value'
  /** The construct is the word before a list or a query in parentheses or square brackets: `EXISTS (…)`, `ARRAY[…]`. */
  | 'bracket'
  | 'call'
  | 'list'
  /** The first words of a clause that is not a list of expressions: FETCH FIRST in `FETCH FIRST 5 ROWS ONLY`. */
  | 'tail'
  | 'query'
  | 'hint';

export type ConstructRole = OperatorRole | OtherRole;

interface Entry {
  /**
   * The construct's words in upper case with single spaces between them, such as `ORDER BY`, or an operator such as
   * `>=`.
   */
  readonly name: string;
  readonly kind: ConstructKind;
  readonly verdict: ConstructVerdict;
}
interface OperatorEntry extends Entry {
  readonly kind: 'operator';
  readonly role: OperatorRole;
  readonly level: PrecedenceLevel;
}
interface OtherEntry extends Entry {
  readonly role: OtherRole;
}
export type ConstructEntry = OperatorEntry | OtherEntry;

export type ConstructRow = ConstructEntry & {
  readonly words: readonly string[];
  /** Whether `vaultsql.dialect.allow` can allow the construct. False for writes and commands. */
  readonly canBeAllowed: boolean;
};
