/** The parts of an error that may be logged. `message` is not one of them, because it may quote values. */
export interface Failure {
  /**
   * Name of the error, with its `code` if it has one, e.g. `Error ENOSPC`. For another value, the result of `typeof`.
   */
  readonly name: string;
  readonly stackLines: string;
}

export const createLoggableFailure = (error: unknown): Failure =>
  error instanceof Error
    ? {
        name: 'code' in error ? `${error.name} ${error.code}` : error.name,
        stackLines: (error.stack ?? '').split('\n').filter(isStackLine).join('\n'),
      }
    : { name: typeof error, stackLines: '' };

const isStackLine = (line: string): boolean => /^\s+at /.test(line);
