/** The calls to the parser's thread. */

export type ParserAnswer =
  | { readonly kind: 'parsed' }
  /** `offset` is the position of the syntax error in the text, in UTF-16 code units from 0. */
  | { readonly kind: 'error'; readonly offset: number }
  /** The parser failed without a position, as it does on very deep nesting. */
  | { readonly kind: 'failed' };

export type ParserMethods = {
  /** Parses a text made by `toParserText`, which contains no name and no value of the user's statement. */
  parse(text: string): ParserAnswer;
};
