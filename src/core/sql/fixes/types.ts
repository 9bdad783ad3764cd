import type { TextEdit } from '../syntax/ranges.ts';

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
 * How a rewritten statement relates to the original one:
 * - `exact`: PostgreSQL returns the same rows for both, including NULLs and digits.
 * - `spelling`: a notation of another dialect, a typographic quote or an invisible character is replaced with what the
 * user probably intended.
 * - `choice`: the user has to choose the rewrite, because the text may be intended differently, or because an equal
 * value with other digits may be returned.
 * - `removes-order`: ORDER BY is removed, because the results grid can sort.
 * - `removes-distinct`: DISTINCT is removed, so repeated rows are returned too.
 */
export type RewriteEffect = 'exact' | 'spelling' | 'choice' | 'removes-order' | 'removes-distinct';

export interface Rewrite {
  /** What the rewrite replaces. `spelling` stands for a word that is probably misspelt. */
  readonly code: RewriteCode | 'spelling';
  readonly effect: RewriteEffect;
  /** Edits in the order of the text. They do not overlap. */
  readonly edits: readonly TextEdit[];
}
