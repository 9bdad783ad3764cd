import { type Exchange, mayHaveRun, type Outcome } from '../../../core/service/errors.ts';
import type { SentQuery } from '../../app/displayedQuery.ts';
import type { Target } from '../../targets/targets.ts';

export interface RecordedRequest extends SentQuery {
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
   * Records the request for the rows from `offset` (0-based), which has just ended with `outcome`. A failed request is
   * recorded only if the service may have run it (`mayHaveRun`). A cancelled request is always recorded.
   */
  recordOutcome(offset: number, query: string, outcome: Outcome<unknown>): void {
    const common = { target: this.#target, query, endedAt: Date.now() };
    if (outcome.ok) {
      const { exchange } = outcome;
      this.#latest = { ...common, requestID: exchange.requestID, exchange };
      this.#byOffset.set(offset, this.#latest);
    } else if (mayHaveRun(outcome.error)) {
      this.#latestFailed = { ...common, requestID: outcome.error.requestID };
    }
  }

  /**
   * Returns the latest successful request for the rows from `offset` (0-based). If there is none or `offset` is
   * undefined, returns the latest successful request for any rows, or else the recorded failed request.
   */
  findRequestForOffset(offset: number | undefined): RecordedRequest | undefined {
    const requestForRows = offset === undefined ? undefined : this.#byOffset.get(offset);
    return requestForRows ?? this.#latest ?? this.#latestFailed;
  }
}
