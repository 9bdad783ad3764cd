/**
 * Matches a text that a spreadsheet may take for a formula. The full-width characters begin a formula where East Asian
 * input is common. A formula after apostrophes also matches, because it could not be distinguished from one to which
 * `escapeFormula` added an apostrophe.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Returns the text to write to a cell of a spreadsheet: `text`, after an apostrophe if `FORMULA` matches. */
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `escapeFormula` put before a text. */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
