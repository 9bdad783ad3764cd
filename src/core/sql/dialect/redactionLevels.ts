/**
 * The levels of REDACTION that the local vault supports by default, in upper case. The service may have others (D10).
 */
export const redactionLevels: ReadonlySet<string> = new Set(['DEFAULT', 'REDACTED', 'MASKED', 'PLAIN_TEXT']);
