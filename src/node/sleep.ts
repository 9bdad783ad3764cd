import type { Sleep } from '../core/service/retry.ts';

/** Resolves after the given number of milliseconds, or as soon as the signal aborts. */
export const sleep: Sleep = (milliseconds, signal) =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });
