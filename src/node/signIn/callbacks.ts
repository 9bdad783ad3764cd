/**
 * The redirects that end a sign-in by browser. Any program can open such links: only an expected one is accepted, once.
 */
import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';

const MAX_SIGN_IN_MS = 10 * 60_000;

export interface Callbacks {
  /**
   * Waits for the redirect with this path and `state`, and returns its parameters. Returns a problem if the user takes
   * too long or `signal` aborts.
   */
  waitForRedirect(
    path: string,
    state: string,
    signal?: AbortSignalLike,
  ): Promise<URLSearchParams | SignInProblem>;
  /**
   * Passes the query of a redirect to the sign-in that waits for it. Returns false if none does, for example because
   * its state is unknown, was used before, is too old, or is that of a sign-in at another server.
   */
  acceptRedirect(path: string, query: string): boolean;
}

export function createCallbacks(maxSignInMs = MAX_SIGN_IN_MS): Callbacks {
  const waiting = new Map<string, (parameters: URLSearchParams) => void>();
  return {
    waitForRedirect(path, state, signal) {
      const key = createKey(path, state);
      return new Promise((resolve) => {
        const end = (result: URLSearchParams | SignInProblem): void => {
          clearTimeout(timer);
          waiting.delete(key);
          signal?.removeEventListener('abort', cancel);
          resolve(result);
        };
        const cancel = (): void => end({ code: 'sign-in-cancelled' });
        const timer = setTimeout(() => end({ code: 'sign-in-expired' }), maxSignInMs);
        waiting.set(key, end);
        signal?.addEventListener('abort', cancel);
        if (signal?.aborted) cancel();
      });
    },
    acceptRedirect(path, query) {
      const parameters = parseQuery(query);
      const end = waiting.get(createKey(path, parameters.get('state') ?? ''));
      end?.(parameters);
      return end !== undefined;
    },
  };
}

const createKey = (path: string, state: string): string => JSON.stringify([path, state]);

/** Parses a query that the editor has decoded once already, so that a `+` in it is a plus sign, not a space. */
const parseQuery = (query: string): URLSearchParams => new URLSearchParams(query.replaceAll('+', '%2B'));
