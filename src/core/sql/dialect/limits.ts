/** What the service sets besides its grammar. */

/** Records of one answer at most (S36). */
export const pageSize = 25;

/** The levels that our local vault knows; those of a service are not known, so another one is only a warning (D10). */
export const redactionLevels: ReadonlySet<string> = new Set(['DEFAULT', 'REDACTED', 'MASKED', 'PLAIN_TEXT']);
