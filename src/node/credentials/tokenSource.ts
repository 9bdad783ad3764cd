/** Where the token of one connection comes from: the same interface for every kind of sign-in. */
import type { SignInProblem, TokenAnswer } from '../../core/service/connections/signInProblems.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import type { Grant, GrantOutcome, SignInNotice } from '../signIn/grant.ts';

export interface TokenSource {
  /** The token for the next request; one that ends soon is renewed before. */
  current(signal?: AbortSignalLike): Promise<TokenAnswer>;
  /** Another token than `rejected`, which the service refused. Undefined where only the person can give another. */
  renew(rejected: string, signal?: AbortSignalLike): Promise<TokenAnswer>;
  /** When the token at hand ends, in milliseconds since 1970; undefined where that is not known. */
  expiresAt(): number | undefined;
  /** What there is to say of how the token at hand was obtained. */
  notice(): SignInNotice | undefined;
  /** Forgets the token at hand; what is kept elsewhere is read again. */
  forget(): void;
}

/** A token that is read where it lies, each time: nothing can be renewed but by reading it again. */
export function createReadSource(read: () => Promise<string | undefined>): TokenSource {
  return {
    current: read,
    async renew(rejected) {
      const now = await read();
      return now === rejected ? undefined : now;
    },
    expiresAt: () => undefined,
    notice: () => undefined,
    forget: () => undefined,
  };
}

/** Gets a token in the place of `rejected`; none, where there was none before. */
export type Obtain = (rejected: string | undefined, signal: AbortSignalLike) => Promise<GrantOutcome>;

/** A token is renewed so long before its end, or when a fifth of its life is left. */
const MARGIN_MS = 60_000;
const MARGIN_SHARE = 0.2;

interface Held extends Grant {
  /** From when on it is renewed before it is used. */
  readonly renewAt: number;
}
interface Renewal {
  readonly outcome: Promise<GrantOutcome>;
  /** Aborts once no request waits any more. */
  readonly abort: AbortController;
  waiting: number;
}
type State =
  | { readonly kind: 'empty' }
  | { readonly kind: 'held'; readonly held: Held }
  | { readonly kind: 'renewing'; readonly held: Held | undefined; readonly renewal: Renewal };

/**
 * A token that is obtained when it is needed, and held in memory until shortly before its end. However many requests
 * wait for it, it is obtained once. `changed` is called when there is another one.
 */
export function createRenewingSource(obtain: Obtain, now: () => number, changed: () => void): TokenSource {
  let state: State = { kind: 'empty' };
  const held = (): Held | undefined => (state.kind === 'empty' ? undefined : state.held);

  const begin = (rejected: string | undefined): Renewal => {
    const abort = new AbortController();
    const before = held();
    /** Unless it was forgotten meanwhile: the present caller gets what was obtained, and the next one asks again. */
    const end = (next: Held | undefined): void => {
      if (state.kind !== 'renewing' || state.renewal !== renewal) return;
      state = next ? { kind: 'held', held: next } : { kind: 'empty' };
    };
    const outcome = obtain(rejected, abort.signal).then(
      (obtained) => {
        end(obtained.ok ? heldOf(obtained.grant, now()) : before);
        if (obtained.ok) changed();
        return obtained;
      },
      (error: unknown) => {
        // A defect is told to those who wait; the next one tries again.
        end(before);
        throw error;
      },
    );
    const renewal: Renewal = { outcome, abort, waiting: 0 };
    state = { kind: 'renewing', held: before, renewal };
    return renewal;
  };

  const obtained = async (
    rejected: string | undefined,
    signal: AbortSignalLike | undefined,
  ): Promise<string | SignInProblem | undefined> => {
    // One that all callers have left is being cancelled: it is no use to a new caller.
    const underWay = state.kind === 'renewing' ? state.renewal : undefined;
    const renewal = underWay && !underWay.abort.signal.aborted ? underWay : begin(rejected);
    renewal.waiting++;
    const leave = (): void => {
      if (--renewal.waiting === 0) renewal.abort.abort();
    };
    signal?.addEventListener('abort', leave);
    if (signal?.aborted) leave();
    const outcome = await renewal.outcome;
    signal?.removeEventListener('abort', leave);
    if (outcome.ok) return outcome.grant.token;
    return outcome.problem.code === 'signed-out' ? undefined : outcome.problem;
  };

  return {
    async current(signal) {
      const known = held();
      if (known && now() < known.renewAt) return known.token;
      const answer = await obtained(known?.token, signal);
      // A server that is down for a moment is no reason not to use up what is left.
      const isUsable = known?.expiresAt !== undefined && now() < known.expiresAt;
      return typeof answer === 'object' && isUsable ? known.token : answer;
    },
    async renew(rejected, signal) {
      const known = held();
      if (state.kind === 'held' && known && known.token !== rejected) return known.token;
      return obtained(rejected, signal);
    },
    expiresAt: () => held()?.expiresAt,
    notice: () => held()?.notice,
    forget() {
      state = { kind: 'empty' };
    },
  };
}

function heldOf(grant: Grant, now: number): Held {
  const { expiresAt = Number.POSITIVE_INFINITY } = grant;
  return { ...grant, renewAt: expiresAt - Math.min(MARGIN_MS, (expiresAt - now) * MARGIN_SHARE) };
}
