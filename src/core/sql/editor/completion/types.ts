import type { ColumnPolicy } from '../../dialect/schema.ts';
import type { SchemaIndex } from '../schemaIndex.ts';

export type CompletionKind =
  | 'keyword'
  | 'table'
  | 'column'
  | 'alias'
  | 'function'
  | 'level'
  | 'snippet'
  | 'directive';

export interface Completion {
  readonly kind: CompletionKind;
  readonly label: string;
  /** Plain text to insert; if absent, the label. Ignored if there is a `snippet`. */
  readonly insert?: string;
  readonly snippet?: string;
  /** Text that typed characters are matched against. If absent, the label is used. */
  readonly filter?: string;
  readonly construct?: string;
  readonly column?: string;
  /**
   * Names, as written in a statement, of the tables to which the column can belong, or of the one table that the alias
   * stands for.
   */
  readonly tables?: readonly string[];
  /** True if the column's policy forbids using the column here (D8). */
  readonly refused?: boolean;
  /** Sort key of the item in the list; the lowest rank comes first. */
  readonly rank: number;
}
export interface Completions {
  /** Start offset of the text to replace, in UTF-16 code units. `end` is the offset after that text. */
  readonly start: number;
  readonly end: number;
  readonly items: readonly Completion[];
}

export interface CompletionOptions {
  readonly schema?: SchemaIndex;
  readonly allow?: readonly string[];
  readonly columns?: readonly ColumnPolicy[];
  readonly vaults?: readonly string[];
  /** Punctuation character that opened completion when typed; undefined if something else opened completion. */
  readonly trigger?: string | undefined;
}

export const ranks = {
  level: 0,
  column: 1,
  table: 1,
  alias: 2,
  function: 3,
  keyword: 4,
  snippet: 5,
  refused: 6,
};
