/** In place of what is hidden. */
export const MASK = '•••';

/** Masks the literals of a query, and tells each. */
export type MaskSql = (text: string, onHidden?: (literal: string) => void) => string;
