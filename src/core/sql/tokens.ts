/** What the lexer gives. All offsets are UTF-16 code units in the text given to it. */

export type TokenKind =
  /** An unquoted name or keyword. */
  | 'word'
  /** `"…"` or `U&"…"`. */
  | 'quoted'
  /** `'…'`, with a prefix (E, B, X, N, U&) where there is one, and with continuations on further lines. */
  | 'string'
  /** `$$…$$` or `$tag$…$tag$`. */
  | 'dollar'
  | 'number'
  | 'operator'
  /** One of `( ) [ ] , ; . :`. */
  | 'punctuation'
  /** `:name` or `${name}`: filled in by the extension before anything is sent. */
  | 'placeholder'
  /** `$1`. */
  | 'parameter'
  | 'comment'
  /** `` `…` ``, a quote of other dialects. */
  | 'backtick'
  /** `“…”` and kin, from a word processor; PostgreSQL would read them as letters of a name. */
  | 'typographic'
  /** A character that SQL does not know, or an invisible one that PostgreSQL would read as a letter. */
  | 'unknown';

/** `unclosed`: its end mark is missing, so it reaches to the end of the text (or line); `junk`: `12ab`, `1e`. */
export type TokenFlaw = '' | 'unclosed' | 'junk';

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** Upper case for a word of the vocabulary, else ''. The text itself for operators and punctuation. */
  readonly word: string;
  readonly flaw: TokenFlaw;
}
