/** The query whose result is on screen, as far as the service has answered it: set by results, read by audit. */
import type { Target } from '../targets/targets.ts';

/** A query that the service answered or may have refused: what its audit event is looked up by. In memory only. */
export interface AnsweredQuery {
  readonly target: Target;
  readonly requestID: string | undefined;
  /** The text of the query, as it was sent to the service. */
  readonly query: string;
  /** When the answer or the refusal came, in milliseconds since 1970, by this machine's clock. */
  readonly at: number;
}

export interface ShownQuery {
  /** Undefined where the query shown was not sent, or its answer is not there yet. */
  current(): AnsweredQuery | undefined;
}

/** Handed to results alone. */
export type SetShownQuery = (next: AnsweredQuery | undefined) => void;

/** No query is shown yet. */
export function createShownQuery(): {
  readonly shownQuery: ShownQuery;
  readonly setShownQuery: SetShownQuery;
} {
  let current: AnsweredQuery | undefined;
  return {
    shownQuery: { current: () => current },
    setShownQuery(next) {
      current = next;
    },
  };
}
