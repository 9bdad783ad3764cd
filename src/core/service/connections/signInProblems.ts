/** Why there is no access token (S6), as a closed union of codes with data; the sentences are in core/messages. */

/** Which file, as the setting names it. */
interface OfFile {
  readonly file: string;
}
/** Host and port of the sign-in server. */
interface OfHost {
  readonly host: string;
}
/** What a sign-in server answered: OAuth's code and its explanation, cleaned and cut. Untrusted text. */
interface Refusal extends OfHost {
  readonly error: string;
  readonly description: string;
}

/** Why a command (`auth.command`) gave no token. */
export type CommandCode =
  | 'command-not-found'
  | 'command-arguments'
  | 'command-failed'
  | 'command-timeout'
  | 'command-no-token'
  /** The user has not agreed to run the command on this machine. */
  | 'command-not-approved';

/** A field of a token endpoint's response that can make an issued token unusable. */
export type TokenField =
  | 'access_token'
  | 'token_type'
  | 'expires_in'
  | 'refresh_token'
  | 'scope'
  | 'id_token';

export type SignInProblem =
  | { readonly code: CommandCode }
  /** Nothing is kept for the connection, or not for this address: the person has not signed in. */
  | { readonly code: 'signed-out' }
  | ({
      readonly code: 'key-file-missing' | 'key-file-unreadable' | 'key-file-not-json' | 'key-unusable';
    } & OfFile)
  | ({ readonly code: 'key-file-field'; readonly field: string } & OfFile)
  /** The lock between windows can't be taken: `reason` is the system's code, such as ENOSPC. */
  | { readonly code: 'lock-failed'; readonly reason: string; readonly folder: string }
  /** No answer; `reason` is the transport's code. */
  | ({ readonly code: 'server-unreached'; readonly reason: string } & OfHost)
  /** An answer that is not OAuth's: a page of a gateway, a failure, no token in it. */
  | ({ readonly code: 'server-answer'; readonly status: number } & OfHost)
  /**
   * An access token was issued that is not used, because of a field of the response: `value` is what that field has, or
   * the claim of the ID token that is wrong. Never a token; empty where there is nothing to name. Untrusted text.
   */
  | ({ readonly code: 'token-unusable'; readonly field: TokenField; readonly value: string } & OfHost)
  /** The server, or its description of itself, names an address that must not be used. */
  | ({ readonly code: 'server-address' } & OfHost)
  | ({ readonly code: 'no-endpoint'; readonly endpoint: 'token' | 'authorization' | 'device' } & OfHost)
  | ({ readonly code: 'wrong-issuer' } & OfHost)
  /** The editor runs in a browser, and its links can't tell a server that names itself in none of its answers. */
  | ({ readonly code: 'unnamed-issuer' } & OfHost)
  | ({ readonly code: 'refused' } & Refusal)
  /** Refused, and the clocks differ. Positive: this machine is ahead. */
  | ({ readonly code: 'clock'; readonly minutes: number } & Refusal)
  /** The refresh token is no longer taken, or there is none: the person has to sign in again. */
  | ({ readonly code: 'session-ended' } & Refusal)
  | ({ readonly code: 'consent-denied' } & Refusal)
  | { readonly code: 'sign-in-expired' | 'sign-in-cancelled' | 'state-mismatch' | 'no-browser' };

/** A token for the header; or why there is none. Undefined: there is none to be had without asking the person. */
export type TokenAnswer = string | SignInProblem | undefined;

/** Whether the same attempt may succeed later without the person. */
export function isPassing(problem: SignInProblem): boolean {
  if (problem.code === 'server-unreached' || problem.code === 'lock-failed') return true;
  return problem.code === 'server-answer' && (problem.status === 429 || problem.status >= 500);
}
