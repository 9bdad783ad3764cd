/** What the dialect table says of a construct. */
import type { PrecedenceLevel } from './precedence.ts';

export type ConstructKind = 'command' | 'keyword' | 'operator' | 'function';

/**
 * `supported`: named by the service, or implied by what it names (D2–D4) · `undocumented`: not known (D6),
 * the statement may be sent, a warning says so · `unsupported`: not named, so not sent (D5) · `write`: not a
 * read-only SELECT, never sent, whatever the settings say.
 */
export type Verdict = 'supported' | 'undocumented' | 'unsupported' | 'write';

/** How an operator is written; it binds as tightly as its level says. */
export type OperatorRole =
  /** Between two operands, and nowhere else. */
  | 'infix'
  /** Between two operands or before one, as PostgreSQL takes any operator that its grammar does not name. */
  | 'infixOrPrefix'
  /** After an operand. */
  | 'test'
  /** After an operand, with the name of a type or a collation on its right. */
  | 'type';

/** Where anything else is written, and what follows it. */
type OtherRole =
  /** The grammar has code for it. */
  | 'own'
  /** Not known by its words: the name describes what the grammar found, as in `COMMA JOIN`. */
  | 'pattern'
  /** An operand. */
  | 'constant'
  /** An operand: a function that has no parentheses. */
  | 'value'
  /** An operand, with a list or a query in parentheses. */
  | 'bracket'
  /** A function's name. */
  | 'call'
  /** A clause of expressions. */
  | 'list'
  /** A clause of words of its own, perhaps with a number or names. */
  | 'tail'
  /** Before another SELECT. */
  | 'query'
  /** After a table. */
  | 'hint';

export type Role = OperatorRole | OtherRole;

interface Entry {
  /** Upper case, single spaces. */
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
/** One entry of the table. */
export type ConstructEntry = OperatorEntry | OtherEntry;

/** An entry with what follows from it. */
export type ConstructRow = ConstructEntry & {
  readonly words: readonly string[];
  /** Whether `vaultsql.dialect.allow` can lift it: not a write, nor a command, which is no SELECT at all. */
  readonly liftable: boolean;
};
