/** Computes what the code lens above a statement displays, once per statement text. */
import { type PreparedQuery, prepareQuery } from '../../core/sql/execution/preparedQuery.ts';
import type { CheckOptions } from '../../core/sql/lint/options.ts';

export interface StatementPlan {
  /** True if the check rejects the statement. The other properties are then unknown. */
  readonly isNeverSent: boolean;
  readonly canBeCounted: boolean;
  /** The statement's LIMIT if its result is paged. */
  readonly total?: number;
}

export interface StatementPlans {
  readonly bySource: ReadonlyMap<string, StatementPlan>;
  /** Key of the check options for which the plans were computed. */
  readonly optionsKey: string;
}

/** Returns the plans of statements. Plans in `before` are reused if statement and options are the same. */
export function planAll(
  sources: readonly string[],
  options: CheckOptions,
  before: StatementPlans | undefined,
): StatementPlans {
  const optionsKey = JSON.stringify(options);
  const known = before?.optionsKey === optionsKey ? before.bySource : undefined;
  const bySource = new Map<string, StatementPlan>();
  for (const source of sources) {
    if (!bySource.has(source))
      bySource.set(source, known?.get(source) ?? planOf(prepareQuery(source, options)));
  }
  return { bySource, optionsKey };
}

function planOf({ errors, count, plan }: PreparedQuery): StatementPlan {
  if (errors.length > 0) return { isNeverSent: true, canBeCounted: false };
  return {
    isNeverSent: false,
    canBeCounted: count.ok,
    ...(plan.kind === 'paged' && plan.total !== undefined && { total: plan.total }),
  };
}
