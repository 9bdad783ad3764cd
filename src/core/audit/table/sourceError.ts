/** The error of a source that can't return events which it has, or which it would have to look for elsewhere. */

/**
 * Why events can't be read, with what the user must know in order to help. Files: `file` is the name of the file.
 * Events in another system, such as a database: `host` is the name or address by which the user knows that system.
 */
export type SourceProblem =
  /** The file has other content where the event was. */
  | { readonly kind: 'fileChanged'; readonly file: string }
  /** The file can't be read any more. */
  | { readonly kind: 'fileGone'; readonly file: string }
  /**
   * No connection, or a connection that broke before the whole result had arrived. `code` is the error code, such as
   * `ECONNREFUSED` or `CERT_HAS_EXPIRED`, which is displayed so that the user can search for it.
   */
  | { readonly kind: 'unreachable'; readonly host: string; readonly code: string }
  /** No complete result arrived within this number of seconds. */
  | { readonly kind: 'timedOut'; readonly host: string; readonly seconds: number }
  /** The system rejected the user's name, password, or token. */
  | { readonly kind: 'signInRejected'; readonly host: string }
  /** The system knows the user, who may not read the events. */
  | { readonly kind: 'forbidden'; readonly host: string }
  /**
   * The system failed, or its result is not what was requested, e.g. because a column is missing. `message` is the
   * reason in the words of that system (untrusted).
   */
  | { readonly kind: 'failed'; readonly host: string; readonly message: string };

/** Thrown by a source that can't read events for a reason outside of this extension, such as a changed file. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly problem: SourceProblem;

  constructor(problem: SourceProblem, options?: ErrorOptions) {
    super(`events can't be read: ${problem.kind}`, options);
    this.problem = problem;
  }
}
