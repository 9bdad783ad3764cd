import type { ClockAndPause } from '../../core/results/view/steps.ts';

/** Pauses long work over many rows from time to time, so that other extensions in the extension host can run. */
export const pace: ClockAndPause = {
  now: () => performance.now(),
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};
