/**
 * When a request is sent again by itself (S9). It is above the transport, because each
 * query writes an audit event (S40): a POST goes out again only if it surely wrote none or the service asked for it.
 */
import type { ApiError, CancelledError } from './errors.ts';
import type { AbortSignalLike } from './transport.ts';

/** Resolves after `ms` milliseconds, or earlier once `signal` aborts. */
export type Sleep = (ms: number, signal?: AbortSignalLike) => Promise<void>;

/** The longest wait before a request that somebody waits for is sent again by itself. */
const MAX_WAIT_MS = 30_000;
/** The longest wait a service can ask for; who follows keeps it. */
const MAX_RETRY_AFTER_MS = 3_600_000;
/** The shortest: a service that says 0 would otherwise be asked as fast as it answers. */
const MIN_RETRY_AFTER_MS = 250;
/** Sendings after the first. */
const MAX_RETRIES = 2;
const FIRST_BACKOFF_MS = 1000;

const STATUS_FOR_GET: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
const STATUS_FOR_POST: ReadonlySet<number> = new Set([429, 503]);
/** Failures that tend to pass within a second. A refused connection, an unknown host or a bad certificate don't. */
const PASSING: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'EAI_AGAIN']);

/**
 * How long to wait before sending again, in milliseconds; undefined: don't. `attempt` is 0 after the first sending;
 * `random` gives 0..1 and spreads the waits of many clients.
 */
export function retryDelay(
  method: 'GET' | 'POST',
  error: ApiError,
  attempt: number,
  random: () => number,
): number | undefined {
  if (attempt >= MAX_RETRIES) return undefined;
  const backoff = FIRST_BACKOFF_MS * 2 ** attempt * (0.5 + random() / 2);
  if (error.kind === 'network') {
    const unsentOrHarmless = method === 'GET' || !error.mayHaveBeenSent;
    return PASSING.has(error.code) && unsentOrHarmless ? backoff : undefined;
  }
  if (error.kind !== 'status') return undefined;
  const { status, retryAfterMs: asked } = error;
  if (method === 'POST')
    return asked !== undefined && STATUS_FOR_POST.has(status) ? atLeast(asked, random) : undefined;
  if (!STATUS_FOR_GET.has(status)) return undefined;
  return asked === undefined ? backoff : atLeast(asked, random);
}

/** A little later than asked, never sooner: clients told the same second should not all come back in it. */
function atLeast(asked: number, random: () => number): number {
  return Math.min(MAX_WAIT_MS, asked + 250 * random());
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The header Retry-After in milliseconds, from a quarter of a second to an hour: seconds, or a date compared with the answer's own `date` header
 * so that a wrong clock here does no harm. Undefined if absent or neither of the two.
 */
export function retryAfterMs(
  value: string | undefined,
  date: string | undefined,
  now: number,
): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return withinLimits(Number(text) * 1000);
  if (!HTTP_DATE.test(text)) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return undefined;
  const serverNow = date !== undefined && HTTP_DATE.test(date) ? Date.parse(date) : now;
  return withinLimits(at - (Number.isNaN(serverNow) ? now : serverNow));
}

const withinLimits = (ms: number): number => Math.min(MAX_RETRY_AFTER_MS, Math.max(MIN_RETRY_AFTER_MS, ms));

export const cancelled: CancelledError = { kind: 'cancelled', retry: true };

/**
 * Calls `send` with 1, 2, … until it succeeds, fails for good or `signal` aborts; also a wait ends at once then. `send`
 * must give every failure as a value.
 */
export async function withRetry<
  T extends { readonly ok: true } | { readonly ok: false; readonly error: ApiError },
>(
  method: 'GET' | 'POST',
  send: (attempt: number) => Promise<T>,
  deps: { readonly sleep: Sleep; readonly random: () => number },
  signal?: AbortSignalLike,
): Promise<T | { readonly ok: false; readonly error: CancelledError }> {
  for (let attempt = 0; ; attempt++) {
    if (signal?.aborted) return { ok: false, error: cancelled };
    const outcome = await send(attempt + 1);
    if (outcome.ok) return outcome;
    const wait = retryDelay(method, outcome.error, attempt, deps.random);
    if (wait === undefined) return outcome;
    await untilAborted(deps.sleep(wait, signal), signal);
  }
}

/** Also a sleep that rejects when its signal aborts, as Node's does, just ends the wait. */
function untilAborted(wait: Promise<void>, signal: AbortSignalLike | undefined): Promise<void> {
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
