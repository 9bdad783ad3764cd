/** Limits and values that the service sets apart from its grammar. */

/** Maximum number of records in one response of the service (S36). */
export const pageSize = 25;

/**
 * The levels of REDACTION that the local vault has, in upper case. Which levels the service has is not known, so
 * another one is only a warning (D10).
 */
export const redactionLevels: ReadonlySet<string> = new Set(['DEFAULT', 'REDACTED', 'MASKED', 'PLAIN_TEXT']);
