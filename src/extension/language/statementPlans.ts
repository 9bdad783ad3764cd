/** What the lens above a statement says, worked out once for each text of a statement. */
import { type PreparedQuery, prepareQuery } from '../../core/sql/execution/preparedQuery.ts';
import type { CheckOptions } from '../../core/sql/lint/options.ts';

export interface StatementPlan {
  /** Whether the check refuses it. The rest is then unknown. */
  readonly isNeverSent: boolean;
  readonly canBeCounted: boolean;
  /** Its LIMIT, where its result is read in pages. */
  readonly total?: number;
}

export interface StatementPlans {
  readonly bySource: ReadonlyMap<string, StatementPlan>;
  /** The options that they hold for. */
  readonly optionsKey: string;
}

/** The plans of some statements; those of `before` are taken over where statement and options are the same. */
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
