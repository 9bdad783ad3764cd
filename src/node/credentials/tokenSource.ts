import type { SignInProblem, TokenResult } from '../../core/service/connections/signInProblems.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import type { Grant, GrantOutcome, SignInNotice } from '../signIn/grant.ts';

export interface TokenSource {
  getToken(signal?: AbortSignalLike): Promise<TokenResult>;
  renewToken(rejected: string, signal?: AbortSignalLike): Promise<TokenResult>;
  getExpiry(): number | undefined;
  getNotice(): SignInNotice | undefined;
  forgetToken(): void;
}

/**
 * Creates a source that reads the token for each request. `renewToken` returns undefined if the token that it reads is
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
    forgetToken: () => undefined,
  };
}

/**
 * Obtains a token. `rejected` is the token to replace, because the service rejected it or its renewal is due; undefined
 * if there is none. `signal` aborts when no request waits for the new token any more.
 */
export type ObtainGrant = (rejected: string | undefined, signal: AbortSignalLike) => Promise<GrantOutcome>;

/**
 * Maximum renewal margin in milliseconds. A request renews a token if no more time than the margin is left until the
 * token expires.
 */
const RENEWAL_MARGIN_MS = 60_000;
/** Maximum renewal margin as a fraction of the lifetime that a token had left when it was obtained. */
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

/** Creates a source that obtains a token when a request needs it, and keeps it in memory for further requests. */
export function createRenewingSource(
  obtain: ObtainGrant,
  now: () => number,
  onTokenObtained: () => void,
): TokenSource {
  let state: State = { kind: 'empty' };
  const getHeldToken = (): HeldToken | undefined => (state.kind === 'empty' ? undefined : state.held);

  const startRenewal = (rejected: string | undefined): Renewal => {
    const abort = new AbortController();
    const before = getHeldToken();
    const finishRenewal = (next: HeldToken | undefined): void => {
      if (state.kind !== 'renewing' || state.renewal !== renewal) return;
      state = next ? { kind: 'held', held: next } : { kind: 'empty' };
    };
    const outcome = obtain(rejected, abort.signal).then(
      (obtained) => {
        finishRenewal(obtained.ok ? addRenewalTime(obtained.grant, now()) : before);
        if (obtained.ok) onTokenObtained();
        return obtained;
      },
      (error: unknown) => {
        // The waiting callers get the error. The next call tries again.
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
    // If all callers of a renewal have aborted, it is being cancelled. A new caller then needs another renewal.
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
    forgetToken() {
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
