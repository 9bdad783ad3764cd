/** Loads the rows of a query: the first page, and further pages if the options request more rows. */
import { type CostEstimate, estimateCost } from '../../core/results/loading/cost.ts';
import { createLoadAll, type LoadAllState } from '../../core/results/loading/loadAll.ts';
import { createEmptyResult, type Delivery, type Result } from '../../core/results/loading/result.ts';
import { readRowCount } from '../../core/results/loading/rowCount.ts';
import type { VaultClient } from '../../core/service/client.ts';
import type { VaultRef } from '../../core/service/connections/connections.ts';
import type { ApiError, Outcome } from '../../core/service/errors.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import type { QueryResult } from '../../core/service/types.ts';
import type { PreparedQuery } from '../../core/sql/execution/preparedQuery.ts';
import type { QueryIO } from './queryIO.ts';
import { PAGE_SIZE, type QuerySettings } from './queryOptions.ts';

/**
 * Why loading ended. `done`: all rows were loaded, or as many as the options allow. `offsetIgnored`: the service returned
 * the same page again, so further rows can't be loaded.
 */
type LoadEnd =
  | { readonly kind: 'done' | 'cancelled' | 'offsetIgnored' }
  | { readonly kind: 'failed'; readonly error: ApiError };

export interface LoadedRows {
  readonly result: Result;
  readonly end: LoadEnd;
  /** The number of rows that COUNT returned, limited to the statement's LIMIT; undefined if they were not counted. */
  readonly countedRows: number | undefined;
}

interface LoadContext {
  readonly query: PreparedQuery;
  readonly settings: Pick<QuerySettings, 'concurrency' | 'maxRows'> & {
    readonly isCounting: boolean;
  };
  /** Called before pages after the first one are requested. */
  readonly onCost: (cost: CostEstimate, countedRows: number | undefined) => void;
  readonly onProgress: (state: LoadAllState) => void;
}

interface RequestContext {
  readonly client: Pick<VaultClient, 'executeQuery'>;
  readonly vault: VaultRef;
  /** Called when the service requested a wait, in milliseconds, before a request is sent again. */
  readonly onWait: (ms: number) => void;
}

/** Sends the requests of one query, and remembers their IDs. */
export class QueryRequests {
  readonly #context: RequestContext;
  readonly #io: Pick<QueryIO, 'now'>;
  readonly #ids: string[] = [];
  #count = 0;

  constructor(context: RequestContext, io: Pick<QueryIO, 'now'>) {
    this.#context = context;
    this.#io = io;
  }

  /** The request IDs that the service returned, in the order of its responses. */
  get requestIDs(): readonly string[] {
    return this.#ids;
  }

  /** Number of requests sent. Automatic retries are not counted. */
  get count(): number {
    return this.#count;
  }

  async send(text: string, signal: AbortSignalLike, isWithoutRetry: boolean): Promise<Outcome<QueryResult>> {
    const { client, vault, onWait } = this.#context;
    this.#count++;
    const outcome = await client.executeQuery(
      {
        vaultID: vault.id,
        query: text,
        ...(vault.baseUrl === undefined ? {} : { vaultBaseUrl: vault.baseUrl }),
        isWithoutRetry,
        onWait: (until) => {
          if (until !== undefined) onWait(until - this.#io.now());
        },
      },
      signal,
    );
    const { requestID } = outcome.ok ? outcome.exchange : outcome.error;
    if (requestID !== undefined) this.#ids.push(requestID);
    return outcome;
  }
}

/** Loads the rows. Failures are returned as `end`, with the rows that were loaded before. */
export async function loadRows(
  context: LoadContext,
  requests: QueryRequests,
  io: Pick<QueryIO, 'now' | 'stopping' | 'wait'>,
): Promise<LoadedRows> {
  const { query, settings } = context;
  const result = createEmptyResult({
    pageSize: PAGE_SIZE,
    delivery: getDelivery(query, settings.maxRows),
    isJoin: query.names.tables.length > 1,
    ...(query.selectList ? { selectList: query.selectList } : {}),
  });
  const signal = io.stopping;
  const first = await requests.send(
    query.page({ offset: 0, limit: result.limitOfNextRequestForPage(0) }),
    signal,
    false,
  );
  if (!first.ok) return { result, end: toEnd(first.error), countedRows: undefined };
  result.addResponse(0, first.value);
  let countedRows: number | undefined;
  if (settings.isCounting && query.plan.kind === 'paged' && query.count.ok) {
    const outcome = readRowCount(await requests.send(query.count.statement, signal, false), query.plan);
    if (!outcome.ok) return { result, end: toEnd(outcome.error), countedRows };
    countedRows = outcome.value;
    result.setCountedRows(countedRows);
  }
  if (settings.maxRows <= PAGE_SIZE || result.lastPage() === 0 || result.emptyKind())
    return { result, end: { kind: 'done' }, countedRows };
  const cost = estimateFurtherCost(context, result, countedRows, first.exchange.milliseconds);
  if (cost.requests !== 0) context.onCost(cost, countedRows);
  const end = await loadFurtherPages(context, requests, { result, countedRows }, io);
  return { result, end, countedRows };
}

const toEnd = (error: ApiError): LoadEnd =>
  error.kind === 'cancelled' ? { kind: 'cancelled' } : { kind: 'failed', error };

function getDelivery({ plan }: PreparedQuery, maxRows: number): Delivery {
  switch (plan.kind) {
    case 'paged':
      return {
        kind: 'paged',
        userLimit: Math.min(plan.total ?? maxRows, maxRows),
      };
    case 'single':
      return plan;
    case 'refused':
      return { kind: 'unpaged' };
  }
}

function estimateFurtherCost(
  { query: { plan }, settings: { maxRows, concurrency } }: LoadContext,
  result: Result,
  countedRows: number | undefined,
  msPerRequest: number,
): CostEstimate {
  const limit = plan.kind === 'paged' ? plan.total : undefined;
  const rows = result.totalRowCount() ?? countedRows ?? limit;
  return estimateCost(rows, PAGE_SIZE, msPerRequest, concurrency, {
    pagesLoaded: 1,
    // Unlike Load All in the editor, the last page can be a part of one.
    maxRows: Math.ceil(maxRows / PAGE_SIZE) * PAGE_SIZE,
    isEndUnknown: result.totalRowCount() === undefined && countedRows === undefined,
  });
}

async function loadFurtherPages(
  { query, settings, onProgress }: LoadContext,
  requests: QueryRequests,
  { result, countedRows }: Pick<LoadedRows, 'countedRows' | 'result'>,
  io: Pick<QueryIO, 'now' | 'stopping' | 'wait'>,
): Promise<LoadEnd> {
  const paused = Promise.withResolvers<ApiError>();
  const all = createLoadAll(
    {
      result,
      fetch: (offset, limit, signal) => requests.send(query.page({ offset, limit }), signal, true),
      concurrency: settings.concurrency,
      // The maximum is the limit of the result, so that the last page can be a part of one.
      maxRows: Number.MAX_SAFE_INTEGER,
      ...(countedRows === undefined ? {} : { expectedRows: countedRows }),
      onChange() {
        const state = all.state();
        onProgress(state);
        // Responses that are still pending may contain rows before the page that failed.
        if (state.phase === 'paused' && state.pausedBy !== 'user' && state.pendingRequests === 0)
          paused.resolve(state.error);
      },
    },
    {
      now: io.now,
      sleep: (ms, signal) => io.wait(ms, signal as AbortSignal),
      random: Math.random,
      abortController: () => new AbortController(),
    },
  );
  const stop = (): void => all.cancel();
  io.stopping.addEventListener('abort', stop);
  if (io.stopping.aborted) stop();
  const ended = await Promise.race([all.start(), paused.promise]);
  io.stopping.removeEventListener('abort', stop);
  if ('kind' in ended) {
    all.cancel();
    return { kind: 'failed', error: ended };
  }
  if (ended.phase !== 'done') return { kind: 'cancelled' };
  return {
    kind: ended.stoppedBy === 'offsetIgnored' ? 'offsetIgnored' : 'done',
  };
}
