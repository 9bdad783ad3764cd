/**
 * Why events can't be read. `file` is the name of a file; `host` is the name or address, known to the user, of another
 * system that stores the events.
 */
export type SourceProblem =
  | { readonly kind: 'fileChanged'; readonly file: string }
  | { readonly kind: 'fileGone'; readonly file: string }
  /** `code` is the error code, such as `ECONNREFUSED`, which is displayed so that the user can search for it. */
  | { readonly kind: 'unreachable'; readonly host: string; readonly code: string }
  | { readonly kind: 'timedOut'; readonly host: string; readonly seconds: number }
  | { readonly kind: 'signInRejected'; readonly host: string }
  | { readonly kind: 'forbidden'; readonly host: string }
  /** The result is larger than it can be here, or than the system's limits allow. */
  | { readonly kind: 'tooMuch'; readonly host: string }
  /** The question is longer than the system, or a proxy in front of it, accepts. */
  | { readonly kind: 'tooLong'; readonly host: string }
  /** A part of the system, such as a server of a cluster, does not respond. */
  | { readonly kind: 'incomplete'; readonly host: string }
  /** The address is not that of the expected system. `status` is the HTTP status of its response. */
  | { readonly kind: 'otherSystem'; readonly host: string; readonly status: number }
  /** The table does not exist, or lacks columns of events. */
  | { readonly kind: 'otherTable'; readonly host: string; readonly table: string }
  /**
   * The displayed table may no longer be read: the settings no longer name it, or its password was deleted or replaced.
   */
  | { readonly kind: 'accessChanged' }
  /** `message` is the reason in the words of that system (untrusted). */
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
