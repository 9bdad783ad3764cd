export type ParserAnswer =
  | { readonly kind: 'parsed' }
  /** `offset` is the position of the syntax error in the text, in UTF-16 code units from 0. */
  | { readonly kind: 'error'; readonly offset: number }
  | { readonly kind: 'failed' };

export type ParserMethods = {
  /** Parses a text made by `toParserText`. */
  parse(text: string): ParserAnswer;
};
