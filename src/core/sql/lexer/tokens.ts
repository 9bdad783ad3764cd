/** Tokens, which the lexer makes of a text. All offsets are in UTF-16 code units. */

export type TokenKind =
  /** An unquoted identifier or a keyword. */
  | 'word'
  /** `"…"` or `U&"…"`. */
  | 'quoted-identifier'
  /** `'…'`, with a prefix (E, B, X, N, U&) where there is one, and with continuations on further lines. */
  | 'string'
  /** `$$…$$` or `$tag$…$tag$`. */
  | 'dollar-string'
  | 'number'
  | 'operator'
  /** One of `( ) [ ] , ; . :`. */
  | 'punctuation'
  /** `:name` or `${name}`: the extension fills it in before it sends the statement. */
  | 'placeholder'
  /** `$1`. */
  | 'parameter'
  | 'comment'
  /** `` `…` ``, an identifier's quote in other dialects. */
  | 'backtick'
  /** `“…”` and the like, from a word processor; PostgreSQL would read them as letters of an identifier. */
  | 'typographic-quote'
  /** A character that SQL does not have, or an invisible one, which PostgreSQL would read as a letter. */
  | 'unknown';

/** The closing delimiter is missing, so the token reaches to the end of the text (or of a placeholder's name). */
type UnclosedError =
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
   * An unquoted identifier or a keyword in upper case, if it is ASCII; an operator or a punctuation character itself;
   * '' for every other token.
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

/** Whether a token's closing delimiter is missing. */
export const isUnclosed = ({ error }: Pick<Token, 'error'>): boolean => unclosedErrors.has(error);

/** Whether a token is unclosed, or has characters in it that its kind can't have. */
export const isMalformed = (token: Pick<Token, 'error'>): boolean =>
  isUnclosed(token) || token.error === 'bad-number' || token.error === 'bad-escape';
