import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';
import type { Transport } from '../../core/service/transport.ts';

/** A warning to display to the user although a token was obtained. */
export type SignInNotice = {
  readonly code: 'key-file-public';
  readonly file: string;
};

export interface Grant {
  readonly token: string;
  /** Expiry in milliseconds since 1970 by this machine's clock, which may be wrong; undefined if unknown. */
  readonly expiresAt?: number;
  readonly refreshToken?: string;
  readonly notice?: SignInNotice;
}

export type GrantOutcome =
  | { readonly ok: true; readonly grant: Grant }
  | { readonly ok: false; readonly problem: SignInProblem };

export interface SignInNetwork {
  readonly transport: Transport;
  /** Returns the time limit in milliseconds for one request. */
  readonly timeoutMs: () => number;
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
}

export const createFailure = (problem: SignInProblem) => ({ ok: false, problem }) as const;
