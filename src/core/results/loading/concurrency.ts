/** Adapts the number of concurrent requests: fewer after failures, more while that makes loading faster. */

export interface AdaptiveLimit {
  currentLimit(): number;
  /** Records the response to a request that was sent at `sentAt`. Times are in milliseconds of the same clock. */
  recordResponse(sentAt: number, now: number): void;
  /** Records that a request sent at `sentAt` was refused or failed, which may lower the limit. */
  recordFailure(sentAt: number, now: number): void;
}

/**
 * Minimum gain of a higher limit. If additional requests only queued at the service, the response time would grow in
 * proportion to the limit. A higher limit is kept only if the actual growth is smaller by this fraction, with a
 * tolerance of `NOISE_MS`.
 */
const MIN_GAIN = 0.4;
const NOISE_MS = 20;
const ROUNDS_AFTER_NO_GAIN = 8;
const ROUNDS_AFTER_FAILURE = 3;
const MAX_ROUNDS_AFTER_FAILURE = 48;

/** Creates a limit on concurrent requests, between 1 and `max`. It starts at 2, or at 1 if `max` is 1. */
export function createAdaptiveLimit(max: number): AdaptiveLimit {
  let limit = Math.min(2, max);
  let changedAt = Number.NEGATIVE_INFINITY;
  let round: number[] = [];
  let before: { readonly limit: number; readonly ms: number } | undefined;
  let roundsUntilGrowth = 0;
  let roundsAfterFailure = 0;

  const setLimit = (to: number, now: number): void => {
    limit = to;
    changedAt = now;
    round = [];
  };

  return {
    currentLimit: () => limit,
    recordResponse(sentAt, now) {
      if (sentAt < changedAt) return;
      round.push(now - sentAt);
      if (round.length < limit) return;
      const ms = round.sort((a, b) => a - b)[Math.floor((round.length - 1) / 2)] ?? 0;
      round = [];
      if (before && ms > before.ms * (1 + (1 - MIN_GAIN) * (limit / before.limit - 1)) + NOISE_MS) {
        roundsUntilGrowth = ROUNDS_AFTER_NO_GAIN;
        setLimit(before.limit, now);
        before = undefined;
      } else if (roundsUntilGrowth > 0) roundsUntilGrowth--;
      else {
        before = limit < max ? { limit, ms } : undefined;
        if (before) setLimit(Math.min(max, roundsAfterFailure > 0 ? limit + 1 : limit * 2), now);
      }
    },
    recordFailure(sentAt, now) {
      if (sentAt < changedAt && roundsAfterFailure > 0) return;
      roundsAfterFailure = Math.min(
        MAX_ROUNDS_AFTER_FAILURE,
        roundsAfterFailure === 0 ? ROUNDS_AFTER_FAILURE : roundsAfterFailure * 2,
      );
      roundsUntilGrowth = roundsAfterFailure;
      before = undefined;
      setLimit(Math.max(1, Math.floor(limit / 2)), now);
    },
  };
}
