/** The token after the last one of a statement. Its range is empty, at the end of the last token. */
export interface EndToken {
  readonly kind: 'end';
  readonly start: number;
  readonly end: number;
  readonly word: '';
  readonly error: undefined;
}
