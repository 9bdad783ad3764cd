/**
 * Decides when a failed request is sent again automatically with the same token (S9). Each query creates an audit event
 * (S40). So a POST is sent again only if it did not reach the service, or if the service rejected it and requested a
 * wait.
 */
import type { ApiError, CancelledError } from './errors.ts';
import type { AbortSignalLike } from './transport.ts';

/** Resolves after `ms` milliseconds. May resolve or reject earlier if `signal` aborts. */
export type Sleep = (ms: number, signal?: AbortSignalLike) => Promise<void>;

const MAX_AUTOMATIC_WAIT_MS = 30_000;
/**
 * Maximum random time in milliseconds that is added to a wait requested by the service, so that clients with the same
 * Retry-After do not all send again at the same moment.
 */
const MAX_JITTER_MS = 250;
const MAX_RETRIES = 2;
const FIRST_BACKOFF_MS = 1000;

const STATUS_FOR_GET: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
/** Statuses after which a POST may be sent again, provided that the service requested a wait of at most 30 seconds. */
const STATUS_FOR_POST: ReadonlySet<number> = new Set([429, 503]);
const TRANSIENT_NETWORK_CODES: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'EAI_AGAIN',
]);

type RequestedWait =
  | { readonly kind: 'none' }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'tooLong' };

/**
 * Returns the wait that the service requested, with up to 250 ms added at random. `tooLong`: the requested wait is over
 * 30 seconds or could not be read. `random` returns a number from 0 to 1.
 */
export function getRequestedWait(error: ApiError, random: () => number): RequestedWait {
  if (error.kind !== 'status') return { kind: 'none' };
  if (error.hasUnreadableRetryAfter) return { kind: 'tooLong' };
  const ms = error.retryAfterMs;
  if (ms === undefined) return { kind: 'none' };
  return ms > MAX_AUTOMATIC_WAIT_MS
    ? { kind: 'tooLong' }
    : { kind: 'wait', ms: ms + MAX_JITTER_MS * random() };
}

/** Whether an error response requested a wait of over 30 seconds, or one that could not be read. */
export const hasLongRetryAfter = (error: ApiError): boolean =>
  getRequestedWait(error, () => 0).kind === 'tooLong';

/**
 * Returns the milliseconds to wait before a failed request is sent again; undefined if it is not sent again. The
 * first attempt has the number 0. `random` returns a number from 0 to 1.
 */
export function getRetryDelay(
  method: 'GET' | 'POST',
  error: ApiError,
  attemptIndex: number,
  random: () => number,
): number | undefined {
  if (attemptIndex >= MAX_RETRIES) return undefined;
  const backoff = FIRST_BACKOFF_MS * 2 ** attemptIndex * (0.5 + random() / 2);
  if (error.kind === 'network') {
    const isSafeToResend = method === 'GET' || !error.mayHaveBeenSent;
    return TRANSIENT_NETWORK_CODES.has(error.code) && isSafeToResend ? backoff : undefined;
  }
  if (error.kind !== 'status') return undefined;
  const statuses = method === 'POST' ? STATUS_FOR_POST : STATUS_FOR_GET;
  if (!statuses.has(error.status)) return undefined;
  const requested = getRequestedWait(error, random);
  switch (requested.kind) {
    case 'wait':
      return requested.ms;
    case 'tooLong':
      return undefined;
    case 'none':
      return method === 'GET' ? backoff : undefined;
  }
}

export const cancelledError: CancelledError = { kind: 'cancelled', retry: true };

interface RetryDeps {
  readonly sleep: Sleep;
  readonly random: () => number;
  /**
   * Called when a wait that the service requested begins, with its length in milliseconds, and with `undefined` when it
   * has ended or was aborted.
   */
  readonly onRequestedWait?: ((ms: number | undefined) => void) | undefined;
}

/**
 * Calls `send` with the attempt's number, from 1, and calls it again after each failure for which `getRetryDelay`
 * returns a delay. Returns the last outcome, or `cancelledError` if `signal` is aborted before an attempt. `send` must
 * return failures as values and not throw.
 */
export async function sendWithRetry<
  T extends { readonly ok: true } | { readonly ok: false; readonly error: ApiError },
>(
  method: 'GET' | 'POST',
  send: (attempt: number) => Promise<T>,
  deps: RetryDeps,
  signal?: AbortSignalLike,
): Promise<T | { readonly ok: false; readonly error: CancelledError }> {
  for (let attempt = 0; ; attempt++) {
    if (signal?.aborted) return { ok: false, error: cancelledError };
    const outcome = await send(attempt + 1);
    if (outcome.ok) return outcome;
    const wait = getRetryDelay(method, outcome.error, attempt, deps.random);
    if (wait === undefined) return outcome;
    const isRequested = outcome.error.kind === 'status' && outcome.error.retryAfterMs !== undefined;
    if (isRequested) deps.onRequestedWait?.(wait);
    await waitOrAbort(deps.sleep(wait, signal), signal);
    if (isRequested) deps.onRequestedWait?.(undefined);
  }
}

function waitOrAbort(wait: Promise<void>, signal: AbortSignalLike | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      signal?.removeEventListener('abort', done);
      resolve();
    };
    signal?.addEventListener('abort', done);
    if (signal?.aborted) done();
    wait.then(done, done);
  });
}
