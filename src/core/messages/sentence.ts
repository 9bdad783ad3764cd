/** The form of a sentence for a person, before it is put into their language. */

/** `template` has `{0}`, `{1}` … for `args`. */
export interface Sentence {
  readonly template: string;
  readonly args: readonly (string | number)[];
  /** What follows it, translated on its own. */
  readonly next?: Sentence;
}

export type ErrorAction =
  | 'signIn'
  | 'retry'
  | 'editConnection'
  | 'addVault'
  | 'setAccountID'
  | 'showLog'
  | 'setPassphrase'
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
  /** True if the request went to the local vault of this window, which has no entry in the settings. */
  readonly isLocalVault?: boolean;
  /** When the service wants to be sent the request again, as the user reads times; absent if it did not say. */
  readonly retryAt?: string;
}

/**
 * A sentence of `template` and what fills it. The template is always a literal: `test/run/l10n.ts` collects those of all
 * calls for the translators.
 */
export const say = (template: string, ...args: (string | number)[]): Sentence => ({ template, args });

/** `sentence` of a table, filled with `args`. */
export const filled = (sentence: Sentence, ...args: (string | number)[]): Sentence => ({ ...sentence, args });

/** `first`, and `second` after it. */
export const followed = (first: Sentence, second: Sentence): Sentence => ({
  ...first,
  next: first.next ? followed(first.next, second) : second,
});

/** `sentence`, followed for a query by the warning that it may have run: each run is an audit event (S40). */
export const mayHaveRun = ({ operation }: Pick<ErrorContext, 'operation'>, sentence: Sentence): Sentence =>
  operation === 'query'
    ? followed(sentence, say('The query may have run; if so, an audit event was created.'))
    : sentence;

/** `template` with its places filled, as `vscode.l10n.t` does it. */
export const fillPlaces = (template: string, args: Sentence['args']): string =>
  template.replace(/\{(\d+)\}/g, (place, index: string) => String(args[Number(index)] ?? place));

/** `sentence` as text, each template put into words by `translate`: for the command line, English as it is. */
export const sentenceText = (
  { template, args, next }: Sentence,
  translate: (template: string, args: Sentence['args']) => string = fillPlaces,
): string => translate(template, args) + (next ? ` ${sentenceText(next, translate)}` : '');
