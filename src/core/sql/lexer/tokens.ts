export type TokenKind =
  | 'word'
  | 'quoted-identifier'
  /** A string literal `'…'` with its prefix, its continuations on further lines and its UESCAPE clause, if any. */
  | 'string'
  | 'dollar-string'
  | 'number'
  | 'operator'
  /** One of `( ) [ ] , ; . :`. */
  | 'punctuation'
  /** A placeholder of this extension, which stands for a value: `:name` or `${name}`. */
  | 'placeholder'
  | 'parameter'
  | 'comment'
  | 'backtick'
  | 'typographic-quote'
  /** A character that begins no token, a template tag such as `{{name}}`, or invisible characters. */
  | 'unknown';

type UnclosedError =
  | 'unclosed-string'
  | 'unclosed-identifier'
  | 'unclosed-comment'
  | 'unclosed-dollar-quote'
  | 'unclosed-placeholder';

export type LexicalError =
  | UnclosedError
  | 'bad-number'
  /** Content that PostgreSQL rejects in a literal or identifier with escapes, such as `E'\400'`. */
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
   * An unquoted identifier or keyword in upper case, or the text of an operator or a punctuation character. '' for
   * other tokens, and for an identifier with characters beyond ASCII.
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

/** Whether the closing delimiter of a token is missing. False for a single backtick or typographic quote. */
export const isUnclosed = ({ error }: Pick<Token, 'error'>): boolean => unclosedErrors.has(error);

/** Whether a token is unclosed or has the error `bad-number` or `bad-escape`. */
export const isMalformed = (token: Pick<Token, 'error'>): boolean =>
  isUnclosed(token) || token.error === 'bad-number' || token.error === 'bad-escape';
