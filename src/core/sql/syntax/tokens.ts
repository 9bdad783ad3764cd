/** A token of a statement, or its end. */

/** After the last token. */
export interface EndToken {
  readonly kind: 'end';
  readonly start: number;
  readonly end: number;
  readonly word: '';
  readonly error: undefined;
}
