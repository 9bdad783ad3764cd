export const MASK = '•••';

/**
 * Masks literals, comments, and quoted names that may be values in the text of a query. REDACTION levels and most row
 * counts stay. `onHidden` is called with the masked values, in the forms in which a response may repeat them.
 */
export type MaskSql = (text: string, onHidden?: (literal: string) => void) => string;
