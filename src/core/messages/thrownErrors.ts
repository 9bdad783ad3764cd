/**
 * Returns the `code` property of a thrown value as text, such as `ENOENT`, or undefined if it has none. Unlike the
 * message, the code of a system error contains no path.
 */
export const errorCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && error.code !== undefined
    ? String(error.code)
    : undefined;

/**
 * Returns the message of a thrown error, or any other thrown value as text. The message may contain paths and other
 * data.
 */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
