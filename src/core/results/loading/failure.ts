/** Classifies a failed request of `loadAll`: what it means for the other requests. */
import { type ApiError, isNotSent } from '../../service/errors.ts';
import { getRequestedWait } from '../../service/retry.ts';

export type Failure =
  /** There is no valid token: the user has to sign in. */
  | { readonly kind: 'signIn' }
  /**
   * The same request may succeed after `waitMs` milliseconds. `delaysAll`: the service asked to wait or is overloaded,
   * so that no other request should be sent before either.
   */
  | { readonly kind: 'transient'; readonly waitMs: number; readonly delaysAll: boolean }
  /**
   * The service asks for a longer wait than `loadAll` waits automatically, or for one that can't be read: the user
   * decides when to continue.
   */
  | { readonly kind: 'tooLong' }
  /** The request is not repeated automatically: it would most likely fail again, was cancelled, or failed too often. */
  | { readonly kind: 'final' };

const TRANSIENT_STATUS: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
const OVERLOAD_STATUS: ReadonlySet<number> = new Set([429, 503]);
/**
 * Codes of network errors that may disappear within seconds, so that the request is sent again. Errors of
 * certificates and proxies, and unknown hosts, are not included, because they are not fixed that quickly.
 */
const TRANSIENT_NETWORK_CODES: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const FIRST_WAIT_MS = 500;
/** Maximum number of attempts to request one page before the load pauses. */
const MAX_ATTEMPTS = 5;

/**
 * Classifies the failure of a request. `tries` is the number of attempts for this page so far, including this one;
 * `random` returns a number from 0 to 1. If the service asked to wait, `waitMs` is the wait that `getRequestedWait`
 * returns; otherwise the wait doubles from half a second, shortened at random by up to half. A failure of the fifth
 * attempt is never `transient`.
 */
export function classifyFailure(error: ApiError, tries: number, random: () => number): Failure {
  const needsPerson = error.kind === 'badToken' || (error.kind === 'noToken' && !error.retry);
  if (needsPerson) return { kind: 'signIn' };
  if (error.kind === 'status' && error.status === 401) return { kind: 'signIn' };
  if (!isTransient(error)) return { kind: 'final' };
  const requested = getRequestedWait(error, random);
  if (requested.kind === 'tooLong') return requested;
  if (tries >= MAX_ATTEMPTS) return { kind: 'final' };
  if (requested.kind === 'wait') return { kind: 'transient', waitMs: requested.ms, delaysAll: true };
  return {
    kind: 'transient',
    waitMs: FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + random() / 2),
    delaysAll: error.kind === 'status' && OVERLOAD_STATUS.has(error.status),
  };
}

function isTransient(error: ApiError): boolean {
  // A sign-in server that can't be reached for the moment, when a token had to be renewed.
  if (isNotSent(error)) return error.kind === 'noToken' && error.retry;
  switch (error.kind) {
    case 'timeout':
      return true;
    case 'network':
      return TRANSIENT_NETWORK_CODES.has(error.code);
    case 'status':
      return TRANSIENT_STATUS.has(error.status);
    case 'unreadable':
    case 'cancelled':
    case 'tooLarge':
    case 'redirect':
      return false;
  }
}
