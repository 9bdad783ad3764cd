/**
 * Accepts the redirects that end a sign-in by browser. Any program can open a link to this extension, so a redirect is
 * accepted only if a sign-in is waiting for it.
 */
import type { SignInProblem } from '../../core/service/connections/signInProblems.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';

const MAX_SIGN_IN_MS = 10 * 60_000;

export interface PendingRedirects {
  /**
   * Returns the parameters of the redirect with this path and `state`, or a problem if none arrives in time or `signal`
   * aborts.
   */
  waitForRedirect(
    path: string,
    state: string,
    signal?: AbortSignalLike,
  ): Promise<URLSearchParams | SignInProblem>;
  /**
   * Ends the wait for the redirect with this path and the `state` in `query`. Returns false if no sign-in is waiting
   * for that redirect.
   */
  acceptRedirect(path: string, query: string): boolean;
}

export function createPendingRedirects(maxSignInMs = MAX_SIGN_IN_MS): PendingRedirects {
  const waiting = new Map<string, (parameters: URLSearchParams) => void>();
  return {
    waitForRedirect(path, state, signal) {
      const key = createRedirectKey(path, state);
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
      const parameters = parseQueryKeepingPlus(query);
      const end = waiting.get(createRedirectKey(path, parameters.get('state') ?? ''));
      end?.(parameters);
      return end !== undefined;
    },
  };
}

const createRedirectKey = (path: string, state: string): string => JSON.stringify([path, state]);

/** Parses a query that the editor has already decoded once. Keeps each `+`, because a code may contain it. */
const parseQueryKeepingPlus = (query: string): URLSearchParams =>
  new URLSearchParams(query.replaceAll('+', '%2B'));
