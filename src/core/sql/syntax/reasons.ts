/** The reasons for syntax errors, and what the parser expected instead. */
import type { LexicalError } from '../lexer/tokens.ts';

/** Why something is a syntax error. */
export type SyntaxReason =
  | LexicalError
  | 'unclosed-parenthesis'
  | 'stray-parenthesis'
  | 'nul-character'
  | 'unknown-statement'
  | 'unexpected-end'
  | 'unexpected-token'
  | 'missing-operator'
  | 'missing-join'
  | 'missing-join-condition'
  | 'chained-comparison'
  | 'clause-order'
  | 'repeated-clause'
  | 'second-statement'
  | 'limit-comma'
  | 'parenthesized-table'
  | 'too-many-name-parts'
  | 'star-without-from'
  | 'too-deep';

/**
 * What the parser expected instead of the token that is a syntax error: a kind of operand or name, or a certain word
 * or punctuation character.
 */
export type Expected =
  | { readonly kind: 'column' | 'table' | 'name' | 'type' | 'number' }
  | { readonly kind: 'word'; readonly word: string };
