/** The parts of an error that may be logged. The message is left out, because it may quote values. */
export interface Failure {
  /**
   * Name of the error, followed by its `code` if it has one, e.g. `Error ENOSPC`; the type of a value that is no error.
   */
  readonly name: string;
  /** The `at …` lines of the error's stack. Empty if there are none. */
  readonly stackLines: string;
}

/** Returns the parts of a thrown value that may be logged. */
export const toLoggableFailure = (error: unknown): Failure =>
  error instanceof Error
    ? {
        name: 'code' in error ? `${error.name} ${error.code}` : error.name,
        stackLines: (error.stack ?? '').split('\n').filter(isStackLine).join('\n'),
      }
    : { name: typeof error, stackLines: '' };

const isStackLine = (line: string): boolean => /^\s+at /.test(line);
