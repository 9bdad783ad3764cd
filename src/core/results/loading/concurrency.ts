/** How many requests may be under way at once: as many as make it faster, never more than the setting. */

export interface AdaptiveLimit {
  /** From 1 to the setting; 2 to begin with. */
  current(): number;
  /** The answer to a request sent at `sentAt`. Times are in milliseconds of one clock. */
  answered(sentAt: number, now: number): void;
  /**
   * A request sent at `sentAt` was refused or failed: the limit is halved, once for all requests that were under way
   * together, and grows more slowly from then on.
   */
  failed(sentAt: number, now: number): void;
}

/** Of the speed that a higher limit promises at least this part must come, else it only makes a queue there. */
const LEAST_GAIN = 0.4;
/** Longer answers by this much, in milliseconds, are noise. */
const NOISE_MS = 20;
/** Rounds before a limit that was no faster is tried again. */
const ROUNDS_AFTER_NO_GAIN = 8;
/** Rounds before growing again after the first failure; each further one doubles it. */
const ROUNDS_AFTER_FAILURE = 3;
const MOST_ROUNDS = 48;

/**
 * `max` is the setting, 1–8. A round is as many answers as the limit allows at once, all to requests sent since it was
 * changed. After each round the limit doubles, or after a failure grows by one; where the next round's typical answer
 * takes so much longer that nothing was gained, it goes back.
 */
export function createAdaptiveLimit(max: number): AdaptiveLimit {
  let limit = Math.min(2, max);
  let changedAt = Number.NEGATIVE_INFINITY;
  let round: number[] = [];
  /** What it grew from, until the next round has shown what that gained. */
  let before: { readonly limit: number; readonly ms: number } | undefined;
  let rest = 0;
  let restAfterFailure = 0;

  const change = (to: number, now: number): void => {
    limit = to;
    changedAt = now;
    round = [];
  };

  return {
    current: () => limit,
    answered(sentAt, now) {
      if (sentAt < changedAt) return;
      round.push(now - sentAt);
      if (round.length < limit) return;
      const ms = round.sort((a, b) => a - b)[Math.floor((round.length - 1) / 2)] ?? 0;
      round = [];
      if (before && ms > before.ms * (1 + (1 - LEAST_GAIN) * (limit / before.limit - 1)) + NOISE_MS) {
        rest = ROUNDS_AFTER_NO_GAIN;
        change(before.limit, now);
        before = undefined;
      } else if (rest > 0) rest--;
      else {
        before = limit < max ? { limit, ms } : undefined;
        if (before) change(Math.min(max, restAfterFailure > 0 ? limit + 1 : limit * 2), now);
      }
    },
    failed(sentAt, now) {
      if (sentAt < changedAt && restAfterFailure > 0) return;
      restAfterFailure = Math.min(
        MOST_ROUNDS,
        restAfterFailure === 0 ? ROUNDS_AFTER_FAILURE : restAfterFailure * 2,
      );
      rest = restAfterFailure;
      before = undefined;
      change(Math.max(1, Math.floor(limit / 2)), now);
    },
  };
}
