/** The messages to and from the parser's thread. */

/** A text, see `toParserText`: no name and no value of the source is in it. */
export type ParserQuestion = string;
export type ParserAnswer =
  | { readonly kind: 'parsed' }
  /** `offset` into the text. */
  | { readonly kind: 'error'; readonly offset: number }
  /** The parser failed without saying where, as it does on very deep nesting. */
  | { readonly kind: 'failed' };
