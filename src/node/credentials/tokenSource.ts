/** The source of one connection's token, with the same interface for every kind of sign-in. */
import type { SignInProblem, TokenResult } from '../../core/service/connections/signInProblems.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import type { Grant, GrantOutcome, SignInNotice } from '../signIn/grant.ts';

export interface TokenSource {
  /**
   * Returns a token for a request, or the problem why there is none; undefined if the user must sign in or provide one.
   * A token in memory is renewed first if it expires soon.
   */
  getToken(signal?: AbortSignalLike): Promise<TokenResult>;
  /**
   * Obtains a token again after the service rejected the token `rejected`. Returns it, or the problem why there is
   * none. A command or key file may provide the same token again. Undefined if only the user can provide another token.
   */
  renewToken(rejected: string, signal?: AbortSignalLike): Promise<TokenResult>;
  /** Returns when the token in memory expires, in milliseconds since 1970; undefined if that is unknown. */
  getExpiry(): number | undefined;
  /** Returns a warning about how the token in memory was obtained, if there is one. */
  getNotice(): SignInNotice | undefined;
  /** Removes the token from memory. Secrets that are stored elsewhere are read again for the next request. */
  forget(): void;
}

/**
 * Creates a source that reads the token for each request. `renewToken` reads it again, and returns undefined if it is
 * still the rejected one.
 */
export function createUncachedSource(read: () => Promise<string | undefined>): TokenSource {
  return {
    getToken: read,
    async renewToken(rejected) {
      const now = await read();
      return now === rejected ? undefined : now;
    },
    getExpiry: () => undefined,
    getNotice: () => undefined,
    forget: () => undefined,
  };
}

/**
 * Obtains a token to replace `rejected`, which is undefined if there is none to replace. `signal` aborts when no
 * request waits for the token any more.
 */
export type ObtainGrant = (rejected: string | undefined, signal: AbortSignalLike) => Promise<GrantOutcome>;

/** Milliseconds before a token's expiry at which it is renewed, or a fifth of its lifetime if that is shorter. */
const RENEWAL_MARGIN_MS = 60_000;
const MAX_MARGIN_SHARE = 0.2;

interface HeldToken extends Grant {
  readonly renewAt: number;
}
interface Renewal {
  readonly outcome: Promise<GrantOutcome>;
  readonly abort: AbortController;
  waiting: number;
}
type State =
  | { readonly kind: 'empty' }
  | { readonly kind: 'held'; readonly held: HeldToken }
  | {
      readonly kind: 'renewing';
      readonly held: HeldToken | undefined;
      readonly renewal: Renewal;
    };

/**
 * Creates a source that obtains a token when a request needs it, keeps it in memory, and replaces it for the first
 * request shortly before its expiry or later. Requests during a renewal wait for its result, unless it was aborted or
 * `forget` was called. `onRenewed` is called when a token was obtained.
 */
export function createRenewingSource(
  obtain: ObtainGrant,
  now: () => number,
  onRenewed: () => void,
): TokenSource {
  let state: State = { kind: 'empty' };
  const getHeldToken = (): HeldToken | undefined => (state.kind === 'empty' ? undefined : state.held);

  const startRenewal = (rejected: string | undefined): Renewal => {
    const abort = new AbortController();
    const before = getHeldToken();
    /**
     * Stores the result, unless `forget` was called or another renewal began in the meantime. Callers that wait get the
     * result in any case.
     */
    const finishRenewal = (next: HeldToken | undefined): void => {
      if (state.kind !== 'renewing' || state.renewal !== renewal) return;
      state = next ? { kind: 'held', held: next } : { kind: 'empty' };
    };
    const outcome = obtain(rejected, abort.signal).then(
      (obtained) => {
        finishRenewal(obtained.ok ? addRenewalTime(obtained.grant, now()) : before);
        if (obtained.ok) onRenewed();
        return obtained;
      },
      (error: unknown) => {
        // The callers that wait get the error. The next call tries again.
        finishRenewal(before);
        throw error;
      },
    );
    const renewal: Renewal = { outcome, abort, waiting: 0 };
    state = { kind: 'renewing', held: before, renewal };
    return renewal;
  };

  const obtainToken = async (
    rejected: string | undefined,
    signal: AbortSignalLike | undefined,
  ): Promise<string | SignInProblem | undefined> => {
    // A renewal whose callers have all left is being cancelled, so a new caller needs another one.
    const underWay = state.kind === 'renewing' ? state.renewal : undefined;
    const renewal = underWay && !underWay.abort.signal.aborted ? underWay : startRenewal(rejected);
    renewal.waiting++;
    const stopWaiting = (): void => {
      if (--renewal.waiting === 0) renewal.abort.abort();
    };
    signal?.addEventListener('abort', stopWaiting);
    if (signal?.aborted) stopWaiting();
    const outcome = await renewal.outcome;
    signal?.removeEventListener('abort', stopWaiting);
    if (outcome.ok) return outcome.grant.token;
    return outcome.problem.code === 'signed-out' ? undefined : outcome.problem;
  };

  return {
    async getToken(signal) {
      const known = getHeldToken();
      if (known && now() < known.renewAt) return known.token;
      const answer = await obtainToken(known?.token, signal);
      // If the renewal failed, the previous token is still used until it expires.
      const isUsable = known?.expiresAt !== undefined && now() < known.expiresAt;
      return typeof answer === 'object' && isUsable ? known.token : answer;
    },
    async renewToken(rejected, signal) {
      const known = getHeldToken();
      if (state.kind === 'held' && known && known.token !== rejected) return known.token;
      return obtainToken(rejected, signal);
    },
    getExpiry: () => getHeldToken()?.expiresAt,
    getNotice: () => getHeldToken()?.notice,
    forget() {
      state = { kind: 'empty' };
    },
  };
}

function addRenewalTime(grant: Grant, now: number): HeldToken {
  const { expiresAt = Number.POSITIVE_INFINITY } = grant;
  return {
    ...grant,
    renewAt: expiresAt - Math.min(RENEWAL_MARGIN_MS, (expiresAt - now) * MAX_MARGIN_SHARE),
  };
}
