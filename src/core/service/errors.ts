/** The errors with which a request can fail. Their type is a union, discriminated by `kind`. */
import type { SignInProblem } from './connections/signInProblems.ts';

interface Common {
  /** Whether it is worth sending the same request again. */
  readonly retry: boolean;
  readonly requestID?: string;
}
/**
 * The error of a response whose status is neither 200 nor a redirect (3xx other than 304), or whose body reports an
 * error despite status 200. Also used for some errors without a response, such as `tokenRejectedError`.
 */
export interface StatusError extends Common {
  readonly kind: 'status';
  readonly status: number;
  /** Error message of the response, cleaned, and shortened if it is long; empty if there is none. Untrusted text. */
  readonly message: string;
  /**
   * The wait that the service requested with Retry-After, in milliseconds from the arrival of the response. At least
   * 250; absent if no wait was requested or the header could not be read.
   */
  readonly retryAfterMs?: number;
  /** When the wait of `retryAfterMs` ends by this machine's clock, in milliseconds since 1970. */
  readonly retryAt?: number;
  /** True if the response is a web page, as of a gateway, rather than the service's. */
  readonly isWebPage?: true;
  /** True if the response has a Retry-After that could not be read, so that the requested wait is not known. */
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
  /**
   * More about the cause, but never the address, ID, token or filter value itself. `badAddress`, `badVaultID` and
   * `badToken`: a reason code such as `too-long`. `badFilter`: the filter's name and a reason code. `noToken`: the code
   * of `signIn`, or the name of a thrown error.
   */
  readonly detail?: string;
  readonly signIn?: SignInProblem;
}
export interface NetworkError extends Common {
  readonly kind: 'network';
  readonly code: string;
  /** False if the request did not reach the service, so that no audit event was created. True if that is uncertain. */
  readonly mayHaveBeenSent: boolean;
  readonly detail?: string;
}
export interface TimeoutError extends Common {
  readonly kind: 'timeout';
  readonly seconds: number;
  /** Which time limit passed. `firstByte`: that for the start of the response. Absent: that for the whole attempt. */
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
   * Origin of the redirect's target. If the target is not http or https, only its scheme and a colon, such as `ftp:`.
   * Absent if unknown or unsafe to display.
   */
  readonly toOrigin?: string;
}

/** The value of `path` of an `UnreadableError` for the whole body. */
export const WHOLE_BODY = '$';

export interface UnreadableError extends Common {
  readonly kind: 'unreadable';
  readonly status: number;
  /**
   * What is wrong with the body. `html`: it looks like HTML, such as a gateway's page; `json`: it is not complete,
   * valid JSON; `tooDeep`: it is nested deeper than `MAX_JSON_DEPTH`; `shape`: it is JSON of an unexpected shape.
   */
  readonly what: 'html' | 'json' | 'tooDeep' | 'shape';
  /** The part of the body that has an unexpected shape, such as `records[3].fields`, or `WHOLE_BODY`. */
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
 * invalid. An exception: if a rejected token could not be renewed (`noToken`), an earlier attempt was sent and rejected
 * with 401. False for failures of the transport and for a cancelled request, even if nothing was sent.
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

/** Returns how many milliseconds the service asked to wait before the next request; 0 if it did not. */
export const getRequestedWaitMs = (error: ApiError): number =>
  error.kind === 'status' ? (error.retryAfterMs ?? 0) : 0;

/** The error to display without sending a request, when it is known that the service rejects the token with 401. */
export const tokenRejectedError: StatusError = { kind: 'status', status: 401, message: '', retry: false };

/**
 * Returns `rejected` if the service rejected the token with 401, and `missing` if there is no token or the user's
 * session has ended. Returns undefined for any other error, including other sign-in problems.
 */
export function getTokenProblem(error: ApiError): 'missing' | 'rejected' | undefined {
  if (error.kind === 'status') return error.status === 401 ? 'rejected' : undefined;
  if (error.kind !== 'noToken') return undefined;
  // Any other detail is the code of a more specific sign-in problem, or the name of a thrown error.
  return error.detail === undefined || error.signIn?.code === 'session-ended' ? 'missing' : undefined;
}

const CLIENT_CERTIFICATE_REFUSED =
  /^ERR_SSL_.*_ALERT_(?:CERTIFICATE|BAD_CERTIFICATE|UNKNOWN_CA|UNSUPPORTED_CERTIFICATE)/;

export const isClientCertificateRefused = (code: string): boolean => CLIENT_CERTIFICATE_REFUSED.test(code);

export const isHandshakeRefused = (code: string): boolean =>
  isClientCertificateRefused(code) || code.endsWith('_ALERT_HANDSHAKE_FAILURE');

/**
 * Whether the service may have run a failed request, so that the request may have an audit event. True for every
 * cancelled request, even one cancelled before it was sent. False for every `NotSentError`.
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

/** Whether a request failed before its response began, or at least before the response's request ID was known. */
export const isWithoutResponse = ({ kind, requestID }: ApiError): boolean =>
  requestID === undefined && (kind === 'cancelled' || kind === 'timeout' || kind === 'network');

/**
 * Measurements of a successful request. `milliseconds` is the duration of its last attempt, without earlier attempts
 * and the waits between them. `bytes` is the size of the decompressed body.
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
