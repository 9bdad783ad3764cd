/** The links that end a sign-in in the browser. They come from anywhere: only one that is waited for is taken, once. */
import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';

/** As long as a person may take to sign in. */
const PATIENCE_MS = 10 * 60_000;

export interface Callbacks {
  /** Waits for the link of that path that carries `state`. */
  wait(path: string, state: string, signal?: AbortSignalLike): Promise<URLSearchParams | SignInProblem>;
  /**
   * Takes a link's query in. False where no sign-in waits for it: its state is unknown, used before, too old, or of a
   * sign-in at another server.
   */
  take(path: string, query: string): boolean;
}

export function createCallbacks(patienceMs = PATIENCE_MS): Callbacks {
  const waiting = new Map<string, (parameters: URLSearchParams) => void>();
  return {
    wait(path, state, signal) {
      const key = keyOf(path, state);
      return new Promise((resolve) => {
        const end = (result: URLSearchParams | SignInProblem): void => {
          clearTimeout(timer);
          waiting.delete(key);
          signal?.removeEventListener('abort', cancel);
          resolve(result);
        };
        const cancel = (): void => end({ code: 'sign-in-cancelled' });
        const timer = setTimeout(() => end({ code: 'sign-in-expired' }), patienceMs);
        waiting.set(key, end);
        signal?.addEventListener('abort', cancel);
        if (signal?.aborted) cancel();
      });
    },
    take(path, query) {
      const parameters = parametersOf(query);
      const end = waiting.get(keyOf(path, parameters.get('state') ?? ''));
      end?.(parameters);
      return end !== undefined;
    },
  };
}

const keyOf = (path: string, state: string): string => JSON.stringify([path, state]);

/** The editor has decoded the query once: a `+` in it is one, and not a blank. */
const parametersOf = (query: string): URLSearchParams => new URLSearchParams(query.replaceAll('+', '%2B'));
