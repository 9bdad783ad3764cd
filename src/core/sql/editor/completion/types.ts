/** What completion gives and is given. */
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
  /** Plain text to insert where it is not the label. */
  readonly insert?: string;
  /** In the editor's snippet syntax, in place of `insert`. */
  readonly snippet?: string;
  /** What typed characters are compared with, where it is not the label. */
  readonly filter?: string;
  /** The dialect table's name of a keyword or function. */
  readonly construct?: string;
  /** A column's own name as it is written; the label may have a qualifier before it. */
  readonly column?: string;
  /** The tables of a column, the table of an alias, as they are written. */
  readonly tables?: readonly string[];
  /** The column's policy forbids it here (D8). */
  readonly refused?: boolean;
  /** Place in the list, lowest first. */
  readonly rank: number;
}
export interface Completions {
  /** What is replaced, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly items: readonly Completion[];
}

export interface CompletionOptions {
  readonly schema?: SchemaIndex;
  /** As in `checkText`. */
  readonly allow?: readonly string[];
  readonly columns?: readonly ColumnPolicy[];
  /** Labels of the vaults that the directive can name. */
  readonly vaults?: readonly string[];
  /** The punctuation mark whose typing opened completion; undefined after a letter or by command. */
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
