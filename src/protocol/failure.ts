/** What may be kept of an error: never its message, which may quote what it is about. */
export interface Failure {
  /** With the system's code, where it has one, e.g. `Error ENOSPC`. */
  readonly name: string;
  /** The lines of its stack that say where it came from. */
  readonly places: string;
}

/** What may be kept of anything that was thrown. */
export const failureOf = (error: unknown): Failure =>
  error instanceof Error
    ? {
        name: 'code' in error ? `${error.name} ${error.code}` : error.name,
        places: (error.stack ?? '').split('\n').filter(isPlace).join('\n'),
      }
    : { name: typeof error, places: '' };

const isPlace = (line: string): boolean => /^\s+at /.test(line);
