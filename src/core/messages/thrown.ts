/** The system's code of what was thrown, such as `ENOENT`: it says what is wrong without a path. */
export const errorCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;

/** What was thrown, in its own words. They may quote what it is about. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
