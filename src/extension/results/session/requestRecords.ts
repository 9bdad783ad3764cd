import { type Exchange, mayHaveRun, type Outcome } from '../../../core/service/errors.ts';
import type { AnsweredQuery } from '../../app/displayedQuery.ts';
import type { Target } from '../../targets/targets.ts';

export interface RecordedRequest extends AnsweredQuery {
  readonly exchange?: Exchange;
}

export class RequestRecords {
  readonly #target: Target;
  readonly #byOffset = new Map<number, RecordedRequest>();
  #latest: RecordedRequest | undefined;
  #latestFailed: RecordedRequest | undefined;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Removes the record of the latest failed request. Must be called before another request for rows is sent. */
  clearFailedRequest(): void {
    this.#latestFailed = undefined;
  }

  /**
   * Records how the request for the rows from `offset` (0-based) ended. A failed request is recorded only if
   * `mayHaveRun` is true for its error, which includes every cancelled request.
   */
  recordOutcome(offset: number, query: string, outcome: Outcome<unknown>): void {
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
   * Returns the request that returned the rows from `offset` (0-based), else the latest successful request, else the
   * recorded failed one.
   */
  findRequestForOffset(offset: number | undefined): RecordedRequest | undefined {
    const requestForRows = offset === undefined ? undefined : this.#byOffset.get(offset);
    return requestForRows ?? this.#latest ?? this.#latestFailed;
  }
}
