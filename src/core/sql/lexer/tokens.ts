/** What the lexer gives. All offsets are UTF-16 code units. */

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

/** An end mark is missing, so the token reaches to the end of the text (or line). */
export type UnclosedError =
  | 'unclosed-string'
  | 'unclosed-identifier'
  | 'unclosed-comment'
  | 'unclosed-dollar-quote'
  | 'unclosed-placeholder';

/** What is wrong with a single token. */
export type LexicalError =
  | UnclosedError
  /** `12ab`, `1e`. */
  | 'bad-number'
  /** `U&"\zz"`, `E'\400'`. */
  | 'bad-escape'
  | 'empty-identifier'
  | 'backtick'
  | 'typographic-quote'
  | 'invisible-character'
  | 'unexpected-character';

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /**
   * An unquoted name or keyword in upper case, where it has no letter beyond ASCII; an operator or a punctuation mark
   * itself; '' for all else.
   */
  readonly word: string;
  readonly error: LexicalError | undefined;
}

const unclosedErrors: ReadonlySet<LexicalError | undefined> = new Set<UnclosedError>([
  'unclosed-string',
  'unclosed-identifier',
  'unclosed-comment',
  'unclosed-dollar-quote',
  'unclosed-placeholder',
]);

/** Whether a token's end mark is missing. */
export const isUnclosed = ({ error }: Pick<Token, 'error'>): boolean => unclosedErrors.has(error);

/** Whether a token is not what it begins as: unclosed, or with characters in it that it can't have. */
export const isMalformed = (token: Pick<Token, 'error'>): boolean =>
  isUnclosed(token) || token.error === 'bad-number' || token.error === 'bad-escape';
