/** Defines rewrites. A rewrite consists of edits to the text; a statement is never printed as a whole. */
import type { TextEdit } from '../syntax/ranges.ts';

/** Identifies what a rewrite replaces. Also the key of the rewrite's title and examples. */
export type RewriteCode =
  | 'comparison'
  | 'operator-word'
  | 'equals'
  | 'in'
  | 'between'
  | 'null-test'
  | 'null-comparison'
  | 'truth-test'
  | 'distinct-from'
  | 'using'
  | 'cross-join'
  | 'fetch'
  | 'offset-rows'
  | 'limit-comma'
  | 'limit-all'
  | 'top'
  | 'all'
  | 'aggregate-distinct'
  | 'brackets'
  | 'plain-text'
  | 'quoted-name'
  | 'quoted-text'
  | 'blank'
  | 'remove-distinct'
  | 'remove-order';

/**
 * `exact`: PostgreSQL gives the same rows for both, NULLs and digits included; each is proved on it by test/proof ·
 * `spelling`: another dialect's way to write the same, which PostgreSQL cannot read · `choice`: one of several things
 * that the text may mean, or an equal value whose digits may differ · `removes-order`, `removes-distinct`: what the
 * results grid does instead.
 */
export type RewriteEffect = 'exact' | 'spelling' | 'choice' | 'removes-order' | 'removes-distinct';

export interface Rewrite {
  /** `spelling`: a word that is probably misspelt; nothing says what it means, so nothing of it is proved. */
  readonly code: RewriteCode | 'spelling';
  readonly effect: RewriteEffect;
  /** Edits in the order of the text, without overlaps. */
  readonly edits: readonly TextEdit[];
}
