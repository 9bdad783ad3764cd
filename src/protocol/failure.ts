/** The parts of an error that may be logged: never its message, which may quote values. */
export interface Failure {
  /**
   * Name of the error, followed by its `code` if it has one, e.g. `Error ENOSPC`; the type of a value that is no error.
   */
  readonly name: string;
  /** The `at …` lines of the error's stack. Empty if there are none. */
  readonly places: string;
}

/** Returns the parts of anything thrown that may be logged. */
export const failureOf = (error: unknown): Failure =>
  error instanceof Error
    ? {
        name: 'code' in error ? `${error.name} ${error.code}` : error.name,
        places: (error.stack ?? '').split('\n').filter(isPlace).join('\n'),
      }
    : { name: typeof error, places: '' };

const isPlace = (line: string): boolean => /^\s+at /.test(line);
