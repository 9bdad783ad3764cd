/**
 * The query whose result is displayed, once the service has responded to it. The results view sets it, and the
 * audit feature uses it to find the audit event.
 */
import type { Target } from '../targets/targets.ts';

/**
 * A query that the service answered with rows, or that failed after the service may have received it, with what is
 * needed to find its audit event. It is kept in memory only.
 */
export interface AnsweredQuery {
  readonly target: Target;
  readonly requestID: string | undefined;
  /** The text of the query, as it was sent to the service. */
  readonly query: string;
  /** When the response arrived or the request failed, in milliseconds since 1970 by the clock of this machine. */
  readonly respondedAt: number;
}

export interface DisplayedQuery {
  /**
   * Returns the displayed query. Undefined if no query is displayed, if the displayed query certainly did not reach
   * the service, or if it is still pending.
   */
  current(): AnsweredQuery | undefined;
}

/** Sets the displayed query, or undefined if there is none. Only the results feature receives this function. */
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
