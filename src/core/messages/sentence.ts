/** The form of a sentence for a person, before it is put into their language. */

/** `template` has `{0}`, `{1}` … for `args`; it is a constant, so that it can be translated. */
export interface Sentence {
  readonly template: string;
  readonly args: readonly (string | number)[];
}

export type ErrorAction =
  | 'signIn'
  | 'retry'
  | 'editConnection'
  | 'addVault'
  | 'setAccountID'
  | 'showLog'
  | 'startLocalVault'
  | 'none';

export interface ErrorSentences {
  /** What happened, short. */
  readonly title: Sentence;
  /** Why, as far as it is known, and what to do. May quote the service (untrusted text: show it as plain text). */
  readonly text: Sentence;
  readonly action: ErrorAction;
}

export interface ErrorContext {
  readonly operation: 'query' | 'audit';
  /** Host and port, no path. */
  readonly baseUrlHost: string;
  /** Path of the connection's address, without a slash at the end; empty where there is none. */
  readonly basePath?: string;
  readonly vaultID?: string;
}

/** A sentence of a constant template and what fills it. */
export const say = (template: string, ...args: (string | number)[]): Sentence => ({ template, args });

/** `sentence`, followed for a query by the warning that it may have run: each run is an audit event (S40). */
export const mayHaveRun = (
  { operation }: Pick<ErrorContext, 'operation'>,
  { template, args }: Sentence,
): Sentence =>
  operation === 'query'
    ? { template: `${template} The query may have run; if so, an audit event was created.`, args }
    : { template, args };
