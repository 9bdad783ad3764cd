/**
 * Records the responses to the requests of one query, by which the audit events of these requests are found. Stored in
 * memory only.
 */
import { type Exchange, mayHaveRun, type Outcome } from '../../../core/service/errors.ts';
import type { AnsweredQuery } from '../../app/displayedQuery.ts';
import type { Target } from '../../targets/targets.ts';

export interface RecordedRequest extends AnsweredQuery {
  readonly exchange?: Exchange;
}

export class RequestRecords {
  readonly #target: Target;
  /**
   * Successful requests by the offset (0-based) of their first row. Their query texts differ only in LIMIT and OFFSET.
   */
  readonly #byOffset = new Map<number, RecordedRequest>();
  #latest: RecordedRequest | undefined;
  #latestFailed: RecordedRequest | undefined;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Removes the record of the latest failed request. Must be called before another request is sent. */
  clearFailedRequest(): void {
    this.#latestFailed = undefined;
  }

  /**
   * Records how the request for the rows from `offset` (0-based) ended. `query` is the text that was sent. A failed
   * request is recorded only if the service may have received it.
   */
  add(offset: number, query: string, outcome: Outcome<unknown>): void {
    const common = { target: this.#target, query, respondedAt: Date.now() };
    if (outcome.ok) {
      const { exchange } = outcome;
      this.#latest = { ...common, requestID: exchange.requestID, exchange };
      this.#byOffset.set(offset, this.#latest);
    } else if (mayHaveRun(outcome.error)) {
      this.#latestFailed = { ...common, requestID: outcome.error.requestID };
    }
  }

  /**
   * Returns the request that returned the rows from `offset` (0-based). If `offset` is undefined, or no request for
   * that offset succeeded, returns the latest successful request. If no request succeeded, returns the recorded failed
   * one, or undefined if there is none.
   */
  requestForOffset(offset: number | undefined): RecordedRequest | undefined {
    const requestForRows = offset === undefined ? undefined : this.#byOffset.get(offset);
    return requestForRows ?? this.#latest ?? this.#latestFailed;
  }
}
