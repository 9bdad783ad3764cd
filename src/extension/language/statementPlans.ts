import { type PreparedQuery, prepareQuery } from '../../core/sql/execution/preparedQuery.ts';
import type { CheckOptions } from '../../core/sql/lint/options.ts';

export interface StatementPlan {
  /** True if the check finds errors. The other properties have no meaning then. */
  readonly isNeverSent: boolean;
  readonly canBeCounted: boolean;
  readonly total?: number;
}

export interface StatementPlans {
  readonly bySource: ReadonlyMap<string, StatementPlan>;
  readonly optionsKey: string;
}

export function planStatements(
  sources: readonly string[],
  options: CheckOptions,
  previous: StatementPlans | undefined,
): StatementPlans {
  const optionsKey = JSON.stringify(options);
  const known = previous?.optionsKey === optionsKey ? previous.bySource : undefined;
  const bySource = new Map<string, StatementPlan>();
  for (const source of sources) {
    if (!bySource.has(source))
      bySource.set(source, known?.get(source) ?? createPlan(prepareQuery(source, options)));
  }
  return { bySource, optionsKey };
}

function createPlan({ errors, count, plan }: PreparedQuery): StatementPlan {
  if (errors.length > 0) return { isNeverSent: true, canBeCounted: false };
  return {
    isNeverSent: false,
    canBeCounted: count.ok,
    ...(plan.kind === 'paged' && plan.total !== undefined && { total: plan.total }),
  };
}
