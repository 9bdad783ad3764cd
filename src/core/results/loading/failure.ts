/** What a failed request of `loadAll` means for the rest of them. */
import { type ApiError, isNotSent } from '../../service/errors.ts';
import { requestedWait } from '../../service/retry.ts';

export type Failure =
  /** The token is missing or no longer good: nothing more can be had before the person signs in. */
  | { readonly kind: 'signIn' }
  /** The same request may well succeed later. `everyone`: the service asks for fewer requests of any kind. */
  | { readonly kind: 'passing'; readonly waitMs: number; readonly everyone: boolean }
  /** The service wants no request for longer than is waited automatically: the user decides when to continue. */
  | { readonly kind: 'tooLong' }
  /** It would fail again, and the others most likely too. */
  | { readonly kind: 'final' };

const PASSING_STATUS: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
const FEWER_PLEASE: ReadonlySet<number> = new Set([429, 503]);
/** Certificates, proxies and unknown hosts don't mend themselves within seconds. */
const PASSING_NETWORK: ReadonlySet<string> = new Set([
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
/** Sendings of one page. */
const MAX_TRIES = 5;

/**
 * `tries` counts the sendings of this page so far, this one included; `random` gives 0..1. A wait that the service
 * asked for is kept, as `requestedWait` says; without one the wait doubles from half a second.
 */
export function judgeFailure(error: ApiError, tries: number, random: () => number): Failure {
  const needsPerson = error.kind === 'badToken' || (error.kind === 'noToken' && !error.retry);
  if (needsPerson) return { kind: 'signIn' };
  if (error.kind === 'status' && error.status === 401) return { kind: 'signIn' };
  if (!isPassing(error)) return { kind: 'final' };
  const requested = requestedWait(error, random);
  if (requested.kind === 'tooLong') return requested;
  if (tries >= MAX_TRIES) return { kind: 'final' };
  if (requested.kind === 'wait') return { kind: 'passing', waitMs: requested.ms, everyone: true };
  return {
    kind: 'passing',
    waitMs: FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + random() / 2),
    everyone: error.kind === 'status' && FEWER_PLEASE.has(error.status),
  };
}

function isPassing(error: ApiError): boolean {
  // A sign-in server that can't be reached for the moment, when a token had to be renewed.
  if (isNotSent(error)) return error.kind === 'noToken' && error.retry;
  switch (error.kind) {
    case 'timeout':
      return true;
    case 'network':
      return PASSING_NETWORK.has(error.code);
    case 'status':
      return PASSING_STATUS.has(error.status);
    case 'unreadable':
    case 'cancelled':
    case 'tooLarge':
    case 'redirect':
      return false;
  }
}
