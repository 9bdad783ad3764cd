export const MASK = '•••';

/** Returns a query with its literals masked. `onHidden` is called with what was masked. */
export type MaskSql = (text: string, onHidden?: (literal: string) => void) => string;
