/** Everything that can go wrong with a request, as one closed union of codes with data; sentences are made elsewhere. */
import type { SignInProblem } from './connections/signInProblems.ts';

interface Common {
  /** Whether sending the same request again by hand makes sense. */
  readonly retry: boolean;
  /** The service's `x-request-id`, where an answer came. */
  readonly requestID?: string;
}
/** The service (or something before it) answered with a status other than 200, or with an error beside status 200. */
export interface StatusError extends Common {
  readonly kind: 'status';
  readonly status: number;
  /** From the error body in any of its known shapes; empty when there was none. Untrusted text. */
  readonly message: string;
  /** Milliseconds that the service asked to wait, counted from its response; absent if it did not say, or if its Retry-After could not be read. */
  readonly retryAfterMs?: number;
  /** The end of that wait by this machine's clock, in milliseconds since 1970. */
  readonly retryAt?: number;
  /** True if the service asked to wait with a Retry-After that could not be read: it may mean any time. */
  readonly hasUnreadableRetryAfter?: true;
}
export interface NotSentError extends Common {
  /** `noConnection`: it, or its vault (`detail` is `vault`), was removed from the settings since the first request. */
  readonly kind:
    | 'noToken'
    | 'badToken'
    | 'badAddress'
    | 'badVaultID'
    | 'noAccountID'
    | 'badFilter'
    | 'noConnection';
  /** A reason code (of the address, the token, the vault ID or `filter name: reason`), never the value itself. */
  readonly detail?: string;
  /** Of `noToken`: why, where more is known than that there is none. */
  readonly signIn?: SignInProblem;
}
export interface NetworkError extends Common {
  readonly kind: 'network';
  /** e.g. ECONNREFUSED, ENOTFOUND, CERT_HAS_EXPIRED, PROXY_407, ECONNRESET. */
  readonly code: string;
  /** False when the connection failed before the request was written: then no audit event was created. */
  readonly mayHaveBeenSent: boolean;
  readonly detail?: string;
}
export interface TimeoutError extends Common {
  readonly kind: 'timeout';
  readonly seconds: number;
  /** Which time ran out: that until the response began. Absent: that of the whole request. */
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
  /** Origin only, never a path or a query; of another scheme than http and https the scheme, such as `file:`. */
  readonly toOrigin?: string;
}
export interface UnreadableError extends Common {
  readonly kind: 'unreadable';
  readonly status: number;
  /** html: a gateway's page; json: cut or invalid JSON; tooDeep: nested beyond reading; shape: JSON of another form. */
  readonly what: 'html' | 'json' | 'tooDeep' | 'shape';
  /** The JSON path of the wrong shape, e.g. `records[3].fields`; never a value. */
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

/** Whether the error was found before anything was sent. */
export function isNotSent(error: ApiError): error is NotSentError {
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

/** The service rejected a token, as is known without its response. */
export const tokenRejected: StatusError = { kind: 'status', status: 401, message: '', retry: false };

/** What is wrong with the token of a request: there is none, or the service rejected the one that was sent. */
export function tokenProblem(error: ApiError): 'missing' | 'rejected' | undefined {
  if (error.kind === 'status') return error.status === 401 ? 'rejected' : undefined;
  if (error.kind !== 'noToken') return undefined;
  // With another detail a command or a sign-in server gave none: its sentence says more than “not signed in”.
  return error.detail === undefined || error.signIn?.code === 'session-ended' ? 'missing' : undefined;
}

const CLIENT_REFUSED = /^ERR_SSL_.*_ALERT_(?:CERTIFICATE|BAD_CERTIFICATE|UNKNOWN_CA|UNSUPPORTED_CERTIFICATE)/;

/** Whether a network error's code says that the server refused the client's certificate, or requires one. */
export const isClientRefused = (code: string): boolean => CLIENT_REFUSED.test(code);

/** Whether a network error's code says that the server ended the TLS handshake: it read nothing then. */
export const isHandshakeRefused = (code: string): boolean =>
  isClientRefused(code) || code.endsWith('_ALERT_HANDSHAKE_FAILURE');

/** Whether a request that failed may have come to the service: if so, it may have run, and have an audit event. */
export function mayHaveArrived(error: ApiError): boolean {
  if (isNotSent(error)) return false;
  switch (error.kind) {
    case 'status':
      // A proxy that wants a sign-in let nothing through.
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

/** What happened on the wire, for the state line and the log: never a value, a query or a token. */
export interface Exchange {
  readonly requestID?: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
}

/** Every request ends as one of these; nothing throws. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly exchange: Exchange }
  | { readonly ok: false; readonly error: ApiError };
