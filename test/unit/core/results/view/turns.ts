import type { ClockAndPause } from '../../../../../src/core/results/view/steps.ts';

/** A turn for each step. */
export const everyStep: ClockAndPause = {
  now: clock(),
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};

/** A clock by which every look at it is a second later. */
function clock(): () => number {
  let seconds = 0;
  return () => 1000 * seconds++;
}
