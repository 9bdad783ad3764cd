/**
 * Why there is no access token (S6), as a closed union of codes with data. The sentences for them are in core/messages.
 */

/** The file that a problem is about, with its path as the setting has it. */
interface FileContext {
  readonly file: string;
}
/** Host and port of the sign-in server that a problem is about. */
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

/** Why a token command (`auth.command`) returned no token. */
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
  /** The user is not signed in: no credentials are stored for the connection, or none for the requested origin. */
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
  /** The sign-in server did not respond. `reason` is the transport's error code. */
  | ({ readonly code: 'server-unreached'; readonly reason: string } & HostContext)
  /**
   * The sign-in server's response is not one of OAuth: a gateway's page, a server failure, or a body without a token.
   */
  | ({ readonly code: 'server-answer'; readonly status: number } & HostContext)
  /**
   * An access token was issued that is not used, because of a field of the response: `value` is what that field has, or
   * the claim of the ID token that is wrong. Never a token; empty where there is nothing to name. Untrusted text.
   */
  | ({ readonly code: 'token-unusable'; readonly field: TokenField; readonly value: string } & HostContext)
  /** The sign-in server, or its metadata, names a URL that must not be used. */
  | ({ readonly code: 'server-address' } & HostContext)
  | ({ readonly code: 'no-endpoint'; readonly endpoint: 'token' | 'authorization' | 'device' } & HostContext)
  | ({ readonly code: 'wrong-issuer' } & HostContext)
  /**
   * The editor runs in a browser, where links can't tell sign-in servers apart, and this server names itself in none of
   * its responses.
   */
  | ({ readonly code: 'unnamed-issuer' } & HostContext)
  | ({ readonly code: 'refused' } & Refusal)
  /**
   * The request was refused, and this machine's clock differs from the server's by `minutes`: positive if this machine
   * is ahead.
   */
  | ({ readonly code: 'clock'; readonly minutes: number } & Refusal)
  /** There is no refresh token, or the server no longer accepts it: the user has to sign in again. */
  | ({ readonly code: 'session-ended' } & Refusal)
  | ({ readonly code: 'consent-denied' } & Refusal)
  | { readonly code: 'sign-in-expired' | 'sign-in-cancelled' | 'state-mismatch' | 'no-browser' };

/**
 * A token for the `Authorization` header, or the problem why there is none. Undefined if there is none and no problem
 * is reported, for example because the user is not signed in. A session that ended is a problem (`session-ended`).
 */
export type TokenResult = string | SignInProblem | undefined;

/** Whether the same attempt may succeed later without any action of the user. */
export function isTransientProblem(problem: SignInProblem): boolean {
  if (problem.code === 'server-unreached' || problem.code === 'lock-failed') return true;
  return problem.code === 'server-answer' && (problem.status === 429 || problem.status >= 500);
}
