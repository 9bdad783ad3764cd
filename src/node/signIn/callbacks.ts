/** The links that end a sign-in in the browser. They come from anywhere: only one that is waited for is taken, once. */
import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';

/** As long as a person may take to sign in. */
const PATIENCE_MS = 10 * 60_000;

export interface Callbacks {
  /** Waits for the link that carries `state`. */
  wait(state: string, signal?: AbortSignalLike): Promise<URLSearchParams | SignInProblem>;
  /** Takes a link's query in. False where nobody waits for it: its state is unknown, used before, or too old. */
  take(query: string): boolean;
}

export function createCallbacks(patienceMs = PATIENCE_MS): Callbacks {
  const waiting = new Map<string, (parameters: URLSearchParams) => void>();
  return {
    wait(state, signal) {
      return new Promise((resolve) => {
        const end = (result: URLSearchParams | SignInProblem): void => {
          clearTimeout(timer);
          waiting.delete(state);
          signal?.removeEventListener('abort', cancel);
          resolve(result);
        };
        const cancel = (): void => end({ code: 'sign-in-cancelled' });
        const timer = setTimeout(() => end({ code: 'sign-in-expired' }), patienceMs);
        waiting.set(state, end);
        signal?.addEventListener('abort', cancel);
        if (signal?.aborted) cancel();
      });
    },
    take(query) {
      const parameters = parametersOf(query);
      const end = waiting.get(parameters.get('state') ?? '');
      end?.(parameters);
      return end !== undefined;
    },
  };
}

/** The editor has decoded the query once: a `+` in it is one, and not a blank. */
const parametersOf = (query: string): URLSearchParams => new URLSearchParams(query.replaceAll('+', '%2B'));
