import type { Exchange, Outcome } from '../../service/errors.ts';
import type { QueryResult } from '../../service/types.ts';
import type { PagingPlan } from '../../sql/execution/paging.ts';

/**
 * Returns the number of rows of a result from the outcome of its COUNT query, which ignores the user's LIMIT and
 * OFFSET. They are taken into account here.
 */
export function readRowCount(
  outcome: Outcome<QueryResult>,
  { total, base }: Omit<Extract<PagingPlan, { readonly kind: 'paged' }>, 'kind'>,
): Outcome<number> {
  if (!outcome.ok) return outcome;
  const count = readCount(outcome.value);
  // A number that can't be read is an error, because the number of loaded rows will be compared with it.
  if (count === undefined) return createUnreadableCountOutcome(outcome.exchange);
  const rows = Math.min(total ?? count, Math.max(0, count - base));
  return { ok: true, value: rows, exchange: outcome.exchange };
}

function readCount({ records }: QueryResult): number | undefined {
  const [first] = records ?? [];
  const text = String(first?.fields[0]?.[1] ?? '');
  const rows = text === '' ? Number.NaN : Number(text);
  return first && Number.isSafeInteger(rows) ? rows : undefined;
}

const createUnreadableCountOutcome = ({ status, requestID }: Exchange): Outcome<never> => ({
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
