/**
 * Protects texts that a spreadsheet would take for formulas: an apostrophe is written before them, and removed when
 * they are read.
 */

/**
 * Matches a text that is, or may become, a formula. The full-width characters begin a formula where East Asian input is
 * common. A formula after apostrophes also matches, because it could not be distinguished from one to which
 * `escapeFormula` added an apostrophe.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Returns the text to write to a cell: `text`, with an apostrophe before it if it would be taken for a formula. */
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/**
 * Returns the text from which `escapeFormula` created `text`, the text of a cell; `text` itself if it was not changed.
 */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
