/**
 * Matches a text that a spreadsheet may take for a formula. With East Asian input, a formula may begin with a
 * full-width character. A formula after apostrophes matches too. Otherwise, `unescapeFormula` would remove an
 * apostrophe that `escapeFormula` did not add.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/**
 * Puts an apostrophe before a text that a spreadsheet may take for a formula, even if the formula already follows
 * apostrophes. Returns any other text unchanged.
 */
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/**
 * Reverses `escapeFormula`: removes the first apostrophe of a text in which a formula follows apostrophes. Returns any
 * other text unchanged.
 */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
