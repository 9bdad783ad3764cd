/** The methods of the parser's worker thread, and their results. */

export type ParserAnswer =
  | { readonly kind: 'parsed' }
  /** `offset` is the position of the syntax error in the text, in UTF-16 code units from 0. */
  | { readonly kind: 'error'; readonly offset: number }
  /** The parser failed without naming a position, as happens with very deep nesting. */
  | { readonly kind: 'failed' };

export type ParserMethods = {
  /** Parses a text that `toParserText` made of a statement. */
  parse(text: string): ParserAnswer;
};
