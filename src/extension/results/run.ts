import { createPager, type Pager } from '../../core/results/loading/pager.ts';
import type { ApiError, Exchange, Outcome } from '../../core/service/errors.ts';
import type { AbortSignalLike } from '../../core/service/transport.ts';
import type { QueryAnswer } from '../../core/service/types.ts';
import type { PreparedQuery } from '../../core/sql/execution/preparedQuery.ts';
import type { CheckOptions } from '../../core/sql/lint/options.ts';
import type { Deps } from '../app/deps.ts';
import type { AnsweredQuery } from '../app/shownQuery.ts';
import type { Target } from '../connections/targets.ts';

/** One query being read page by page. */
export interface Run {
  readonly target: Target;
  readonly statement: string;
  readonly query: PreparedQuery;
  readonly options: CheckOptions;
  /** When it was asked to run, in milliseconds since 1970. */
  readonly askedAt: number;
  /** `single`: an aggregate, one row · `whole`: its paging cannot be taken over, so it is sent once as it is. */
  readonly kind: 'paged' | 'single' | 'whole';
  readonly pager: Pager;
  /**
   * One request for `limit` rows from `offset`, sent once: for Load all, which decides itself what is sent again.
   * Counted from the start of the result.
   */
  fetchOnce(offset: number, limit: number, signal: AbortSignalLike): Promise<Outcome<QueryAnswer>>;
  /** Rows of the result by COUNT: one request. Undefined where the statement has none (`canCount`). */
  readonly count: ((signal: AbortSignalLike) => Promise<Outcome<number>>) | undefined;
  /**
   * The request that brought the page, 0-based; the last one answered where that is not known. Its audit event is that
   * of the rows shown. Where no request was answered with rows, the one that failed last, if the service may have it.
   */
  answered(page?: number): (AnsweredQuery & { readonly exchange?: Exchange }) | undefined;
  /** Ends the request in flight; loaded pages stay. */
  cancel(): void;
}

const goneVault = {
  ok: false,
  error: { kind: 'network', code: 'ECONNREFUSED', mayHaveBeenSent: false, retry: true },
} as const;

const uncounted = ({ status, requestID }: Exchange): Outcome<never> => ({
  ok: false,
  error: {
    ...{ kind: 'unreadable', status, what: 'shape', path: 'records[0].fields', retry: true },
    ...(requestID === undefined ? {} : { requestID }),
  },
});

/** Whether a request that failed may have come to the service, and so may stand in its audit trail. */
function mayBeAudited(error: ApiError): boolean {
  switch (error.kind) {
    case 'status':
      // A proxy that wants a sign-in let nothing through.
      return error.status !== 407;
    case 'network':
      return error.mayHaveBeenSent;
    default:
      return ['timeout', 'cancelled', 'tooLarge', 'unreadable'].includes(error.kind);
  }
}

/**
 * Makes ready to read a statement that has passed the check; `pager.start()` sends the first request. The text sent
 * is the user's own with LIMIT and OFFSET spliced in (S36); where its paging cannot be taken over it is
 * sent as it is, once.
 */
export function startRun(
  deps: Deps,
  target: Target,
  query: PreparedQuery,
  options: CheckOptions,
  onChange: () => void,
): Run {
  const { recordsPerAnswer, seenNames } = deps.language();
  const { text: statement, plan, selectList } = query;
  const paged = plan.kind === 'paged' ? plan : undefined;
  const counting = paged && query.count;
  const { baseUrl } = target.vault;
  let abort: AbortController | undefined;
  type Answered = AnsweredQuery & { readonly exchange?: Exchange };
  /** By offset. The texts differ in their LIMIT and OFFSET alone. */
  const answers = new Map<number, Answered>();
  let latest: Answered | undefined;
  let failed: Answered | undefined;

  const send = async (
    query: string,
    signal: AbortSignalLike,
    once: boolean,
  ): Promise<Outcome<QueryAnswer>> => {
    // A local vault that was started again has another address and token; one that is gone has none.
    const connection = target.connection.local
      ? deps.targets.find(target.connection.name, target.vault.name)?.connection
      : target.connection;
    const request = { vaultID: target.vault.id, query, once, ...(baseUrl ? { vaultBaseUrl: baseUrl } : {}) };
    const outcome = connection ? await deps.client(connection).executeQuery(request, signal) : goneVault;
    deps.log.exchange('query', outcome.ok ? outcome.exchange : outcome.error);
    return outcome;
  };
  const fetch = async (
    offset: number,
    limit: number,
    signal: AbortSignalLike,
    once: boolean,
  ): Promise<Outcome<QueryAnswer>> => {
    const asked = paged ? query.page({ offset, limit }) : statement;
    failed = undefined;
    const outcome = await send(asked, signal, once);
    if (!outcome.ok && mayBeAudited(outcome.error))
      failed = { target, requestID: outcome.error.requestID, query: asked, at: Date.now() };
    if (outcome.ok) {
      const { exchange } = outcome;
      latest = { target, requestID: exchange.requestID, query: asked, at: Date.now(), exchange };
      answers.set(offset, latest);
      // Names only, for completion: no value of an answer goes there.
      const names = new Set(outcome.value.records?.flatMap(({ fields }) => fields.map(([name]) => name)));
      seenNames.remember(query.document, [...names]);
    }
    return outcome;
  };
  const count = async (query: string, signal: AbortSignalLike): Promise<Outcome<number>> => {
    const outcome = await send(query, signal, false);
    if (!outcome.ok) return outcome;
    const [first] = outcome.value.records ?? [];
    const all = Number(String(first?.fields[0]?.[1] ?? 'none'));
    // Nothing is said of a number that was not read: the rows loaded will be compared with it.
    if (!first || !Number.isSafeInteger(all)) return uncounted(outcome.exchange);
    const rows = Math.min(paged?.total ?? all, Math.max(0, all - (paged?.base ?? 0)));
    return { ok: true, value: rows, exchange: outcome.exchange };
  };

  const pageSize = deps.settings.pageSize();
  const pager = createPager({
    pageSize,
    single: !paged,
    // An aggregate has its one row; any other statement sent as it is may have more than the service gave.
    ...(plan.kind === 'refused' ? { most: recordsPerAnswer } : {}),
    ...(paged?.total === undefined ? {} : { total: paged.total }),
    ...(selectList ? { selectList } : {}),
    joined: query.names.tables.length > 1,
    prefetch: deps.settings.prefetch,
    onChange,
    fetch(offset, limit) {
      abort = new AbortController();
      return fetch(offset, limit, abort.signal, false);
    },
  });
  return {
    ...{ target, statement, query, options, pager },
    askedAt: Date.now(),
    kind: paged ? 'paged' : plan.kind === 'single' ? 'single' : 'whole',
    fetchOnce: (offset, limit, signal) => fetch(offset, limit, signal, true),
    count: counting?.ok ? (signal) => count(counting.statement, signal) : undefined,
    answered: (page) => (page === undefined ? undefined : answers.get(page * pageSize)) ?? latest ?? failed,
    cancel: () => abort?.abort(),
  };
}
