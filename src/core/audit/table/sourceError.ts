/** The error of a source that can't return events which it has. */

/**
 * Why events can't be read. `fileChanged`: the file has other content where the event was. `fileGone`: the file can't be read.
 * `file` is its name. A source whose events come from elsewhere adds its own kinds: the compiler then asks for the sentences
 * that views show.
 */
export type SourceProblem =
  | { readonly kind: 'fileChanged'; readonly file: string }
  | { readonly kind: 'fileGone'; readonly file: string };

/** Thrown by a source that can't read events, for a reason that the user can do something about. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly problem: SourceProblem;

  constructor(problem: SourceProblem, options?: ErrorOptions) {
    super(`events can't be read: ${problem.kind}`, options);
    this.problem = problem;
  }
}
