/** The messages to and from the parser's thread. */

/** A text, see `toParserText`: no name and no value of the source is in it. */
export type ParserQuestion = string;
export type ParserAnswer =
  | { readonly kind: 'parsed'; readonly tables: readonly string[]; readonly columns: readonly ParserColumn[] }
  /** `offset` into the text. */
  | { readonly kind: 'error'; readonly offset: number }
  /** The parser failed without saying where, as it does on very deep nesting. */
  | { readonly kind: 'failed' };
/** `table` is '' where the parser does not know it; `column` is `*` for all. */
export interface ParserColumn {
  readonly table: string;
  readonly column: string;
}
