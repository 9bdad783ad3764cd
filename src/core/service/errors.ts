/** Every failure of a request, as one closed union of codes with data. */
import type { SignInProblem } from './connections/signInProblems.ts';

interface Common {
  /** Whether it makes sense that the user sends the same request again. */
  readonly retry: boolean;
  readonly requestID?: string;
}
/**
 * The error of a response with another status than 200 that is no redirect, or with an error in the body beside status
 * 200.
 */
export interface StatusError extends Common {
  readonly kind: 'status';
  readonly status: number;
  /** Error message of the response, cleaned and shortened; empty if there is none. Untrusted text. */
  readonly message: string;
  /**
   * Milliseconds to wait, counted from the response, because the service asked for it. A shorter requested wait is
   * raised to 250 ms.
   */
  readonly retryAfterMs?: number;
  /** When the wait of `retryAfterMs` ends by this machine's clock, in milliseconds since 1970. */
  readonly retryAt?: number;
  /** True if the service asked to wait with a Retry-After that could not be read: it may mean any time. */
  readonly hasUnreadableRetryAfter?: true;
}
export interface NotSentError extends Common {
  /** `noConnection`: the connection, or its vault (`detail` is then `vault`), was removed from the settings. */
  readonly kind:
    | 'noToken'
    | 'badToken'
    | 'badAddress'
    | 'badVaultID'
    | 'noAccountID'
    | 'badFilter'
    | 'noConnection';
  /** A reason code, for example of the address or the token; never the value itself. */
  readonly detail?: string;
  readonly signIn?: SignInProblem;
}
export interface NetworkError extends Common {
  readonly kind: 'network';
  readonly code: string;
  /** False if the request certainly did not reach the service, so that no audit event was created. */
  readonly mayHaveBeenSent: boolean;
  readonly detail?: string;
}
export interface TimeoutError extends Common {
  readonly kind: 'timeout';
  readonly seconds: number;
  /** `firstByte`: the time until the response begins; absent: the time of the whole request. */
  readonly limit?: 'firstByte';
}
export interface CancelledError extends Common {
  readonly kind: 'cancelled';
}
interface TooLargeError extends Common {
  readonly kind: 'tooLarge';
  readonly limitBytes: number;
}
export interface RedirectError extends Common {
  readonly kind: 'redirect';
  readonly status: number;
  /**
   * Origin of the redirect's target, without path and query; the scheme alone if it is not http or https. Absent if
   * unknown or unsafe to display.
   */
  readonly toOrigin?: string;
}
export interface UnreadableError extends Common {
  readonly kind: 'unreadable';
  readonly status: number;
  /**
   * What is wrong with the body. `html`: a page, as gateways send it; `json`: cut off or invalid JSON; `tooDeep`:
   * nested deeper than `MAX_JSON_DEPTH`; `shape`: JSON of an unexpected shape.
   */
  readonly what: 'html' | 'json' | 'tooDeep' | 'shape';
  readonly path?: string;
}

export type ApiError =
  | StatusError
  | NotSentError
  | NetworkError
  | TimeoutError
  | CancelledError
  | TooLargeError
  | RedirectError
  | UnreadableError;

/**
 * Whether the request was not sent because the connection, or an input such as the token or the vault ID, is missing or
 * invalid. If a rejected token could not be renewed (`noToken`), an attempt before that was sent, and was rejected with
 * 401. False for failures of the transport and for a cancelled request, even if nothing was sent.
 */
export function isNotSentError(error: ApiError): error is NotSentError {
  switch (error.kind) {
    case 'noToken':
    case 'badToken':
    case 'badAddress':
    case 'badVaultID':
    case 'noAccountID':
    case 'badFilter':
    case 'noConnection':
      return true;
    case 'status':
    case 'network':
    case 'timeout':
    case 'cancelled':
    case 'tooLarge':
    case 'redirect':
    case 'unreadable':
      return false;
  }
}

/** The error of a request that would be rejected with 401, used when that is known without sending it. */
export const tokenRejectedError: StatusError = { kind: 'status', status: 401, message: '', retry: false };

/**
 * Returns whether the token for a request was missing or rejected; undefined for any other error, including other
 * sign-in problems.
 */
export function getTokenProblem(error: ApiError): 'missing' | 'rejected' | undefined {
  if (error.kind === 'status') return error.status === 401 ? 'rejected' : undefined;
  if (error.kind !== 'noToken') return undefined;
  // With another detail, a command or a sign-in server returned none, and its message says more than “not signed in”.
  return error.detail === undefined || error.signIn?.code === 'session-ended' ? 'missing' : undefined;
}

const CLIENT_CERTIFICATE_REFUSED =
  /^ERR_SSL_.*_ALERT_(?:CERTIFICATE|BAD_CERTIFICATE|UNKNOWN_CA|UNSUPPORTED_CERTIFICATE)/;

export const isClientCertificateRefused = (code: string): boolean => CLIENT_CERTIFICATE_REFUSED.test(code);

export const isHandshakeRefused = (code: string): boolean =>
  isClientCertificateRefused(code) || code.endsWith('_ALERT_HANDSHAKE_FAILURE');

/**
 * Whether the service may have run a failed request, which then may have an audit event. True for a cancelled request,
 * even if it was cancelled before it was sent.
 */
export function mayHaveRun(error: ApiError): boolean {
  if (isNotSentError(error)) return false;
  switch (error.kind) {
    case 'status':
      // A proxy that requires a sign-in did not forward the request.
      return error.status !== 407;
    case 'network':
      return error.mayHaveBeenSent;
    case 'timeout':
    case 'cancelled':
    case 'tooLarge':
    case 'unreadable':
      return true;
    case 'redirect':
      return false;
  }
}

/**
 * The measures of a completed request: of its last attempt, without waits between attempts. `bytes` is the size of the
 * decompressed body.
 */
export interface Exchange {
  readonly requestID?: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
}

export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly exchange: Exchange }
  | { readonly ok: false; readonly error: ApiError };
