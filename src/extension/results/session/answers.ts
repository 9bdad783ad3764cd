/**
 * Records the responses to the requests of one query, by which the audit events of these requests are found. Stored in
 * memory only.
 */
import { type Exchange, mayHaveArrived, type Outcome } from '../../../core/service/errors.ts';
import type { AnsweredQuery } from '../../app/shownQuery.ts';
import type { Target } from '../../targets/targets.ts';

export interface Answer extends AnsweredQuery {
  readonly exchange?: Exchange;
}

export class Answers {
  readonly #target: Target;
  /**
   * Successful requests by the offset (0-based) of their first row. Their query texts differ only in LIMIT and OFFSET.
   */
  readonly #withRows = new Map<number, Answer>();
  #latest: Answer | undefined;
  #failed: Answer | undefined;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Forgets the failed request. To be called before another request is sent. */
  begin(): void {
    this.#failed = undefined;
  }

  /**
   * Records how the request for the rows from `offset` (0-based) ended. `query` is the text that was sent. A failed
   * request is recorded only if the service may have received it.
   */
  add(offset: number, query: string, outcome: Outcome<unknown>): void {
    const common = { target: this.#target, query, at: Date.now() };
    if (outcome.ok) {
      const { exchange } = outcome;
      this.#latest = { ...common, requestID: exchange.requestID, exchange };
      this.#withRows.set(offset, this.#latest);
    } else if (mayHaveArrived(outcome.error)) {
      this.#failed = { ...common, requestID: outcome.error.requestID };
    }
  }

  /**
   * Returns the request that returned the rows from `offset` (0-based). If `offset` is undefined, or no request for
   * that offset succeeded, returns the latest successful request. If no request succeeded, returns the latest failed
   * one that the service may have received, or undefined if there is none.
   */
  of(offset: number | undefined): Answer | undefined {
    const own = offset === undefined ? undefined : this.#withRows.get(offset);
    return own ?? this.#latest ?? this.#failed;
  }
}
