import { type ApiError, isNotSentError } from '../../service/errors.ts';
import { getRequestedWait } from '../../service/retry.ts';

export type Failure =
  | { readonly kind: 'signIn' }
  /**
   * The same request may succeed after `waitMs` milliseconds. If `delaysAll` is true, other requests should wait too.
   */
  | { readonly kind: 'transient'; readonly waitMs: number; readonly delaysAll: boolean }
  /**
   * The service requested a wait that can't be read, or that is too long for Load All to wait automatically. The user
   * decides when to continue.
   */
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'final' };

const TRANSIENT_STATUS: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
const OVERLOAD_STATUS: ReadonlySet<number> = new Set([429, 503]);
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
const MAX_ATTEMPTS = 5;

/**
 * Classifies the failure of a request of Load All. `tries` is the number of attempts so far, including the failed one.
 * `random` returns a number from 0 to 1.
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
  // Of these errors, only a temporary sign-in problem is transient, such as a sign-in server that can't be reached.
  if (isNotSentError(error)) return error.kind === 'noToken' && error.retry;
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
