/**
 * A translatable message. In `template`, `{0}`, `{1}` … stand for the elements of `args`. `next` is the sentence after
 * it.
 */
export interface Sentence {
  readonly template: string;
  readonly args: readonly (string | number)[];
  readonly next?: Sentence;
  /**
   * Whether `omitForRetry` leaves out this sentence, though not the ones in `next`: advice to try again, for example, is
   * useless if the program itself sends the request again.
   */
  readonly isOmittedForRetry?: boolean;
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
  readonly title: Sentence;
  /**
   * The cause, if known, and the next step, if there is one. May quote the service's message (untrusted): display it as
   * plain text.
   */
  readonly text: Sentence;
  readonly action: ErrorAction;
}

export interface ErrorContext {
  readonly operation: 'query' | 'audit';
  readonly baseUrlHost: string;
  /** Path of the vault's or connection's address, without a slash at the end; empty or absent if it has none. */
  readonly basePath?: string;
  readonly vaultID?: string;
  readonly isLocalVault?: boolean;
  /**
   * Time before which the service asked not to resend the request, formatted for the user; absent if it named no time.
   */
  readonly retryAt?: string;
}

/**
 * Creates a sentence from a template and the arguments for its placeholders. Always pass the template as a string
 * literal, because the literals of all calls are collected for the translators.
 */
export const say = (template: string, ...args: (string | number)[]): Sentence => ({ template, args });

/** Returns a copy of `sentence` with other arguments, for templates that are stored in a table. */
export const withArguments = (sentence: Sentence, ...args: (string | number)[]): Sentence => ({
  ...sentence,
  args,
});

/** Returns a copy of `first` with `second` appended after its last sentence. */
export const appendSentence = (first: Sentence, second: Sentence): Sentence => ({
  ...first,
  next: first.next ? appendSentence(first.next, second) : second,
});

/** Returns a sentence that `omitForRetry` leaves out. Sentences that follow it are not affected. */
export const omittedForRetry = (sentence: Sentence): Sentence => ({ ...sentence, isOmittedForRetry: true });

/**
 * Returns `sentence` and the sentences that follow it as they are shown while the program retries the request by itself:
 * without those of `omittedForRetry`. Undefined if none is left.
 */
export function omitForRetry(sentence: Sentence): Sentence | undefined {
  const { next, ...first } = sentence;
  const rest = next && omitForRetry(next);
  if (first.isOmittedForRetry) return rest;
  return rest ? { ...first, next: rest } : first;
}

/**
 * Returns `sentence`; if the operation is a query, followed by the warning that the query may have run. The warning
 * matters because the service records each run as an audit event (S40).
 */
export const appendRunWarning = (
  { operation }: Pick<ErrorContext, 'operation'>,
  sentence: Sentence,
): Sentence =>
  operation === 'query'
    ? appendSentence(sentence, say('The query may have run; if so, an audit event was created.'))
    : sentence;

/**
 * Replaces `{0}`, `{1}` … in `template` with the elements of `args`. A placeholder without an argument is left as it
 * is.
 */
export const fillPlaceholders = (template: string, args: Sentence['args']): string =>
  template.replace(/\{(\d+)\}/g, (place, index: string) => String(args[Number(index)] ?? place));

/**
 * Returns the text of `sentence` and all that follow it, joined by spaces. `translate` translates a template and fills
 * in its arguments; by default the text stays English.
 */
export const sentenceText = (
  { template, args, next }: Sentence,
  translate: (template: string, args: Sentence['args']) => string = fillPlaceholders,
): string => translate(template, args) + (next ? ` ${sentenceText(next, translate)}` : '');
