import { createPager, type Pager } from '../../core/results/pager.ts';
import type { CheckOptions } from '../../core/sql/types.ts';
import type { Deps } from '../deps.ts';
import type { Target } from '../targets.ts';

/** One query being read page by page. */
export interface Run {
  readonly target: Target;
  readonly statement: string;
  readonly pager: Pager;
  /** Ends the request in flight; loaded pages stay. */
  cancel(): void;
}

const goneVault = {
  ok: false,
  error: { kind: 'network', code: 'ECONNREFUSED', mayHaveBeenSent: false, retry: true },
} as const;

/**
 * Makes ready to read a statement that has passed the check; `pager.start()` sends the first request. The text sent is the user's own with LIMIT and OFFSET
 * spliced in (spec 4.2 rule 7); where its paging cannot be taken over it is sent as it is, once.
 */
export function startRun(
  deps: Deps,
  target: Target,
  statement: string,
  options: CheckOptions,
  onChange: () => void,
): Run {
  const { pageStatement, planPaging, seenNames } = deps.language();
  const plan = planPaging(statement, options);
  const { baseUrl } = target.vault;
  let abort: AbortController | undefined;

  const pager = createPager({
    pageSize: deps.settings.pageSize(),
    single: plan.kind !== 'paged',
    ...(plan.kind === 'paged' && plan.total !== undefined ? { total: plan.total } : {}),
    onChange,
    async fetch(offset, limit) {
      abort = new AbortController();
      // A local vault that was started again has another address and token; one that is gone has none.
      const connection = target.connection.local
        ? deps.targets.find(target.connection.name, target.vault.name)?.connection
        : target.connection;
      const query =
        plan.kind === 'paged' ? pageStatement(statement, plan, { offset, limit }, options) : statement;
      const request = { vaultID: target.vault.id, query, ...(baseUrl ? { vaultBaseUrl: baseUrl } : {}) };
      const outcome = connection
        ? await deps.client(connection).executeQuery(request, abort.signal)
        : goneVault;
      deps.log.exchange('query', outcome.ok ? outcome.exchange : outcome.error);
      if (outcome.ok) {
        deps.answered = { target, requestID: outcome.exchange.requestID };
        // Names only, for completion: no value of an answer goes there.
        const names = new Set(outcome.value.records?.flatMap(({ fields }) => fields.map(([name]) => name)));
        seenNames.remember(statement, [...names]);
      }
      return outcome;
    },
  });
  return { target, statement, pager, cancel: () => abort?.abort() };
}
