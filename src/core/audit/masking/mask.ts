/** The text displayed in place of hidden values. */
export const MASK = '•••';

/** Returns a query with its literals masked. `onHidden` is called with each literal that was masked. */
export type MaskSql = (text: string, onHidden?: (literal: string) => void) => string;
