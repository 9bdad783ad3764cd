/** Adapts the number of concurrent requests: fewer after failures, more while that makes loading faster. */

export interface AdaptiveLimit {
  /**
   * Returns the maximum number of concurrent requests at present: from 1 to the setting. It begins at 2, or at 1 if
   * that is the setting.
   */
  currentLimit(): number;
  /**
   * Records the response to a request that was sent at `sentAt`. Times are in milliseconds of the same clock. A request
   * sent before the last change of the limit is ignored.
   */
  recordResponse(sentAt: number, now: number): void;
  /**
   * Records that a request sent at `sentAt` was refused or failed. The limit is halved, to at least 1, and grows more
   * slowly from then on. After a first failure, a request sent before the last change of the limit is ignored, so that
   * requests in flight together count once.
   */
  recordFailure(sentAt: number, now: number): void;
}

/**
 * If further requests only queued at the service, the response time would grow in proportion to the limit. A higher
 * limit is kept only if at least this part of that growth did not occur.
 */
const MIN_GAIN = 0.4;
/** Increase of the response time in milliseconds that is ignored as noise. */
const NOISE_MS = 20;
/** Number of rounds without growth after a higher limit was not faster. */
const ROUNDS_AFTER_NO_GAIN = 8;
/**
 * Number of rounds without growth after the first failure. Each further failure doubles the number, up to the maximum.
 */
const ROUNDS_AFTER_FAILURE = 3;
const MAX_ROUNDS_AFTER_FAILURE = 48;

/**
 * Creates a limit; `max` is the setting, 1–8. A round is as many responses as the limit allows at once, all to requests
 * sent since the limit was changed. After a round the limit doubles, or grows by one once a request has failed, up to
 * `max`, except during the rounds without growth. If the median response time of the next round is so much longer that
 * too little was gained (`MIN_GAIN`), the limit is reset to the previous one.
 */
export function createAdaptiveLimit(max: number): AdaptiveLimit {
  let limit = Math.min(2, max);
  let changedAt = Number.NEGATIVE_INFINITY;
  let round: number[] = [];
  /**
   * The limit before it grew, and its median response time in milliseconds; undefined once the next round has shown
   * what the change gained.
   */
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
