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
