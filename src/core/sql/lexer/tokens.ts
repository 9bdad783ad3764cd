/** The tokens into which the lexer splits a text. All offsets are in UTF-16 code units. */

export type TokenKind =
  /** An unquoted identifier or a keyword. */
  | 'word'
  /** A quoted identifier: `"…"` or `U&"…"`. */
  | 'quoted-identifier'
  /** A string literal `'…'` with its prefix, if any (E, B, X, N, U&), and its continuations on further lines. */
  | 'string'
  /** A dollar-quoted string: `$$…$$` or `$tag$…$tag$`. */
  | 'dollar-string'
  | 'number'
  | 'operator'
  /** One of `( ) [ ] , ; . :`. */
  | 'punctuation'
  /** A placeholder of this extension, which stands for a value: `:name` or `${name}`. */
  | 'placeholder'
  /** A parameter of PostgreSQL: `$1`. */
  | 'parameter'
  | 'comment'
  /** `` `…` ``, a quoted identifier of other dialects; not closed, a single backtick. */
  | 'backtick'
  /** `“…”` and the like, from a word processor, or a single such mark. PostgreSQL would read them as letters. */
  | 'typographic-quote'
  /**
   * A character that begins no token, such as `\` or a single `$`, a template tag such as `{{name}}`, or invisible
   * characters, which PostgreSQL would read as letters.
   */
  | 'unknown';

/**
 * The errors of tokens whose closing delimiter is missing. Such a token extends to the end of the text; a placeholder
 * extends to the end of its name.
 */
type UnclosedError =
  | 'unclosed-string'
  | 'unclosed-identifier'
  | 'unclosed-comment'
  | 'unclosed-dollar-quote'
  | 'unclosed-placeholder';

/** What is wrong with a single token. */
export type LexicalError =
  | UnclosedError
  /** Letters, digits or the like directly after a number or parameter: `12ab`, `1e`, `$1a`. */
  | 'bad-number'
  /**
   * An escape or a UESCAPE clause that PostgreSQL rejects, as in `U&"\zz"` and `E'\400'`, or a NUL or an unpaired
   * surrogate in a literal or identifier that can have escapes.
   */
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
   * The text in upper case of an unquoted identifier or a keyword that is all ASCII, or the text of an operator or a
   * punctuation character; '' for every other token.
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

/**
 * True if a token has one of the errors for a missing closing delimiter (`unclosed-…`). False for a single backtick or
 * typographic quote.
 */
export const isUnclosed = ({ error }: Pick<Token, 'error'>): boolean => unclosedErrors.has(error);

/** True if a token is unclosed, or has characters that its kind can't have (as in `12ab` or an invalid escape). */
export const isMalformed = (token: Pick<Token, 'error'>): boolean =>
  isUnclosed(token) || token.error === 'bad-number' || token.error === 'bad-escape';
