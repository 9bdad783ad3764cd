import { readRowCount } from '../../../core/results/loading/rowCount.ts';
import { isWithoutResponse, mayHaveRun, type Outcome } from '../../../core/service/errors.ts';
import type { AbortSignalLike } from '../../../core/service/transport.ts';
import type { QueryResult } from '../../../core/service/types.ts';
import type { Deps } from '../../app/deps.ts';
import { findDestination } from '../../query/destination.ts';
import { createRequest, type Run } from '../../query/run.ts';
import { formatTarget } from '../../targets/targets.ts';
import { RequestRecords } from './requestRecords.ts';

export type RequestDeps = Pick<Deps, 'client' | 'knownNames' | 'lastRuns' | 'log' | 'targets'>;

export class RunRequests {
  readonly records: RequestRecords;
  readonly #deps: RequestDeps;
  readonly #run: Run;
  readonly #onRetryWaitChange: () => void;
  #abort: AbortController | undefined;
  #retryAt: number | undefined;

  /**
   * `onWait` is called when the service has requested a wait before a failed request is sent again, and when that wait
   * ends.
   */
  constructor(deps: RequestDeps, run: Run, onWait: () => void) {
    this.#deps = deps;
    this.#run = run;
    this.#onRetryWaitChange = onWait;
    this.records = new RequestRecords(run.target);
  }

  /**
   * When a failed request is sent again after a wait that the service requested, in milliseconds since 1970. Undefined
   * if no such wait is in progress. Waits of Load All are not included.
   */
  get retryAt(): number | undefined {
    return this.#retryAt;
  }

  /**
   * Requests at most `limit` rows from `offset` (0-based). If the result is not paged, sends the statement unchanged,
   * whatever `offset` and `limit` are. A statement over loaded audit events is run without a request to the service.
   */
  fetchPage(offset: number, limit: number): Promise<Outcome<QueryResult>> {
    this.#abort = new AbortController();
    return this.#fetchRows(offset, limit, this.#abort.signal, false);
  }

  /**
   * Like `fetchPage`, but a failed request is not sent again automatically, except with a renewed token, because Load
   * All itself decides what is sent again. `signal` cancels the request; `cancelPageRequest` does not.
   */
  fetchPageWithoutRetry(
    offset: number,
    limit: number,
    signal: AbortSignalLike,
  ): Promise<Outcome<QueryResult>> {
    return this.#fetchRows(offset, limit, signal, true);
  }

  get canCount(): boolean {
    const { plan, count } = this.#run.query;
    return plan.kind === 'paged' && count.ok;
  }

  /**
   * Requests the number of rows of the result with COUNT, taking the user's LIMIT and OFFSET into account. Rejects with
   * a RangeError if `canCount` is false.
   */
  async requestRowCount(signal: AbortSignalLike): Promise<Outcome<number>> {
    const { plan, count } = this.#run.query;
    if (plan.kind !== 'paged' || !count.ok) throw new RangeError('cannot be counted');
    const outcome = await this.#sendQueryOrRunStatement(count.statement, signal, {
      isWithoutRetry: false,
      isPage: false,
    });
    return readRowCount(outcome, plan);
  }

  cancelPageRequest(): void {
    this.#abort?.abort();
  }

  async #fetchRows(
    offset: number,
    limit: number,
    signal: AbortSignalLike,
    isWithoutRetry: boolean,
  ): Promise<Outcome<QueryResult>> {
    const text = this.#run.query.page({ offset, limit });
    this.records.clearFailedRequest();
    const outcome = await this.#sendQueryOrRunStatement(text, signal, { isWithoutRetry, isPage: true });
    this.records.recordOutcome(offset, text, outcome);
    if (outcome.ok) this.#recordNames(outcome.value);
    return outcome;
  }

  /**
   * Records the names in the query and its result, and the types of the values, for suggestions. Values are not
   * recorded.
   */
  #recordNames({ records }: QueryResult): void {
    const { target, query, eventAnswer: events } = this.#run;
    // Loaded audit events are not tables of a vault.
    if (!query.document || events) return;
    this.#deps.knownNames().seen.addNamesOfStatement(formatTarget(target), query.document, records ?? []);
  }

  async #sendQueryOrRunStatement(
    query: string,
    signal: AbortSignalLike,
    { isWithoutRetry, isPage }: { readonly isWithoutRetry: boolean; readonly isPage: boolean },
  ): Promise<Outcome<QueryResult>> {
    const { eventAnswer: events } = this.#run;
    if (events) return events.runStatement(signal);
    const { client, lastRuns, log } = this.#deps;
    const destination = findDestination(this.#run.target, this.#deps.targets);
    if (destination.kind !== 'connection') return { ok: false, error: destination.error };
    const onWait = (until: number | undefined): void => {
      this.#retryAt = until;
      this.#onRetryWaitChange();
    };
    const request = { ...createRequest(this.#run, query), isWithoutRetry, onWait };
    const sentAt = Date.now();
    const outcome = await client(destination.connection).executeQuery(request, signal);
    const exchange = outcome.ok ? outcome.exchange : outcome.error;
    log.writeExchange('query', exchange);
    // A failed page is an event to see, so it is not folded with the others. One that the user cancelled did not fail.
    const run = isPage && (outcome.ok || outcome.error.kind === 'cancelled') ? this : undefined;
    lastRuns.recordRequest(exchange.requestID, {
      rowCount: outcome.ok && isPage ? (outcome.value.records?.length ?? 0) : undefined,
      run,
    });
    if (!outcome.ok && mayHaveRun(outcome.error) && isWithoutResponse(outcome.error))
      lastRuns.recordUnansweredQuery({
        connectionName: destination.connection.name,
        run,
        vaultID: request.vaultID,
        query,
        sentAt,
        at: Date.now(),
      });
    return outcome;
  }
}
