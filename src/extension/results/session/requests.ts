/** The requests of one run: what is sent for it, where to, and what came of it. */
import type { Exchange, Outcome } from '../../../core/service/errors.ts';
import type { AbortSignalLike } from '../../../core/service/transport.ts';
import type { QueryAnswer } from '../../../core/service/types.ts';
import type { Deps } from '../../app/deps.ts';
import { destinationOf } from '../../query/destination.ts';
import { type Run, requestFor } from '../../query/run.ts';
import { targetLabel } from '../../targets/targets.ts';
import { Answers } from './answers.ts';

/** What requests need of the window. */
export type RequestDeps = Pick<Deps, 'targets' | 'client' | 'log' | 'knownNames'>;

export class RunRequests {
  readonly answers: Answers;
  readonly #deps: RequestDeps;
  readonly #run: Run;
  readonly #onWait: () => void;
  #abort: AbortController | undefined;
  #retryAt: number | undefined;

  /** `onWait` is called when a request begins to wait because the service asked for that, and when the wait is over. */
  constructor(deps: RequestDeps, run: Run, onWait: () => void) {
    this.#deps = deps;
    this.#run = run;
    this.#onWait = onWait;
    this.answers = new Answers(run.target);
  }

  /** When a request that waits is sent again, in milliseconds since 1970; undefined while none waits. */
  get retryAt(): number | undefined {
    return this.#retryAt;
  }

  /** `limit` rows from `offset`, counted from the start of the result. */
  page(offset: number, limit: number): Promise<Outcome<QueryAnswer>> {
    this.#abort = new AbortController();
    return this.#rows(offset, limit, this.#abort.signal, false);
  }

  /** Likewise, sent once: for Load all, which decides itself what is sent again. */
  pageOnce(offset: number, limit: number, signal: AbortSignalLike): Promise<Outcome<QueryAnswer>> {
    return this.#rows(offset, limit, signal, true);
  }

  /** Whether the rows of the result can be counted. */
  get canCount(): boolean {
    const { plan, count } = this.#run.query;
    return plan.kind === 'paged' && count.ok;
  }

  /** Rows of the result by COUNT: one request. */
  async count(signal: AbortSignalLike): Promise<Outcome<number>> {
    const { plan, count } = this.#run.query;
    if (plan.kind !== 'paged' || !count.ok) throw new RangeError('cannot be counted');
    const outcome = await this.#send(count.statement, signal, false);
    if (!outcome.ok) return outcome;
    const all = countedRows(outcome.value);
    // Nothing is said of a number that was not read: the rows loaded will be compared with it.
    if (all === undefined) return uncounted(outcome.exchange);
    const rows = Math.min(plan.total ?? all, Math.max(0, all - plan.base));
    return { ok: true, value: rows, exchange: outcome.exchange };
  }

  /** Ends the request for a page that is under way; loaded pages stay. */
  cancel(): void {
    this.#abort?.abort();
  }

  async #rows(
    offset: number,
    limit: number,
    signal: AbortSignalLike,
    once: boolean,
  ): Promise<Outcome<QueryAnswer>> {
    const text = this.#run.query.page({ offset, limit });
    this.answers.begin();
    const outcome = await this.#send(text, signal, once);
    this.answers.add(offset, text, outcome);
    if (outcome.ok) this.#learn(outcome.value);
    return outcome;
  }

  /** Names and kinds of values only: no value of an answer goes there. */
  #learn({ records }: QueryAnswer): void {
    const { target, query, events } = this.#run;
    // What is asked of loaded audit events are no tables of a vault.
    if (!query.document || events) return;
    this.#deps.knownNames().seen.remember(targetLabel(target), query.document, records ?? []);
  }

  async #send(query: string, signal: AbortSignalLike, once: boolean): Promise<Outcome<QueryAnswer>> {
    const { events } = this.#run;
    if (events) return events.ask(signal);
    const { client, log } = this.#deps;
    const to = destinationOf(this.#run.target, this.#deps.targets);
    if (to.kind !== 'connection') return { ok: false, error: to.error };
    const onWait = (until: number | undefined): void => {
      this.#retryAt = until;
      this.#onWait();
    };
    const request = { ...requestFor(this.#run, query), once, onWait };
    const outcome = await client(to.connection).executeQuery(request, signal);
    log.exchange('query', outcome.ok ? outcome.exchange : outcome.error);
    return outcome;
  }
}

function countedRows({ records }: QueryAnswer): number | undefined {
  const [first] = records ?? [];
  const rows = Number(String(first?.fields[0]?.[1] ?? 'none'));
  return first && Number.isSafeInteger(rows) ? rows : undefined;
}

const uncounted = ({ status, requestID }: Exchange): Outcome<never> => ({
  ok: false,
  error: {
    kind: 'unreadable',
    status,
    what: 'shape',
    path: 'records[0].fields',
    retry: true,
    ...(requestID === undefined ? {} : { requestID }),
  },
});
