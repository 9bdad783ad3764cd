import type { Target } from '../targets/targets.ts';

/** A query that the service may have received, with what is needed to find its audit event. */
export interface SentQuery {
  readonly target: Target;
  readonly requestID: string | undefined;
  readonly query: string;
  /** When the response arrived or the request failed, in milliseconds since 1970 by the clock of this machine. */
  readonly endedAt: number;
}

export interface DisplayedQuery {
  /** Returns the query whose audit event the user can look up from the displayed result; undefined if there is none. */
  current(): SentQuery | undefined;
}

export type SetDisplayedQuery = (next: SentQuery | undefined) => void;

export function createDisplayedQuery(): {
  readonly displayedQuery: DisplayedQuery;
  readonly setDisplayedQuery: SetDisplayedQuery;
} {
  let current: SentQuery | undefined;
  return {
    displayedQuery: { current: () => current },
    setDisplayedQuery(next) {
      current = next;
    },
  };
}
