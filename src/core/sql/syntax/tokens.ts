/**
 * Stands for the end of a statement where a token is read. Its range is empty: at the end of the last token, or at 0 if
 * the statement has no token.
 */
export interface EndToken {
  readonly kind: 'end';
  readonly start: number;
  readonly end: number;
  readonly word: '';
  readonly error: undefined;
}
