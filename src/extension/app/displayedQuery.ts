/** The query whose result is displayed. The results view sets it, and the audit feature finds its audit event. */
import type { Target } from '../targets/targets.ts';

/**
 * A query that the service answered, or that failed after the service may have received it, with what is needed to find
 * its audit event.
 */
export interface AnsweredQuery {
  readonly target: Target;
  readonly requestID: string | undefined;
  readonly query: string;
  /** When the response arrived or the request failed, in milliseconds since 1970 by the clock of this machine. */
  readonly respondedAt: number;
}

export interface DisplayedQuery {
  /**
   * Returns the displayed query; undefined if none is displayed, or if it has no audit event to look for, for example
   * because it is still pending.
   */
  current(): AnsweredQuery | undefined;
}

/** Sets the displayed query; undefined if there is none. */
export type SetDisplayedQuery = (next: AnsweredQuery | undefined) => void;

/**
 * Creates the storage for the displayed query, which is undefined at first. `setDisplayedQuery` changes it, and
 * `displayedQuery` returns it.
 */
export function createDisplayedQuery(): {
  readonly displayedQuery: DisplayedQuery;
  readonly setDisplayedQuery: SetDisplayedQuery;
} {
  let current: AnsweredQuery | undefined;
  return {
    displayedQuery: { current: () => current },
    setDisplayedQuery(next) {
      current = next;
    },
  };
}
