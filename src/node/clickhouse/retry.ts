import type { Sleep } from '../../core/service/retry.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import type { ClickHouseClient, ClickHouseOutcome, ClickHouseRequest } from './client.ts';
import { type ClickHouseFailure, isTransient } from './failures.ts';

export interface RetryOptions {
  readonly sleep: Sleep;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Ends requests and waits when it aborts. */
  readonly signal?: AbortSignalLike;
}

/** Maximum number of attempts for one request. While a server refuses connections, they take 46 to 92 seconds. */
const MAX_ATTEMPTS = 9;
const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 30_000;

/**
 * Sends a request until it succeeds, fails permanently, or was sent `MAX_ATTEMPTS` times. The waits between attempts get
 * longer. Use it only for requests that may be executed twice. Calls `onWait` before each wait with the failure and the
 * wait in milliseconds.
 */
export async function retryRequest(
  client: ClickHouseClient,
  request: ClickHouseRequest,
  { sleep, random, signal }: RetryOptions,
  onWait: (failure: ClickHouseFailure, waitMs: number) => void,
): Promise<ClickHouseOutcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await client.send(request, signal);
    if (outcome.ok || !isTransient(outcome.failure)) return outcome;
    if (attempt === MAX_ATTEMPTS) return { ...outcome, attempts: attempt };
    const { failure } = outcome;
    const backoff = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (attempt - 1)) * (0.5 + random() / 2);
    const requested = failure.kind === 'server' ? (failure.retryAfterMs ?? 0) : 0;
    const waitMs = Math.max(backoff, Math.min(requested, MAX_BACKOFF_MS));
    onWait(failure, waitMs);
    await sleep(waitMs, signal);
    if (signal?.aborted) return { ok: false, failure: { kind: 'cancelled', retry: true } };
  }
}
