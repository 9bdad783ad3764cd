/** What the service answered to the requests of one run, by which their audit events are found. In memory only. */
import { type Exchange, mayHaveArrived, type Outcome } from '../../../core/service/errors.ts';
import type { AnsweredQuery } from '../../app/shownQuery.ts';
import type { Target } from '../../targets/targets.ts';

export interface Answer extends AnsweredQuery {
  readonly exchange?: Exchange;
}

export class Answers {
  readonly #target: Target;
  /** By the offset of their first row. The texts differ in their LIMIT and OFFSET alone. */
  readonly #withRows = new Map<number, Answer>();
  #latest: Answer | undefined;
  #failed: Answer | undefined;

  constructor(target: Target) {
    this.#target = target;
  }

  /** A request is sent: what failed before is of no interest any more. */
  begin(): void {
    this.#failed = undefined;
  }

  /** What came of the request for the rows from `offset`. */
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
   * The request that brought the rows from `offset`; the last one answered where that is not known. Its audit event is
   * that of the rows shown. Where no request was answered with rows, the one that failed last, if the service may have it.
   */
  of(offset: number | undefined): Answer | undefined {
    const own = offset === undefined ? undefined : this.#withRows.get(offset);
    return own ?? this.#latest ?? this.#failed;
  }
}
