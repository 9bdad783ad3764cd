import type { LexicalError } from '../lexer/tokens.ts';

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

export type ExpectedSyntax =
  | { readonly kind: 'column' | 'table' | 'name' | 'type' | 'number' }
  | { readonly kind: 'word'; readonly word: string };
