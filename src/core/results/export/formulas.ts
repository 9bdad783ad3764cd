/** Texts that a spreadsheet would take for a formula: written with an apostrophe first, and read back without it. */

/**
 * The wide forms are formulas too where East Asian input is common. One behind apostrophes counts as well: else it could
 * not be told from one that got its apostrophe here.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** As it is written to a cell. */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** What `guarded` was given for the text of a cell. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
