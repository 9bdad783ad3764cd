/** Known levels of the function REDACTION. */

/**
 * The levels of REDACTION that the local vault has, in upper case. Which levels the service has is not known, so
 * another one is only a warning (D10).
 */
export const redactionLevels: ReadonlySet<string> = new Set(['DEFAULT', 'REDACTED', 'MASKED', 'PLAIN_TEXT']);
