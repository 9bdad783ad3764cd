import type { ClockAndPause } from '../../core/results/view/steps.ts';

/** Clock and pause for long work over many rows, so that other extensions in the extension host can run meanwhile. */
export const pace: ClockAndPause = {
  now: () => performance.now(),
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};
