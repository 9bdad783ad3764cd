/** What every kind of sign-in gives: an access token and what is known of it, or why there is none. */
import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';
import type { Transport } from '../../core/service/transport.ts';

/** Something to say to the person although there is a token. */
export type SignInNotice = { readonly code: 'key-file-public'; readonly file: string };

export interface Grant {
  readonly token: string;
  /** Milliseconds since 1970 by this machine's clock, right or wrong; absent where it is not known. */
  readonly expiresAt?: number;
  /** For the next token. */
  readonly refreshToken?: string;
  readonly notice?: SignInNotice;
}

export type GrantOutcome =
  | { readonly ok: true; readonly grant: Grant }
  | { readonly ok: false; readonly problem: SignInProblem };

/** What a sign-in needs of its surroundings. */
export interface Wire {
  readonly transport: Transport;
  /** For one request, from connecting to the last byte. */
  readonly timeoutMs: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export const failed = (problem: SignInProblem) => ({ ok: false, problem }) as const;
