import type { Pace } from '../../core/results/view/steps.ts';

/** Work over many rows takes turns with all else that the host does. */
export const pace: Pace = {
  now: () => performance.now(),
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};
