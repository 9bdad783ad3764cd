/** Why there is no access token (S6), as codes with data. */

interface FileContext {
  readonly file: string;
}
interface HostContext {
  readonly host: string;
}
/**
 * The OAuth error code and description with which a sign-in server refused a request, cleaned and shortened; empty if
 * it sent none. Untrusted text.
 */
interface Refusal extends HostContext {
  readonly error: string;
  readonly description: string;
}

export type CommandCode =
  | 'command-not-found'
  | 'command-path-not-found'
  | 'command-arguments'
  | 'command-failed'
  | 'command-timeout'
  | 'command-no-token'
  | 'command-not-approved';

export type TokenField =
  | 'access_token'
  | 'token_type'
  | 'expires_in'
  | 'refresh_token'
  | 'scope'
  | 'id_token';

export type SignInProblem =
  | { readonly code: CommandCode }
  | { readonly code: 'signed-out' }
  | ({
      readonly code: 'key-file-missing' | 'key-file-unreadable' | 'key-file-not-json' | 'key-unusable';
    } & FileContext)
  | ({ readonly code: 'key-file-field'; readonly field: string } & FileContext)
  /**
   * The lock that the editor's windows share can't be acquired. `reason` is the system's error code, such as ENOSPC;
   * `folder` is where the lock's file is.
   */
  | { readonly code: 'lock-failed'; readonly reason: string; readonly folder: string }
  | ({ readonly code: 'server-unreached'; readonly reason: string } & HostContext)
  | ({ readonly code: 'server-answer'; readonly status: number } & HostContext)
  /**
   * An access token was issued that can't be used because of a field of the response. `value` is untrusted text, never
   * a token.
   */
  | ({ readonly code: 'token-unusable'; readonly field: TokenField; readonly value: string } & HostContext)
  | ({ readonly code: 'server-address' } & HostContext)
  | ({ readonly code: 'no-endpoint'; readonly endpoint: 'token' | 'authorization' | 'device' } & HostContext)
  | ({ readonly code: 'wrong-issuer' } & HostContext)
  | ({ readonly code: 'unnamed-issuer' } & HostContext)
  | ({ readonly code: 'refused' } & Refusal)
  /**
   * Obtaining a token failed, and the clocks of this machine and the server differ by `minutes`: positive if this
   * machine's clock is ahead.
   */
  | ({ readonly code: 'clock'; readonly minutes: number } & Refusal)
  /**
   * The session can't be renewed, because there is no refresh token or the server no longer accepts it. The user has to
   * sign in again.
   */
  | ({ readonly code: 'session-ended' } & Refusal)
  | ({ readonly code: 'consent-denied' } & Refusal)
  | { readonly code: 'sign-in-expired' | 'sign-in-cancelled' | 'state-mismatch' | 'no-browser' };

/**
 * A token for the `Authorization` header, or the problem that prevents one. Undefined if there is no token and no
 * problem to report.
 */
export type TokenResult = string | SignInProblem | undefined;

/** Whether a problem is considered temporary, so that the same attempt may succeed later. */
export function isTransientProblem(problem: SignInProblem): boolean {
  if (problem.code === 'server-unreached' || problem.code === 'lock-failed') return true;
  return problem.code === 'server-answer' && (problem.status === 429 || problem.status >= 500);
}
